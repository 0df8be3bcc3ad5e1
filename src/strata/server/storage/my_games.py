"""The list of a client's games, found by the hash of its key without opening the tables."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, bindparam, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.outcome import SEATS, Outcome, Seat
from strata.play.table import SeatKind, Table
from strata.server.storage.failures import connected
from strata.server.storage.schema import holders, tables
from strata.server.storage.tables import finishing, summary_columns
from strata.server.storage.write_queue import WriteQueue

_MOST_SEATS: Final = 1000
"""The latest seats that a query reads: this many of games in progress, and of finished ones."""


def _latest(most: int, *, finished: bool) -> Select[tuple[str]]:
    """Return the tables at which a device took a seat last, in the order of an index."""
    seats = (
        select(holders.c.table_id)
        .where(
            holders.c.hash == bindparam("given"),
            holders.c.finished.is_(finished),
            holders.c.kind == "device",
        )
        .order_by(holders.c.since_ms.desc())
        .limit(most)
        .subquery()
    )
    return select(seats.c.table_id)


def selection(most_seats: int) -> Select[Any]:
    """What finds the games of a device: `given`, `most` of them.

    Games that go on come first, so that none of them is left out for those that are over.
    """
    own = union_all(_latest(most_seats, finished=False), _latest(most_seats, finished=True))
    return (
        select(
            tables.c.id,
            tables.c.game,
            tables.c.tags,
            tables.c.first_kind,
            tables.c.second_kind,
            tables.c.first_level,
            tables.c.second_level,
            tables.c.version,
            tables.c.since_ms,
            tables.c.deadline_ms,
            tables.c.acting,
            tables.c.ended,
        )
        .where(tables.c.id.in_(own))
        .order_by(tables.c.ended.is_not(None), tables.c.since_ms.desc(), tables.c.id)
        .limit(bindparam("most"))
    )


_SELECT: Final = selection(_MOST_SEATS)
_SELECT_HOLDERS: Final = select(holders.c.table_id, holders.c.seat, holders.c.hash).where(
    holders.c.table_id.in_(bindparam("which", expanding=True)), holders.c.kind == "device"
)
_NOTE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("which"), tables.c.version == bindparam("known"))
    .values(acting=bindparam("new_acting"), ended=bindparam("new_ended"))
)


@dataclass(frozen=True)
class MyGame:
    """A game in which a device holds seats."""

    id: str
    game: str
    tags: dict[str, str]
    kinds: dict[Seat, SeatKind]
    levels: dict[Seat, int | None]
    mine: tuple[Seat, ...]
    held: frozenset[Seat]
    """The seats held by any device."""
    acting: Seat | None
    since_ms: int
    """When the turn of that seat began; after the end of the game, when the table last changed."""
    deadline_ms: int | None
    outcome: Outcome | None

    @property
    def is_known(self) -> bool:
        """Whether the seat to act or the outcome is stored; an old table may have neither."""
        return self.acting is not None or self.outcome is not None


class MyGames:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue

    async def of(self, device_hash: str, most: int) -> list[MyGame]:
        """Return at most `most` games of a device: those in progress first, then the latest."""
        values = {"given": device_hash, "most": most}
        async with connected(self._engine) as connection:
            rows = (await connection.execute(_SELECT, values)).all()
            which = {"which": [row.id for row in rows]}
            found = (await connection.execute(_SELECT_HOLDERS, which)).all() if rows else []
        holding: dict[str, set[Seat]] = defaultdict(set)
        own: dict[str, set[Seat]] = defaultdict(set)
        for table_id, seat, hashed in found:
            holding[table_id].add(seat)
            if hashed == device_hash:
                own[table_id].add(seat)
        return [_game(row, own[row.id], holding[row.id]) for row in rows]

    async def note(self, table_id: str, table: Table) -> None:
        """Store the summary of a table that predates the columns for it."""
        columns = {f"new_{name}": value for name, value in summary_columns(table).items()}
        values = {"which": table_id, "known": table.version} | columns
        finished = [finishing(table_id)] if table.is_over else []
        await self._write_queue.write(table_id, (_NOTE, values), *finished)


def _game(row: Row[*tuple[Any, ...]], own: set[Seat], held: set[Seat]) -> MyGame:
    values = row._asdict()
    ended = values["ended"]
    return MyGame(
        id=values["id"],
        game=values["game"],
        tags=msgspec.json.decode(values["tags"], type=dict[str, str]),
        kinds={seat: values[f"{seat}_kind"] for seat in SEATS},
        levels={seat: values[f"{seat}_level"] for seat in SEATS},
        mine=tuple(seat for seat in SEATS if seat in own),
        held=frozenset(held),
        acting=values["acting"],
        since_ms=values["since_ms"],
        deadline_ms=values["deadline_ms"],
        outcome=None if ended is None else msgspec.json.decode(ended, type=Outcome),
    )
