"""The tables this process has in memory: loaded on demand, kept while used, the latest longer."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from weakref import WeakValueDictionary

from strata.play.claim import ClaimTerms
from strata.play.table import Table
from strata.server.engines.reader import Reader
from strata.server.live.open_table import OpenTable
from strata.server.storage.stored_game import StoredGame, find_codes
from strata.server.storage.tables import TableStorage

_LONG: Final = 400  # characters of actions: replaying more takes so long that others would wait
_MOST_ACTIONS: Final = 200_000  # of all tables that are kept though nobody is connected
_COUNTED_EVERY: Final = 50  # tables that are opened: counting actions looks at every kept table


class OpenTables:
    """Where tables are found. A table with connections is never dropped: they hold it."""

    def __init__(
        self,
        storage: TableStorage,
        reader: Reader,
        kept: int,
        claim_terms: ClaimTerms | None = None,
    ) -> None:
        """`kept` is how many tables stay open without connections.

        `claim_terms` say when a game that somebody has left can be claimed.
        """
        self._storage: Final = storage
        self._reader: Final = reader
        self._kept: Final = kept
        self._claim_terms: Final = claim_terms
        self._tables: Final[WeakValueDictionary[str, OpenTable]] = WeakValueDictionary()
        self._latest: Final[OrderedDict[str, OpenTable]] = OrderedDict()
        self._until_counted = 0
        self._opening: Final[dict[str, asyncio.Task[OpenTable | None]]] = {}
        self._replaying: Final = ThreadPoolExecutor(1, thread_name_prefix="strata-replay")

    def opened(self, table_id: str) -> OpenTable | None:
        """The table, if this process has it open."""
        return self._tables.get(table_id)

    def watched(self) -> list[OpenTable]:
        """The tables with connections."""
        return [open_table for open_table in self._tables.values() if open_table.listeners]

    def in_play(self) -> list[Table]:
        """The games that go on, with connections or without, as far as this process knows them."""
        return [one.table for one in self._tables.values() if not one.table.is_over]

    async def open(self, table_id: str, owner: str = "") -> OpenTable | None:
        """The table, loaded if need be; None if there is none with this id.

        It is loaded once, however many ask for it at a time. `owner` is the asker's address.
        """
        open_table = self._tables.get(table_id)
        if open_table is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._load(table_id, owner))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            # Shielded: whoever gives up waiting does not end it for the others.
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
        """Replace the table by what is stored; its lock is held."""
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
        """The table, and the processor time that is to be charged for it.

        A game that was brought in, a defined one and a long one are replayed elsewhere: nobody
        knows how long that takes. The worker charges for itself.
        """
        if len(stored.actions) <= _LONG and not (stored.imported or stored.definition):
            began = time.thread_time()
            return stored.table(stored.replay()), time.thread_time() - began
        codes = await self._reader.read(owner, find_codes, stored)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._replaying, _rebuild, stored, codes)

    def stop(self) -> None:
        self._replaying.shutdown(wait=False, cancel_futures=True)


def _rebuild(stored: StoredGame, codes: tuple[int, ...]) -> tuple[Table, float]:
    began = time.thread_time()
    table = stored.table(stored.replay_codes(codes))
    return table, time.thread_time() - began
