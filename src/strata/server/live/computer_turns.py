"""The turns of computer players at open tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Final

import structlog

from strata.play.refusal import Refusal
from strata.server.engines.computer_player import Computer
from strata.server.live.background import BackgroundTasks
from strata.server.live.change import Change
from strata.server.live.open_table import OpenTable
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.metrics import Metrics

_log: Final = structlog.get_logger("strata.computer")


Changing = Callable[[OpenTable, int], AbstractAsyncContextManager[Change]]
"""A function that opens a change of a table, which must be at this version."""
Charge = Callable[[str, float], None]
"""A function that charges an address for seconds of processor time."""


class ComputerTurns:
    def __init__(
        self,
        computer: Computer,
        tasks: BackgroundTasks,
        metrics: Metrics,
        changing: Changing,
        charge: Charge,
        now_ms: Callable[[], int],
    ) -> None:
        self._computer: Final = computer
        self._tasks: Final = tasks
        self._metrics: Final = metrics
        self._changing: Final = changing
        self._charge: Final = charge
        self._now_ms: Final = now_ms
        self._thinking: Final[set[str]] = set()

    def begin(self, open_table: OpenTable) -> None:
        """Let the computer act if it is its turn, unless it is already about to."""
        if open_table.table.computer_acts and open_table.id not in self._thinking:
            self._thinking.add(open_table.id)
            self._tasks.start(self._act(open_table))

    async def _act(self, open_table: OpenTable) -> None:
        """Play for the computer until it is somebody else's turn."""
        try:
            while open_table.table.computer_acts:
                # The opponent is charged for the event loop's time, not for the worker's thinking.
                payer = partial(self._charge, open_table.company)
                await MeasuredWork(self._play(open_table), payer)
        except Refusal as refusal:
            _log.error("computer-refused", table=open_table.id, error=str(refusal))
            return
        finally:
            self._thinking.discard(open_table.id)

    async def _play(self, open_table: OpenTable) -> None:
        """Choose and play one action; nothing is played if the table changed meanwhile."""
        table, seat = open_table.table, open_table.table.seat
        assert seat is not None  # the computer's
        version = table.version
        began = time.perf_counter()
        action = await self._computer.choose(
            open_table.id, table, self._now_ms(), open_table.company
        )
        self._metrics.thinking.observe(time.perf_counter() - began)
        try:
            async with self._changing(open_table, version) as change:
                change.table.play(seat, action, change.now_ms)
        except Refusal as refusal:
            if refusal.reason != "stale":
                raise
            _log.info("computer-overtaken", table=open_table.id)
