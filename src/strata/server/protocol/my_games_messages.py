"""The list of somebody's games, as it goes over the wire."""

from __future__ import annotations

import msgspec

from strata.core.outcome import Outcome, Seat
from strata.server.protocol.messages import SeatKind


class SeatSummary(msgspec.Struct, frozen=True):
    """Who sits there. `taken` is false until somebody opens the link of the seat."""

    kind: SeatKind
    name: str
    level: int | None
    taken: bool


class MyGameInfo(msgspec.Struct, frozen=True):
    """A game at which this client holds a seat."""

    id: str
    game: str
    title: str
    mine: tuple[Seat, ...]
    seats: dict[Seat, SeatSummary]
    acting: Seat | None
    """Who is to act; None when the game is over, or nothing is known before it is opened."""
    since_ms: int
    """For how long that is so, or the game is over."""
    left_ms: int | None
    """What the clock leaves to who is to act; None where none runs."""
    outcome: Outcome | None
