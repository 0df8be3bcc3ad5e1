"""The service that opens, changes and refreshes tables. A change is stored before it is sent.

A change is made under the table's lock and stored only if the stored version is the one it was made
on (an optimistic lock). If another process was faster, nothing is stored, the table is reloaded,
and the client gets the refusal `stale`.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

import structlog
from sqlalchemy.exc import IntegrityError

from strata.core.outcome import SEATS, Seat, other_seat
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.cluster.notices import Notice, Notices
from strata.server.engines.computer_player import Computer
from strata.server.live.alerting import Alerting
from strata.server.live.background import BackgroundTasks
from strata.server.live.change import Change, ChangeContext
from strata.server.live.computer_turns import Charge, ComputerTurns
from strata.server.live.news import Standing
from strata.server.live.open_table import Listener, OpenTable, encode_said, seats_of
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker, present_in
from strata.server.live.table_making import PreparedTable
from strata.server.ops.long_work import LongWork
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.metrics import Metrics
from strata.server.ops.time_source import TimeSource, wall_ms
from strata.server.protocol.messages import TableInfo
from strata.server.protocol.phrase_messages import Phrase
from strata.server.storage.failures import DatabaseUnavailable, StorageFull
from strata.server.storage.tables import TableStorage
from strata.server.timing.lost_time import LostTime
from strata.server.timing.timers import Timers
from strata.server.views.table_views import HeldSeats

_log: Final = structlog.get_logger("strata.tables")


class TableService:
    def __init__(
        self,
        storage: TableStorage,
        open_tables: OpenTables,
        presence: PresenceTracker,
        computer: Computer,
        metrics: Metrics,
        alerting: Alerting,
        long_work: LongWork,
        *,
        charge: Charge = lambda owner, seconds: None,
        now_ms: TimeSource = wall_ms,
    ) -> None:
        """`charge` is called with the processor time spent for an address beside its commands."""
        self._storage: Final = storage
        self._alerting: Final = alerting
        self._open_tables: Final = open_tables
        self._presence: Final = presence
        self._metrics: Final = metrics
        self._now_ms: Final = now_ms
        self._tasks: Final = BackgroundTasks()
        self._long_work: Final = long_work
        self._charge: Final = charge
        self._computer_turns: Final = ComputerTurns(
            computer, self._tasks, metrics, self.changing, charge, now_ms
        )
        self.timers: Final = Timers(self.settle_soon)
        self.lost_time: Final = LostTime(now_ms, metrics.paused.inc)
        self._unnoted: Final[set[tuple[OpenTable, Seat]]] = set()
        """Seats whose stored presence may be out of date."""
        self.is_full = False
        """Whether the database is full, so that no new tables are stored."""
        self.outage: DatabaseUnavailable | None = None
        """Why nothing can be stored; None if writes work.

        Until it is known what time is to be given back, no clock runs out and no claim stands.
        """
        self.notices: Notices | None = None
        """Set once the channels are open; None without other processes."""

    # Making and reading tables.

    async def create(self, prepared: PreparedTable, maker: str) -> None:
        """Store a new table; if a computer begins, it starts to think. Raises StorageFull.

        `maker` is the address of the client that makes it. It is charged for the computer's turns
        until somebody is connected to the table.
        """
        self.expect_room()
        await self._storage.insert(prepared.id, prepared.statements)
        self._created(prepared, maker)

    def expect_room(self) -> None:
        """Raise StorageFull while no new tables are stored."""
        if self.is_full:
            raise StorageFull("this server is full: no new tables can be created")

    def _created(self, prepared: PreparedTable, maker: str) -> None:
        self._metrics.tables.labels(game=prepared.game).inc()
        if prepared.computer_acts:
            self._tasks.start(self.settle(prepared.id, maker))

    async def info(self, open_table: OpenTable, held: HeldSeats) -> TableInfo:
        """Return the stored table as the holder of these seats sees it."""
        async with open_table.lock:
            facts = await self._storage.look(open_table.id)
            await self._refresh(open_table, facts.version)
            await self._long_work.do(open_table.views.prepare(held))
            now_ms = self._now_ms()
            return open_table.info(held, present_in(facts.presence, now_ms), now_ms)

    @contextlib.asynccontextmanager
    async def reading(self, open_table: OpenTable) -> AsyncIterator[OpenTable]:
        """Lock the table, brought up to what any process has stored, for reading."""
        async with open_table.lock:
            await self._refresh(open_table)
            yield open_table

    async def refresh(self, open_table: OpenTable) -> None:
        """Bring the table and its listeners up to the stored version."""
        async with open_table.lock:
            await self._refresh(open_table)

    async def _refresh(self, open_table: OpenTable, stored: int | None = None) -> None:
        """Bring the table up to the stored version, which was `stored` not long ago if known."""
        is_known = stored == open_table.table.version
        if not open_table.is_current or (not is_known and await self._is_behind(open_table)):
            await self._reload(open_table)
        await self._drop_flag(open_table)

    async def _is_behind(self, open_table: OpenTable) -> bool:
        stored = await self._storage.version(open_table.id)
        return stored is not None and stored != open_table.table.version

    async def _reload(self, open_table: OpenTable) -> None:
        await self._open_tables.reload(open_table)
        open_table.is_current = True
        if open_table.table.version != open_table.sent_version:
            await self._after_change(open_table)

    # Changing tables.

    def changing(
        self,
        open_table: OpenTable,
        version: int,
        *,
        since: Callable[[Table], int] | None = None,
        held: HeldSeats | None = None,
    ) -> ChangeContext:
        """Change the table, which must be at `version`; store and send it after the `with` block.

        `since` returns the oldest version that will do, for commands that accept older ones. With
        `held`, `version` is the one shown to the holder of these seats. Raises Refusal, or
        DatabaseUnavailable during an outage. If the block raises, the table stays as stored.
        """

        async def begin() -> Change:
            if self.outage is not None:
                raise DatabaseUnavailable(str(self.outage))
            if not open_table.is_current:
                await self._reload(open_table)
            await self._drop_flag(open_table)
            known = open_table.table.version
            oldest = known if since is None else since(open_table.table)
            hidden = 0 if held is None else open_table.held_back(held)
            if not oldest <= version + hidden <= known:
                raise Refusal("stale", f"the table is at version {known - hidden}, not {version}")
            return Change(open_table, self._now_ms(), known)

        return ChangeContext(open_table, begin, self._end_change)

    async def _end_change(self, change: Change) -> None:
        await self._commit(change)
        if change.rematch is not None:
            self._created(change.rematch, change.open_table.company)

    async def _drop_flag(self, open_table: OpenTable) -> None:
        """Give lost time back, then end the game if the time of a clock or a claim is up."""
        table = open_table.table
        if table.deadline_ms is None or self.outage is not None:
            return
        owed = self.lost_time.owed()
        now_ms = self._now_ms()
        known = table.version
        for span in owed:
            table.give_back(*span)
        if table.flag(now_ms):
            _log.info("flag", table=open_table.id)
        elif not (await self._settle_claim(open_table, now_ms) or table.version > known):
            return
        with contextlib.suppress(Refusal):  # another process was faster
            await self._commit(Change(open_table, now_ms, known))

    async def _settle_claim(self, open_table: OpenTable, now_ms: int) -> bool:
        """End a claim after its grace period, unless the player was seen; return if it changed."""
        table, claim = open_table.table, open_table.table.claim
        if claim is None or now_ms < claim.stands_ms:
            return False
        absent = other_seat(claim.by)
        if open_table.has_connection(absent) or await self._presence.seen_since(
            open_table.id, absent, claim.since_ms, now_ms
        ):
            return table.note_seen((absent,))
        _log.info("abandoned", table=open_table.id)
        return table.settle_claim(now_ms)

    async def note_seen(self, open_table: OpenTable, seats: HeldSeats) -> bool:
        """Note that the holder of `seats` is on another page; return whether the game goes on."""
        async with open_table.lock:
            await self._refresh(open_table)
            if open_table.table.is_over:
                return False
            for seat in seats:
                await self._presence.note_elsewhere(open_table.id, seat, self._now_ms())
            await self._end_claim(open_table, seats)
        return True

    async def _end_claim(self, open_table: OpenTable, seen: HeldSeats) -> None:
        """End a claim against a seat in `seen`. The caller holds the table's lock."""
        known = open_table.table.version
        if open_table.table.note_seen(seen):
            with contextlib.suppress(Refusal):  # another process was faster; checked again later
                await self._commit(Change(open_table, self._now_ms(), known))

    async def _commit(self, change: Change) -> None:
        open_table = change.open_table
        open_table.is_current = False  # until it is known to be stored
        standing = Standing.of(open_table.table)
        more = [] if change.rematch is None else change.rematch.statements
        more = [*more, *change.of_rematch, *self._alerting.of_change(change, standing)]
        saving = self._storage.save(open_table.id, change.table, change.known, change.now_ms, *more)
        if not await self._long_work.give_way_to(saving):
            await self._reload(open_table)
            raise Refusal("stale", "the table has changed meanwhile")
        open_table.is_current = True
        open_table.standing = standing
        if self.notices is not None:
            self.notices.tell("version", open_table.id, open_table.table.version)
        await self._after_change(open_table)

    async def _after_change(self, open_table: OpenTable) -> None:
        """Send the new version to all listeners, then set the timer or let the computer act."""
        try:
            await self._long_work.do(open_table.prepare_change())
        finally:  # even if the client that made the change has gone meanwhile
            open_table.send_change(self._now_ms())
            self._schedule(open_table)

    def _schedule(self, open_table: OpenTable) -> None:
        """Set the timer of the table's clock or claim; let the computer act if it is its turn."""
        self.timers.set(open_table.id, open_table.table.deadline_ms, self._now_ms())
        self._computer_turns.begin(open_table)

    async def settle(self, table_id: str, maker: str = "") -> None:
        """Bring up to date a table that waits for a clock, a claim or the computer."""
        open_table = await self._open_tables.open(table_id)
        if open_table is not None:
            open_table.maker = maker or open_table.maker
            async with self.reading(open_table):
                self._schedule(open_table)

    def settle_soon(self, table_id: str) -> None:
        """Run `settle` in the background."""
        self._tasks.start(self.settle(table_id))

    # News from other processes and from connections.

    async def heard(self, notice: Notice) -> None:
        """Handle a notice of another process; a client at the table here is charged for it."""
        open_table = self._open_tables.opened(notice.table_id)
        if open_table is not None:
            payer = partial(self._charge, open_table.company)
            await MeasuredWork(self._take_note(open_table, notice), payer)

    async def _take_note(self, open_table: OpenTable, notice: Notice) -> None:
        if notice.about == "holders":
            open_table.settle_holders(await self._storage.holders(open_table.id))
        elif notice.about == "joined":
            for seat in SEATS:
                if seat == notice.detail:
                    open_table.send_joined(seat)
        elif notice.about == "said":
            open_table.send_phrase(notice.detail)
        elif not open_table.listeners and not open_table.lock.locked():
            # No listener has to be told: the table is reloaded when somebody asks for it.
            is_known = notice.about != "version" or notice.version <= open_table.table.version
            open_table.is_current = open_table.is_current and is_known
        elif notice.about == "presence":
            open_table.send_presence(await self._presence.present(open_table.id, self._now_ms()))
        elif open_table.table.version < notice.version or not open_table.is_current:
            await self.refresh(open_table)

    def say(self, open_table: OpenTable, seat: Seat, phrase: Phrase) -> None:
        """Send a phrase to both players, in this process and in others."""
        said = encode_said(seat, phrase)
        open_table.send_phrase(said)
        if self.notices is not None:
            self.notices.tell("said", open_table.id, detail=said)

    async def arrive(
        self, open_table: OpenTable, listener: Listener, stored: int | None = None
    ) -> None:
        """Send the table to a connection, and register it for every change.

        `stored` is the stored version, if it has just been read.
        """
        async with open_table.lock:
            await self._refresh(open_table, stored)
            newly = [seat for seat in listener.held if not open_table.has_connection(seat)]
            await self._note_presence(open_table, newly, True)
            await self._end_claim(open_table, listener.held)
            await self._long_work.do(open_table.views.prepare(listener.held))
            facts = await self._storage.look(open_table.id)
            now_ms = self._now_ms()
            open_table.send_presence(present_in(facts.presence, now_ms))
            if seats_of(listener.device, facts.holders) != listener.held:
                listener.lose_seats()
                return
            # No `await` in between: a client that loses a seat from here on is found as a listener.
            open_table.welcome(listener, now_ms)
        if newly and self.notices is not None:
            self.notices.tell("presence", open_table.id)

    async def name_seat(self, open_table: OpenTable, seat: Seat, name: str) -> None:
        """Set the name of the player at `seat`, and tell all listeners."""
        while True:
            async with open_table.lock:
                await self._refresh(open_table)
                change = Change(open_table, self._now_ms(), open_table.table.version)
                change.table.name_seat(seat, name)
                with contextlib.suppress(Refusal):  # another process was faster: try again
                    await self._commit(change)
                    return

    async def leave(self, open_table: OpenTable, listener: Listener) -> None:
        if listener not in open_table.listeners:
            return
        async with open_table.lock:
            open_table.listeners.discard(listener)
            gone = [seat for seat in listener.held if not open_table.has_connection(seat)]
            now_ms = self._now_ms()
            await self._note_presence(open_table, gone, False)
            if gone:
                open_table.send_presence(await self._presence.present(open_table.id, now_ms))
            # One later than the departure just noted, which would otherwise count as seeing it.
            await self._alerting.note_left(open_table, gone, self._now_ms() + 1)
        if gone and self.notices is not None:
            self.notices.tell("presence", open_table.id)

    async def _note_presence(self, open_table: OpenTable, seats: list[Seat], here: bool) -> None:
        """Store whether the holders of `seats` are present; `note_again` retries what fails."""
        noted = {(open_table, seat) for seat in seats}
        self._unnoted.update(noted)
        for seat in seats:
            with contextlib.suppress(IntegrityError):  # the table was deleted meanwhile
                await self._presence.note(open_table.id, seat, here, self._now_ms())
        self._unnoted.difference_update(noted)

    async def note_again(self) -> None:
        """Store the presence that could not be stored before, and tell listeners and processes."""
        for open_table, seat in tuple(self._unnoted):
            async with open_table.lock:
                await self._note_presence(open_table, [seat], open_table.has_connection(seat))
                present = await self._presence.present(open_table.id, self._now_ms())
                open_table.send_presence(present)
            if self.notices is not None:
                self.notices.tell("presence", open_table.id)

    async def stop(self) -> None:
        """End all tasks, and store that nobody is connected to this process."""
        self.timers.stop()
        await self._tasks.stop()
        with contextlib.suppress(DatabaseUnavailable):  # presence lapses without heartbeats
            for open_table in self._open_tables.watched():
                seats = [seat for seat in SEATS if open_table.has_connection(seat)]
                await self._note_presence(open_table, seats, False)
