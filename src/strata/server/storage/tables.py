"""Tables in the database: written, found and opened again. No other module knows the columns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.errors import IllegalAction, InvalidPosition
from strata.core.option import Value
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.games import rules_class
from strata.play.table import SeatKind, Table, TableExtras
from strata.server.storage.schema import holders, tables
from strata.server.storage.write_queue import WriteQueue
from strata.server.storage.writers import Statement

SeatHolder = tuple[Seat, str, str]
"""Seat, `device` or `link`, hash."""

_LONG: Final = 2000  # characters of actions: replaying more takes so long that others would wait
_INSERT_TABLE: Final = insert(tables)
_INSERT_HOLDER: Final = insert(holders)
_UPDATE_TABLE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.version == bindparam("known"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("version", "actions", "kept", "deadline_ms", "thinking_ms")
        }
    )
)
_SELECT_TABLE: Final = select(tables).where(tables.c.id == bindparam("which"))
_SELECT_VERSIONS: Final = select(tables.c.id, tables.c.version).where(
    tables.c.id.in_(bindparam("which", expanding=True))
)
_SELECT_SEATS: Final = select(holders.c.seat).where(
    holders.c.table_id == bindparam("which"),
    holders.c.kind == bindparam("holding"),
    holders.c.hash == bindparam("given"),
)
_SELECT_HOLDERS: Final = select(holders.c.seat, holders.c.kind, holders.c.hash).where(
    holders.c.table_id == bindparam("which")
)
_SELECT_TAKEN: Final = (
    select(holders.c.seat)
    .where(holders.c.table_id == bindparam("which"), holders.c.kind == "device")
    .distinct()
)
_SPEND_LINK: Final = delete(holders).where(
    holders.c.table_id == bindparam("which"),
    holders.c.seat == bindparam("whose"),
    holders.c.kind == "link",
    holders.c.hash == bindparam("given"),
)
_DROP_OTHER_LINKS: Final = delete(holders).where(
    holders.c.table_id == bindparam("which"),
    holders.c.seat == bindparam("whose"),
    holders.c.kind == "link",
    holders.c.hash != bindparam("given"),
)
_SELECT_DUE: Final = select(tables.c.id).where(tables.c.deadline_ms <= bindparam("until_ms"))
_SELECT_CLOCKED: Final = select(tables.c.id, tables.c.deadline_ms).where(
    tables.c.deadline_ms.is_not(None)
)
_SELECT_THINKING: Final = select(tables.c.id).where(tables.c.thinking_ms <= bindparam("until_ms"))


class UnreadableTable(Exception):
    """What is stored of a table is no game by the rules of today."""


@dataclass(frozen=True)
class StoredTable:
    """A table with what the database knows of it besides the game."""

    id: str
    table: Table
    made_ms: int
    taken: frozenset[Seat]
    """The seats that somebody holds, or that need nobody."""


class TableStorage:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue

    # Reading.

    async def load(self, table_id: str) -> StoredTable | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(_SELECT_TABLE, {"which": table_id})).one_or_none()
            if row is None:
                return None
            held = (await connection.execute(_SELECT_TAKEN, {"which": table_id})).scalars().all()
        if len(row.actions) > _LONG:
            return await asyncio.to_thread(_open_row, row, held)
        return _open_row(row, held)

    async def taken(self, table_id: str) -> set[Seat]:
        """The seats that a device holds."""
        async with self._engine.connect() as connection:
            return set((await connection.execute(_SELECT_TAKEN, {"which": table_id})).scalars())

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The stored versions of those of the tables that exist."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(_SELECT_VERSIONS, {"which": list(table_ids)})
            return {row.id: row.version for row in rows}

    async def seats(self, table_id: str, kind: str, given_hash: str) -> tuple[Seat, ...]:
        """The seats that a device, or a link, holds."""
        values = {"which": table_id, "holding": kind, "given": given_hash}
        async with self._engine.connect() as connection:
            found = set((await connection.execute(_SELECT_SEATS, values)).scalars())
        return tuple(seat for seat in SEATS if seat in found)

    async def holders(self, table_id: str) -> list[SeatHolder]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(_SELECT_HOLDERS, {"which": table_id})
            return [(seat, kind, hashed) for seat, kind, hashed in rows]

    async def running_clocks(self) -> list[tuple[str, int]]:
        """Every table whose clock runs, with when it will be up."""
        async with self._engine.connect() as connection:
            return [(which, due) for which, due in await connection.execute(_SELECT_CLOCKED)]

    async def due(self, until_ms: int) -> list[str]:
        """The tables whose time was up by then."""
        async with self._engine.connect() as connection:
            return list((await connection.execute(_SELECT_DUE, {"until_ms": until_ms})).scalars())

    async def computer_to_act(self, until_ms: int) -> list[str]:
        """The tables where the computer is to act since then or longer."""
        values = {"until_ms": until_ms}
        async with self._engine.connect() as connection:
            return list((await connection.execute(_SELECT_THINKING, values)).scalars())

    # Writing.

    async def insert(self, table_id: str, statements: Iterable[Statement]) -> None:
        """Stores a new table: the statements are those of `insertion`."""
        await self._write_queue.write(table_id, *statements)

    async def save(
        self, table_id: str, table: Table, known: int, now_ms: int, *more: Statement
    ) -> bool:
        """Whether the table was still at version `known`, and is now stored as it is."""
        values = {f"new_{name}": value for name, value in _changing(table, now_ms).items()}
        change = (_UPDATE_TABLE, {"which": table_id, "known": known} | values)
        return await self._write_queue.write(table_id, change, *more)

    async def spend_link(self, table_id: str, seat: Seat, link_hash: str, device_hash: str) -> bool:
        """Give the seat to a device; False if the link was spent already. Of two the first wins."""
        spend = (_SPEND_LINK, {"which": table_id, "whose": seat, "given": link_hash})
        hold = _holder(table_id, (seat, "device", device_hash))
        return await self._write_queue.write(table_id, spend, hold)

    async def replace_link(self, table_id: str, seat: Seat, link_hash: str) -> None:
        """From now on this link leads to the seat, and no earlier one."""
        add = _holder(table_id, (seat, "link", link_hash))
        drop = (_DROP_OTHER_LINKS, {"which": table_id, "whose": seat, "given": link_hash})
        await self._write_queue.write(table_id, add, drop)


def insertion(
    table_id: str, table: Table, seat_holders: Iterable[SeatHolder], now_ms: int
) -> list[Statement]:
    """The statements that store a new table."""
    record = table.record
    row = {
        "id": table_id,
        "game": record.rules.name,
        "definition": record.rules.definition,
        "settings": _json(dict(record.rules.settings)),
        "start": str(record.start),
        "tags": _json(record.tags),
        "first_kind": table.kinds["first"],
        "second_kind": table.kinds["second"],
        "first_level": table.levels.get("first"),
        "second_level": table.levels.get("second"),
        "imported": table.imported,
        "made_ms": now_ms,
    }
    statements: list[Statement] = [(_INSERT_TABLE, row | _changing(table, now_ms))]
    return statements + [_holder(table_id, holder) for holder in seat_holders]


def _holder(table_id: str, holder: SeatHolder) -> Statement:
    seat, kind, hashed = holder
    return _INSERT_HOLDER, {"table_id": table_id, "seat": seat, "kind": kind, "hash": hashed}


def _changing(table: Table, now_ms: int) -> dict[str, Any]:
    clock = table.clock
    return {
        "version": table.version,
        "actions": " ".join(table.record.played),
        "kept": _json(table.extras()),
        "deadline_ms": clock.deadline_ms if clock is not None else None,
        "thinking_ms": now_ms if table.computer_acts else None,
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _open_row(row: Row[Any], held: Sequence[Seat]) -> StoredTable:
    values = row._asdict()
    settings = msgspec.json.decode(values["settings"], type=dict[str, Value])
    rules = rules_class(values["game"]).open(settings, values["definition"])
    tags = msgspec.json.decode(values["tags"], type=dict[str, str])
    try:
        record = Record(Position(rules, rules.read(values["start"])), tags)
        record.play_all(values["actions"].split())
    except (IllegalAction, InvalidPosition):
        # Nothing of the game is said: something in it may be hidden.
        raise UnreadableTable(values["id"]) from None
    kinds: dict[Seat, SeatKind] = {"first": values["first_kind"], "second": values["second_kind"]}
    levels = {seat: values[f"{seat}_level"] for seat in SEATS if values[f"{seat}_level"]}
    table = Table(
        record,
        kinds,
        levels=levels,
        version=values["version"],
        extras=msgspec.json.decode(values["kept"], type=TableExtras),
        imported=values["imported"],
    )
    unasked = {seat for seat in SEATS if kinds[seat] != "link"}
    return StoredTable(values["id"], table, values["made_ms"], frozenset({*held, *unasked}))
