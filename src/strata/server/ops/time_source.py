"""The time of day in milliseconds, and a steady time, by which the clocks of games run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TimeSource = Callable[[], int]

# On Linux, only CLOCK_BOOTTIME counts the time in which the machine is suspended. On macOS the
# monotonic clock counts it. So does that of Windows, where Python has no clocks with numbers.
_NUMBER: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def elapsed_ms() -> int:
    """Return the time since an arbitrary moment, the time of a suspend included.

    Nobody can set this time.
    """
    ns = time.monotonic_ns() if _NUMBER is None else time.clock_gettime_ns(_NUMBER)
    return ns // 1_000_000


class SteadyTime:
    """A time that begins at the time of day and does not follow a clock that is set."""

    def __init__(self, day_ms: TimeSource = wall_ms, elapsed: TimeSource = elapsed_ms) -> None:
        self.day_ms: Final = day_ms
        self._elapsed_ms: Final = elapsed
        self._begin_ms = day_ms() - elapsed()

    def __call__(self) -> int:
        return self._begin_ms + self._elapsed_ms()

    def move(self, by_ms: int) -> None:
        """Move this time forward by `by_ms`."""
        self._begin_ms += by_ms
