"""One person's attempt at a puzzle: actions, answers, hints. No input or output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from strata.core.errors import IllegalAction, StrataError
from strata.core.explaining.telling import Sentence, Telling, cells_of
from strata.core.game import Game
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.core.teaching.puzzle import Puzzle, PuzzleStep, open_puzzle
from strata.search.puzzles.answers import JudgedAnswer, is_solution, judge_answer
from strata.search.review import ToldAction
from strata.search.reviewer import tell_line

Verdict = Literal["on", "next", "solved", "wrong"]
"""The result of an action.

- on: the turn goes on.
- next: the turn is right, and the next one is to be found.
- solved: the last turn is found.
- wrong: the turn is wrong.
"""

_NOT_FOUND: Final = "the actions are not a beginning of the solution with its replies"
_TASKS: Final = {
    "win": "{seat} to act. Find the turn that wins.",
    "gain": "{seat} to act. Find the turn that gains the upper hand.",
    "save": "{seat} to act. Find the only turn that holds the game.",
}


class InvalidPuzzleAttempt(StrataError):
    """The actions said to have been played are none of this attempt."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to an action of the solver."""

    verdict: Verdict
    telling: Telling
    """What the action did."""
    reply: tuple[ToldAction, ...] = ()
    """The reply of the other side to a right turn."""
    refutation: tuple[ToldAction, ...] = ()
    """The line that shows why a turn is wrong. The turn is taken back."""
    chance: float | None = None
    """The solver's expected result after a wrong turn, from 0 to 1."""
    wanted: float | None = None
    """The same after the right turn."""


class PuzzleAttempt:
    """An attempt to find the solver's turns of a solution."""

    def __init__(self, game: Game, puzzle: Puzzle, actions: Iterable[str] = ()) -> None:
        """Resume an attempt; the options of the puzzle are used, not those of `game`.

        `actions` of both sides are those accepted so far: turns of the solution with their replies,
        then the beginning of the next turn. Raises InvalidPuzzleAttempt for other actions,
        IllegalAction for illegal ones, and the errors of options and positions.
        """
        self.puzzle: Final = puzzle
        position = open_puzzle(puzzle, type(game.rules))
        self.solver: Final[Seat] = position.mover
        self.record = Record(position)
        self.number = 0
        """The index of the step to find, from 0."""
        self.wrong = 0
        self.hints = 0
        self._begun = 0
        self._restore(tuple(actions))

    def _restore(self, actions: tuple[str, ...]) -> None:
        """Play the actions accepted so far, without a search."""
        at = 0
        while at < len(actions):
            self.record.play(actions[at])
            at += 1
            if self.record.seat == self.solver:
                continue
            if not is_solution(self.step, self.turn_start, self.record.position):
                raise InvalidPuzzleAttempt(_NOT_FOUND)
            reply = self.step.reply
            if not reply or actions[at : at + len(reply)] != reply:
                raise InvalidPuzzleAttempt(_NOT_FOUND)
            self._go_on()
            at += len(reply)

    @property
    def begun(self) -> int:
        """The number of actions played before the turn in progress."""
        return self._begun

    @property
    def turn_start(self) -> Position:
        """The position in which the turn in progress began."""
        return self.record.position_at(self._begun)

    @property
    def is_solved(self) -> bool:
        return self.number >= len(self.puzzle.steps)

    @property
    def step(self) -> PuzzleStep:
        return self.puzzle.steps[self.number]

    @property
    def is_clean(self) -> bool:
        """Whether there was no mistake and no hint; only that counts as solved."""
        return not self.wrong and not self.hints

    def task(self) -> str:
        text = _TASKS[self.puzzle.goal] if not self.number else "Now find the next turn."
        return text.format(seat=self.solver.capitalize())

    def play(self, action: str) -> Answer:
        """Play an action of the solver. Raises IllegalAction, also when the puzzle is solved."""
        if self.is_solved:
            raise IllegalAction(f"illegal action {action}: the puzzle is solved")
        telling = self.record.position.tell(action)
        self.record.play(action)
        if self.record.seat == self.solver:
            return Answer("on", telling)
        judged = judge_answer(self.puzzle, self.step, self.turn_start, self.record)
        if not judged.is_right:
            return self._refuse(telling, judged)
        return self._accept(telling, judged)

    def _refuse(self, telling: Telling, judged: JudgedAnswer) -> Answer:
        self.wrong += 1
        self.again()
        return Answer("wrong", telling, (), judged.refutation, judged.chance, self.step.chance)

    def _accept(self, telling: Telling, judged: JudgedAnswer) -> Answer:
        reply = self.step.reply
        if not judged.is_solution or not reply:
            self.number = len(self.puzzle.steps)
            return Answer("solved", telling)
        told = tell_line(self.record.position, reply)
        self._go_on()
        return Answer("next", telling, reply=told)

    def _go_on(self) -> None:
        """Play the reply to the turn that was found."""
        self.record.play_all(self.step.reply)
        self.number += 1
        self._begun = self.record.length

    def begin_turn(self, actions: Iterable[str]) -> None:
        """Play the beginning of a turn, which nothing judges.

        Raises InvalidPuzzleAttempt if the actions complete the turn, and IllegalAction.
        """
        for action in actions:
            if self.completes_turn(action):
                raise InvalidPuzzleAttempt(
                    f"{action} completes the turn: expected only the actions before it"
                )
            self.record.play(action)

    def completes_turn(self, action: str) -> bool:
        """Return whether a turn ends with this action. Raises IllegalAction."""
        return self.record.position.play(action).seat != self.solver

    def needs_search(self, action: str) -> bool:
        """Return whether `play` would need a search to judge this action. Raises IllegalAction."""
        position = self.record.position.play(action)
        if self.is_solved or position.seat == self.solver:
            return False
        return not is_solution(self.step, self.turn_start, position)

    def again(self) -> None:
        """Take back the actions of the turn in progress."""
        while self.record.length > self._begun:
            self.record.undo()

    def hints_for_turn(self) -> tuple[Sentence, ...]:
        """Return the hints for this turn, each saying more: the first cell, all cells, the turn.

        If the solver's actions begin the solution's turn, the hints are about the rest of it.
        """
        played = tuple(map(str, self.record.played[self._begun :]))
        wanted = self.step.turn
        is_on_the_way = played == wanted[: len(played)]
        rest = wanted[len(played) :] if is_on_the_way else wanted
        position = self.record.position if is_on_the_way else self.turn_start
        cells: list[str] = []
        for action in rest:
            cells += (token.id for token in position.gesture(action) if token.kind == "cell")
            position = position.play(action)
        cells = list(dict.fromkeys(cells))
        verb = "begins" if rest == wanted else "continues"
        hints = []
        if cells:
            hints.append(Sentence(f"the turn {verb} with {cells[0]}.", cells_of(cells[0])))
        if len(cells) > 1:
            hints.append(Sentence(f"its cells are {', '.join(cells)}.", cells_of(*cells)))
        hints.append(Sentence(f"play {', then '.join(rest)}.", cells_of(*cells)))
        return tuple(hints)

    def hint(self) -> Sentence | None:
        """Return the next hint for this turn; None if all were given."""
        hints = self.hints_for_turn()
        if self.hints >= len(hints):
            return None
        self.hints += 1
        return hints[self.hints - 1]

    def solution(self) -> tuple[ToldAction, ...]:
        """Return the rest of the solution, told. The puzzle then counts as not solved."""
        self.again()
        self.wrong += 1
        steps = self.puzzle.steps[self.number :]
        actions = [action for step in steps for action in (*step.turn, *step.reply)]
        told = tell_line(self.record.position, actions)
        self.number = len(self.puzzle.steps)
        return told
