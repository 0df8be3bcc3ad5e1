"""One person's way through a puzzle: actions, answers, hints. No input or output."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, Literal

import msgspec

from strata.core.errors import IllegalAction
from strata.core.explaining.telling import Sentence, Telling, cells_of
from strata.core.game import Game
from strata.core.outcome import Seat
from strata.core.record import Record
from strata.core.teaching.puzzle import Puzzle, PuzzleStep, open_puzzle
from strata.play.glicko import Rating
from strata.search.puzzles.answers import JudgedAnswer, judge_answer
from strata.search.puzzles.themes import THEMES
from strata.search.review import ToldAction
from strata.search.reviewer import tell_line

Verdict = Literal["on", "next", "solved", "wrong"]
"""The turn goes on; it is right and the next is to be found; all is found; it is wrong."""

_TASKS: Final = {
    "win": "{seat} to move. Find the turn that wins.",
    "gain": "{seat} to move. Find the turn that gains the upper hand.",
    "save": "{seat} to move. Find the only turn that holds the game.",
}
_LEAST_RATING: Final = 700
_A_LEVEL: Final = 150
_DEVIATION: Final = 80.0


def puzzle_rating(puzzle: Puzzle) -> Rating:
    """What a puzzle counts as, as an opponent of whoever solves it: 850 to 2200 by its level."""
    return Rating(_LEAST_RATING + _A_LEVEL * puzzle.level, _DEVIATION)


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, another one the next day."""
    return sorted(puzzles, key=lambda puzzle: puzzle.id)[day.toordinal() % len(puzzles)]


class Answer(msgspec.Struct, frozen=True):
    """What became of an action."""

    verdict: Verdict
    telling: Telling
    """What the action did."""
    reply: tuple[ToldAction, ...] = ()
    """The answer of the other side to a turn that is right."""
    refutation: tuple[ToldAction, ...] = ()
    """Why a turn is wrong: what would follow. The turn is taken back."""


class PuzzleAttempt:
    """Plays the solver's turns against the solution."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        """`game` may have other options; the puzzle's are used. Raises what positions raise."""
        self.puzzle: Final = puzzle
        position = open_puzzle(puzzle, type(game.rules))
        self.solver: Final[Seat] = position.mover
        self.record = Record(position)
        self.number = 0
        """Of the step that is to be found, from 0 on."""
        self.wrong = 0
        self.hints = 0
        self._begun = 0

    @property
    def is_solved(self) -> bool:
        return self.number >= len(self.puzzle.steps)

    @property
    def step(self) -> PuzzleStep:
        return self.puzzle.steps[self.number]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was wrong and no hint was needed: only that counts as solved."""
        return not self.wrong and not self.hints

    def task(self) -> str:
        text = _TASKS[self.puzzle.goal] if not self.number else "Go on: find the next turn."
        return text.format(seat=self.solver.capitalize())

    def play(self, action: str) -> Answer:
        """Plays an action of the solver. Raises IllegalAction, also when the puzzle is solved."""
        if self.is_solved:
            raise IllegalAction(f"illegal action {action}: the puzzle is solved")
        telling = self.record.position.tell(action)
        self.record.play(action)
        if self.record.seat == self.solver:
            return Answer("on", telling)
        start = self.record.position_at(self._begun)
        judged = judge_answer(self.puzzle, self.step, start, self.record)
        if not judged.is_right:
            return self._refuse(telling, judged)
        return self._accept(telling, judged)

    def _refuse(self, telling: Telling, judged: JudgedAnswer) -> Answer:
        self.wrong += 1
        self.again()
        return Answer("wrong", telling, refutation=judged.refutation)

    def _accept(self, telling: Telling, judged: JudgedAnswer) -> Answer:
        reply = self.step.reply
        if not judged.is_solution or not reply:
            self.number = len(self.puzzle.steps)
            return Answer("solved", telling)
        told = tell_line(self.record.position, reply)
        self.record.play_all(reply)
        self.number += 1
        self._begun = self.record.length
        return Answer("next", telling, reply=told)

    def again(self) -> None:
        """Takes back the actions of the turn so far."""
        while self.record.length > self._begun:
            self.record.undo()

    def hint(self) -> Sentence | None:
        """The next hint for this turn: a theme, where it begins, the turn; None if all are told."""
        start = self.record.position_at(self._begun)
        first = self.step.turn[0]
        cells = [token.id for token in start.gesture(first) if token.kind == "cell"][:1]
        theme = next((THEMES[name] for name in self.puzzle.themes), "look closely")
        hints = [Sentence(f"{theme}.")]
        if cells:
            hints.append(Sentence(f"the turn begins with {cells[0]}.", cells_of(*cells)))
        hints.append(Sentence(f"play {', then '.join(self.step.turn)}."))
        if self.hints >= len(hints):
            return None
        self.hints += 1
        return hints[self.hints - 1]

    def solution(self) -> tuple[ToldAction, ...]:
        """What is left of the solution, told; whoever asks has not solved the puzzle."""
        self.again()
        self.wrong += 1
        steps = self.puzzle.steps[self.number :]
        actions = [action for step in steps for action in (*step.turn, *step.reply)]
        told = tell_line(self.record.position, actions)
        self.number = len(self.puzzle.steps)
        return told
