"""The database engine: how connections are set up and how transactions begin.

SQLite runs in WAL mode with `synchronous=FULL`: what a player was told survives a power cut. Group
commit (write_queue.py) makes that one sync per commit, not per game. A transaction that writes
takes the write lock when it begins, so that it never fails halfway for lack of the lock. Values of
statements never get into errors or logs: hidden set-ups and keys are among them.

SQLite is read and written by threads that each execute a whole statement. The asynchronous driver
would switch threads several times, which costs more than the statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    PoolProxiedConnection,
    Select,
    create_engine,
    event,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from strata.server.storage.sqlite.call_threads import CallThreads
from strata.server.storage.sqlite.sql_texts import Rows, SqlText, SqlTexts, as_sqlalchemy_error

WRITES: Final = {"strata_writes": True}
Query = tuple[Executable, Mapping[str, Any]]
"""A statement that reads, and its values."""
_ANSWER_SECONDS: Final = 10  # a database server that takes longer for a statement has failed
_BUSY_MS: Final = 10_000
# Checkpoints run in parallel with commits (sqlite/checkpoints.py); within one only if those fail.
_CHECKPOINT_PAGES: Final = 40_000
_READERS: Final = 4  # threads, so that a long query does not keep others waiting


class SqliteEngine(AsyncEngine):
    """An engine for an SQLite file, with threads that read it."""

    def __init__(self, url: str) -> None:
        super().__init__(create_async_engine(url, hide_parameters=True).sync_engine)
        listen_to_sqlite(self.sync_engine)
        self._reading: Final = open_synchronously(self)
        self._texts: Final = SqlTexts(self._reading.dialect)
        self._threads: Final = CallThreads(_READERS, "strata-reader")
        self._own = threading.local()
        self._connections: Final[set[PoolProxiedConnection]] = set()

    async def read(self, *queries: Query) -> list[Rows]:
        """Execute queries one after another, each a transaction of its own; return their rows.

        The values of a query are those that its statement lacks itself.
        """
        texts = [self._find_text(*query) for query in queries]
        if None in texts:
            async with self.connect() as connection:
                return [await connection.execute(*query) for query in queries]
        calls = [
            (text, text.arguments(values))
            for text, (_, values) in zip(texts, queries, strict=True)
            if text is not None
        ]
        found = await self._threads.call(lambda: self._read(calls))
        return [text.rows(rows) for (text, _), rows in zip(calls, found, strict=True)]

    def _find_text(self, statement: Executable, values: Mapping[str, Any]) -> SqlText | None:
        return self._texts.find(statement, values) if isinstance(statement, Select) else None

    def _read(
        self, calls: Sequence[tuple[SqlText, tuple[Any, ...]]]
    ) -> list[list[tuple[Any, ...]]]:
        """Execute queries on the connection of this thread."""
        connection: PoolProxiedConnection | None = getattr(self._own, "connection", None)
        sql = ""
        try:
            if connection is None:
                connection = self._own.connection = self._reading.raw_connection()
                self._connections.add(connection)
            found = []
            for text, arguments in calls:
                sql = text.sql
                found.append(connection.execute(sql, arguments).fetchall())
            return found
        except sqlite3.Error as error:
            self._own.connection = None
            if connection is not None:
                self._connections.discard(connection)
                connection.close()
            raise as_sqlalchemy_error(error, sql) from error

    async def dispose(self, close: bool = True) -> None:
        await asyncio.to_thread(self._threads.stop)
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._own = threading.local()  # so that no later reader finds a closed connection
        self._reading.dispose(close)
        await super().dispose(close)


class DatabaseFile:
    """The file of an SQLite database, which must stay where it is while the server runs.

    A file that is moved away goes on being written: nothing fails, and what is stored is lost.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._path: Final = engine.url.database if engine.dialect.name == "sqlite" else None
        self._noted: tuple[int, int] | None = None

    def note(self) -> None:
        """Note which file is at the path; the server has just opened it."""
        self._noted = self._find()

    @property
    def problem(self) -> str | None:
        """Why the file at the path is not the one that was noted; None if it is."""
        if self._noted == self._find():
            return None
        return "the database file was moved away or replaced: restart the server"

    def _find(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        try:
            found = Path(self._path).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def open_engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=_ANSWER_SECONDS,
            connect_args={"timeout": _ANSWER_SECONDS, "command_timeout": _ANSWER_SECONDS},
            hide_parameters=True,
        )
    return SqliteEngine(url)


def open_synchronously(engine: AsyncEngine) -> Engine:
    """Open a synchronous engine for the same file, for use in threads."""
    url = engine.url.set(drivername="sqlite+pysqlite")
    synchronous = create_engine(url, hide_parameters=True)
    listen_to_sqlite(synchronous)
    return synchronous


def expect_opens(engine: AsyncEngine) -> None:
    """Raise SQLite's error if the file cannot be opened, before threads are started on it."""
    if engine.dialect.name == "sqlite":
        trial = create_engine(engine.url.set(drivername="sqlite+pysqlite"), hide_parameters=True)
        with trial.connect() as connection:
            connection.exec_driver_sql("PRAGMA schema_version")
        trial.dispose()


def listen_to_sqlite(engine: Engine) -> None:
    """Set up every connection of the engine, and begin its transactions."""
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # _begin_sqlite begins transactions
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={_CHECKPOINT_PAGES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction that writes; a read is one statement, a transaction of its own."""
    if connection.get_execution_options().get("strata_writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
