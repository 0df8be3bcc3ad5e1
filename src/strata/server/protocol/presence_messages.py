"""Messages about who is here, and about games whose other player has gone away."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.outcome import Seat


class SayHere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says that the client is here, on another page, and has not left its game at `table`."""

    table: Annotated[str, msgspec.Meta(max_length=16)]


class StillPlaying(msgspec.Struct, frozen=True):
    """Whether the client holds a seat there and the game goes on: else it need not say so again."""

    playing: bool


class ClaimState(msgspec.Struct, frozen=True):
    """The game is claimed: `by` wins after `left_ms`, as of this message, unless the other seat,
    which is to act, gives a sign of presence before."""

    by: Seat
    left_ms: int


class ClaimAbandoned(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="claim-abandoned"
):
    """The other seat is to act and has been away for long: the game is won by `abandonment`, after
    a time in which the other is warned."""

    version: int
