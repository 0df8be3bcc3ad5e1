"""The ledger: everything that is written to the database, many games in one commit.

Whoever writes waits until the commit that holds it is done, so nothing is told before it is stored;
what is written meanwhile goes into the next commit together. An entry is a list of statements of
which the first decides: if it touches no row (another process was faster), the rest is left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from strata.server.database import WRITES

Statement = tuple[Executable, Mapping[str, Any]]
_MOST: Final = 256  # entries in one commit
_log: Final = structlog.get_logger("strata.ledger")


@dataclass
class _Entry:
    order: str
    statements: Sequence[Statement]
    stored: asyncio.Future[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.stored = asyncio.get_running_loop().create_future()

    def settle(self, stored: bool) -> None:
        if not self.stored.done():
            self.stored.set_result(stored)

    def fail(self, error: BaseException) -> None:
        if not self.stored.done():
            self.stored.set_exception(error)


class Ledger:
    def __init__(self, engine: AsyncEngine, observe: Callable[[float], None]) -> None:
        """`observe` is told how many seconds each commit took."""
        self._engine: Final = engine
        self._observe: Final = observe
        self._waiting: Final[list[_Entry]] = []
        self._filled: Final = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None

    async def start(self) -> None:
        self._writer = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._writer is None:
            return
        while self._waiting:
            await asyncio.wait({entry.stored for entry in self._waiting})
        self._writer.cancel()
        await asyncio.wait({self._writer})
        await self._disconnect()

    async def write(self, order: str, *statements: Statement) -> bool:
        """Whether the first statement touched a row; `order` is the id of the table it is about."""
        entry = _Entry(order, statements)
        self._waiting.append(entry)
        self._filled.set()
        # Shielded: what was begun is written even if whoever asked has gone.
        return await asyncio.shield(entry.stored)

    async def _write_on(self) -> None:
        while True:
            await self._filled.wait()
            batch = self._waiting[:_MOST]
            await self._commit(batch)
            del self._waiting[: len(batch)]
            if not self._waiting:
                self._filled.clear()

    async def _commit(self, batch: list[_Entry]) -> None:
        # Always in the same order, so that two processes never wait for each other's rows.
        ordered = sorted(batch, key=lambda entry: entry.order)
        began = time.perf_counter()
        try:
            results = await self._write_together(ordered)
        except Exception as error:
            await self._disconnect()
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

    async def _write_together(self, entries: list[_Entry]) -> list[bool]:
        if self._connection is None:
            connection = await self._engine.connect()
            self._connection = await connection.execution_options(**WRITES)
        async with self._connection.begin():
            return [await _write_entry(self._connection, entry) for entry in entries]

    async def _disconnect(self) -> None:
        """A connection on which something failed is not used again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()


async def _write_entry(connection: AsyncConnection, entry: _Entry) -> bool:
    for number, (statement, values) in enumerate(entry.statements):
        result = await connection.execute(statement, values)
        if number == 0 and result.rowcount == 0:
            return False
    return True
