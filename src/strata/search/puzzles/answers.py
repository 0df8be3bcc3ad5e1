"""The judgement of answers to a puzzle: right, as good as right, or wrong and why."""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.game import Game
from strata.core.position import Position
from strata.core.record import Record
from strata.core.teaching.puzzle import Puzzle, PuzzleStep
from strata.search.report import Limits
from strata.search.review import INACCURACY, ToldAction
from strata.search.reviewer import tell_line
from strata.search.turn_search import TurnSearch

_LONGEST_REFUTATION: Final = 6  # actions


class JudgedAnswer(msgspec.Struct, frozen=True):
    """The judgement of a turn given as an answer."""

    is_right: bool
    is_solution: bool
    """Whether it leads to the same position as the solution, so that the solution can go on."""
    chance: float
    """The solver's expected result after it, from 0 to 1."""
    refutation: tuple[ToldAction, ...] = ()
    """The line that follows a wrong answer, with what each action does."""


def is_solution(step: PuzzleStep, start: Position, answer: Position) -> bool:
    """Return whether the turn from `start` to `answer` leads where the solution leads."""
    expected = start
    for action in step.turn:
        expected = expected.play(action)
    return bool(answer.state.get_key() == expected.state.get_key())


def judge_answer(puzzle: Puzzle, step: PuzzleStep, start: Position, answer: Record) -> JudgedAnswer:
    """Judge the last turn of `answer`, which began in `start` and answers `step` of the puzzle.

    A turn is right if it leads to the same position as the solution, if it wins at once, or if a
    search with the effort of the puzzle finds it as good.
    """
    solver = start.mover
    if is_solution(step, start, answer.position):
        return JudgedAnswer(True, True, step.chance)
    search = TurnSearch(Game(answer.rules), Limits(nodes=puzzle.nodes))
    value = search.value(answer)
    chance = value.chance(solver)
    if chance > step.chance - INACCURACY:
        return JudgedAnswer(True, False, chance)
    line = value.line[:_LONGEST_REFUTATION]
    return JudgedAnswer(False, False, chance, tell_line(answer.position, line))
