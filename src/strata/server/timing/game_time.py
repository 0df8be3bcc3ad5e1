"""The time of games: one steady time for all servers of a database.

Deadlines are times of day, on which a restart and several servers must agree; but the time of day
may be set while games go on. Each process therefore counts the time by itself. What the time of
games is then ahead of the time of day is stored, for the processes that start later. When no server
has run for a while, all clocks get that time back anyway, and the time of day counts again.
"""

from __future__ import annotations

from typing import Final

import structlog

from strata.server.ops.time_source import SteadyTime
from strata.server.storage.upkeep import Upkeep

OUTAGE_MS: Final = 8_000
"""Longer than the time between two heartbeats: nobody runs after so long without one."""
MOST_SKEW_MS: Final = 500
"""How much the clocks of servers and database may differ. A clock that differs by more was set."""
_TRIES: Final = 10  # each fails only if another process has agreed on a time meanwhile
_log: Final = structlog.get_logger("strata.time")


class GameTime:
    def __init__(self, time: SteadyTime, upkeep: Upkeep) -> None:
        """`time` is the time of this process, which is set to that of games."""
        self._time: Final = time
        self._upkeep: Final = upkeep
        self._ahead_ms = 0

    async def begin(self) -> None:
        """Set the time to that of the servers that run, or to the time of day if none does.

        It never goes behind the last heartbeat, so that nobody is given time twice.
        """
        for _ in range(_TRIES):
            seen_ms, known_ms = await self._upkeep.agreed_time()
            own_ahead_ms = await self._ahead_of_day_ms()
            ahead_ms = _begun(self._time() - own_ahead_ms, seen_ms, known_ms)
            if ahead_ms == known_ms or await self._upkeep.agree(known_ms, ahead_ms):
                self._time.move(ahead_ms - own_ahead_ms)
                self._ahead_ms = ahead_ms
                return
        _log.warning("no-agreed-time", tries=_TRIES)

    async def watch(self) -> None:
        """Notice a step of the time of day. The time of games does not follow it.

        Of several servers that notice it, one stores it; another finds nothing to correct then.
        """
        _, known_ms = await self._upkeep.agreed_time()
        step_ms = known_ms - await self._ahead_of_day_ms()
        if abs(step_ms) <= MOST_SKEW_MS:
            self._ahead_ms = known_ms
        elif known_ms != self._ahead_ms:  # others agree on another time
            self._time.move(step_ms)
            self._ahead_ms = known_ms
        elif await self._upkeep.agree(known_ms, known_ms - step_ms):
            self._ahead_ms = known_ms - step_ms
            _log.warning("clock-stepped", by_ms=step_ms)

    async def _ahead_of_day_ms(self) -> int:
        return await self._upkeep.ahead_of_day_ms(self._time, self._time.day_ms)


def _begun(day_ms: int, seen_ms: int | None, ahead_ms: int) -> int:
    """Return how far the time of games is ahead of the time of day at the start of a process.

    `ahead_ms` was agreed on before, when the last heartbeat was at `seen_ms`.
    """
    if seen_ms is None:
        return 0
    if -MOST_SKEW_MS <= day_ms + ahead_ms - seen_ms <= OUTAGE_MS:
        return ahead_ms  # another server may be running
    return max(0, seen_ms - day_ms)
