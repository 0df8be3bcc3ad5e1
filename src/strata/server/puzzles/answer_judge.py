"""The judging of answers to puzzles, so that only a noted result tells right from wrong.

Whatever can refuse an answer does so before the answer is looked at. From then on the judge holds
the client to the answer: if the result cannot be noted, because a search or the database fails, the
client must give the same answer again. Each process holds only its own clients.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeVar

from strata.play.refusal import Refusal
from strata.server.engines.analyst import AnalysisFailed, Analyst
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.protocol.puzzle_messages import PuzzleState
from strata.server.puzzles.puzzle_worker import AttemptState, judge_turn

_MOST_KEPT: Final = 2000
Key = TypeVar("Key")
Value = TypeVar("Value")
_Answer = tuple[AttemptState, str]
"""An attempt, and the action that completes a turn in it."""


class AnswerJudge:
    def __init__(self, worker: MeteredWorker, analyst: Analyst) -> None:
        self._worker: Final = worker
        self._analyst: Final = analyst
        self._known: Final[OrderedDict[_Answer, PuzzleState]] = OrderedDict()
        """Answers that needed a search."""
        self._open: Final[OrderedDict[tuple[str, str, str], _Answer]] = OrderedDict()
        """By client, game and puzzle, the answers whose results are not noted yet."""

    async def judge(
        self, device: str, state: AttemptState, action: str, owner: str, count: Callable[[], None]
    ) -> PuzzleState:
        """Judge the turn that `action` completes; the caller notes the result and calls `settle`.

        `count` is called if a search is needed. Raises Refusal while another answer of this client
        to this puzzle is open, WorkerBusy, AnalystBusy or AnalysisFailed.
        """
        answer = (state, action)
        self._analyst.expect_room(owner)
        self._hold(device, answer)
        known = self._known.get(answer)
        if known is not None:
            self._known.move_to_end(answer)
            return known
        found = await self._worker.run(owner, judge_turn, *answer, False)
        if found is not None:
            return found
        count()
        judged = await self._analyst.judge_answer(state.puzzle, owner, judge_turn, *answer, True)
        if judged is None:
            raise AnalysisFailed("this answer could not be judged")
        _keep(self._known, answer, judged)
        return judged

    def settle(self, device: str, game: str, puzzle: str) -> None:
        """Free the client to give any answer, after a result was noted or a turn was right."""
        self._open.pop((device, game, puzzle), None)

    def _hold(self, device: str, answer: _Answer) -> None:
        state = answer[0]
        key = (device, state.game, state.puzzle)
        if self._open.get(key, answer) != answer:
            held, last = self._open[key]
            turn = ", ".join((*held.turn, last))
            raise Refusal(
                "not-allowed", f"your answer {turn} is not judged yet: wait, or give it again"
            )
        _keep(self._open, key, answer)


def _keep(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    kept[key] = value
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
