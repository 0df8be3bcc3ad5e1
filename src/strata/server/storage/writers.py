"""Writers carry out a commit: entries in one transaction, each with its result.

SQLite is written by one thread that does a whole commit in one go: through the asynchronous driver
every statement would change threads several times, which costs more than the statement. If another
process is writing it asks again every half millisecond; SQLite itself would ask less and less often
(up to every 100 ms), so that a process that writes much could keep others waiting for seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Executable, RootTransaction, create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from strata.server.storage.engine import WRITES, listen_to_sqlite

_DROP_SECONDS: Final = 3.0
_WRITE_SECONDS: Final = 10.0  # a database that takes longer is gone: a connection died silently
_ASK_AGAIN_SECONDS: Final = 0.0005

Statement = tuple[Executable, Mapping[str, Any]]
Entry = Sequence[Statement]


class Writer(Protocol):
    async def write(self, entries: Sequence[Entry]) -> list[bool]:
        """Commits the entries together; for each, whether its first statement touched a row."""

    async def drop(self) -> None:
        """Lets go of the connection: something failed on it, or nothing more is to be written."""


def open_writer(engine: AsyncEngine) -> Writer:
    return SqliteWriter(engine) if engine.dialect.name == "sqlite" else AsyncWriter(engine)


class AsyncWriter:
    """Writes through the engine, on a connection of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine: Final = engine
        self._connection: AsyncConnection | None = None

    async def write(self, entries: Sequence[Entry]) -> list[bool]:
        async with asyncio.timeout(_WRITE_SECONDS):
            if self._connection is None:
                self._connection = await self._engine.connect()
            async with self._connection.begin():
                return [await self._write_entry(self._connection, entry) for entry in entries]

    async def _write_entry(self, connection: AsyncConnection, entry: Entry) -> bool:
        for number, (statement, values) in enumerate(entry):
            result = await connection.execute(statement, values)
            if number == 0 and result.rowcount == 0:
                return False
        return True

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_DROP_SECONDS):
                    await connection.invalidate()
                    await connection.close()


class SqliteWriter:
    """Writes in a thread, on a synchronous connection to the same file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine: Final = create_engine(
            engine.url.set(drivername="sqlite+pysqlite"), hide_parameters=True
        )
        listen_to_sqlite(self._engine)
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="strata-writer")
        self._connection: Connection | None = None

    async def write(self, entries: Sequence[Entry]) -> list[bool]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._write, entries)

    def _write(self, entries: Sequence[Entry]) -> list[bool]:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**WRITES)
            self._connection.exec_driver_sql("PRAGMA busy_timeout=0")
            self._connection.rollback()  # of the transaction that SQLAlchemy thinks has begun
        with self._begin(self._connection):
            return [self._write_entry(self._connection, entry) for entry in entries]

    def _begin(self, connection: Connection) -> RootTransaction:
        """Begin a transaction as soon as no other process has one in which it writes."""
        give_up = time.monotonic() + _WRITE_SECONDS
        while True:
            try:
                return connection.begin()
            except OperationalError as error:
                name: str = getattr(error.orig, "sqlite_errorname", "")
                if not name.startswith("SQLITE_BUSY") or time.monotonic() > give_up:
                    raise
            time.sleep(_ASK_AGAIN_SECONDS)

    def _write_entry(self, connection: Connection, entry: Entry) -> bool:
        for number, (statement, values) in enumerate(entry):
            if connection.execute(statement, values).rowcount == 0 and number == 0:
                return False
        return True

    async def drop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()
        self._engine.dispose()
