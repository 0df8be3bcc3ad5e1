"""Seats and outcomes: the two sides of a game, who won, and why."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from strata.core.errors import StrataError, shown

Seat = Literal["first", "second"]
SEATS: Final[tuple[Seat, Seat]] = get_args(Seat)

# Ends that do not follow from the position; the same for all games.
HISTORY_REASONS: Final = ("repetition",)
AGREED_REASONS: Final = ("resignation", "agreement", "time", "abandonment", "forfeit")


def other_seat(seat: Seat) -> Seat:
    return "second" if seat == "first" else "first"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `winner` is None for a draw; `reason` is a word such as `no-actions`."""

    winner: Seat | None
    reason: str

    def __str__(self) -> str:
        return f"{self.verdict}, {self.reason}"

    @property
    def verdict(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"


def parse_outcome(text: str) -> Outcome:
    """Return the outcome that a text names: `second wins, no-moves`, `draw, repetition`.

    This reverses `str(outcome)`. Raises StrataError.
    """
    verdict, comma, reason = text.partition(", ")
    winners: dict[str, Seat | None] = {f"{seat} wins": seat for seat in SEATS}
    winners["draw"] = None
    if not comma or verdict not in winners or not reason:
        raise StrataError(
            f"outcome {shown(text)}: expected 'first wins', 'second wins' or 'draw', "
            "then a comma, a blank and the reason"
        )
    return Outcome(winners[verdict], reason)
