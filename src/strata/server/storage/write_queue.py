"""The write queue: changes of many games go into one commit of the database (group commit).

A writer waits for the commit that contains its entry, so that nothing is sent to a client before it
is stored; entries that come meanwhile go into the next commit. After a commit of several entries
the next one begins some milliseconds later, so that more entries share its cost; a single writer
does not wait for that. The more entries a commit had, the longer is the pause: a process with many
games has less to do for each if it stores and tells their changes together. An entry is a list of
statements, of which the first decides: if it changes no row (another process was faster), the rest
is left out.

The queue survives every failure: an entry that cannot be stored fails, and the next one is tried.
If the database itself fails, every entry of the commit fails with DatabaseUnavailable. It is not
retried, because it may have been stored all the same. `problem` says why nothing is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import structlog
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.failures import database_failure
from strata.server.storage.writers import Entry, Statement, open_writer

_MOST: Final = 256  # entries in one commit
_GATHER_SECONDS_EACH: Final = 0.0025  # for every entry of the last commit
_MOST_GATHER_SECONDS: Final = 0.025
_LATE_SECONDS: Final = 15.0
_NOT_STORED: Final = "the last change could not be stored"
_log: Final = structlog.get_logger("strata.storage")


@dataclass
class _Entry:
    order: str
    statements: Entry
    stored: asyncio.Future[bool] = field(init=False)
    since: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.stored = asyncio.get_running_loop().create_future()

    def settle(self, stored: bool) -> None:
        if not self.stored.done():
            self.stored.set_result(stored)

    def fail(self, error: BaseException) -> None:
        if not self.stored.done():
            self.stored.set_exception(error)
            self.stored.exception()  # no warning if nobody waits for it: the queue logs it


class WriteQueueClosed(Exception):
    """The server is shutting down, and nothing is written any more."""


class WriteQueue:
    def __init__(
        self,
        engine: AsyncEngine,
        observe: Callable[[float], None],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`observe` is called with the seconds of each commit. Only tests have another `sleep`."""
        self._writer: Final = open_writer(engine)
        self._observe: Final = observe
        self._sleep: Final = sleep
        self._waiting: Final[list[_Entry]] = []
        self._filled: Final = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None
        self._is_ending = False
        self._failure: str | None = None

    async def start(self) -> None:
        self._writing = asyncio.create_task(self._write_on())

    @property
    def problem(self) -> str | None:
        """Why nothing is stored at present; None if writes work."""
        if self._writing is not None and self._writing.done() and not self._is_ending:
            return "the writer has ended"
        if self._waiting and time.monotonic() - self._waiting[0].since > _LATE_SECONDS:
            return "the database does not answer"
        return self._failure

    async def stop(self) -> None:
        """Write the waiting entries, then stop."""
        if self._writing is None:
            return
        self._is_ending = True
        self._filled.set()
        await asyncio.wait({self._writing})
        await self._writer.drop()

    async def write(self, order: str, *statements: Statement) -> bool:
        """Write an entry; return whether its first statement changed a row.

        The entries of a commit are sorted by `order`, usually the id of what is written. Raises
        WriteQueueClosed, DatabaseUnavailable or the error of the entry itself.
        """
        if self._is_ending:
            raise WriteQueueClosed
        entry = _Entry(order, statements)
        self._waiting.append(entry)
        self._filled.set()
        return await entry.stored  # the entry is written even if its writer is cancelled

    async def _write_on(self) -> None:
        while self._waiting or not self._is_ending:
            await self._filled.wait()
            if batch := self._waiting[:_MOST]:
                began = time.monotonic()
                await self._settle(batch)
                del self._waiting[: len(batch)]
                if len(batch) > 1 and not self._is_ending:
                    await self._sleep(
                        max(0.0, began + gather_seconds(len(batch)) - time.monotonic())
                    )
            if not self._waiting:
                self._filled.clear()

    async def _settle(self, batch: list[_Entry]) -> None:
        """Commit the batch. Whatever happens, each of its entries is settled or fails."""
        try:
            await self._commit(batch)
        except Exception as error:
            self._failure = _NOT_STORED
            for entry in batch:
                entry.fail(error)

    async def _commit(self, batch: list[_Entry]) -> None:
        # Always in the same order, so that two processes cannot deadlock on each other's rows.
        ordered = sorted(batch, key=lambda entry: entry.order)
        began = time.perf_counter()
        try:
            results = await self._writer.write([entry.statements for entry in ordered])
        except Exception as error:
            with contextlib.suppress(Exception):
                await self._writer.drop()
            failure = database_failure(error)
            if failure is not None or len(ordered) == 1:
                is_own = isinstance(error, IntegrityError | DataError)  # the entry's own error
                self._failure = None if is_own else str(failure or _NOT_STORED)
                for entry in ordered:
                    entry.fail(failure or error)
                _say("not-stored", len(ordered), error)
                return
            _say("commit-split", len(ordered), error)
            for entry in ordered:
                await self._commit([entry])
            return
        self._failure = None
        self._observe(time.perf_counter() - began)
        for entry, stored in zip(ordered, results, strict=True):
            entry.settle(stored)


def gather_seconds(entries: int) -> float:
    """Return the time from the start of a commit with that many entries to the next commit."""
    return min(entries * _GATHER_SECONDS_EACH, _MOST_GATHER_SECONDS)


def _say(event: str, entries: int, error: Exception) -> None:
    """Log an error, if the log can be written: a full disk may cause both failures."""
    with contextlib.suppress(Exception):
        _log.error(event, entries=entries, error=type(error).__name__)
