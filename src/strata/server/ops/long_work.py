"""Work on the event loop that may take long: done in slices, so that nobody waits for all of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from strata.server.ops.rate_limit import Seconds

_SLICE_SECONDS: Final = 0.001
_VERY_LONG: Final = 3  # the level of what has taken four slices
Steps = Generator[None, None, None]
"""Work that can be interrupted wherever it yields."""


class LongWork:
    """Does pieces of work; between two slices of those that turn out to be long others come.

    A piece that has taken little so far goes before those that have taken more (a multilevel
    feedback queue): what is nearly done does not wait for all of something long. Pieces that have
    taken about the same follow one another in the order in which they came. Before a slice of what
    has taken very long there is a pause as long as a slice: the move of somebody else passes the
    event loop several times until it is stored and sent.
    """

    def __init__(
        self, slice_seconds: float = _SLICE_SECONDS, now: Seconds = time.perf_counter
    ) -> None:
        self._slice: Final = slice_seconds
        self._now: Final = now
        self._numbers: Final = count()
        self._waiting: Final[list[tuple[int, int, asyncio.Future[None]]]] = []
        self._is_busy = False
        """Whether it is somebody's turn, or is about to be."""
        self._has_paused = False

    async def do(self, steps: Steps) -> None:
        """Do all `steps`: a slice at once, and the rest between what others do."""
        if self._do_slice(steps):
            return
        number, slices, is_done = next(self._numbers), 1, False
        while not is_done:
            # Whenever what it took has doubled, it goes behind those that took less.
            await self._wait(slices.bit_length(), number)
            try:
                is_done = self._do_slice(steps)
            finally:
                self._end_turn()
            slices += 1

    async def _wait(self, level: int, number: int) -> None:
        """Wait for a turn, at least until whatever else is ready was done once."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (level, number, turn))
        if not self._is_busy:
            self._end_turn()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had its turn
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        """Choose the next one soon: whoever has just ended a slice may want another."""
        self._is_busy = True
        asyncio.get_running_loop().call_soon(self._choose)

    def _choose(self) -> None:
        while self._waiting and self._waiting[0][2].done():  # given up
            heappop(self._waiting)
        if not self._waiting:
            self._is_busy = False
            return
        if self._waiting[0][0] >= _VERY_LONG and not self._has_paused:
            self._has_paused = True
            asyncio.get_running_loop().call_later(self._slice, self._choose)
            return
        self._has_paused = False
        heappop(self._waiting)[2].set_result(None)

    def _do_slice(self, steps: Steps) -> bool:
        """Whether all steps are done."""
        until = self._now() + self._slice
        return all(self._now() < until for _ in steps)
