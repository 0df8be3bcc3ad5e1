"""Work on the event loop that may take long: done in slices, so that nobody waits for all of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import Final

from strata.server.ops.rate_limit import Seconds

_SLICE_SECONDS: Final = 0.001
Steps = Generator[None, None, None]
"""Work that can be interrupted wherever it yields."""


class LongWork:
    """Does pieces of work, those that turn out to be long one after the other.

    If several were done in slices at the same time, everybody else would wait for a slice of each.
    """

    def __init__(
        self, slice_seconds: float = _SLICE_SECONDS, now: Seconds = time.perf_counter
    ) -> None:
        self._slice: Final = slice_seconds
        self._now: Final = now
        self._one: Final = asyncio.Lock()

    async def do(self, steps: Steps) -> None:
        """Do all `steps`: a slice at once, and the rest between what others do."""
        if self._do_slice(steps):
            return
        async with self._one:
            is_done = False
            while not is_done:
                await asyncio.sleep(0)
                is_done = self._do_slice(steps)

    def _do_slice(self, steps: Steps) -> bool:
        """Whether all steps are done."""
        until = self._now() + self._slice
        return all(self._now() < until for _ in steps)
