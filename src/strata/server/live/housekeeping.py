"""What has to be looked after from time to time, whoever began it.

When a process starts it takes on every running clock and every table that waits for the computer;
later it looks for those that a process which is gone has left behind, and for changes of which no
notice came. What two processes do at once does no harm: only one of them can store it.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from strata.server.live.presence import BEAT_SECONDS
from strata.server.live.table_service import Host

_SWEEP_SECONDS: Final = 5
_FORGOTTEN_CLOCK_MS: Final = 2_000
_FORGOTTEN_THINKING_MS: Final = 60_000
_log: Final = structlog.get_logger("strata.housekeeping")


class Housekeeping:
    def __init__(self, host: Host) -> None:
        self._host: Final = host
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        host, now_ms = self._host, self._host.now_ms()
        for table_id, deadline_ms in await host.store.clocked():
            host.timers.set(table_id, deadline_ms, now_ms)
        for table_id in await host.store.thinking(now_ms):
            host.later(host.open_and_settle(table_id))
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait({self._sweeping})

    async def _sweep_on(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            rounds += 1
            try:
                await self.sweep()
                if rounds % (BEAT_SECONDS // _SWEEP_SECONDS) == 0:
                    await self._host.attendance.beat(self._host.now_ms())
            except Exception as error:
                _log.error("sweep-failed", error=type(error).__name__)

    async def sweep(self) -> None:
        host, now_ms = self._host, self._host.now_ms()
        left = await host.store.due(now_ms - _FORGOTTEN_CLOCK_MS)
        left += await host.store.thinking(now_ms - _FORGOTTEN_THINKING_MS)
        for table_id in left:
            await host.open_and_settle(table_id)
        watched = {room.id: room for room in host.rooms.watched()}
        if not watched:
            return
        for table_id, version in (await host.store.versions(watched)).items():
            if version > watched[table_id].table.version:
                async with host.entered(watched[table_id], anew=True):
                    pass
