"""Messages about the list of a client's games."""

from __future__ import annotations

import msgspec

from strata.core.outcome import Outcome, Seat
from strata.server.protocol.messages import SeatKind


class SeatSummary(msgspec.Struct, frozen=True):
    """The player in a seat. `taken` is false for a `link` seat that no client holds."""

    kind: SeatKind
    name: str
    level: int | None
    taken: bool


class MyGameInfo(msgspec.Struct, frozen=True):
    """A game in which this client holds a seat."""

    id: str
    game: str
    title: str
    mine: tuple[Seat, ...]
    seats: dict[Seat, SeatSummary]
    acting: Seat | None
    """The seat whose turn it is.

    None when the game is over, or if the seat is unknown until the game is opened.
    """
    since_ms: int
    """How long that seat has been to act, or how long the game has been over."""
    left_ms: int | None
    """The time until the clock or a claim ends the game; None if neither is running."""
    outcome: Outcome | None
    reason: str | None
    """Why the game ended, in a few words."""
