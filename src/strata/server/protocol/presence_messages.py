"""Messages about presence, and about games that the other player has left."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.outcome import Seat


class SayHere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign that the client is on another page and has not left its game at `table`."""

    table: Annotated[str, msgspec.Meta(max_length=16)]


class StillPlaying(msgspec.Struct, frozen=True):
    """Whether the client holds a seat and the game goes on; if not, it need not report again."""

    playing: bool


class ClaimState(msgspec.Struct, frozen=True):
    """A claim on the game.

    `by` wins after `left_ms`, counted from this message, unless the other seat, which is to act,
    gives a sign of presence before.
    """

    by: Seat
    left_ms: int


class ClaimAbandoned(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="claim-abandoned"
):
    """A command to claim the game, because the other seat is to act and has been away for long.

    The other player is warned. After a grace period the game is won by `abandonment`.
    """

    version: int
