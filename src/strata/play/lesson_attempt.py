"""A learner's attempt at a lesson: the actions tried, and the answers to them.

An attempt is determined by the actions of both seats so far, and can be resumed from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

import msgspec

from strata.core.errors import IllegalAction, StrataError, shown
from strata.core.explaining.telling import Sentence, Telling
from strata.core.game import Game
from strata.core.gesture import Gesture
from strata.core.outcome import Seat
from strata.core.position import View
from strata.core.record import Record
from strata.core.record_view import RecordView
from strata.core.teaching.lesson import Lesson, Step, judge, open_lesson

Verdict = Literal["finished", "next", "on", "refused", "illegal"]
"""The result of an action.

- finished: the lesson is finished.
- next: the next step begins.
- on: the step goes on.
- refused: the action is legal but does not fulfil the task, and is taken back.
- illegal: the action is not legal.
"""
Opponent = Callable[[Record, int], str]
"""A function that chooses the action of the other seat, given the record and a level."""

MOST_WRONG: Final = 3
"""The number of refused attempts after which a way is shown."""
_NOT_FULFILLED: Final = Sentence("That does not solve the task.")
_FINISHED: Final = "the lesson is finished"
_NOT_WON: Final = Sentence("The task is not solved: start again.")


class InvalidAttempt(StrataError):
    """Actions that no learner can have played in the lesson."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to an action of the learner."""

    verdict: Verdict
    sentences: Telling = ()
    """What the action did, and the comment on it."""
    replies: tuple[Telling, ...] = ()
    """What each action of the opponent's reply did."""


class Way(msgspec.Struct, frozen=True):
    """An action that leads on, and its gesture."""

    action: str
    gesture: Gesture


class LessonAttempt:
    """An attempt at a lesson. The learner has the seat that acts in the lesson's position."""

    def __init__(self, game: Game, lesson: Lesson, actions: Iterable[str] = ()) -> None:
        """Resume an attempt from `actions` of both seats so far. Raises InvalidAttempt."""
        start = open_lesson(game.rules, lesson)
        self.lesson: Final = lesson
        self.learner: Final[Seat] = start.mover
        self.record: Final = Record(start)
        self._number = 0
        self._begun = 0
        for number, action in enumerate(actions):
            self._follow(number, action)
        step = self.step
        if step is not None and self.record.seat != self.learner:
            raise InvalidAttempt(f"lesson {lesson.name}: the actions end on the opponent's turn")

    def _follow(self, number: int, action: str) -> None:
        """Replay an action that was accepted before, unless it is a reply of the lesson."""
        record, step = self.record, self.step
        if number < record.length:
            if record.action_at(number) != action:
                raise self._refuse(number, action, f"expected the reply {record.action_at(number)}")
            return
        if step is None:
            raise self._refuse(number, action, _FINISHED)
        is_own = record.seat == self.learner
        try:
            record.play(action)
        except IllegalAction as error:
            raise self._refuse(number, action, str(error)) from None
        judgement = self._judge(step) if is_own else "on"
        if judgement == "refused":
            raise self._refuse(number, action, "it does not solve the task")
        if judgement == "done":
            self._end_step(step)

    def _refuse(self, number: int, action: str, why: str) -> InvalidAttempt:
        where = f"lesson {self.lesson.name}, action {number + 1}"
        return InvalidAttempt(f"{where}, {shown(action)}: {why}")

    @property
    def step(self) -> Step | None:
        """The current step; None when the lesson is finished."""
        steps = self.lesson.steps
        return steps[self._number] if self._number < len(steps) else None

    @property
    def number(self) -> int:
        """The index of the step, from 0; that of the last step when the lesson is finished."""
        return min(self._number, len(self.lesson.steps) - 1)

    @property
    def begun(self) -> int:
        """The number of actions played before the step began."""
        return self._begun

    @property
    def view(self) -> RecordView:
        """The learner's view of the record."""
        return self.record.view(self.learner)

    def try_action(self, action: str, opponent: Opponent) -> Answer:
        """Play an action of the learner and answer it; in a match `opponent` replies.

        A refused action is taken back. If the actions before it cannot lead on, the step starts
        anew. Raises InvalidAttempt if the lesson is finished.
        """
        step, record = self.step, self.record
        if step is None:
            raise self._refuse(record.length, action, _FINISHED)
        try:
            record.play(action)
        except IllegalAction as error:
            return Answer("illegal", _explain(self.view.position, action, error))
        told = self._tell_last()
        judgement = self._judge(step)
        if judgement == "refused":
            return self._take_back(step, told)
        if judgement == "done":
            return self._go_on(step, told)
        if step.against:
            return self._oppose(step, told, opponent)
        return Answer("on", told)

    def _judge(self, step: Step) -> Literal["done", "on", "refused"]:
        own = self.record.played[self._begun :]
        line = tuple(map(str, own))
        return judge(step, self.learner, line, self.view, self.record.position.begins_turn)

    def _tell_last(self) -> Telling:
        """Return what the last action did, and why the game is over if it is."""
        view = self.view
        end = view.tell_end()
        told = view.tell(self.record.length - 1)
        return told if end is None else (*told, end)

    def _take_back(self, step: Step, told: Telling) -> Answer:
        line = tuple(map(str, self.record.played[self._begun :]))
        why = dict(step.wrong).get(line)
        if step.against:
            said = _NOT_WON
        else:
            said = _NOT_FULFILLED if why is None else Sentence(why)
        self.record.undo()
        if not any(way[: len(line) - 1] == line[:-1] for way in step.accept):
            self.restart_step()
        return Answer("refused", (*told, said))

    def restart_step(self) -> None:
        """Take back all actions played since the step began."""
        while self.record.length > self._begun:
            self.record.undo()

    def _go_on(self, step: Step, told: Telling) -> Answer:
        played = self.record.length
        self._end_step(step)
        view = self.view
        replies = tuple(view.tell(number) for number in range(played, self.record.length))
        return Answer("finished" if self.step is None else "next", told, replies)

    def _end_step(self, step: Step) -> None:
        self.record.play_all(step.reply)
        self._number += 1
        self._begun = self.record.length

    def _oppose(self, step: Step, told: Telling, opponent: Opponent) -> Answer:
        """Let the opponent play until the learner acts again, or the game is over."""
        record = self.record
        replies = []
        while record.seat not in (None, self.learner):
            record.play(opponent(record, step.against))
            replies.append(self._tell_last())
        if record.seat is None:
            if self._judge(step) == "done":
                self._end_step(step)
                return Answer("finished", told, tuple(replies))
            self.restart_step()
            return Answer("refused", (*told, *replies[-1], _NOT_WON))
        return Answer("on", told, tuple(replies))

    def find_way(self) -> Way | None:
        """Return the next action of an accepted line; None if none is known from here."""
        step = self.step
        if step is None:
            return None
        line = tuple(map(str, self.record.played[self._begun :]))
        for way in step.accept:
            if way[: len(line)] == line:
                action = way[len(line)]
                return Way(action, self.record.position.gesture(action))
        return None


def _explain(view: View, action: str, error: IllegalAction) -> Telling:
    """Return why the learner cannot play `action`, with a correction if it is misspelt."""
    found = view.why_not(action)
    if found.kind != "no-action":
        return found.sentences
    text = str(error)
    return (Sentence(text if text.endswith("?") else f"{text}."),)


def choose_reply(record: Record, level: int, seed: int | None = None) -> str:
    """Return the action that the computer plays at `level`."""
    import os

    from strata.search.players import make_player  # slow to import, needed by few lessons

    chance = int.from_bytes(os.urandom(6)) if seed is None else seed
    return str(make_player(Game(record.rules), str(level), seed=chance).choose(record))
