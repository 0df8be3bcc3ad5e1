"""How long a computer may think: as its level does, within what is allowed and its clock.

Without a level the computer moves at random, as in tables that were made before there were levels.
"""

from __future__ import annotations

from typing import Final

from strata.core.outcome import Seat
from strata.play.clock import Clock
from strata.search.levels import LEVELS, Level

__all__ = ["DEFAULT_LEVEL", "HIGHEST", "LEVELS", "LOWEST", "Level", "budget_ms", "left_of"]

LOWEST: Final = LEVELS[0].number
HIGHEST: Final = LEVELS[-1].number
DEFAULT_LEVEL: Final = 4

# Of a clock: a game may have so many turns yet, and telling the move takes a while.
_TURNS_LEFT: Final = 25
_TELLING_MS: Final = 150
_LEAST_MS: Final = 10


def budget_ms(level: int | None, most_ms: int, left_ms: int | None, increment_ms: int = 0) -> int:
    """How long the computer may think: as its level does, within `most_ms` and its clock.

    `left_ms` is what its clock shows; None: there is no clock.
    """
    wanted = min(LEVELS[level - LOWEST].time_ms if level else _LEAST_MS, most_ms)
    if left_ms is None:
        return wanted
    usable = max(0, left_ms - _TELLING_MS)
    by_clock = min(usable // _TURNS_LEFT + increment_ms // 2, usable // 3)
    return max(_LEAST_MS, min(wanted, by_clock))


def left_of(clock: Clock | None, seat: Seat | None, now_ms: int) -> int | None:
    """What the clock shows for `seat`; None if nothing does."""
    return None if clock is None or seat is None else clock.left_ms(seat, now_ms)
