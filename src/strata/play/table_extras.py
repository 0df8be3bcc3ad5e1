"""The state of a table besides its record and its version: plain values that are stored."""

from __future__ import annotations

from typing import Literal

import msgspec

from strata.core.outcome import Outcome, Seat
from strata.play.claim import Claim
from strata.play.clock import Clock

SeatKind = Literal["me", "link", "computer"]
"""The holder of a seat: the client that makes the table, anyone with its link, or the computer."""
Request = Literal["draw", "take-back", "claim"]
"""What a seat asks for and can withdraw."""


class TableExtras(msgspec.Struct, frozen=True):
    """The state of a table besides its actions and its version."""

    clock: Clock | None = None
    agreed: Outcome | None = None
    """How the game ended, if the rules did not end it."""
    draw_offer: Seat | None = None
    take_back: Seat | None = None
    rematch_wanted: tuple[Seat, ...] = ()
    rematch: str | None = None
    claim: Claim | None = None
    turn_since_ms: int = 0
    """When the turn of the seat to act began; 0 if nothing was played, or if it is not known."""
    untold: dict[Seat, int] = {}
    """By seat, the number of versions made in secret that others never hear of (undone steps)."""
    score: tuple[float, float] = (0, 0)
    """The points of first and second in the earlier games of a series of rematches."""
    laid_out: dict[str, str] | None = None
    """The pieces by cell that the seat to act has laid out in secret; None if there are none."""


def score_with(score: tuple[float, float], outcome: Outcome | None) -> tuple[float, float]:
    """Return `score` with the result of a game added; unchanged if the game is not over."""
    if outcome is None:
        return score
    first = 0.5 if outcome.winner is None else float(outcome.winner == "first")
    return score[0] + first, score[1] + 1 - first
