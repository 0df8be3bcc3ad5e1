"""Who plays with another person, and from which address. These people get no advice meanwhile.

An address is stored as a keyed hash, with the seat that somebody there holds. The end of the game
deletes the hash (tables.py), and so does giving up the seat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, FromClause, bindparam, exists, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.outcome import Seat
from strata.server.storage.failures import connected
from strata.server.storage.schema import holders, tables
from strata.server.storage.write_queue import WriteQueue
from strata.server.storage.writers import Statement

_DAY_MS: Final = 24 * 3600 * 1000
_mine: Final = holders.alias("mine")
_first: Final = holders.alias("first")
_second: Final = holders.alias("second")


def _held(holder: FromClause, seat: Seat) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions under which `holder` is a device that holds the seat of a table."""
    return (
        holder.c.table_id == tables.c.id,
        holder.c.seat == seat,
        holder.c.kind == "device",
    )


_FIRST_HELD: Final = _held(_first, "first")
_SECOND_HELD: Final = _held(_second, "second")


def _plays(person: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return whether a holder that fits `person` plays `game` with another person.

    Tables not changed after `since_ms` do not count, nor do games that one client plays for both
    seats.
    """
    return (
        exists()
        .where(
            person,
            _mine.c.kind == "device",
            _mine.c.finished.is_(False),
            tables.c.id == _mine.c.table_id,
            tables.c.game == bindparam("game"),
            tables.c.changed_ms > bindparam("since_ms"),
        )
        .where(
            exists().where(*_FIRST_HELD),
            exists().where(*_SECOND_HELD),
            ~exists().where(*_FIRST_HELD, *_SECOND_HELD, _first.c.hash == _second.c.hash),
        )
    )


WHO_PLAYS: Final = select(
    _plays(_mine.c.hash == bindparam("device")).label("client"),
    _plays(
        (_mine.c.address == bindparam("near")) & (_mine.c.address_ms > bindparam("seen_since_ms"))
    ).label("address"),
)
_NOT_NOTED: Final = (
    holders.c.table_id == bindparam("which"),
    holders.c.hash == bindparam("device"),
    holders.c.kind == "device",
    holders.c.finished.is_(False),
    holders.c.address.is_distinct_from(bindparam("near"))
    | (holders.c.address_ms < bindparam("day_ago_ms")),
)
_SELECT_TO_NOTE: Final = (
    select(holders.c.seat)
    .where(
        *_NOT_NOTED,
        tables.c.id == holders.c.table_id,
        tables.c.first_kind != "computer",
        tables.c.second_kind != "computer",
    )
    .limit(1)
)
_NOTE: Final = (
    update(holders)
    .where(*_NOT_NOTED)
    .values(address=bindparam("near"), address_ms=bindparam("now_ms"))
)


class Playing(NamedTuple):
    """Who plays a game with another person at the moment."""

    client: bool
    """The client that was asked about."""
    address: bool
    """Somebody at the address that was asked about."""


class Opponents:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue

    async def playing(
        self, game: str, device: str, address: str | None, since_ms: int, seen_since_ms: int
    ) -> Playing:
        """Return whether a device, or somebody at an address, plays `game` with another person.

        `device` and `address` are hashes. Games not changed after `since_ms` do not count, nor does
        an address from which a holder has not connected after `seen_since_ms`.
        """
        values = {
            "game": game,
            "device": device,
            "near": address,
            "since_ms": since_ms,
            "seen_since_ms": seen_since_ms,
        }
        async with connected(self._engine) as connection:
            client, near = (await connection.execute(WHO_PLAYS, values)).one()
            return Playing(bool(client), bool(near))

    async def note_address(self, table_id: str, device: str, address: str, now_ms: int) -> None:
        """Store the hash of the address of a seat's holder, unless that was done within a day.

        Nothing is stored of games that are over or against the computer.
        """
        statement, values = noting(table_id, device, address, now_ms)
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_TO_NOTE, values)
            is_needed = rows.scalar_one_or_none() is not None
        if is_needed:
            await self._write_queue.write(table_id, (statement, values))


def noting(table_id: str, device: str, address: str, now_ms: int) -> Statement:
    """Return the statement that stores the hash of the address of a holder at a table."""
    return _NOTE, {
        "which": table_id,
        "device": device,
        "near": address,
        "now_ms": now_ms,
        "day_ago_ms": now_ms - _DAY_MS,
    }
