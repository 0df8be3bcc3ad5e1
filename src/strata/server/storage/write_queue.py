"""The queue of writes to the database: changes of many games go into one commit (group commit).

Whoever writes waits until the commit with its entry is done, so that nothing is sent to a client
before it is stored; what is written meanwhile goes into the next commit. An entry is a list of
statements of which the first decides: if it changes no row (another process was faster), the rest
is left out.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.writers import Entry, Statement, open_writer

_MOST: Final = 256  # entries in one commit
_log: Final = structlog.get_logger("strata.storage")


@dataclass
class _Entry:
    order: str
    statements: Entry
    stored: asyncio.Future[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.stored = asyncio.get_running_loop().create_future()

    def settle(self, stored: bool) -> None:
        if not self.stored.done():
            self.stored.set_result(stored)

    def fail(self, error: BaseException) -> None:
        if not self.stored.done():
            self.stored.set_exception(error)


class WriteQueueClosed(Exception):
    """The server ends: nothing is written any more."""


class WriteQueue:
    def __init__(self, engine: AsyncEngine, observe: Callable[[float], None]) -> None:
        """`observe` is told how many seconds each commit took."""
        self._writer: Final = open_writer(engine)
        self._observe: Final = observe
        self._waiting: Final[list[_Entry]] = []
        self._filled: Final = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None
        self._is_ending = False

    async def start(self) -> None:
        self._writing = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._writing is None:
            return
        self._is_ending = True
        self._filled.set()
        await asyncio.wait({self._writing})
        await self._writer.drop()

    async def write(self, order: str, *statements: Statement) -> bool:
        """Whether the first statement touched a row; `order` is the id of the table it is about."""
        if self._is_ending:
            raise WriteQueueClosed
        entry = _Entry(order, statements)
        self._waiting.append(entry)
        self._filled.set()
        # Shielded: what was begun is written even if whoever asked has gone.
        return await asyncio.shield(entry.stored)

    async def _write_on(self) -> None:
        while self._waiting or not self._is_ending:
            await self._filled.wait()
            batch = self._waiting[:_MOST]
            if batch:
                await self._commit(batch)
                del self._waiting[: len(batch)]
            if not self._waiting:
                self._filled.clear()

    async def _commit(self, batch: list[_Entry]) -> None:
        # Always in the same order, so that two processes never wait for each other's rows.
        ordered = sorted(batch, key=lambda entry: entry.order)
        began = time.perf_counter()
        try:
            results = await self._writer.write([entry.statements for entry in ordered])
        except Exception as error:
            await self._writer.drop()
            if len(ordered) == 1:
                _log.error("not-stored", error=type(error).__name__)
                ordered[0].fail(error)
                return
            _log.warning("commit-split", entries=len(ordered), error=type(error).__name__)
            for entry in ordered:
                await self._commit([entry])
            return
        self._observe(time.perf_counter() - began)
        for entry, stored in zip(ordered, results, strict=True):
            entry.settle(stored)
