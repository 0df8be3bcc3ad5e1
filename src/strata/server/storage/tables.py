"""Stored tables and the holders of their seats. my_games.py lists the tables of a client."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec
from sqlalchemy import (
    Row,
    bindparam,
    case,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.outcome import SEATS, Seat
from strata.play.table import SeatKind, Table
from strata.server.storage.failures import connected
from strata.server.storage.schema import holders, presence, tables
from strata.server.storage.seat_statements import (
    DROP_OTHER_DEVICES,
    DROP_OTHER_LINKS,
    DROP_SHARES,
    FIRST_INVITATION,
    GIVE_UP,
    GIVE_UP_AGAIN,
    REPLACE_INVITATION,
    SELECT_FIRST_IN,
    SPEND_LINK,
)
from strata.server.storage.stored_game import StoredGame
from strata.server.storage.write_queue import WriteQueue
from strata.server.storage.writers import Statement

SeatHolder = tuple[Seat, str, str]
"""The seat, the kind (`device`, `link`, `share` or `gone`) and the hash."""
SeatPresence = tuple[Seat, bool, int]
"""The seat, whether a holder is connected to a process, and when that was noted last."""
LinkKind = Literal["link", "share"]
LINK_KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)


class TableFacts(NamedTuple):
    """What is stored of a table beside its game."""

    version: int | None
    """None if there is no such table."""
    holders: list[SeatHolder]
    presence: list[SeatPresence]


_INSERT_TABLE: Final = insert(tables)
_INSERT_HOLDER: Final = insert(holders)
_UPDATE_TABLE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.version == bindparam("known"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "version",
                "actions",
                "tags",
                "kept",
                "changed_ms",
                "deadline_ms",
                "thinking_ms",
                "acting",
                "ended",
            )
        }
        # Kept while the same seat acts, whose moments may be secret, and after the end of the game.
        | {
            "since_ms": case(
                (tables.c.acting.is_not_distinct_from(bindparam("new_acting")), tables.c.since_ms),
                else_=bindparam("new_changed_ms"),
            )
        }
    )
)
_SELECT_TABLE: Final = select(tables).where(tables.c.id == bindparam("which"))
_SELECT_VERSION: Final = select(tables.c.version).where(tables.c.id == bindparam("which"))
_SELECT_VERSIONS: Final = select(tables.c.id, tables.c.version).where(
    tables.c.id.in_(bindparam("which", expanding=True))
)
_SELECT_SEATS: Final = select(holders.c.seat).where(
    holders.c.table_id == bindparam("which"),
    holders.c.kind == bindparam("holding"),
    holders.c.hash == bindparam("given"),
)
_SELECT_HOLDERS: Final = (
    select(holders.c.seat, holders.c.kind, holders.c.hash)
    .where(holders.c.table_id == bindparam("which"))
    .order_by(holders.c.since_ms)
)
SELECT_PRESENCE: Final = select(presence.c.seat, presence.c.here, presence.c.seen_ms).where(
    presence.c.table_id == bindparam("which")
)
_SELECT_TAKEN: Final = (
    select(holders.c.seat)
    .where(holders.c.table_id == bindparam("which"), holders.c.kind == "device")
    .distinct()
)
_FINISH: Final = (
    update(holders)
    .where(holders.c.table_id == bindparam("which"), holders.c.finished.is_(False))
    .values(finished=True, address=None)
)
_SELECT_ANY_OF: Final = (
    select(holders.c.table_id)
    .where(holders.c.hash == bindparam("given"), holders.c.kind == "device")
    .limit(1)
)
_SELECT_TABLES_OF: Final = (
    select(holders.c.table_id)
    .where(holders.c.hash == bindparam("given"), holders.c.kind == "device")
    .distinct()
)
_SELECT_DUE: Final = select(tables.c.id).where(tables.c.deadline_ms <= bindparam("until_ms"))
_SELECT_CLOCKED: Final = select(tables.c.id, tables.c.deadline_ms).where(
    tables.c.deadline_ms.is_not(None)
)
_SELECT_THINKING: Final = select(tables.c.id).where(tables.c.thinking_ms <= bindparam("until_ms"))


class TableStorage:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue

    # Reading.

    async def find(self, table_id: str) -> StoredGame | None:
        values = {"which": table_id}
        async with connected(self._engine) as connection:
            rows, held = await connection.execute_all(
                (_SELECT_TABLE, values), (_SELECT_TAKEN, values)
            )
            row = rows.one_or_none()
            return None if row is None else _stored_game(row, held.scalars().all())

    async def look(self, table_id: str) -> TableFacts:
        """Return what is stored of a table beside its game: the holders are read last."""
        values = {"which": table_id}
        async with connected(self._engine) as connection:
            versions, present, holding = await connection.execute_all(
                (_SELECT_VERSION, values), (SELECT_PRESENCE, values), (_SELECT_HOLDERS, values)
            )
            return TableFacts(
                versions.scalar_one_or_none(),
                [(seat, kind, hashed) for seat, kind, hashed in holding],
                [(seat, here, seen_ms) for seat, here, seen_ms in present],
            )

    async def taken(self, table_id: str) -> set[Seat]:
        """Return the seats held by devices."""
        async with connected(self._engine) as connection:
            return set((await connection.execute(_SELECT_TAKEN, {"which": table_id})).scalars())

    async def version(self, table_id: str) -> int | None:
        """Return the stored version; None if there is no such table."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_VERSION, {"which": table_id})
            found: int | None = rows.scalar_one_or_none()
            return found

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Return the stored versions of the tables, without those that do not exist."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_VERSIONS, {"which": list(table_ids)})
            return {row.id: row.version for row in rows}

    async def seats(self, table_id: str, kind: str, given_hash: str) -> tuple[Seat, ...]:
        """Return the seats that a device holds, or that a link of this kind leads to."""
        values = {"which": table_id, "holding": kind, "given": given_hash}
        async with connected(self._engine) as connection:
            found = set((await connection.execute(_SELECT_SEATS, values)).scalars())
        return tuple(seat for seat in SEATS if seat in found)

    async def first_in(self, table_id: str, device_hash: str) -> set[Seat]:
        """Return the seats of a device that no other device has held for longer."""
        values = {"which": table_id, "given": device_hash}
        async with connected(self._engine) as connection:
            return set((await connection.execute(SELECT_FIRST_IN, values)).scalars())

    async def holders(self, table_id: str) -> list[SeatHolder]:
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_HOLDERS, {"which": table_id})
            return [(seat, kind, hashed) for seat, kind, hashed in rows]

    async def running_clocks(self) -> list[tuple[str, int]]:
        """Return every table with a deadline, by a running clock or a claim, and the deadline."""
        async with connected(self._engine) as connection:
            return [(which, due) for which, due in await connection.execute(_SELECT_CLOCKED)]

    async def due(self, until_ms: int) -> list[str]:
        """Return the tables whose deadline was at `until_ms` or before."""
        async with connected(self._engine) as connection:
            return list((await connection.execute(_SELECT_DUE, {"until_ms": until_ms})).scalars())

    async def computer_to_act(self, until_ms: int) -> list[str]:
        """Return the tables where the computer is to act since `until_ms` or longer."""
        values = {"until_ms": until_ms}
        async with connected(self._engine) as connection:
            return list((await connection.execute(_SELECT_THINKING, values)).scalars())

    async def holds_any(self, device_hash: str) -> bool:
        """Whether a device holds a seat at any table."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_ANY_OF, {"given": device_hash})
            return rows.scalar_one_or_none() is not None

    async def tables_of(self, device_hash: str) -> list[str]:
        """Return the tables at which a device holds a seat."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_TABLES_OF, {"given": device_hash})
            return list(rows.scalars())

    # Writing.

    async def give_up_seats(self, device_hash: str) -> None:
        """Take all seats at all tables from the device."""
        with contextlib.suppress(IntegrityError):  # another device has just given up the same seat
            await self._write_queue.write("", (GIVE_UP, {"given": device_hash}))
        await self._write_queue.write("", (GIVE_UP_AGAIN, {"given": device_hash}))

    async def insert(self, table_id: str, statements: Iterable[Statement]) -> None:
        """Store a new table by the statements of `insertion`."""
        await self._write_queue.write(table_id, *statements)

    async def save(
        self, table_id: str, table: Table, known: int, now_ms: int, *more: Statement
    ) -> bool:
        """Store the table, and `more` with it, if the stored version is still `known`.

        Returns whether it was.
        """
        values = {f"new_{name}": value for name, value in _changing(table, now_ms).items()}
        change = (_UPDATE_TABLE, {"which": table_id, "known": known} | values)
        finished = [finishing(table_id)] if table.is_over else []
        return await self._write_queue.write(table_id, change, *finished, *more)

    async def spend_link(
        self,
        table_id: str,
        seat: Seat,
        kind: LinkKind,
        link_hash: str,
        device_hash: str,
        now_ms: int,
        *more: Statement,
        finished: bool = False,
    ) -> bool:
        """Spend a link and give its seat to a device; return False if it was spent already.

        An invitation works for a seat that no device holds, a `share` link for one that is held.
        `finished` says that the game is over. `more` is stored together with it.
        """
        spend = (SPEND_LINK[kind], {"which": table_id, "whose": seat, "given": link_hash})
        hold = _holder(table_id, (seat, "device", device_hash), now_ms, finished=finished)
        if kind == "link":  # what is left of somebody who held the seat before
            more = ((DROP_SHARES, {"which": table_id, "whose": seat}), *more)
        return await self._write_queue.write(table_id, spend, hold, *more)

    async def invite(self, table_id: str, seat: Seat, link_hash: str) -> bool:
        """Make this link the only invitation to the seat; return whether that is possible.

        It is not for a seat that is held, nor for one that was given up after the game began.
        """
        values = {"which": table_id, "whose": seat, "new_hash": link_hash}
        for statement in (REPLACE_INVITATION, FIRST_INVITATION):
            if await self._write_queue.write(table_id, (statement, values)):
                return True
        return False

    async def share(self, table_id: str, seat: Seat, link_hash: str) -> None:
        """Make this link the only one that adds a device to the held seat."""
        add = _holder(table_id, (seat, "share", link_hash), 0)
        drop = (DROP_OTHER_LINKS, {"which": table_id, "whose": seat, "given": link_hash})
        await self._write_queue.write(table_id, add, drop)

    async def drop_other_devices(self, table_id: str, seat: Seat, device_hash: str) -> bool:
        """Make this device the only holder of the seat, and end its `share` links.

        The caller has checked that no other device has held the seat for longer. Returns whether
        there were other devices or links.
        """
        values = {"which": table_id, "whose": seat, "given": device_hash}
        return await self._write_queue.write(table_id, (DROP_OTHER_DEVICES, values))


TableRow = dict[str, Any]
"""The columns of a table, by name."""


def new_row(table_id: str, table: Table, now_ms: int) -> TableRow:
    """Return the row of a new table."""
    record = table.record
    return {
        "id": table_id,
        "game": record.rules.name,
        "definition": record.rules.definition,
        "settings": _json(dict(record.rules.settings)),
        "start": str(record.start),
        "first_kind": table.kinds["first"],
        "second_kind": table.kinds["second"],
        "first_level": table.levels.get("first"),
        "second_level": table.levels.get("second"),
        "imported": table.imported,
        "made_ms": now_ms,
        "since_ms": now_ms,
        **_changing(table, now_ms),
    }


def insertion(row: TableRow, seat_holders: Iterable[SeatHolder]) -> list[Statement]:
    """Return the statements that store a new table.

    Of several holders of a seat the first in order has held it for longest.
    """
    statements: list[Statement] = [(_INSERT_TABLE, row)]
    finished = row["ended"] is not None
    return statements + [
        _holder(row["id"], holder, row["made_ms"] + number, finished=finished)
        for number, holder in enumerate(seat_holders)
    ]


def finishing(table_id: str) -> Statement:
    """Return the statement that marks a game as finished for its players."""
    return _FINISH, {"which": table_id}


def _holder(
    table_id: str, holder: SeatHolder, since_ms: int, *, finished: bool = False
) -> Statement:
    seat, kind, hashed = holder
    return _INSERT_HOLDER, {
        "table_id": table_id,
        "seat": seat,
        "kind": kind,
        "hash": hashed,
        "since_ms": since_ms,
        "finished": finished,
    }


def _changing(table: Table, now_ms: int) -> dict[str, Any]:
    return {
        "version": table.version,
        "actions": " ".join(table.record.played),
        "tags": _json(table.record.tags),
        "kept": _json(table.extras()),
        "changed_ms": now_ms,
        "deadline_ms": table.deadline_ms,
        "thinking_ms": now_ms if table.computer_acts else None,
        **summary_columns(table),
    }


def summary_columns(table: Table) -> dict[str, Any]:
    """Return the columns of a table for the list of a client's games."""
    outcome = table.record.outcome()
    return {"acting": table.seat, "ended": None if outcome is None else _json(outcome)}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _stored_game(row: Row[Any], held: Iterable[Seat]) -> StoredGame:
    values = row._asdict()
    kinds: dict[Seat, SeatKind] = {"first": values["first_kind"], "second": values["second_kind"]}
    return StoredGame(
        id=values["id"],
        game=values["game"],
        definition=values["definition"],
        settings=values["settings"],
        start=values["start"],
        tags=values["tags"],
        kinds=kinds,
        levels={seat: values[f"{seat}_level"] for seat in SEATS if values[f"{seat}_level"]},
        imported=values["imported"],
        made_ms=values["made_ms"],
        version=values["version"],
        actions=values["actions"],
        kept=values["kept"],
        held=frozenset(held),
    )
