"""Threads that make blocking calls for an event loop.

A call costs less than half as much as through an executor of the standard library, whose futures
are made for threads: each has a lock and is copied into a future of the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

T = TypeVar("T")
_Call = tuple[Callable[[], Any], asyncio.Future[Any]]


class CallThreads:
    def __init__(self, count: int, name: str) -> None:
        """The `count` threads start with the first call."""
        self._count: Final = count
        self._name: Final = name
        self._calls: Final[SimpleQueue[_Call | None]] = SimpleQueue()
        self._threads: Final[list[threading.Thread]] = []

    async def call(self, work: Callable[[], T]) -> T:
        """Call `work` in the first free thread; return its result, or raise its exception.

        The call is made even if its caller is cancelled.
        """
        while len(self._threads) < self._count:
            name = f"{self._name}-{len(self._threads)}"
            thread = threading.Thread(target=self._work_on, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._calls.put((work, outcome))
        return await outcome

    def _work_on(self) -> None:
        while (call := self._calls.get()) is not None:
            work, outcome = call
            result, failure = None, None
            try:
                result = work()
            except BaseException as error:
                failure = error
            with contextlib.suppress(RuntimeError):  # the event loop has ended: nobody waits
                outcome.get_loop().call_soon_threadsafe(_settle, outcome, result, failure)
            del call, work, outcome, result, failure  # not kept alive until the next call

    def stop(self) -> None:
        """Block until all queued calls are made, then end the threads."""
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()


def _settle(outcome: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if outcome.done():  # the caller was cancelled
        return
    if failure is None:
        outcome.set_result(result)
    else:
        outcome.set_exception(failure)
