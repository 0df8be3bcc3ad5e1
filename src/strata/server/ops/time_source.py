"""The time of day in milliseconds, on which the clocks of games and all servers agree."""

from __future__ import annotations

import time
from collections.abc import Callable

TimeSource = Callable[[], int]


def wall_ms() -> int:
    return time.time_ns() // 1_000_000
