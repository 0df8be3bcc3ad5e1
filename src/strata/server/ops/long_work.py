"""Long work on the event loop, done in slices, so that nobody waits for all of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Generator
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeVar

from strata.server.ops.rate_limit import Seconds

T = TypeVar("T")
_SLICE_SECONDS: Final = 0.001
_LONGEST_PAUSE_SECONDS: Final = 0.005
_VERY_LONG: Final = 3  # the level of work that has taken four slices
Steps = Generator[None, None, None]
"""Work that can be interrupted wherever it yields."""


class LongWork:
    """A scheduler for pieces of work, which lets others run between two slices of a long one.

    It is a multilevel feedback queue: a piece that has taken little time so far goes before those
    that have taken more, so that short work does not wait for all of a long piece. Pieces on the
    same level follow in order of arrival. Before a slice of very long work there is a pause as long
    as the slice before it: another player's move passes the event loop several times until it is
    stored and sent.

    There is one for each event loop, so that what is urgent goes before the long work of all.
    """

    def __init__(
        self, slice_seconds: float = _SLICE_SECONDS, now: Seconds = time.perf_counter
    ) -> None:
        self._slice: Final = slice_seconds
        self._now: Final = now
        self._numbers: Final = count()
        self._waiting: Final[list[tuple[int, int, asyncio.Future[None]]]] = []
        self._is_busy = False
        """Whether a piece has the turn, or is about to get it."""
        self._pause: asyncio.TimerHandle | None = None
        """The end of the pause before a slice of very long work."""
        self._has_paused = False
        self._latest = slice_seconds
        """How long the latest slice took: longer than planned, if one of its steps is long.

        It is limited, because a pause is part of what very long work takes.
        """
        self._urgent = 0
        """How much urgent work is under way."""
        self._patience: asyncio.TimerHandle | None = None
        """The time until which long work waits for the end of urgent work."""
        self._is_impatient = False
        """Whether it has waited that long, and urgent work has been under way ever since."""

    async def give_way_to(self, urgent: Awaitable[T]) -> T:
        """Await `urgent`. Meanwhile no slice but the first of a piece begins, for some time.

        A thread that stores a move needs the interpreter several times, and each time it would wait
        for the end of a slice. Where something urgent is always under way, nothing gives way to it.
        """
        self._urgent += 1
        try:
            return await urgent
        finally:
            self._urgent -= 1
            if not self._urgent:
                self._is_impatient = False
                if self._patience is not None:
                    self._patience.cancel()
                    self._patience = None
                    self._end_turn()

    async def do(self, steps: Steps) -> None:
        """Do all `steps`: one slice at once, and the rest in turns with other work."""
        if self._do_slice(steps):
            return
        number, slices, is_done = next(self._numbers), 1, False
        while not is_done:
            # Each time its slices double, it goes down a level, behind those with fewer.
            await self._wait(slices.bit_length(), number)
            try:
                is_done = self._do_slice(steps)
            finally:
                self._end_turn()
            slices += 1

    async def _wait(self, level: int, number: int) -> None:
        """Wait for a turn, at least until every task that is ready has run once."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (level, number, turn))
        if self._pause is not None and level < _VERY_LONG:
            self._pause.cancel()
            self._pause = None
            self._end_turn()
        elif not self._is_busy:
            self._end_turn()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had got its turn
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        """Choose the next piece soon, so that the one that has just run can queue again first."""
        self._is_busy = True
        asyncio.get_running_loop().call_soon(self._choose)

    def _choose(self) -> None:
        self._pause = None
        while self._waiting and self._waiting[0][2].done():  # cancelled
            heappop(self._waiting)
        if not self._waiting:
            self._is_busy = False
        elif self._urgent and not self._is_impatient:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(_LONGEST_PAUSE_SECONDS, self._lose_patience)
        elif self._waiting[0][0] >= _VERY_LONG and not self._has_paused:
            self._has_paused = True
            self._pause = asyncio.get_running_loop().call_later(self._latest, self._choose)
        else:
            self._has_paused = False
            heappop(self._waiting)[2].set_result(None)

    def _lose_patience(self) -> None:
        self._patience = None
        self._is_impatient = True
        self._choose()

    def _do_slice(self, steps: Steps) -> bool:
        """Do one slice; return whether all steps are done."""
        now, is_done = self._now, True
        began = now()
        until = began + self._slice
        for _ in steps:
            if now() >= until:
                is_done = False
                break
        self._latest = min(max(self._slice, now() - began), _LONGEST_PAUSE_SECONDS)
        return is_done
