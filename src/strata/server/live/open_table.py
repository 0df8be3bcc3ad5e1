"""A room: one table in this process, and the sockets of those who look at it.

The lock is held by whoever changes the table, from reading its version until it is stored and told.
All sockets of a room have been sent the same version; `catch_up` sends them the next.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import msgspec

from strata.core.outcome import SEATS, Seat
from strata.play.table import Table
from strata.server.live.views import Holds, Sight, seat_infos
from strata.server.protocol.messages import Changed, Move, Presence, Welcome
from strata.server.storage.tables import Filed

_encode: Final = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A socket, as a room sees it."""

    holds: Holds

    def put(self, message: str) -> None:
        """Sends `message` after those before it; never waits."""


class Room:
    def __init__(self, filed: Filed) -> None:
        self.id: Final = filed.id
        self.made_ms: Final = filed.made_ms
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.present: dict[Seat, bool] = dict.fromkeys(SEATS, False)
        self.is_trusted = True
        """Whether `table` is surely what is stored."""
        self.table: Table = filed.table
        self.told = filed.table.version
        """The version that the listeners were last told of."""
        self._sight = Sight(filed.table)
        self._seen_version = filed.table.version
        self._sent: Final[dict[Holds, tuple[Move, ...]]] = {}

    def replace(self, table: Table) -> None:
        """The table was changed elsewhere: this is how it is stored."""
        self.table = table
        self._sight = Sight(table)
        self._seen_version = table.version

    @property
    def sight(self) -> Sight:
        if self._seen_version != self.table.version:
            self._sight = Sight(self.table)
            self._seen_version = self.table.version
        return self._sight

    def here(self, seat: Seat) -> bool:
        """Whether somebody who holds the seat is connected to this process."""
        return any(seat in listener.holds for listener in self.listeners)

    def welcome(self, listener: Listener, now_ms: int) -> None:
        """Adds the listener, or brings it up to now."""
        seats = seat_infos(self.table, self.present)
        info = self.sight.info(self.id, listener.holds, seats, now_ms)
        self._sent[listener.holds] = info.moves
        self.listeners.add(listener)
        listener.put(_encode(Welcome(info)).decode())

    def catch_up(self, now_ms: int) -> None:
        """Tells every listener how the table is now."""
        self.told = self.table.version
        messages: dict[Holds, str] = {}
        for listener in tuple(self.listeners):
            holds = listener.holds
            if holds not in messages:
                messages[holds] = self._changed(holds, now_ms)
            listener.put(messages[holds])

    def _changed(self, holds: Holds, now_ms: int) -> str:
        moves = self.sight.of(holds).moves
        before = self._sent.get(holds, ())
        keep = _common(before, moves)
        self._sent[holds] = moves
        state = self.sight.state(holds, now_ms)
        return _encode(Changed(keep, moves[keep:], state)).decode()

    def tell_presence(self, present: dict[Seat, bool]) -> None:
        if present == self.present:
            return
        self.present = present
        message = _encode(Presence(seat_infos(self.table, present))).decode()
        for listener in tuple(self.listeners):
            listener.put(message)


def _common(before: tuple[Move, ...], after: tuple[Move, ...]) -> int:
    """How many moves at the beginning are the same."""
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:
        return shorter
    return next(index for index in range(shorter) if before[index] != after[index])
