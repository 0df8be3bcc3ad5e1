"""Lost time, in which players could not act: outages of all servers, and pauses of this process.

A process is paused by its system, its virtual machine or a suspended laptop, or by work that holds
up everything else. An outage is owed to every table. A pause of this process is owed to the tables
with connections here. A pause as long as an outage, in which no other process ran, is an outage as
well. A table gets its lost time back before its clock counts: at its next use, and at the next
sweep of housekeeping at the latest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from strata.server.ops.time_source import TimeSource, elapsed_ms

Span = tuple[int, int]
"""From when until when time was lost."""
_LOOK_SECONDS: Final = 0.5
_PAUSE_MS: Final = 2_000
_log: Final = structlog.get_logger("strata.time")


class LostTime:
    def __init__(self, now_ms: TimeSource, observe: Callable[[float], None]) -> None:
        """`observe` is called with the seconds of each pause."""
        self._now_ms: Final = now_ms
        self._observe: Final = observe
        self._owed: Final[list[Span]] = []
        self._looked_ms: int | None = None
        self._next_look: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look for pauses from now on."""
        self._looked_ms = elapsed_ms()
        self._look_on()

    def _look_on(self) -> None:
        self._look()
        self._next_look = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look_on)

    def stop(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()

    def owed(self) -> tuple[Span, ...]:
        """Return the time owed to tables, that of a pause which has just ended included.

        Whoever lets a flag fall asks first: after a pause that may be earlier than anything else.
        """
        self._look()
        return tuple(sorted(self._owed))  # so that spans which overlap are given back once

    def _look(self) -> None:
        """Note and log a pause since the last look."""
        if self._looked_ms is None:
            return
        elapsed = elapsed_ms()
        lost_ms = elapsed - self._looked_ms
        self._looked_ms = elapsed
        if lost_ms > _PAUSE_MS:
            now_ms = self._now_ms()
            self._owed.append((now_ms - lost_ms, now_ms))
            self._observe(lost_ms / 1000)
            _log.warning("paused", ms=lost_ms)

    def owe(self, spans: Iterable[Span]) -> None:
        """Note the time of outages, which is owed to every table."""
        self._owed.extend(spans)

    def settle(self, spans: Iterable[Span]) -> None:
        """Note that all tables to which this time is owed have it back."""
        for span in spans:
            self._owed.remove(span)
