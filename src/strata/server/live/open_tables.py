"""The tables in the memory of this process: loaded on demand, and cached when no longer in use."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from strata.play.claim import ClaimTerms
from strata.play.table import Table
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.live.open_table import OpenTable
from strata.server.ops.long_work import LongWork
from strata.server.ops.measured_work import MeasuredWork
from strata.server.storage.stored_game import StoredGame, find_codes
from strata.server.storage.tables import TableStorage

_LONG: Final = 400  # characters of actions; replaying more would block the event loop
_MOST_ACTIONS: Final = 200_000  # of all cached tables
_COUNTED_EVERY: Final = 50  # opened tables, since counting actions looks at every cached table


class OpenTables:
    """The registry of open tables. A table with connections is never dropped: they refer to it."""

    def __init__(
        self,
        storage: TableStorage,
        worker: MeteredWorker,
        long_work: LongWork,
        kept: int,
        claim_terms: ClaimTerms | None = None,
    ) -> None:
        """`kept` is how many tables the cache holds open without connections.

        `claim_terms` are the terms for claiming a game that the other player has left.
        """
        self._storage: Final = storage
        self._worker: Final = worker
        self._long_work: Final = long_work
        self._kept: Final = kept
        self._claim_terms: Final = claim_terms
        self._tables: Final[WeakValueDictionary[str, OpenTable]] = WeakValueDictionary()
        self._latest: Final[OrderedDict[str, OpenTable]] = OrderedDict()
        self._until_counted = 0
        self._opening: Final[dict[str, asyncio.Task[OpenTable | None]]] = {}

    def opened(self, table_id: str) -> OpenTable | None:
        """Return the table if this process has it open."""
        return self._tables.get(table_id)

    def watched(self) -> list[OpenTable]:
        """Return the tables with connections."""
        return [open_table for open_table in self._tables.values() if open_table.listeners]

    async def open(self, table_id: str, owner: str = "") -> OpenTable | None:
        """Return the table, loaded if it is not open; None if there is none with this id.

        Concurrent calls share one load. `owner` is the client's address, which is charged for it.
        """
        open_table = self._tables.get(table_id)
        if open_table is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._load(table_id, owner))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            # Shielded: a cancelled caller must not cancel the load for the others.
            open_table = await asyncio.shield(opening)
            if open_table is None:
                return None
        self._latest[table_id] = open_table
        self._latest.move_to_end(table_id)
        self._drop_oldest()
        return open_table

    def _drop_oldest(self) -> None:
        while len(self._latest) > self._kept:
            self._latest.popitem(last=False)
        self._until_counted -= 1
        if self._until_counted > 0:
            return
        self._until_counted = _COUNTED_EVERY
        actions = sum(open_table.table.record.length for open_table in self._latest.values())
        while actions > _MOST_ACTIONS and len(self._latest) > 1:
            _, dropped = self._latest.popitem(last=False)
            actions -= dropped.table.record.length

    async def _load(self, table_id: str, owner: str) -> OpenTable | None:
        stored = await self._storage.find(table_id)
        if stored is None:
            return None
        table, seconds = await self._replay(stored, owner)
        open_table = OpenTable(table_id, table, stored.made_ms, stored.taken, self._claim_terms)
        open_table.unpaid_seconds = seconds
        self._tables[table_id] = open_table
        return open_table

    async def reload(self, open_table: OpenTable) -> None:
        """Replace the table by its stored state. The caller holds its lock."""
        stored = await self._storage.find(open_table.id)
        if stored is None:
            return
        known = open_table.table
        if known.extras().agreed is None and stored.differs_little(known.record):
            stored.bring_up(known.record)
            open_table.replace(stored.table(known.record))
        else:
            table, _ = await self._replay(stored, "")
            open_table.replace(table)

    async def _replay(self, stored: StoredGame, owner: str) -> tuple[Table, float]:
        """Return the table, and the processor time to charge for it.

        Imported games, long ones and those with a definition are checked in a worker process,
        because that may take any time; the worker charges for it. They are rebuilt here in steps:
        a thread that held the interpreter would delay every other table more.
        """
        if len(stored.actions) <= _LONG and not (stored.imported or stored.definition):
            began = time.thread_time()
            return stored.table(stored.replay()), time.thread_time() - began
        codes = await self._worker.run(owner, find_codes, stored)
        tables: list[Table] = []
        rebuilding = MeasuredWork(self._long_work.do(stored.rebuild(codes, tables)))
        await rebuilding
        return tables[0], rebuilding.seconds
