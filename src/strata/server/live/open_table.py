"""A table that this process has in memory, with the connections of those who watch it.

Whoever changes the table holds its lock, from reading the version until the change is stored and
sent. All connections have been sent the same version; `send_change` sends them the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from strata.core.outcome import SEATS, Seat
from strata.play.table import Table
from strata.server.live.views import HeldSeats, TableViews, seat_infos
from strata.server.protocol.messages import Changed, Move, Presence, TableInfo, Welcome
from strata.server.storage.tables import StoredTable

_encode: Final = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection, as a table sees it."""

    held: HeldSeats

    def put(self, message: str) -> None:
        """Queue `message` behind those before it; never waits."""


class OpenTable:
    def __init__(self, stored: StoredTable) -> None:
        self.id: Final = stored.id
        self.made_ms: Final = stored.made_ms
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.present: dict[Seat, bool] = dict.fromkeys(SEATS, False)
        self.taken = stored.taken
        self.is_current = True
        """Whether `table` is known to equal what is stored."""
        self.table: Table = stored.table
        self.sent_version = stored.table.version
        self._views = TableViews(stored.table)
        self._sent_moves: Final[dict[HeldSeats, list[Move]]] = {}

    def replace(self, table: Table) -> None:
        """Take over `table`, the stored state of this table."""
        self.table = table
        self._views = TableViews(table)

    @property
    def views(self) -> TableViews:
        """What each viewer may see of the table now."""
        self._views.follow()
        return self._views

    def has_connection(self, seat: Seat) -> bool:
        """Whether somebody who holds `seat` is connected to this process."""
        return any(seat in listener.held for listener in self.listeners)

    def info(self, held: HeldSeats, present: dict[Seat, bool], now_ms: int) -> TableInfo:
        seats = seat_infos(self.table, present, self.taken)
        return self.views.info(self.id, held, seats, now_ms)

    def welcome(self, listener: Listener, now_ms: int) -> None:
        """Send `listener` the whole table; from now on it is sent every change."""
        info = self.info(listener.held, self.present, now_ms)
        self._sent_moves[listener.held] = list(info.moves)
        self.listeners.add(listener)
        listener.put(_encode(Welcome(info)).decode())

    def send_change(self, now_ms: int) -> None:
        """Send every listener what changed since it was last sent something."""
        self.sent_version = self.table.version
        messages: dict[HeldSeats, str] = {}
        for listener in tuple(self.listeners):
            held = listener.held
            if held not in messages:
                messages[held] = self._change(held, now_ms)
            listener.put(messages[held])

    def _change(self, held: HeldSeats, now_ms: int) -> str:
        views = self.views
        moves = views.of(held).moves
        sent = self._sent_moves.setdefault(held, [])
        keep = _common(sent, moves)
        added = tuple(moves[keep:])
        del sent[keep:]
        sent.extend(added)
        return _encode(Changed(keep, added, views.state(held, now_ms))).decode()

    def send_presence(
        self, present: dict[Seat, bool], taken: frozenset[Seat] | None = None
    ) -> None:
        """Send every listener who is there and which seats are taken, if that changed."""
        taken = self.taken if taken is None else self.taken | taken
        if present == self.present and taken == self.taken:
            return
        self.present, self.taken = present, taken
        message = _encode(Presence(seat_infos(self.table, present, taken))).decode()
        for listener in tuple(self.listeners):
            listener.put(message)


def _common(before: Sequence[Move], after: Sequence[Move]) -> int:
    """The number of moves at the beginning that are equal.

    Moves are appended and removed at the end only, so the search begins there: a move that is the
    same object has the same past.
    """
    shorter = min(len(before), len(after))
    for count in range(shorter, 0, -1):
        if before[count - 1] is after[count - 1]:
            return count
    differing = (index for index in range(shorter) if before[index] != after[index])
    return next(differing, shorter)
