"""Messages about reviews of finished games."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.search.review import Mark, ReviewedTurn, SideReview, ToldAction
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.lesson_messages import ActionText


class ReviewState(msgspec.Struct, frozen=True):
    """The progress and the results of a review. A game without a review has no turns."""

    running: bool
    stoppable: bool
    """Whether this client may interrupt the review: it runs for the client's address."""
    total: int
    """The number of turns in the game; 0 until the first is reviewed."""
    done: int
    """The number of turns reviewed."""
    turns: tuple[ReviewedTurn, ...]
    """The reviewed turns, from the requested one on."""
    first: SideReview
    second: SideReview
    turning_points: tuple[int, ...]
    """The numbers of the worst mistakes that changed which side is ahead."""
    hurried: int
    """The number of searches that reached the time limit before the limit of positions."""
    problem: str
    """Why the review stopped early; empty if it did not, or if a client stopped it."""


class TryTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to judge in place of the one with this number."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(min_length=1, max_length=64)]


class TurnSoFar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The actions tried so far in place of the turn with this number."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=64)] = ()


class MissInTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action in a turn being tried: a request for the reason."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    clicks: Clicks
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(max_length=64)] = ()


class TriedTurn(msgspec.Struct, frozen=True):
    """The judgement of a turn that was tried."""

    loss: float
    """The loss in the mover's expected result, compared with the best turn known."""
    mark: Mark
    is_good: bool
    """Whether the loss is smaller than that of an inaccuracy."""
    reply: tuple[ToldAction, ...]
    """The other side's best answer to a turn that is not good."""
