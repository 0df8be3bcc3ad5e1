"""Checkpoints of SQLite: what its log (WAL) holds is copied into the database file.

SQLite would do that within a commit, and everybody whose action is in it would wait, for up to
200 ms. Here a thread does it on a connection of its own, beside the commits: a passive checkpoint
waits for nobody, and nobody waits for it. What is written meanwhile is copied in another round, and
the little that comes after the last one by the writer, between two commits. Then SQLite begins its
log anew, unless somebody still reads from it.
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
"""Seldom: most pages are written again and again, and a checkpoint copies each of them once."""
_PAGE_BYTES: Final = 4096
_PAGES_OF_STATEMENT: Final = 2
"""One of the table and one of an index, on average."""
_MOST_ROUNDS: Final = 5
CHECKPOINT: Final = "PRAGMA wal_checkpoint(PASSIVE)"
_log: Final = structlog.get_logger("strata.storage")


class Checkpoints:
    def __init__(self, engine: Engine, finish: Callable[[], Awaitable[None]]) -> None:
        """`finish` makes a checkpoint while nothing is written."""
        self._engine: Final = engine
        self._finish: Final = finish
        self._thread: Final = CallThreads(1, "strata-checkpoint")
        self._pages = 0
        """About so many were written since the last checkpoint."""
        self._running: asyncio.Task[None] | None = None

    def note(self, entries: Sequence[Sequence[tuple[object, Mapping[str, Any]]]]) -> None:
        """These were written: if there is enough for it, a checkpoint begins."""
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
            with contextlib.suppress(Exception):  # a full disk may be the reason of both failures
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
        """Wait for the one that runs."""
        if self._running is not None:
            await asyncio.wait({self._running})
        self._thread.stop()


def _length(values: Mapping[str, Any]) -> int:
    return sum(len(value) for value in values.values() if isinstance(value, str | bytes))
