"""The fair queue for worker slots: owners take turns, so that no client keeps out the others.

Each owner (the address of a client) has a line of its own. The line served longest ago is next, so
that a newcomer waits for the work in progress only, not for the line of a busy owner. A short piece
of work may use a slot that is reserved for short ones, so that it does not wait for a long one.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

from strata.server.ops.networks import has_no_place

MOST_WAITING: Final = 64
MOST_WAITING_EACH: Final = 4
"""The most pieces of work of one owner that may wait."""
SHORT_MS: Final = 300
"""The longest duration of a piece of work that may use the slots for short ones."""
_Waiter = asyncio.Future[None]


class FairQueue:
    def __init__(self, slots: int, *, short_slots: int = 0, most_each: int = 2) -> None:
        """`most_each` is how many of the `slots` one owner may hold at a time."""
        self._free = slots
        self._free_short = short_slots
        self._most_each: Final = most_each
        self._having: Final[Counter[str]] = Counter()
        self._lines: Final[dict[str, deque[_Waiter]]] = {}
        self._calls: Final = count()
        self._called: Final[dict[str, int]] = {}
        """The number of the latest call of each owner that holds a slot or waits."""

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    def waiting_of(self, owner: str) -> int:
        return len(self._lines.get(owner, ()))

    def is_full_for(self, owner: str) -> bool:
        """Return whether the queue, or the line of `owner`, is full.

        Those of one network get at most half of the queue.
        """
        waiting = [one for one, line in self._lines.items() for _ in line]
        return self.waiting_of(owner) >= MOST_WAITING_EACH or has_no_place(
            owner, waiting, MOST_WAITING
        )

    @asynccontextmanager
    async def turn(self, owner: str, work_ms: int) -> AsyncIterator[None]:
        """Wait for a slot and hold it; `work_ms` is the expected duration of the work."""
        if work_ms <= SHORT_MS and self._free_short:
            self._free_short -= 1
            try:
                yield
            finally:
                self._free_short += 1
            return
        await self._wait(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def _wait(self, owner: str) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._lines.setdefault(owner, deque()).append(waiter)
        self._call_next()
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():  # called, but cancelled before it came
                self._leave(owner)
            raise

    def _leave(self, owner: str) -> None:
        self._free += 1
        self._having[owner] -= 1
        if not self._having[owner]:
            del self._having[owner]
            if owner not in self._lines:
                del self._called[owner]
        self._call_next()

    def _call_next(self) -> None:
        while self._free and (owner := self._next_owner()) is not None:
            line = self._lines[owner]
            waiter = line.popleft()
            if not line:
                del self._lines[owner]
            if not waiter.cancelled():
                self._free -= 1
                self._having[owner] += 1
                self._called[owner] = next(self._calls)
                waiter.set_result(None)
            elif owner not in self._lines and not self._having[owner]:
                self._called.pop(owner, None)

    def _next_owner(self) -> str | None:
        """Return the next owner to serve; None if all that wait hold as many slots as they may."""
        allowed = (owner for owner in self._lines if self._having[owner] < self._most_each)
        return min(allowed, key=lambda owner: self._called.get(owner, -1), default=None)
