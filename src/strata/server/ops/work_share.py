"""The share of an address in the processor time of this process, for what its sockets ask for.

Whoever has used up the share is served later, not refused: the next message is read when the share
has recovered. Other addresses do not wait for that.
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
_SHORTEST_SECONDS: Final = 0.001  # else rounding could leave a rest that never passes


class WorkShare:
    """What all sockets of one address may have done."""

    def __init__(
        self,
        bucket: Bucket,
        places: int,
        *,
        now: Seconds = time.thread_time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`bucket` has the milliseconds that are left. `places` is how much is done at a time.

        `now` is the processor time of this thread; only tests have another, and another `sleep`.
        """
        self._bucket: Final = bucket
        self._places: Final = asyncio.Semaphore(places)
        self._gate: Final = asyncio.Lock()
        self._now: Final = now
        self._sleep: Final = sleep
        self._expected = 0.0
        """The milliseconds of the latest work: the next is charged as many before it begins."""

    async def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do `work` when there is a place and the address is not in debt: first come, first served.

        Its own steps are charged, also if it raises.
        """
        async with self._places:
            async with self._gate:
                while wait := self._bucket.shortage_seconds():
                    await self._sleep(max(wait, _SHORTEST_SECONDS))
                # Else all that wait would begin at once, before the first of them is charged.
                expected = self._expected
                self._bucket.charge(expected)
            spent = 0.0

            def add(seconds: float) -> None:
                nonlocal spent
                spent += _MS * seconds

            try:
                return await MeasuredWork(work(), add, self._now)
            finally:
                self._expected = spent
                self._bucket.charge(spent - expected)

    async def charge(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` without waiting, and charge each of its own steps."""
        return await MeasuredWork(
            work, lambda seconds: self._bucket.charge(_MS * seconds), self._now
        )


def places_for(work_ms_per_second: int) -> int:
    """How much of an address is done at a time, if its share is `work_ms_per_second`.

    Most of the time of a command is spent waiting for the database. With 4 places at the usual
    share of 200, an address can have several hundred commands a second done.
    """
    return max(1, work_ms_per_second // _PLACE_MS)
