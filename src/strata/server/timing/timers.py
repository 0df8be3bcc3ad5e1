"""The timers of clocks and claims in this process: one per table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

_LATE_MS: Final = 5  # so that the time is certainly up when the timer goes off
_LONGEST_MS: Final = 24 * 3600 * 1000


class Timers:
    def __init__(self, ring: Callable[[str], None]) -> None:
        """`ring` is called with a table's id when its time is up, but after a day at the latest."""
        self._ring: Final = ring
        self._handles: Final[dict[str, asyncio.TimerHandle]] = {}

    def set(self, table_id: str, deadline_ms: int | None, now_ms: int) -> None:
        """Set or move the timer of a table; remove it if there is no deadline."""
        old = self._handles.pop(table_id, None)
        if old is not None:
            old.cancel()
        if deadline_ms is None:
            return
        wait_ms = min(max(0, deadline_ms - now_ms) + _LATE_MS, _LONGEST_MS)
        loop = asyncio.get_running_loop()
        self._handles[table_id] = loop.call_later(wait_ms / 1000, self._go_off, table_id)

    def _go_off(self, table_id: str) -> None:
        self._handles.pop(table_id, None)
        self._ring(table_id)

    def stop(self) -> None:
        for handle in self._handles.values():
            handle.cancel()
        self._handles.clear()
