"""The share of an address in the processor time of this process, for the work of its sockets.

An address that has used up its share is delayed, not refused (backpressure): its next message is
read when the share has recovered. Other addresses do not wait for that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.rate_limit import Bucket, Seconds

T = TypeVar("T")
_MS: Final = 1000
_PLACE_MS: Final = 50
_SHORTEST_SECONDS: Final = 0.001  # because rounding could leave a wait that never ends


class WorkShare:
    """The share of all sockets of one address."""

    def __init__(
        self,
        bucket: Bucket,
        places: int,
        *,
        now: Seconds = time.thread_time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`bucket` holds the milliseconds left; `places` is how many pieces of work run at a time.

        `now` returns the processor time of this thread; only tests replace it, and `sleep`.
        """
        self._bucket: Final = bucket
        self._free = places
        """How many more pieces of work may begin now."""
        self._queued = 0
        """How many pieces of work wait, because of the places or of the share."""
        self._gate: Final = asyncio.Lock()
        """Held by the first of those that wait; the others follow in order of arrival."""
        self._leaving: Final = asyncio.Event()
        """Set when a piece of work ends."""
        self._now: Final = now
        self._sleep: Final = sleep
        self._expected = 0.0
        """The milliseconds of the latest work, which the next is charged before it begins."""

    async def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do `work` when there is a place and the address is not in debt: first come, first served.

        Its own steps are charged, even if it raises.
        """
        if self._queued or not self._free or not self._bucket.has_any():
            await self._wait()
        self._free -= 1
        # Otherwise all that wait would begin before the first of them is charged.
        expected = self._expected
        self._bucket.charge(expected)
        measured = MeasuredWork(work(), None, self._now)
        try:
            return await measured
        finally:
            self._free += 1
            self._leaving.set()
            self._expected = spent = _MS * measured.seconds
            self._bucket.charge(spent - expected)

    async def _wait(self) -> None:
        """Wait for a place and for the share to recover."""
        self._queued += 1
        try:
            async with self._gate:
                while not self._free:
                    self._leaving.clear()
                    await self._leaving.wait()
                while wait := self._bucket.shortage_seconds():
                    await self._sleep(max(wait, _SHORTEST_SECONDS))
        finally:
            self._queued -= 1

    async def charge(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` without waiting, and charge each of its own steps."""
        return await MeasuredWork(
            work, lambda seconds: self._bucket.charge(_MS * seconds), self._now
        )


def places_for(work_ms_per_second: int) -> int:
    """Return how many pieces of work may run at a time for a share of `work_ms_per_second`.

    A command spends most of its time waiting for the database. With 4 places, at the default share
    of 200, an address can have several hundred commands a second executed.
    """
    return max(1, work_ms_per_second // _PLACE_MS)
