"""The host: changes tables on behalf of players, clocks and computers. Stored first, then told.

Every change is made under the room's lock and stored with the version it was made on; if another
process was faster nothing is changed, the room is read anew and the asker is told `stale`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final

import structlog

from strata.core.outcome import SEATS, other_seat
from strata.play.refusal import NotDone
from strata.server.cluster.notices import Notice, Notices
from strata.server.engines.computer import Computer
from strata.server.live.commands import DEEDS
from strata.server.live.new_table import rematch_of
from strata.server.live.open_table import Listener, Room
from strata.server.live.open_tables import Rooms
from strata.server.live.presence import Attendance
from strata.server.live.timers import Timers
from strata.server.live.views import Holds, speaker
from strata.server.ops.metrics import Metrics
from strata.server.protocol import messages
from strata.server.storage.tables import Store
from strata.server.storage.writers import Statement

Clockwork = Callable[[], int]
_log: Final = structlog.get_logger("strata.host")


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Host:
    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        attendance: Attendance,
        computer: Computer,
        metrics: Metrics,
        *,
        patience_ms: int,
        now_ms: Clockwork = wall_ms,
    ) -> None:
        self.store: Final = store
        self.rooms: Final = rooms
        self.attendance: Final = attendance
        self.metrics: Final = metrics
        self.now_ms: Final = now_ms
        self.timers: Final = Timers(self.settle)
        self._computer: Final = computer
        self._patience_ms: Final = patience_ms
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._thinking: Final[set[str]] = set()
        self.notices: Notices | None = None
        """Set when the channels are open."""

    # Rooms.

    @contextlib.asynccontextmanager
    async def entered(self, room: Room, *, anew: bool = False) -> AsyncIterator[Room]:
        """The room under its lock, as it is stored (`anew`: also by others), with flags fallen."""
        async with room.lock:
            if not room.is_trusted or (anew and await self._is_behind(room)):
                await self._read_anew(room)
            await self._let_flag_fall(room)
            yield room

    async def _is_behind(self, room: Room) -> bool:
        stored = await self.store.versions([room.id])
        return stored.get(room.id, room.table.version) != room.table.version

    async def _read_anew(self, room: Room) -> None:
        await self.rooms.reload(room)
        room.is_trusted = True
        if room.table.version != room.told:
            self._after_change(room)

    async def _let_flag_fall(self, room: Room) -> None:
        known, now_ms = room.table.version, self.now_ms()
        if room.table.flag(now_ms):
            _log.info("flag", table=room.id)
            with contextlib.suppress(NotDone):  # another process has seen it too
                await self._commit(room, known, now_ms)

    # What players do.

    async def act(self, room: Room, holds: Holds, message: Any) -> None:
        """Does what a client's message asks, or raises NotDone."""
        began = time.perf_counter()
        async with self.entered(room):
            table, now_ms = room.table, self.now_ms()
            known = table.version
            if message.version != known:
                raise NotDone("stale", f"the table is at version {known}, not {message.version}")
            more: list[Statement] = []
            match message:
                case messages.ClaimAbandoned():
                    await self._claim(room, holds, now_ms)
                case messages.WantRematch():
                    more = await self._want_rematch(room, holds, now_ms)
                case _:
                    DEEDS[type(message)](table, holds, message, now_ms)
            await self._commit(room, known, now_ms, *more)
        if more and table.rematch is not None:  # it is stored: the computer may begin there
            self.later(self.open_and_settle(table.rematch))
        if isinstance(message, messages.Play):
            self.metrics.played(time.perf_counter() - began)

    async def _claim(self, room: Room, holds: Holds, now_ms: int) -> None:
        claimer = speaker(room.table, holds)
        absent_ms = await self.attendance.absent_ms(
            room.id, other_seat(claimer), room.made_ms, now_ms
        )
        room.table.abandon(claimer, absent_ms, self._patience_ms, now_ms)

    async def _want_rematch(self, room: Room, holds: Holds, now_ms: int) -> list[Statement]:
        if not room.table.want_rematch(speaker(room.table, holds)):
            return []
        rematch = rematch_of(room.table, await self.store.holdings(room.id), now_ms)
        room.table.rematch = rematch.id
        self.metrics.tables.labels(game=room.table.record.rules.name).inc()
        return rematch.statements

    # Storing and telling.

    async def _commit(self, room: Room, known: int, now_ms: int, *more: Statement) -> None:
        room.is_trusted = False  # until it is known to be stored
        if not await self.store.save(room.id, room.table, known, now_ms, *more):
            await self._read_anew(room)
            raise NotDone("stale", "somebody else was faster")
        room.is_trusted = True
        self._after_change(room)
        if self.notices is not None:
            self.notices.tell("version", room.id, room.table.version)

    def _after_change(self, room: Room) -> None:
        """The room has a new version, which is stored: tells its sockets, sees to what is next."""
        now_ms, clock = self.now_ms(), room.table.clock
        room.catch_up(now_ms)
        if clock is not None:
            self.timers.set(room.id, clock.deadline_ms, now_ms)
        if room.table.computer_acts:
            self.let_think(room)

    async def heard(self, notice: Notice) -> None:
        """Another process says that something happened at a table."""
        room = self.rooms.opened(notice.table_id)
        if room is None:
            return
        if notice.about == "presence":
            room.tell_presence(await self.attendance.present(room.id, self.now_ms()))
        elif room.table.version < notice.version or not room.is_trusted:
            async with self.entered(room, anew=True):
                pass

    async def settle(self, table_id: str) -> None:
        """Sees to a table that waits for its clock or for the computer."""
        await self.open_and_settle(table_id)

    async def open_and_settle(self, table_id: str) -> None:
        room = await self.rooms.open(table_id)
        if room is None:
            return
        async with self.entered(room, anew=True):
            clock = room.table.clock
            if clock is not None:
                self.timers.set(table_id, clock.deadline_ms, self.now_ms())
            if room.table.computer_acts:
                self.let_think(room)

    # The computer.

    def let_think(self, room: Room) -> None:
        if room.id not in self._thinking:
            self._thinking.add(room.id)
            self.later(self._think(room))

    async def _think(self, room: Room) -> None:
        """Plays for the computer until it is somebody else's turn."""
        try:
            while room.table.computer_acts:
                table, version, seat = room.table, room.table.version, room.table.seat
                began = time.perf_counter()
                action = await self._computer.choose(room.id, table, self.now_ms())
                self.metrics.thinking.observe(time.perf_counter() - began)
                async with self.entered(room):
                    if room.table.version != version or seat is None:
                        continue  # something else has happened meanwhile
                    now_ms = self.now_ms()
                    room.table.play(seat, action, now_ms)
                    await self._commit(room, version, now_ms)
        except NotDone:
            _log.info("computer-overtaken", table=room.id)
        finally:
            self._thinking.discard(room.id)
        if room.table.computer_acts:
            self.let_think(room)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task-failed", error=type(error).__name__, exc_info=error)

    # Coming and going.

    async def arrive(self, room: Room, listener: Listener) -> None:
        """Shows the table to somebody, who is told from now on what happens."""
        async with self.entered(room, anew=True):
            newly = [seat for seat in listener.holds if not room.here(seat)]
            now_ms = self.now_ms()
            for seat in newly:
                await self.attendance.note(room.id, seat, True, now_ms)
            present = await self.attendance.present(room.id, now_ms)
            room.tell_presence(present)
            room.welcome(listener, now_ms)
        if newly and self.notices is not None:
            self.notices.tell("presence", room.id)

    async def leave(self, room: Room, listener: Listener) -> None:
        if listener not in room.listeners:
            return
        async with room.lock:
            room.listeners.discard(listener)
            gone = [seat for seat in listener.holds if not room.here(seat)]
            now_ms = self.now_ms()
            for seat in gone:
                await self.attendance.note(room.id, seat, False, now_ms)
            if gone:
                room.tell_presence(await self.attendance.present(room.id, now_ms))
        if gone and self.notices is not None:
            self.notices.tell("presence", room.id)

    async def stop(self) -> None:
        """Lets nobody wait for a process that is gone: its seats are empty from now."""
        self.timers.stop()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for room in self.rooms.watched():
            for seat in SEATS:
                if room.here(seat):
                    await self.attendance.note(room.id, seat, False, self.now_ms())
        self._computer.stop()
