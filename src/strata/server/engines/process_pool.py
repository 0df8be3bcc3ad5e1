"""Worker processes, in a pool that starts when it is needed.

If a worker dies or does not answer in time, its whole pool is killed; the next question starts a
new one. Workers have a lower priority than the server, so that thinking slows nobody's game.

Workers are forked from a process that has imported what they need (Python's fork server), so that a
new one is ready at once. On Windows, which has no fork server, each worker imports it anew.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar, TypeVarTuple

from strata.core.ctrl_c import deaf_to_ctrl_c

GRACE_MS: Final = 2000  # on top of the budget, for replaying the game and for a busy machine
STARTING_MS: Final = 90_000  # the same for a pool that has to start first
_CAN_FORK: Final = "forkserver" in multiprocessing.get_all_start_methods()
_CONTEXT: Final = multiprocessing.get_context("forkserver" if _CAN_FORK else "spawn")
_preloaded: Final = ["__main__"]

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def preload(*modules: str) -> None:
    """Import these modules before workers are forked; called before the first worker starts."""
    _preloaded.extend(module for module in modules if module not in _preloaded)
    if _CAN_FORK:
        multiprocessing.set_forkserver_preload(_preloaded)


class ProcessPool:
    def __init__(self, count: int, niceness: int) -> None:
        self._count: Final = count
        self._niceness: Final = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._opening: asyncio.Task[ProcessPoolExecutor] | None = None
        self._warm = False
        self._ended = False

    async def ask(self, budget_ms: int, work: Callable[[*Given], Answer], *given: *Given) -> Answer:
        """Run `work` in a worker process and return its answer, or raise its exception.

        Raises TimeoutError or BrokenProcessPool if there is no answer.
        """
        pool = self._pool or await self._open()
        allowed_ms = budget_ms + (GRACE_MS if self._warm else STARTING_MS)
        asked = asyncio.get_running_loop().run_in_executor(pool, work, *given)
        try:
            answer = await asyncio.wait_for(asked, allowed_ms / 1000)
        except (BrokenProcessPool, TimeoutError):
            self._discard(pool)
            raise
        self._warm = True
        return answer

    async def _open(self) -> ProcessPoolExecutor:
        """Return a new pool; concurrent calls share one start."""
        if self._ended:
            raise BrokenProcessPool("the server is shutting down")
        if self._opening is None:
            self._opening = asyncio.create_task(self._start_pool())
        # Shielded: a cancelled caller must not cancel the start for the others.
        return await asyncio.shield(self._opening)

    async def _start_pool(self) -> ProcessPoolExecutor:
        # In a thread: the first start blocks until everything is imported.
        try:
            pool = await asyncio.to_thread(_start_workers, self._count, self._niceness)
        except OSError as error:  # no memory, or no space for the files that processes share
            raise BrokenProcessPool(f"workers cannot start: {error}") from error
        finally:
            self._opening = None
        if self._ended:
            _end_workers(pool)
            raise BrokenProcessPool("the server is shutting down")
        self._pool, self._warm = pool, False
        return pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """Kill the workers of a pool; the next question opens a new one."""
        if pool is self._pool:
            self._pool = None
        _end_workers(pool)

    def stop(self) -> None:
        self._ended = True
        if self._pool is not None:
            self._discard(self._pool)


def _start_workers(count: int, niceness: int) -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(
        count, mp_context=_CONTEXT, initializer=_begin_worker, initargs=(niceness,)
    )
    # All workers start with the first work: one that started on demand would do so on the event
    # loop, and wait for the busy ones.
    pool._safe_to_dynamically_spawn_children = False  # type: ignore[attr-defined]
    with deaf_to_ctrl_c():
        pool.submit(_begin)
    return pool


def _begin() -> None:
    """Do nothing: the first work, with which all workers start."""


def _begin_worker(niceness: int) -> None:
    """Set up a worker process: it has a lower priority, ignores Ctrl-C and ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """End this process once the server is gone, even if the server was killed."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _end_workers(pool: ProcessPoolExecutor) -> None:
    processes: Sequence[Any] = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
