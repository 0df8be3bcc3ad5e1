"""Lessons as data: a position, tasks, accepted actions, hints and replies.

The learner is the seat that acts in the position. A lesson has one step or more. In each step the
learner plays a line of actions that the step accepts, or any actions that lead to its goal; then
the reply is played and the next step begins. The last step may be a match against a level of the
computer. core/teaching/lesson_reader.py reads lessons, play/lesson_attempt.py plays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from strata.core.errors import StrataError
from strata.core.option import Value
from strata.core.outcome import Outcome, Seat
from strata.core.position import Position
from strata.core.rules import Rules
from strata.core.scene import Layer, Scene

Line = tuple[str, ...]
"""A sequence of actions."""
Judgement = Literal["done", "on", "refused"]
"""What an action does: `done` completes the step, `on` continues it, `refused` does not fulfil the
task.
"""


class UnknownLesson(StrataError):
    """The game has no lesson of that name."""


class Viewed(Protocol):
    """What a goal is checked in: a view of a position or of a record."""

    @property
    def seat(self) -> Seat | None: ...

    def scene(self) -> Scene: ...

    def outcome(self) -> Outcome | None: ...


class Thing(msgspec.Struct, frozen=True):
    """A symbol, an owner, or a symbol of an owner, as named by a goal."""

    symbol: str | None = None
    owner: Seat | None = None

    def is_layer(self, layer: Layer) -> bool:
        return self.symbol in (None, layer.symbol) and self.owner in (None, layer.owner)


class Goal(msgspec.Struct, frozen=True):
    """Conditions on what the learner sees after an action; all that are given must hold."""

    won: bool = False
    """The learner has won."""
    over: bool = False
    """The game is over."""
    seat: Seat | None = None
    """This seat acts next."""
    on: tuple[tuple[str, Thing], ...] = ()
    """On each of these cells there is such a thing, on top or below."""
    off: tuple[tuple[str, Thing], ...] = ()
    """On each of these cells there is no such thing."""
    count: tuple[tuple[Thing, int], ...] = ()
    """Exactly this many of these are on the board."""
    at_most: tuple[tuple[Thing, int], ...] = ()
    """At most this many of these are on the board."""
    check: tuple[str, ...] = ()
    """These cells are marked as in check."""

    def is_met(self, view: Viewed, learner: Seat) -> bool:
        """Return whether the conditions hold in what the seat `learner` sees."""
        if self.won or self.over:
            outcome = view.outcome()
            if outcome is None or (self.won and outcome.winner != learner):
                return False
        if self.seat is not None and view.seat != self.seat:
            return False
        return self._is_seen(view.scene())

    def _is_seen(self, scene: Scene) -> bool:
        def holds(cell: str, thing: Thing) -> bool:
            return any(map(thing.is_layer, scene.stacks.get(cell, ())))

        def number(thing: Thing) -> int:
            return sum(thing.is_layer(layer) for stack in scene.stacks.values() for layer in stack)

        checked = {cell for mark in scene.marks if mark.kind == "check" for cell in mark.cells}
        return (
            all(holds(cell, thing) for cell, thing in self.on)
            and not any(holds(cell, thing) for cell, thing in self.off)
            and all(number(thing) == wanted for thing, wanted in self.count)
            and all(number(thing) <= most for thing, most in self.at_most)
            and checked.issuperset(self.check)
        )


class Step(msgspec.Struct, frozen=True):
    """One task of a lesson."""

    task: str
    """What to do, in a sentence."""
    hints: tuple[str, ...]
    """Sentences, each more helpful than the one before."""
    accept: tuple[Line, ...] = ()
    """Lines of the learner's actions, each of which fulfils the task; the first is shown."""
    goal: Goal | None = None
    """What else fulfils the task: any actions of one turn, or of the match, that lead there."""
    wrong: tuple[tuple[Line, str], ...] = ()
    """Lines whose last action is a likely mistake, each with a sentence that says why."""
    reply: Line = ()
    """What the opponent plays before the next step."""
    against: int = 0
    """The level of the computer that plays the other seat until the goal is met; 0: none."""
    free: str = ""
    """Why every legal action fulfils the task; empty if some do not."""


class Lesson(msgspec.Struct, frozen=True):
    """Something to learn by doing it."""

    name: str
    """Its name in addresses and commands."""
    title: str
    position: str
    steps: tuple[Step, ...]
    learnt: str
    """What was learnt, in a sentence or two."""
    group: str = ""
    """Its heading in the list of lessons, for games with many."""
    options: dict[str, Value] = {}
    """The options that differ from their defaults."""
    rules: tuple[str, ...] = ()
    """Numbers in the rulebook."""


def open_lesson(rules: Rules[Any], lesson: Lesson) -> Position:
    """Return the position of a lesson. `rules` are of the lesson's game.

    The options of `rules` are ignored: the lesson has its own. Raises StrataError.
    """
    opened = type(rules).open(lesson.options)
    return Position(opened, opened.read(lesson.position))


def judge(
    step: Step, learner: Seat, line: Sequence[str], view: Viewed, begins_turn: bool
) -> Judgement:
    """Judge the last action of `line`, which has the learner's actions since the step began.

    `view` is what the learner sees after it; `begins_turn` says whether a turn begins there.
    """
    line = tuple(line)
    if line in step.accept or (step.goal is not None and step.goal.is_met(view, learner)):
        return "done"
    if any(way[: len(line)] == line for way in step.accept):
        return "on"
    if step.goal is None or view.seat is None:
        return "refused"
    goes_on = step.against or (view.seat == learner and not begins_turn)
    return "on" if goes_on else "refused"
