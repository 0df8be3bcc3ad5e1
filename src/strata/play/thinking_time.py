"""How long a computer player may think about an action: one formula for every front end.

Without a level the computer plays at random.
"""

from __future__ import annotations

from typing import Final

from strata.core.outcome import Seat
from strata.play.clock import Clock
from strata.search.levels import LEVELS, Level

__all__ = [
    "DEFAULT_LEVEL",
    "HIGHEST",
    "LEVELS",
    "LOWEST",
    "Level",
    "clock_share_ms",
    "left_of",
    "thinking_ms",
]

LOWEST: Final = LEVELS[0].number
HIGHEST: Final = LEVELS[-1].number
DEFAULT_LEVEL: Final = 4

_TURNS_LEFT: Final = 30
_SENDING_MS: Final = 150
_LEAST_MS: Final = 10


def clock_share_ms(left_ms: int, increment_ms: int, overhead_ms: int) -> int:
    """Return the time for one action with `left_ms` on the clock.

    It is a thirtieth of the remaining time plus two thirds of the increment, at most a third of the
    remaining time. `overhead_ms` is lost between the choice and the stop of the clock, and is
    deducted first.
    """
    usable = max(0, left_ms - overhead_ms)
    return min(usable // _TURNS_LEFT + increment_ms * 2 // 3, usable // 3)


def thinking_ms(level: int | None, most_ms: int, left_ms: int | None, increment_ms: int = 0) -> int:
    """Return how long a level may think: its own time limit, within `most_ms` and its clock.

    `left_ms` is the time on its clock; None: no clock.
    """
    wanted = min(LEVELS[level - LOWEST].time_ms if level else _LEAST_MS, most_ms)
    if left_ms is None:
        return wanted
    return max(_LEAST_MS, min(wanted, clock_share_ms(left_ms, increment_ms, _SENDING_MS)))


def left_of(clock: Clock | None, seat: Seat | None, now_ms: int) -> int | None:
    """Return the time `seat` has on the clock; None if there is no clock or no seat."""
    return None if clock is None or seat is None else clock.left_ms(seat, now_ms)
