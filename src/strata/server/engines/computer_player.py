"""Computer players, which think in worker processes, each action within a time budget.

The budget is that of the level, limited by the server and by the computer's clock when a worker is
free. If a worker fails, the question is asked once more; if that fails too, or the clock would run
out, the server itself plays a random legal action, so that the game goes on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from hashlib import sha256
from statistics import median
from typing import Final

import structlog

from strata.core.chance import choose_random
from strata.play.game_snapshot import snapshot_of
from strata.play.table import Table
from strata.play.thinking_time import left_of, thinking_ms
from strata.server.engines.computer_worker import choose, timed
from strata.server.engines.fair_queue import FairQueue
from strata.server.engines.process_pool import ProcessPool

_TRIES: Final = 2
_NICENESS: Final = 5
_SPARE_MS: Final = 100  # of the clock, to play and store the server's own choice
_RECENT: Final = 5
"""The number of actions whose median is the expected time; one slow action does not change it."""
_Kind = tuple[str, int | None]
"""A game and a level."""
_log: Final = structlog.get_logger("strata.computer")


class Computer:
    def __init__(self, workers: int, most_ms: int, secret: str = "") -> None:
        """`most_ms` is the longest time for an action at any level.

        Random choices follow from `secret` and the table's id, so that no player can predict them.
        """
        self._secret: Final = secret
        self._workers: Final = ProcessPool(workers + 1, _NICENESS)
        self._turns: Final = FairQueue(workers, short_slots=1)
        self.most_ms: Final = most_ms
        self._asked: Final[set[asyncio.Task[str | None]]] = set()
        self._took_ms: Final[dict[_Kind, deque[float]]] = {}
        """The processor time of recent actions. Low levels take less than their budget."""

    async def choose(self, table_id: str, table: Table, now_ms: int, owner: str = "") -> str:
        """Return the computer's action; `owner` is the address of its opponent."""
        legal, played = table.record.actions(), table.record.length
        seed = int.from_bytes(sha256(f"{self._secret}/{table_id}".encode()).digest()[:6])
        left_ms = left_of(table.clock, table.seat, now_ms)
        patience = None if left_ms is None else max(0, left_ms - _SPARE_MS) / 1000
        # Shielded: a timeout must not end the worker process, which others may need.
        asked = asyncio.create_task(self._ask(table_id, table, left_ms, seed, owner))
        self._asked.add(asked)
        asked.add_done_callback(self._asked.discard)
        try:
            answer = await asyncio.wait_for(asyncio.shield(asked), patience)
        except TimeoutError:
            _log.warning("out-of-time", table=table_id)
            answer = None
        return answer if answer in legal else str(choose_random(legal, seed, played))

    async def _ask(
        self, table_id: str, table: Table, left_ms: int | None, seed: int, owner: str
    ) -> str | None:
        seat = table.seat
        assert seat is not None
        snapshot, legal, level = snapshot_of(table.record), table.record.actions(), table.levels
        increment_ms = table.clock.increment_ms if table.clock else 0
        loop = asyncio.get_running_loop()
        began = loop.time()
        kind = table.record.rules.name, level.get(seat)
        expected_ms = thinking_ms(level.get(seat), self.most_ms, left_ms, increment_ms)
        took_ms = self._took_ms.setdefault(kind, deque(maxlen=_RECENT))
        if took_ms:
            expected_ms = min(expected_ms, round(median(took_ms)))
        for attempt in range(_TRIES):
            async with self._turns.turn(owner, expected_ms):
                waited_ms = round(1000 * (loop.time() - began))
                left = None if left_ms is None else left_ms - waited_ms
                budget = thinking_ms(level.get(seat), self.most_ms, left, increment_ms)
                try:
                    answer, this_ms = await self._workers.ask(
                        budget, timed, choose, snapshot, level.get(seat), budget, seed
                    )
                except Exception as error:
                    _log.warning("worker-failed", table=table_id, error=type(error).__name__)
                    continue
                if this_ms is not None:
                    took_ms.append(this_ms)
            if answer in legal:
                return answer
            _log.error("worker-illegal", table=table_id, attempt=attempt)
        return None

    def stop(self) -> None:
        for asked in tuple(self._asked):
            asked.cancel()
        self._workers.stop()
