"""Presence: which seats have a connected holder, in any process.

Each process stores the seats connected to it and renews them by a heartbeat. A row counts while its
last heartbeat is recent, so that presence ends with the process.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.outcome import SEATS, Seat
from strata.server.storage.failures import connected
from strata.server.storage.schema import presence
from strata.server.storage.tables import SELECT_PRESENCE
from strata.server.storage.write_queue import WriteQueue

ALIVE_MS: Final = 45_000
HEARTBEAT_SECONDS: Final = 15
_FORGOTTEN_MS: Final = 48 * 3600 * 1000
_ELSEWHERE: Final = "elsewhere"
"""In place of a process: the holder was seen on another page of the site."""

_SELECT_ABOUT: Final = select(presence.c.seen_ms).where(
    presence.c.table_id == bindparam("which"),
    presence.c.seat == bindparam("whose"),
    presence.c.here.is_(True) | (presence.c.process == _ELSEWHERE),
)
_BEAT: Final = (
    update(presence)
    .where(presence.c.process == bindparam("own"), presence.c.here.is_(True))
    .values(seen_ms=bindparam("new_seen_ms"))
)
_FORGET: Final = delete(presence).where(presence.c.seen_ms < bindparam("until_ms"))


def present_in(stored: Iterable[Iterable[Any]], now_ms: int) -> dict[Seat, bool]:
    """Return which seats have a connected holder, by the stored presence of a table."""
    found = dict.fromkeys(SEATS, False)
    for seat, here, seen_ms in stored:
        found[seat] = found[seat] or (here and now_ms - seen_ms < ALIVE_MS)
    return found


class PresenceTracker:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue, process: str) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        self._process: Final = process
        self._started_ms = 0
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        note = insert(presence)
        self._note: Final = note.on_conflict_do_update(
            index_elements=["table_id", "seat", "process"],
            set_={"here": note.excluded.here, "seen_ms": note.excluded.seen_ms},
        )

    def start(self, now_ms: int) -> None:
        """Count absence from `now_ms` on: before that nobody could connect."""
        self._started_ms = now_ms

    async def note(self, table_id: str, seat: Seat, here: bool, now_ms: int) -> None:
        """Store whether a holder of the seat is connected to this process."""
        row = {"table_id": table_id, "seat": seat, "process": self._process}
        await self._write_queue.write(
            table_id, (self._note, row | {"here": here, "seen_ms": now_ms})
        )

    async def present(self, table_id: str, now_ms: int) -> dict[Seat, bool]:
        async with connected(self._engine) as connection:
            return present_in(
                await connection.execute(SELECT_PRESENCE, {"which": table_id}), now_ms
            )

    async def absent_ms(self, table_id: str, seat: Seat, made_ms: int, now_ms: int) -> int:
        """Return for how long no holder of the seat has been present; 0 while one is.

        The time before this process started does not count, because nobody could connect.
        """
        last_ms = max(made_ms, self._started_ms)
        async with connected(self._engine) as connection:
            for whose, here, seen_ms in await connection.execute(
                SELECT_PRESENCE, {"which": table_id}
            ):
                if whose != seat:
                    continue
                if here and now_ms - seen_ms < ALIVE_MS:
                    return 0
                last_ms = max(last_ms, seen_ms)
        return now_ms - last_ms

    async def note_elsewhere(self, table_id: str, seat: Seat, now_ms: int) -> None:
        """Store that a holder of the seat is on another page: not away, but not at the table."""
        row = {"table_id": table_id, "seat": seat, "process": _ELSEWHERE}
        await self._write_queue.write(
            table_id, (self._note, row | {"here": False, "seen_ms": now_ms})
        )

    async def seen_since(self, table_id: str, seat: Seat, since_ms: int, now_ms: int) -> bool:
        """Return whether a holder of the seat was seen after `since_ms`, or is present."""
        async with connected(self._engine) as connection:
            return any(
                whose == seat and (seen_ms > since_ms or (here and now_ms - seen_ms < ALIVE_MS))
                for whose, here, seen_ms in await connection.execute(
                    SELECT_PRESENCE, {"which": table_id}
                )
            )

    async def is_about(self, table_id: str, seat: Seat, now_ms: int) -> bool:
        """Return whether a holder of the seat is at the table or on another page of the site."""
        values = {"which": table_id, "whose": seat}
        async with connected(self._engine) as connection:
            seen = (await connection.execute(_SELECT_ABOUT, values)).scalars()
            return any(now_ms - seen_ms < ALIVE_MS for seen_ms in seen)

    async def beat(self, now_ms: int) -> None:
        """Store the heartbeat of this process; delete rows that are two days old."""
        values = {"own": self._process, "new_seen_ms": now_ms}
        await self._write_queue.write("", (_BEAT, values))
        await self._write_queue.write("", (_FORGET, {"until_ms": now_ms - _FORGOTTEN_MS}))
