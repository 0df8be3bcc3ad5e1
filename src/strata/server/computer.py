"""Computer players think here: in worker processes, each action within a time budget.

A worker that dies or does not answer in time is ended with its pool and the question asked once
more; if that fails too the server plays any legal action itself, so that the game goes on.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

import structlog

from strata.core.option import Value
from strata.play.players import choose, choose_random
from strata.play.table import Table

_GRACE_MS: Final = 2000  # over the budget, for replaying the game and for a busy machine
_STARTING_MS: Final = 20_000  # for a worker that has to start first
_TRIES: Final = 2
_log: Final = structlog.get_logger("strata.computer")

Question = tuple[str, dict[str, Value], str, list[str], int, int]


class Computer:
    def __init__(self, workers: int, budget_ms: int) -> None:
        self._workers: Final = workers
        self._budget_ms: Final = budget_ms
        self._free: Final = asyncio.Semaphore(workers)
        self._pool: ProcessPoolExecutor | None = None
        self._warm = False

    async def choose(self, table_id: str, table: Table) -> str:
        """The action that the computer plays now."""
        record = table.record
        legal = record.legal()
        actions = [str(action) for action in record.actions]
        seed = int.from_bytes(table_id.encode()[-8:])
        question: Question = (
            record.game.name,
            dict(record.game.settings),
            str(record.start),
            actions,
            self._budget_ms,
            seed,
        )
        for attempt in range(_TRIES):
            try:
                answer = await self._ask(question)
            except (BrokenProcessPool, TimeoutError, OSError) as error:
                _log.warning("worker-failed", table=table_id, error=type(error).__name__)
            else:
                if answer in legal:
                    return answer
                _log.error("worker-illegal", table=table_id, attempt=attempt)
        return choose_random(legal, seed, len(actions))

    async def _ask(self, question: Question) -> str:
        async with self._free:
            pool = self._opened()
            allowed_ms = self._budget_ms + (_GRACE_MS if self._warm else _STARTING_MS)
            asked = asyncio.get_running_loop().run_in_executor(pool, choose, *question)
            try:
                answer = await asyncio.wait_for(asked, allowed_ms / 1000)
            except (BrokenProcessPool, TimeoutError):
                self._discard(pool)
                raise
            self._warm = True
            return answer

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context)
            self._warm = False
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """Ends the workers of a pool; a new one is opened when it is needed."""
        if pool is self._pool:
            self._pool = None
        _end_workers(pool)

    def stop(self) -> None:
        if self._pool is not None:
            self._discard(self._pool)


def _end_workers(pool: ProcessPoolExecutor) -> None:
    processes: Sequence[multiprocessing.Process] = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
