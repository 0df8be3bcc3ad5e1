"""Background tasks, which end with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import structlog

_log: Final = structlog.get_logger("strata.tasks")


class BackgroundTasks:
    def __init__(self) -> None:
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` in a task; an exception in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task-failed", error=type(error).__name__, exc_info=error)

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
