"""Messages about presence, devices of a seat, and games that the other player has left."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.outcome import Seat

_TABLE_ID = "^[A-Za-z0-9]{12}$"  # as `new_table_id` makes them, which a test compares


class SayHere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign that the client is on another page and has not left its game at `table`."""

    table: Annotated[str, msgspec.Meta(pattern=_TABLE_ID)]


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


class SeatDevices(msgspec.Struct, frozen=True):
    """The number of clients that hold a seat."""

    seat: Seat
    devices: int
    link: bool
    """Whether there is an unused link that adds another client."""
    first: bool
    """Whether this client has held the seat for longest, so that it may drop the others."""


class DeviceJoined(msgspec.Struct, frozen=True, tag_field="type", tag="device-joined"):
    """Another client has taken a seat as well by a link; sent to those that hold it already."""

    seat: Seat
