"""Analyses of finished games, studies and puzzles, and help in games against the computer.

They are made in a worker process of their own, so that no computer player waits for them. Reviews
of whole games, which take minutes, have another one, so that nothing else waits for a review.

Analyses of finished games are cached, because many clients look at the same game. Who may have them
is decided elsewhere: live/advice_guard.py.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

import structlog

from strata.core.errors import IllegalAction, StrataError
from strata.core.record import Record
from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.play.table import Table
from strata.search.advice import Advice, AdviceKind
from strata.search.review import Effort, ReviewedTurn
from strata.search.reviewer import Attempt
from strata.server.engines.advice_worker import advise
from strata.server.engines.analysis_worker import analyse
from strata.server.engines.fair_queue import FairQueue
from strata.server.engines.process_pool import ProcessPool
from strata.server.engines.review_worker import JudgedTurn, judge_turn, try_turn
from strata.server.engines.study_analysis_worker import Found, NoThreat, think_on
from strata.server.protocol.analysis_messages import Analyse, Analysis

_NICENESS: Final = 10
_REMEMBERED: Final = 2000
_REVIEW_MS: Final = 120_000  # more than the searches of a turn take on a busy machine
_ADVICE_MS: Final = 20_000  # more than a hint or the two searches of a threat ever take
Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")
_log: Final = structlog.get_logger("strata.analyst")


class AnalystBusy(StrataError):
    """Too many analyses are waiting."""


class AnalysisFailed(StrataError):
    """The worker process failed, or did not answer in time."""


class _Desk:
    """A worker process and its queue."""

    def __init__(self) -> None:
        self.workers: Final = ProcessPool(1, _NICENESS)
        self.turns: Final = FairQueue(1)

    def expect_room(self, owner: str) -> None:
        """Raise AnalystBusy if the queue, or the line of `owner`, is full."""
        if self.turns.is_full_for(owner):
            raise AnalystBusy("too many analyses at the moment: try again shortly")


class Analyst:
    def __init__(self, most_ms: int) -> None:
        self._desk: Final = _Desk()
        self._review_desk: Final = _Desk()
        self._most_ms: Final = most_ms
        self._known: Final[OrderedDict[tuple[str, int, Analyse], Analysis]] = OrderedDict()

    async def analyse(
        self, table_id: str, table: Table, wanted: Analyse, owner: str = ""
    ) -> Analysis:
        """Return the analysis, cached or new; the caller has checked that it may be given.

        `owner` is the client's address, by which the queue takes turns.
        """
        key = (table_id, table.version, wanted)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = await self._think(table_id, table.record, wanted, owner)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return known

    async def advise(
        self, table_id: str, snapshot: GameSnapshot, kind: AdviceKind, owner: str
    ) -> Advice:
        """Return help for the seat to act; the caller has checked that it may be given."""
        return await self._ask(table_id, owner, _ADVICE_MS, advise, snapshot, kind)

    def expect_room(self, owner: str) -> None:
        """Raise AnalystBusy if an analysis for `owner` would be refused now."""
        self._desk.expect_room(owner)

    async def think_on(
        self,
        study_id: str,
        snapshot: GameSnapshot,
        budget_ms: int,
        lines: int,
        threat: bool,
        owner: str,
    ) -> Found | NoThreat:
        """Think about a position for `budget_ms` more; the caller has checked permission."""
        return await self._ask(
            study_id, owner, budget_ms, think_on, snapshot, budget_ms, lines, threat
        )

    async def judge_turn(
        self, table_id: str, snapshot: GameSnapshot, number: int, owner: str
    ) -> JudgedTurn:
        """Review one turn of a finished game."""
        return await self._ask_at(
            self._review_desk, table_id, owner, _REVIEW_MS, judge_turn, snapshot, number
        )

    async def try_turn(
        self,
        table_id: str,
        snapshot: GameSnapshot,
        effort: Effort,
        turn: ReviewedTurn,
        actions: tuple[str, ...],
        owner: str,
    ) -> Attempt:
        """Judge a turn that was tried in place of `turn`. Raises IllegalAction."""
        return await self._ask(
            table_id, owner, _REVIEW_MS, try_turn, snapshot, effort, turn, actions
        )

    async def judge_answer(
        self, puzzle: str, owner: str, work: Callable[[*Given], Answer], *given: *Given
    ) -> Answer:
        """Judge an answer to a puzzle by `work`, which searches. Raises IllegalAction."""
        return await self._ask(puzzle, owner, _REVIEW_MS, work, *given)

    async def _think(self, table_id: str, record: Record, wanted: Analyse, owner: str) -> Analysis:
        budget_ms = min(wanted.time_ms, self._most_ms)
        snapshot = snapshot_of(record, wanted.number)
        return await self._ask(
            table_id, owner, budget_ms, analyse, snapshot, budget_ms, wanted.lines
        )

    async def _ask(
        self,
        table_id: str,
        owner: str,
        budget_ms: int,
        work: Callable[[*Given], Answer],
        *given: *Given,
    ) -> Answer:
        return await self._ask_at(self._desk, table_id, owner, budget_ms, work, *given)

    @staticmethod
    async def _ask_at(
        desk: _Desk,
        table_id: str,
        owner: str,
        budget_ms: int,
        work: Callable[[*Given], Answer],
        *given: *Given,
    ) -> Answer:
        """Run `work` in the desk's worker process, and return its answer.

        Raises AnalystBusy, AnalysisFailed, or the IllegalAction that `work` raises.
        """
        desk.expect_room(owner)
        try:
            async with desk.turns.turn(owner, budget_ms):
                return await desk.workers.ask(budget_ms, work, *given)
        except IllegalAction:
            raise
        except Exception as error:
            _log.warning("analysis-failed", table=table_id, error=type(error).__name__)
            raise AnalysisFailed("this position could not be analysed") from None

    def stop(self) -> None:
        for desk in (self._desk, self._review_desk):
            desk.workers.stop()
