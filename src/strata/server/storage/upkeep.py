"""The upkeep of the database: heartbeats, outages, the time of games, old tables, size, clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, delete, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.failures import connected
from strata.server.storage.schema import alerts, alive, holders, presence, reviews, tables
from strata.server.storage.write_queue import WriteQueue

_ONE: Final = 1  # the row of `alive` with the last heartbeat of any server
_OWED: Final = 2  # the row that says since when time is to be given back
_AHEAD: Final = 3  # the row that says how far the time of games is ahead of the time of day
_AT_A_TIME: Final = 200
_SELECT_ALIVE: Final = select(alive.c.seen_ms).where(alive.c.number == _ONE)
_SELECT_OWED: Final = select(alive.c.seen_ms).where(alive.c.number == _OWED)
_SELECT_TIME: Final = select(alive.c.number, alive.c.seen_ms)
_AGREE: Final = (
    update(alive)
    .where(alive.c.number == _AHEAD, alive.c.seen_ms == bindparam("known_ms"))
    .values(seen_ms=bindparam("new_ms"))
)
_PAY: Final = delete(alive).where(alive.c.number == _OWED, alive.c.seen_ms == bindparam("known_ms"))
_CLAIM: Final = (
    update(alive)
    .where(alive.c.number == _ONE, alive.c.seen_ms == bindparam("known_ms"))
    .values(seen_ms=bindparam("new_ms"))
)
_BEAT: Final = (
    update(alive)
    .where(alive.c.number == _ONE, alive.c.seen_ms < bindparam("new_ms"))
    .values(seen_ms=bindparam("new_ms"))
)
# Pages that were deleted stay in the file, and are used again before it grows.
_SQLITE_SIZE: Final = text(
    "SELECT (page_count - freelist_count) * page_size "
    "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
_POSTGRES_SIZE: Final = text("SELECT pg_database_size(current_database())")
_SELECT_OLD: Final = (
    select(tables.c.id)
    .where(tables.c.changed_ms < bindparam("until_ms"))
    .order_by(tables.c.changed_ms)
    .limit(_AT_A_TIME)
)

# The first statement decides whether the table is deleted: it may have changed meanwhile.
_DROP: Final = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.changed_ms < bindparam("until_ms"))
    .values(changed_ms=tables.c.changed_ms),
    delete(alerts).where(alerts.c.table_id == bindparam("which")),
    delete(reviews).where(reviews.c.table_id == bindparam("which")),
    delete(presence).where(presence.c.table_id == bindparam("which")),
    delete(holders).where(holders.c.table_id == bindparam("which")),
    delete(tables).where(tables.c.id == bindparam("which")),
)


class Upkeep:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        # Another process may start at the same moment.
        self._begin: Final = insert(alive).on_conflict_do_nothing()

    async def note_start(self, now_ms: int, least_ms: int) -> list[int]:
        """Note that a server starts; return when the outages began whose time is owed.

        The oldest comes first. An outage is a gap of more than `least_ms` between heartbeats. Its
        time is owed until `end_outages`, by every process that starts meanwhile: one of them may be
        killed, and none may let a clock run out before.
        """
        async with connected(self._engine) as connection:
            known = (await connection.execute(_SELECT_ALIVE)).scalar()
        if known is None:
            await self._write_queue.write("", (self._begin, {"number": _ONE, "seen_ms": now_ms}))
            return []
        is_outage = now_ms - known > least_ms
        seen = (_CLAIM, {"known_ms": known, "new_ms": max(now_ms, known + 1)})
        owed = (self._begin, {"number": _OWED, "seen_ms": known})  # unless there is an older one
        is_first = await self._write_queue.write("", *((seen, owed) if is_outage else (seen,)))
        async with connected(self._engine) as connection:
            oldest = (await connection.execute(_SELECT_OWED)).scalar()
        if oldest is None:
            return []
        return [oldest, known] if is_outage and is_first and known != oldest else [oldest]

    async def end_outages(self, oldest_ms: int) -> None:
        """Note that all tables have their time back since `oldest_ms`."""
        await self._write_queue.write("", (_PAY, {"known_ms": oldest_ms}))

    async def beat(self, now_ms: int) -> None:
        """Store the heartbeat of a server."""
        await self._write_queue.write("", (_BEAT, {"new_ms": now_ms}))

    async def agreed_time(self) -> tuple[int | None, int]:
        """Return the last heartbeat, and how far the time of games is ahead of the time of day.

        The heartbeat is None in a new database.
        """
        async with connected(self._engine) as connection:
            found = {row.number: row.seen_ms for row in await connection.execute(_SELECT_TIME)}
        return found.get(_ONE), found.get(_AHEAD, 0)

    async def agree(self, known_ms: int, ahead_ms: int) -> bool:
        """Store how far the time of games is ahead from now on, if it was `known_ms` until now.

        Returns whether it was: another process may have been faster.
        """
        await self._write_queue.write("", (self._begin, {"number": _AHEAD, "seen_ms": 0}))
        changed = {"known_ms": known_ms, "new_ms": ahead_ms}
        return await self._write_queue.write("", (_AGREE, changed))

    async def ahead_of_day_ms(self, now_ms: Callable[[], int], day_ms: Callable[[], int]) -> int:
        """Return how far `now_ms` is ahead of the time of day that all servers share.

        That is PostgreSQL's; servers with SQLite run on one machine, whose time is `day_ms`.
        """
        if self._engine.dialect.name == "postgresql":
            return await clock_ahead_ms(self._engine, now_ms)
        return now_ms() - day_ms()

    async def drop_old(self, until_ms: int) -> int:
        """Delete a batch of tables that have not changed since `until_ms`; return its size."""
        async with connected(self._engine) as connection:
            old = list((await connection.execute(_SELECT_OLD, {"until_ms": until_ms})).scalars())
        for table_id in old:
            values = {"which": table_id, "until_ms": until_ms}
            await self._write_queue.write(table_id, *((statement, values) for statement in _DROP))
        return len(old)

    async def clock_ahead_ms(self, now_ms: Callable[[], int]) -> int:
        return await clock_ahead_ms(self._engine, now_ms)

    async def size_bytes(self) -> int:
        """Return the size of the database: of SQLite the pages in use, of PostgreSQL its files."""
        is_postgres = self._engine.dialect.name == "postgresql"
        async with connected(self._engine) as connection:
            size = await connection.execute(_POSTGRES_SIZE if is_postgres else _SQLITE_SIZE)
            return int(size.scalar_one())


async def clock_ahead_ms(engine: AsyncEngine, now_ms: Callable[[], int]) -> int:
    """Return how far this machine's clock is ahead of the database's; 0 for SQLite.

    The duration of the query is not counted, so that the true difference is at least as large.
    """
    if engine.dialect.name != "postgresql":
        return 0
    async with connected(engine) as connection:
        before = now_ms()
        asked = await connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))
        there = round(1000 * float(asked.scalar_one()))
        return max(0, before - there) or min(0, now_ms() - there)
