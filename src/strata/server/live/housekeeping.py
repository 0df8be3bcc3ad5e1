"""Housekeeping: periodic maintenance of all tables, whichever process opened them.

A starting process takes over every running clock and every table where a computer is to act.
Later sweeps find tables that a dead process left behind, and changes whose notice got lost. Two
processes may do the same work at once: the optimistic lock lets only one of them store it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from strata.core.errors import BrokenGame, GameError
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import HEARTBEAT_SECONDS, PresenceTracker
from strata.server.live.table_service import TableService
from strata.server.ops.time_source import SteadyTime
from strata.server.storage.failures import DatabaseUnavailable, database_failure
from strata.server.storage.stored_game import UnreadableTable
from strata.server.storage.tables import TableStorage
from strata.server.storage.upkeep import Upkeep
from strata.server.timing.game_time import MOST_SKEW_MS, OUTAGE_MS, GameTime

_SWEEP_SECONDS: Final = 5
_RETRY_SECONDS: Final = 1  # while the database does not answer
_UPKEEP_SECONDS: Final = 60
_FORGOTTEN_CLOCK_MS: Final = 2_000
_FORGOTTEN_COMPUTER_MS: Final = 10_000  # on top of a computer's longest thinking time
_log: Final = structlog.get_logger("strata.housekeeping")


class Housekeeping:
    def __init__(
        self,
        service: TableService,
        storage: TableStorage,
        open_tables: OpenTables,
        presence: PresenceTracker,
        now_ms: SteadyTime,
        upkeep: Upkeep,
        *,
        think_ms: int,
        keep_days: int = 0,
        most_bytes: int = 0,
        tidy: Callable[[bool], Awaitable[None]] | None = None,
    ) -> None:
        """`think_ms` is a computer's longest thinking time for an action.

        Tables are deleted `keep_days` after their last change (0: never). In a database larger
        than `most_bytes` (0: no limit) no new ones are made. `tidy` maintains other stored data;
        its argument says whether the database is full.
        """
        self._service: Final = service
        self._storage: Final = storage
        self._open_tables: Final = open_tables
        self._presence: Final = presence
        self._now_ms: Final = now_ms
        self._lost_time: Final = service.lost_time
        self._game_time: Final = GameTime(now_ms, upkeep)
        self._upkeep: Final = upkeep
        self._keep_ms: Final = keep_days * 24 * 3600 * 1000
        self._most_bytes: Final = most_bytes
        self._tidy: Final = tidy
        self._forgotten_ms: Final = think_ms + _FORGOTTEN_COMPUTER_MS
        self._sweeping: asyncio.Task[None] | None = None
        self._beaten_ms = 0
        """When this process last stored a heartbeat."""
        self._unreadable: Final[set[str]] = set()
        """Tables that this process cannot read, and does not try again."""

    async def start(self) -> None:
        await self._game_time.begin()
        await self._take_over()
        await self._look_at_database()
        for table_id in await self._storage.computer_to_act(self._now_ms()):
            self._service.settle_soon(table_id)
        self._lost_time.start()
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def _take_over(self) -> None:
        """Set the timers of all running clocks, after giving back the time of outages."""
        now_ms = self._now_ms()
        outages_ms = await self._upkeep.note_start(now_ms, OUTAGE_MS)
        self._lost_time.owe((from_ms, now_ms) for from_ms in outages_ms)
        owed = self._lost_time.owed()
        self._service.outage = None
        for table_id, deadline_ms in await self._storage.running_clocks():
            if outages_ms:
                await self._attempt(table_id, self._service.settle)
            else:
                self._service.timers.set(table_id, deadline_ms, now_ms)
        if outages_ms:
            await self._upkeep.end_outages(outages_ms[0])
        else:
            await self._settle_watched()
        self._lost_time.settle(owed)
        self._beaten_ms = now_ms

    async def _settle_watched(self) -> None:
        """Settle the tables with connections, whose players another process has not served."""
        for open_table in tuple(self._open_tables.watched()):
            if open_table.table.deadline_ms is not None:
                await self._attempt(open_table.id, self._service.settle)

    async def stop(self) -> None:
        self._lost_time.stop()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait({self._sweeping})
            with contextlib.suppress(DatabaseUnavailable):  # the last heartbeat is recent enough
                await self._upkeep.beat(self._now_ms())

    async def _sweep_on(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(_RETRY_SECONDS if self._service.outage else _SWEEP_SECONDS)
            failed = await self._try("alive", self._beat())
            self._service.outage = None if failed is None else database_failure(failed)
            if self._service.outage is not None:
                continue  # everything else would fail too, and slowly
            rounds += 1
            if rounds % (HEARTBEAT_SECONDS // _SWEEP_SECONDS) == 0:
                await self._try("presence", self._presence.beat(self._now_ms()))
            await self._try("tables", self.sweep())
            await self._try("unnoted", self._service.note_again())
            if rounds % (_UPKEEP_SECONDS // _SWEEP_SECONDS) == 0:
                await self._try("database", self._look_at_database())

    async def _beat(self) -> None:
        """Store a heartbeat. The first one after a long failure or pause ends an outage."""
        now_ms, paused = self._now_ms(), self._lost_time.owed()
        if now_ms - self._beaten_ms > OUTAGE_MS and (paused or self._service.outage is not None):
            if self._service.outage is not None:  # else clocks run: their time must not jump
                await self._game_time.begin()
            await self._take_over()
            return
        await self._game_time.watch()
        if paused:
            await self._settle_watched()
            self._lost_time.settle(paused)
        await self._upkeep.beat(now_ms)
        self._beaten_ms = now_ms

    @staticmethod
    async def _try(what: str, work: Awaitable[None]) -> Exception | None:
        """Run one step of a sweep; return its exception, so that a failure stops no other step."""
        try:
            await work
        except Exception as error:
            with contextlib.suppress(Exception):  # a failing log must not end the sweeps
                _log.error("sweep-failed", what=what, error=type(error).__name__)
            return error
        return None

    async def sweep(self) -> None:
        """Settle tables that were left behind; refresh tables whose change notice got lost."""
        now_ms = self._now_ms()
        forgotten = await self._storage.due(now_ms - _FORGOTTEN_CLOCK_MS)
        forgotten += await self._storage.computer_to_act(now_ms - self._forgotten_ms)
        for table_id in forgotten:
            await self._attempt(table_id, self._service.settle)
        watched = {open_table.id: open_table for open_table in self._open_tables.watched()}
        if not watched:
            return
        for table_id, version in (await self._storage.versions(watched)).items():
            open_table = watched[table_id]
            if version > open_table.table.version or not open_table.is_current:
                await self._attempt(table_id, self._refresh)

    async def _look_at_database(self) -> None:
        """Check the size and the clock of the database, and delete what is too old."""
        size = await self._upkeep.size_bytes()
        self._service.is_full = 0 < self._most_bytes < size
        if self._service.is_full:
            _log.error("database-full", bytes=size, most=self._most_bytes)
        if self._tidy is not None:
            await self._tidy(self._service.is_full)
        if self._keep_ms:
            dropped = await self._upkeep.drop_old(self._now_ms() - self._keep_ms)
            if dropped:
                _log.info("tables-dropped", tables=dropped)
        ahead_ms = await self._upkeep.clock_ahead_ms(self._now_ms.day_ms)
        if abs(ahead_ms) > MOST_SKEW_MS:
            _log.error("clock-differs", ahead_ms=ahead_ms)

    async def _refresh(self, table_id: str) -> None:
        open_table = self._open_tables.opened(table_id)
        if open_table is not None:
            await self._service.refresh(open_table)

    async def _attempt(self, table_id: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Run `work` for one table; log a failure, so that it affects no other table.

        A table that cannot be read is tried once. After any other failure the next sweep tries
        again.
        """
        if table_id in self._unreadable:
            return
        try:
            await work(table_id)
        except Exception as error:
            if isinstance(error, UnreadableTable | GameError | BrokenGame):
                self._unreadable.add(table_id)
            _log.error("table-failed", table=table_id, error=type(error).__name__)
