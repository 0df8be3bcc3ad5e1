"""What a table has besides its record and its version: plain values that are stored."""

from __future__ import annotations

from typing import Literal

import msgspec

from strata.core.outcome import Outcome, Seat
from strata.play.claim import Claim
from strata.play.clock import Clock

SeatKind = Literal["me", "link", "computer"]
"""Who holds a seat: the client that makes the table, whoever has the link, or the computer."""
Request = Literal["draw", "take-back", "claim"]
"""What a seat asks for, and can withdraw."""


class TableExtras(msgspec.Struct, frozen=True):
    """What changes at a table besides its actions and its version."""

    clock: Clock | None = None
    agreed: Outcome | None = None
    """How the game ended, if the rules did not end it."""
    draw_offer: Seat | None = None
    take_back: Seat | None = None
    rematch_wanted: tuple[Seat, ...] = ()
    rematch: str | None = None
    claim: Claim | None = None
    turn_since_ms: int = 0
    """Since when the seat to act has been that; 0: nothing was played, or it is not known."""
    untold: dict[Seat, int] = {}
    """How many versions each seat has made in secret that others never hear of: undone steps."""
    score: tuple[float, float] = (0, 0)
    """Points of first and second in the games of which this is a rematch."""
    laid_out: dict[str, str] | None = None
    """Pieces by cell that the seat to act has laid out in secret; None: it lays nothing out."""


def score_with(score: tuple[float, float], outcome: Outcome | None) -> tuple[float, float]:
    """`score` with a game counted in; None: it is not over."""
    if outcome is None:
        return score
    first = 0.5 if outcome.winner is None else float(outcome.winner == "first")
    return score[0] + first, score[1] + 1 - first
