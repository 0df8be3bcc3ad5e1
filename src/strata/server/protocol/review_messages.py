"""What client and server say to each other about reviews of finished games."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.search.review import Mark, ReviewedTurn, SideReview, ToldAction
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.lesson_messages import ActionText


class ReviewState(msgspec.Struct, frozen=True):
    """How far the review of a game has come. A game that was never reviewed has no turns."""

    running: bool
    stoppable: bool
    """Whether this client may interrupt it: it runs for this client."""
    total: int
    """The number of turns of the game; 0 until the first is reviewed."""
    done: int
    """The number of turns that are reviewed."""
    turns: tuple[ReviewedTurn, ...]
    """Those from the asked one on."""
    first: SideReview
    second: SideReview
    turning_points: tuple[int, ...]
    """The numbers of the mistakes that changed who is ahead."""
    hurried: int
    """How many searches the limit of time ended before the limit of positions."""
    problem: str
    """Why it stopped before its end; empty: it did not, or it was interrupted."""


class TryTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that somebody would rather have played than the one with this number."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(min_length=1, max_length=64)]


class TurnSoFar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has played so far in place of the turn with this number."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=64)] = ()


class MissInTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a turn that is tried: asks why."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    clicks: Clicks
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=64)] = ()


class TriedTurn(msgspec.Struct, frozen=True):
    """What is thought of a turn that was tried."""

    loss: float
    """Of the mover's expected result, compared with the best turn that is known."""
    mark: Mark
    is_good: bool
    """Whether it loses less than an inaccuracy does."""
    reply: tuple[ToldAction, ...]
    """What the other side should answer to a turn that is not good."""
