"""Worker processes, in which the server thinks: a pool that is started when it is needed.

A worker that dies or does not answer in time is ended with its pool; the next question starts a
new one. Workers give way to the server on a busy machine, so that thinking slows nobody's game.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar, TypeVarTuple

_WATCH_SECONDS: Final = 2.0
GRACE_MS: Final = 2000  # over the budget, for replaying the game and for a busy machine
STARTING_MS: Final = 90_000  # for a worker that has to start first

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


class Workers:
    def __init__(self, count: int, niceness: int) -> None:
        self._count: Final = count
        self._niceness: Final = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._warm = False
        self._ended = False

    async def ask(self, budget_ms: int, work: Callable[[*Given], Answer], *given: *Given) -> Answer:
        """What `work` answers; TimeoutError or BrokenProcessPool if there is no answer."""
        pool = self._opened()
        allowed_ms = budget_ms + (GRACE_MS if self._warm else STARTING_MS)
        asked = asyncio.get_running_loop().run_in_executor(pool, work, *given)
        try:
            answer = await asyncio.wait_for(asked, allowed_ms / 1000)
        except (BrokenProcessPool, TimeoutError):
            self._discard(pool)
            raise
        self._warm = True
        return answer

    def _opened(self) -> ProcessPoolExecutor:
        if self._ended:
            raise BrokenProcessPool("the server ends")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._count,
                mp_context=context,
                initializer=_begin_worker,
                initargs=(self._niceness, os.getpid()),
            )
            self._warm = False
            # All start now: one that starts when it is needed waits for those that are at work.
            for _ in range(self._count):
                self._pool.submit(_begin)
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """Ends the workers of a pool; a new one is opened when it is needed."""
        if pool is self._pool:
            self._pool = None
        _end_workers(pool)

    def stop(self) -> None:
        self._ended = True
        if self._pool is not None:
            self._discard(self._pool)


def _begin() -> None:
    """The first work of a worker."""


def _begin_worker(niceness: int, server: int) -> None:
    """In a worker, when it starts: gives way to the server, and ends with it."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: int) -> None:
    """End this process once the server is gone, killed without a word to its workers."""
    while os.getppid() == server:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)


def _end_workers(pool: ProcessPoolExecutor) -> None:
    processes: Sequence[Any] = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
