"""Failures of the database, in words for players and for operators of the server.

Drivers raise errors of many kinds. Those that mean a failure of the database itself become
DatabaseUnavailable; an error about a statement (a constraint, a value) stays what it is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from sqlalchemy import Executable
from sqlalchemy.exc import DataError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from strata.core.errors import StrataError
from strata.server.storage.engine import Query, SqliteEngine
from strata.server.storage.sqlite.sql_texts import Rows

# Prefixes of SQLite's error names and of PostgreSQL's SQLSTATE codes.
_WRONG_VALUE: Final = ("21", "22", "23")
_WORDS: Final = (
    (("SQLITE_BUSY", "SQLITE_LOCKED", "08", "57"), "the database does not answer"),
    (("SQLITE_FULL", "53100"), "the database is full"),
    (("SQLITE_READONLY", "25006"), "the database is read-only"),
    (("SQLITE_IOERR",), "the database file cannot be read or written"),
    (("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002"), "the database is damaged"),
)


class DatabaseUnavailable(StrataError):
    """The database cannot be used at present. A write may have been stored all the same."""


class StorageFull(StrataError):
    """The database has reached its largest size."""


def database_failure(error: Exception) -> DatabaseUnavailable | None:
    """Return `error` as a failure of the database; None if it is about something else."""
    if isinstance(error, DatabaseUnavailable):
        return error
    cause = getattr(error, "orig", None) or error
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
    if not _is_of_database(error) or name.startswith(_WRONG_VALUE):
        return None
    words = (said for beginnings, said in _WORDS if name.startswith(beginnings))
    otherwise = "the database cannot be used" if name else "the database does not answer"
    failure = DatabaseUnavailable(next(words, otherwise))
    failure.__cause__ = error
    return failure


def _is_of_database(error: Exception) -> bool:
    if isinstance(error, IntegrityError | DataError):
        return False
    # Errors while connecting come from the driver itself, or are an OSError or a TimeoutError.
    is_raw = type(error).__module__.startswith("asyncpg")
    return is_raw or isinstance(error, DBAPIError | DisconnectionError | PoolTimeout | OSError)


class Reading(Protocol):
    """A connection for reading. The rows of a query are all fetched already."""

    async def execute(
        self, statement: Executable, values: Mapping[str, Any] | None = None, /
    ) -> Rows:
        """Execute the statement and return its rows."""

    async def execute_all(self, *queries: Query) -> list[Rows]:
        """Execute queries, together if that costs less, and return their rows."""


class _SqliteReading:
    def __init__(self, engine: SqliteEngine) -> None:
        self._engine: Final = engine

    async def execute(
        self, statement: Executable, values: Mapping[str, Any] | None = None, /
    ) -> Rows:
        return (await self._engine.read((statement, values or {})))[0]

    async def execute_all(self, *queries: Query) -> list[Rows]:
        return await self._engine.read(*queries)


class _AsyncReading:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection: Final = connection

    async def execute(
        self, statement: Executable, values: Mapping[str, Any] | None = None, /
    ) -> Rows:
        return await self._connection.execute(statement, values)

    async def execute_all(self, *queries: Query) -> list[Rows]:
        return [await self._connection.execute(*query) for query in queries]


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[Reading]:
    """Open a connection for reading. Raises DatabaseUnavailable."""
    try:
        if isinstance(engine, SqliteEngine):
            yield _SqliteReading(engine)
        else:
            async with engine.connect() as connection:
                yield _AsyncReading(connection)
    except Exception as error:
        failure = database_failure(error)
        if failure is None:
            raise
        raise failure from error
