"""The rooms of this process: opened from the database, kept while used, the latest kept longer."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from strata.server.live.open_table import Room
from strata.server.storage.tables import Store


class Rooms:
    """Where tables are found. A room that has sockets is never dropped: they hold it."""

    def __init__(self, store: Store, kept: int) -> None:
        self._store: Final = store
        self._kept: Final = kept
        self._rooms: Final[WeakValueDictionary[str, Room]] = WeakValueDictionary()
        self._latest: Final[OrderedDict[str, Room]] = OrderedDict()

    def opened(self, table_id: str) -> Room | None:
        """The room, if this process has it open."""
        return self._rooms.get(table_id)

    def watched(self) -> list[Room]:
        """The rooms with sockets."""
        return [room for room in self._rooms.values() if room.listeners]

    async def open(self, table_id: str) -> Room | None:
        """The room of a table, loaded if need be; None if there is no such table."""
        room = self._rooms.get(table_id)
        if room is None:
            filed = await self._store.load(table_id)
            if filed is None:
                return None
            room = self._rooms.get(table_id)  # somebody may have been faster
            if room is None:
                room = self._rooms[table_id] = Room(filed)
        self._latest[table_id] = room
        self._latest.move_to_end(table_id)
        while len(self._latest) > self._kept:
            self._latest.popitem(last=False)
        return room

    async def reload(self, room: Room) -> None:
        """Makes the room what is stored. The lock is held."""
        filed = await self._store.load(room.id)
        if filed is not None:
            room.replace(filed.table)
