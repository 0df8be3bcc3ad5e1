"""The tables this process has in memory: loaded on demand, kept while used, the latest longer."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from strata.server.live.open_table import OpenTable
from strata.server.storage.tables import TableStorage


class OpenTables:
    """Where tables are found. A table with connections is never dropped: they hold it."""

    def __init__(self, storage: TableStorage, kept: int) -> None:
        self._storage: Final = storage
        self._kept: Final = kept
        self._tables: Final[WeakValueDictionary[str, OpenTable]] = WeakValueDictionary()
        self._latest: Final[OrderedDict[str, OpenTable]] = OrderedDict()

    def opened(self, table_id: str) -> OpenTable | None:
        """The table, if this process has it open."""
        return self._tables.get(table_id)

    def watched(self) -> list[OpenTable]:
        """The tables with connections."""
        return [open_table for open_table in self._tables.values() if open_table.listeners]

    async def open(self, table_id: str) -> OpenTable | None:
        """The table, loaded if need be; None if there is none with this id."""
        open_table = self._tables.get(table_id)
        if open_table is None:
            stored = await self._storage.load(table_id)
            if stored is None:
                return None
            open_table = self._tables.get(table_id)  # somebody may have been faster
            if open_table is None:
                open_table = self._tables[table_id] = OpenTable(stored)
        self._latest[table_id] = open_table
        self._latest.move_to_end(table_id)
        while len(self._latest) > self._kept:
            self._latest.popitem(last=False)
        return open_table

    async def reload(self, open_table: OpenTable) -> None:
        """Replace the table by what is stored; its lock is held."""
        stored = await self._storage.load(open_table.id)
        if stored is not None:
            open_table.replace(stored.table)
