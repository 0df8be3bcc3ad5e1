"""Opens, changes and refreshes tables. A change is stored first and sent to clients then.

A change is made under the table's lock and stored on condition that the stored version is the one
it was made on (an optimistic lock). If another process was faster nothing is stored, the table is
read again, and whoever asked gets the refusal `stale`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Final

import structlog
from sqlalchemy.exc import IntegrityError

from strata.core.errors import StrataError
from strata.core.outcome import SEATS, Seat, other_seat
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.cluster.notices import Notice, Notices
from strata.server.engines.computer import Computer
from strata.server.live.alerting import Alerting
from strata.server.live.background import BackgroundTasks
from strata.server.live.change import Change
from strata.server.live.computer_turns import Charge, ComputerTurns
from strata.server.live.new_table import PreparedTable
from strata.server.live.news import Standing
from strata.server.live.open_table import Listener, OpenTable, encode_said, seats_of
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker
from strata.server.live.timers import Timers
from strata.server.ops.long_work import LongWork
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.metrics import Metrics
from strata.server.protocol.messages import TableInfo
from strata.server.protocol.phrase_messages import Phrase
from strata.server.storage.failures import DatabaseUnavailable
from strata.server.storage.tables import LinkKind, TableStorage
from strata.server.views.views import HeldSeats

TimeSource = Callable[[], int]
_log: Final = structlog.get_logger("strata.tables")


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class StorageFull(StrataError):
    """The database is as large as it may be."""


class TableService:
    def __init__(
        self,
        storage: TableStorage,
        open_tables: OpenTables,
        presence: PresenceTracker,
        computer: Computer,
        metrics: Metrics,
        alerting: Alerting,
        *,
        charge: Charge = lambda owner, seconds: None,
        now_ms: TimeSource = wall_ms,
    ) -> None:
        """`charge` is told how much processor time was spent for whom, beside their commands."""
        self._storage: Final = storage
        self._alerting: Final = alerting
        self._open_tables: Final = open_tables
        self._presence: Final = presence
        self._metrics: Final = metrics
        self._now_ms: Final = now_ms
        self._tasks: Final = BackgroundTasks()
        self._long_work: Final = LongWork()
        self._charge: Final = charge
        self._computer_turns: Final = ComputerTurns(
            computer, self._tasks, metrics, self.changing, charge, now_ms
        )
        self.timers: Final = Timers(self.settle_soon)
        self._unnoted: Final[set[tuple[OpenTable, Seat]]] = set()
        """Seats of which the database may not know whether somebody is there."""
        self.is_full = False
        """Whether no new tables are stored."""
        self.outage: DatabaseUnavailable | None = None
        """Why nothing can be stored. Until the time is given back no clock runs out and no claim
        stands."""
        self.notices: Notices | None = None
        """Set when the channels are open."""

    # Making and reading tables.

    async def create(self, prepared: PreparedTable, maker: str) -> None:
        """Store a new table; if a computer begins, it starts to think. Raises StorageFull.

        `maker` is the address of who makes it: the computer thinks at their expense until somebody
        is connected to the table.
        """
        if self.is_full:
            raise StorageFull("there is no room for new tables on this server; games go on")
        await self._storage.insert(prepared.id, prepared.statements)
        self._created(prepared, maker)

    def _created(self, prepared: PreparedTable, maker: str) -> None:
        self._metrics.tables.labels(game=prepared.game).inc()
        if prepared.computer_acts:
            self._tasks.start(self.settle(prepared.id, maker))

    async def info(self, open_table: OpenTable, held: HeldSeats) -> TableInfo:
        """The table as it is stored now, for somebody who holds these seats."""
        async with self.reading(open_table):
            present = await self._presence.present(open_table.id, self._now_ms())
            await self._long_work.do(open_table.views.prepare(held))
            return open_table.info(held, present, self._now_ms())

    @contextlib.asynccontextmanager
    async def reading(self, open_table: OpenTable) -> AsyncIterator[OpenTable]:
        """Hold the table still, as it is stored now, also by other processes."""
        async with open_table.lock:
            await self._refresh(open_table)
            yield open_table

    async def refresh(self, open_table: OpenTable) -> None:
        """Bring the table up to what is stored, and its listeners with it."""
        async with open_table.lock:
            await self._refresh(open_table)

    async def _refresh(self, open_table: OpenTable) -> None:
        if not open_table.is_current or await self._is_behind(open_table):
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

    @contextlib.asynccontextmanager
    async def changing(
        self,
        open_table: OpenTable,
        version: int,
        *,
        since: Callable[[Table], int] | None = None,
        held: HeldSeats | None = None,
    ) -> AsyncIterator[Change]:
        """Change the table, which must be at `version`: stored and sent after the `with` block.

        `since` gives the oldest version that will do, for what does not depend on all that happens
        at a table. With `held`, `version` is as it was shown to whoever holds these seats. Raises
        Refusal; what the block raises leaves the table as it was.
        """
        async with open_table.lock:
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
            change = Change(open_table, self._now_ms())
            try:
                yield change
            except BaseException:
                if open_table.table.version != known:  # half made: what is stored counts
                    open_table.is_current = False
                raise
            await self._commit(change, known)
        if change.rematch is not None:
            self._created(change.rematch, open_table.company)

    async def _drop_flag(self, open_table: OpenTable) -> None:
        """End the game if the time of the running seat is up, or a claim has stood."""
        if self.outage is not None:
            return
        table, now_ms = open_table.table, self._now_ms()
        known = table.version
        if table.flag(now_ms):
            _log.info("flag", table=open_table.id)
        elif not await self._settle_claim(open_table, now_ms):
            return
        with contextlib.suppress(Refusal):  # another process was faster
            await self._commit(Change(open_table, now_ms), known)

    async def _settle_claim(self, open_table: OpenTable, now_ms: int) -> bool:
        """End a claim whose grace period is over: it stands, unless the absent one was seen."""
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
        """Whoever holds `seats` is on another page of the site; whether the game goes on."""
        async with open_table.lock:
            await self._refresh(open_table)
            if open_table.table.is_over:
                return False
            for seat in seats:
                await self._presence.note_elsewhere(open_table.id, seat, self._now_ms())
            await self._end_claim(open_table, seats)
        return True

    async def _end_claim(self, open_table: OpenTable, seen: HeldSeats) -> None:
        """End a claim against one of the seats: its holder is here. The table is locked."""
        known = open_table.table.version
        if open_table.table.note_seen(seen):
            with contextlib.suppress(Refusal):  # another process was faster; it is asked later
                await self._commit(Change(open_table, self._now_ms()), known)

    async def _commit(self, change: Change, known: int) -> None:
        open_table = change.open_table
        open_table.is_current = False  # until it is known to be stored
        standing = Standing.of(open_table.table)
        more = [] if change.rematch is None else change.rematch.statements
        more = [*more, *self._alerting.of_change(change, standing)]
        if not await self._storage.save(
            open_table.id, open_table.table, known, change.now_ms, *more
        ):
            await self._reload(open_table)
            raise Refusal("stale", "somebody else was faster")
        open_table.is_current = True
        open_table.standing = standing
        if self.notices is not None:
            self.notices.tell("version", open_table.id, open_table.table.version)
        await self._after_change(open_table)

    async def _after_change(self, open_table: OpenTable) -> None:
        """Send the new version, which is stored, and see to what comes next."""
        try:
            await self._long_work.do(open_table.prepare_change())
        finally:  # also if whoever changed the table has gone meanwhile
            open_table.send_change(self._now_ms())
            self._schedule(open_table)

    def _schedule(self, open_table: OpenTable) -> None:
        """Set the timer of the table's clock; let the computer act if it is its turn."""
        self.timers.set(open_table.id, open_table.table.deadline_ms, self._now_ms())
        self._computer_turns.begin(open_table)

    async def settle(self, table_id: str, maker: str = "") -> None:
        """See to a table that waits for its clock or for the computer."""
        open_table = await self._open_tables.open(table_id)
        if open_table is not None:
            open_table.maker = maker or open_table.maker
            async with self.reading(open_table):
                self._schedule(open_table)

    async def give_back(self, table_id: str, outages_ms: Sequence[int]) -> None:
        """Give the running clock back the time since the first of `outages_ms` that it has not had.

        No server was there from then on.
        """
        open_table = await self._open_tables.open(table_id)
        if open_table is None:
            return
        async with open_table.lock:
            if not open_table.is_current:  # something failed when the database went away
                await self._reload(open_table)
            change = Change(open_table, self._now_ms())
            known = change.table.version
            if any(change.table.give_back(from_ms, change.now_ms) for from_ms in outages_ms):
                with contextlib.suppress(Refusal):  # another process was faster
                    await self._commit(change, known)

    def settle_soon(self, table_id: str) -> None:
        """As `settle`, without waiting for it."""
        self._tasks.start(self.settle(table_id))

    # What other processes and connections tell.

    async def heard(self, notice: Notice) -> None:
        """Another process says that something happened at a table; who is here pays for it."""
        open_table = self._open_tables.opened(notice.table_id)
        if open_table is not None:
            payer = partial(self._charge, open_table.company)
            await MeasuredWork(self._take_note(open_table, notice), payer)

    async def _take_note(self, open_table: OpenTable, notice: Notice) -> None:
        if notice.about == "holders":
            open_table.settle_holders(await self._storage.holders(open_table.id))
        elif notice.about == "said":
            open_table.send_phrase(notice.detail)
        elif not open_table.listeners and not open_table.lock.locked():
            # Nobody is to be told: it is read when somebody asks for it.
            is_known = notice.about != "version" or notice.version <= open_table.table.version
            open_table.is_current = open_table.is_current and is_known
        elif notice.about == "presence":
            open_table.send_presence(await self._presence.present(open_table.id, self._now_ms()))
        elif open_table.table.version < notice.version or not open_table.is_current:
            await self.refresh(open_table)

    def say(self, open_table: OpenTable, seat: Seat, phrase: Phrase) -> None:
        """Send both players, here and at other processes, what one of them says."""
        said = encode_said(seat, phrase)
        open_table.send_phrase(said)
        if self.notices is not None:
            self.notices.tell("said", open_table.id, detail=said)

    async def arrive(self, open_table: OpenTable, listener: Listener) -> None:
        """Send the table to a connection, and from now on every change."""
        async with self.reading(open_table):
            newly = [seat for seat in listener.held if not open_table.has_connection(seat)]
            now_ms = self._now_ms()
            await self._note_presence(open_table, newly, True)
            await self._end_claim(open_table, listener.held)
            open_table.send_presence(await self._presence.present(open_table.id, now_ms))
            await self._long_work.do(open_table.views.prepare(listener.held))
            holders = await self._storage.holders(open_table.id)
            if seats_of(listener.device, holders) != listener.held:
                listener.lose_seats()
                return
            # Nothing is waited for between: who loses a seat from now on is found as a listener.
            open_table.welcome(listener, now_ms)
        if newly and self.notices is not None:
            self.notices.tell("presence", open_table.id)

    async def join(
        self,
        open_table: OpenTable,
        seat: Seat,
        kind: LinkKind,
        link_hash: str,
        device_hash: str,
        name: str = "",
    ) -> bool:
        """Spend a link and give its seat to a device; False if it was spent already.

        Everybody at the table is told that the seat is taken, and by whom if there is a name.
        """
        if not await self._storage.spend_link(open_table.id, seat, kind, link_hash, device_hash):
            return False
        if name and kind == "link":
            await self.name_seat(open_table, seat, name)
        await self._settle_holders(open_table.id)
        if kind == "link":
            await self._alerting.note_joined(open_table, seat, self._now_ms())
        return True

    async def name_seat(self, open_table: OpenTable, seat: Seat, name: str) -> None:
        """Call whoever sits there so, and tell everybody at the table."""
        while True:
            async with open_table.lock:
                await self._refresh(open_table)
                change = Change(open_table, self._now_ms())
                known = change.table.version
                change.table.name_seat(seat, name)
                with contextlib.suppress(Refusal):  # another process was faster: once more
                    await self._commit(change, known)
                    return

    async def drop_other_devices(
        self, open_table: OpenTable, seats: HeldSeats, device_hash: str
    ) -> None:
        """From now on this device alone holds `seats`; what others have open there is closed."""
        dropped = [
            await self._storage.drop_other_devices(open_table.id, seat, device_hash)
            for seat in seats
        ]
        if any(dropped):
            await self._settle_holders(open_table.id)

    async def give_up_seats(self, device_hash: str) -> None:
        """From now on the device holds no seat, at any table; what it has open there is closed."""
        table_ids = await self._storage.tables_of(device_hash)
        await self._storage.give_up_seats(device_hash)
        for table_id in table_ids:
            await self._settle_holders(table_id)

    async def _settle_holders(self, table_id: str) -> None:
        """See to a table's connections, here and elsewhere: the holders of its seats changed."""
        open_table = self._open_tables.opened(table_id)
        if open_table is not None:
            open_table.settle_holders(await self._storage.holders(table_id))
        if self.notices is not None:
            self.notices.tell("holders", table_id)

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
            # Later than what was just noted: else it would seem to have been seen.
            await self._alerting.note_left(open_table, gone, self._now_ms() + 1)
        if gone and self.notices is not None:
            self.notices.tell("presence", open_table.id)

    async def _note_presence(self, open_table: OpenTable, seats: list[Seat], here: bool) -> None:
        """Store whether somebody is there; what fails is done by `note_again`."""
        noted = {(open_table, seat) for seat in seats}
        self._unnoted.update(noted)
        for seat in seats:
            with contextlib.suppress(IntegrityError):  # the table was deleted meanwhile
                await self._presence.note(open_table.id, seat, here, self._now_ms())
        self._unnoted.difference_update(noted)

    async def note_again(self) -> None:
        """Store who is there where that failed before, and tell the others."""
        for open_table, seat in tuple(self._unnoted):
            async with open_table.lock:
                await self._note_presence(open_table, [seat], open_table.has_connection(seat))
                present = await self._presence.present(open_table.id, self._now_ms())
                open_table.send_presence(present)
            if self.notices is not None:
                self.notices.tell("presence", open_table.id)

    async def stop(self) -> None:
        """End all tasks; the seats of this process are empty from now on."""
        self.timers.stop()
        await self._tasks.stop()
        with contextlib.suppress(DatabaseUnavailable):  # then their presence lapses
            for open_table in self._open_tables.watched():
                seats = [seat for seat in SEATS if open_table.has_connection(seat)]
                await self._note_presence(open_table, seats, False)
