"""Writers, which execute a commit: several entries in one transaction, each with its result.

One thread writes SQLite, a whole commit in one go. While another process holds the write lock, it
retries every half millisecond. SQLite itself would retry less and less often (up to every 100 ms),
so that a process that writes much could keep others waiting for seconds. The text of a statement is
compiled once: a look-up in SQLAlchemy's cache takes as long as the execution.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Executable, PoolProxiedConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from strata.server.storage.engine import open_synchronously
from strata.server.storage.sqlite.call_threads import CallThreads
from strata.server.storage.sqlite.checkpoints import CHECKPOINT, Checkpoints
from strata.server.storage.sqlite.sql_texts import SqlTexts, as_sqlalchemy_error

_DROP_SECONDS: Final = 3.0
_WRITE_SECONDS: Final = 10.0  # a commit that takes longer has failed: a connection died silently
_ASK_AGAIN_SECONDS: Final = 0.0005

Statement = tuple[Executable, Mapping[str, Any]]
Entry = Sequence[Statement]
Execute = Callable[..., sqlite3.Cursor]


class Writer(Protocol):
    async def write(self, entries: Sequence[Entry]) -> list[bool]:
        """Commit the entries; return for each whether its first statement changed a row."""

    async def drop(self) -> None:
        """Close the connection, after a failure or when nothing more is to be written."""


def open_writer(engine: AsyncEngine) -> Writer:
    return SqliteWriter(engine) if engine.dialect.name == "sqlite" else AsyncWriter(engine)


class AsyncWriter:
    """A writer that uses the asynchronous engine, on a connection of its own."""

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
    """A writer in a thread, on a synchronous connection to the SQLite file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine: Final = open_synchronously(engine)
        self._texts: Final = SqlTexts(self._engine.dialect)
        self._thread: Final = CallThreads(1, "strata-writer")
        self._checkpoints: Final = Checkpoints(self._engine, self._finish_checkpoint)
        self._connection: PoolProxiedConnection | None = None

    async def write(self, entries: Sequence[Entry]) -> list[bool]:
        results = await self._thread.call(lambda: self._write(entries))
        self._checkpoints.note(entries)
        return results

    async def _finish_checkpoint(self) -> None:
        await self._thread.call(self._checkpoint)

    def _checkpoint(self) -> None:
        if self._connection is not None:
            self._connection.execute(CHECKPOINT).fetchone()

    def _write(self, entries: Sequence[Entry]) -> list[bool]:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
            self._connection.cursor().execute("PRAGMA busy_timeout=0")
        execute: Execute = self._connection.execute
        try:
            self._begin(execute)
            results = [self._write_entry(execute, entry) for entry in entries]
            execute("COMMIT")
            return results
        except sqlite3.Error as error:
            raise as_sqlalchemy_error(error, None) from error

    def _begin(self, execute: Execute) -> None:
        """Begin a transaction as soon as no other process holds the write lock."""
        give_up = time.monotonic() + _WRITE_SECONDS
        while True:
            try:
                execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorname.startswith("SQLITE_BUSY")
                if not is_busy or time.monotonic() > give_up:
                    raise
            time.sleep(_ASK_AGAIN_SECONDS)

    def _write_entry(self, execute: Execute, entry: Entry) -> bool:
        for number, (statement, values) in enumerate(entry):
            text = self._texts.of(statement, values)
            try:
                touched = execute(text.sql, text.arguments(values)).rowcount
            except sqlite3.Error as error:
                raise as_sqlalchemy_error(error, text.sql) from error
            if touched == 0 and number == 0:
                return False
        return True

    async def drop(self) -> None:
        await self._checkpoints.stop()
        await self._thread.call(self._drop)
        self._thread.stop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()  # rolls back what is not committed
        self._engine.dispose()
