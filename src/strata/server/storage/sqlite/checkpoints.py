"""Checkpoints of SQLite: the pages in its write-ahead log (WAL) are copied into the database file.

SQLite would make them within a commit, which would delay all its entries by up to 200 ms. Here a
thread makes them on a connection of its own, in parallel with the commits: a passive checkpoint
blocks no commit, and no commit blocks it. Pages written meanwhile are copied in another round, and
the few after the last round by the writer, between two commits. Then SQLite restarts its log,
unless a reader still uses it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import structlog
from sqlalchemy import Engine

from strata.server.storage.sqlite.call_threads import CallThreads

_PAGES: Final = 6_000
"""Pages between two checkpoints: many, since a checkpoint copies a rewritten page only once."""
_PAGE_BYTES: Final = 4096
_PAGES_OF_STATEMENT: Final = 2
"""One of the table and one of an index, on average."""
_MOST_ROUNDS: Final = 5
CHECKPOINT: Final = "PRAGMA wal_checkpoint(PASSIVE)"
_log: Final = structlog.get_logger("strata.storage")


class Checkpoints:
    def __init__(self, engine: Engine, finish: Callable[[], Awaitable[None]]) -> None:
        """`finish` makes a checkpoint between two commits."""
        self._engine: Final = engine
        self._finish: Final = finish
        self._thread: Final = CallThreads(1, "strata-checkpoint")
        self._pages = 0
        """The approximate number of pages written since the last checkpoint."""
        self._running: asyncio.Task[None] | None = None

    def note(self, entries: Sequence[Sequence[tuple[object, Mapping[str, Any]]]]) -> None:
        """Count the pages of written entries; begin a checkpoint if there are enough."""
        for entry in entries:
            for _, values in entry:
                self._pages += _PAGES_OF_STATEMENT + _length(values) // _PAGE_BYTES
        if self._pages >= _PAGES and self._running is None:
            self._pages = 0
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._thread.call(self._copy)
            await self._finish()
        except Exception as error:  # the next commits show whether the database itself fails
            with contextlib.suppress(Exception):  # a full disk may cause both failures
                _log.warning("checkpoint-failed", error=type(error).__name__)
        finally:
            self._running = None

    def _copy(self) -> None:
        connection = self._engine.raw_connection()
        try:
            found: tuple[int, ...] | None = None
            for _ in range(_MOST_ROUNDS):
                before = found
                found = connection.execute(CHECKPOINT).fetchone()
                if found == before:
                    return
        except sqlite3.Error:
            connection.invalidate()
            raise
        finally:
            connection.close()

    async def stop(self) -> None:
        """Wait for a running checkpoint, then end the thread."""
        if self._running is not None:
            await asyncio.wait({self._running})
        self._thread.stop()


def _length(values: Mapping[str, Any]) -> int:
    return sum(len(value) for value in values.values() if isinstance(value, str | bytes))
