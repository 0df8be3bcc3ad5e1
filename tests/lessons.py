"""What the tests of a game's lessons ask: the words of the way that is shown, what may follow."""

from __future__ import annotations

import strata
from strata.core.explaining.telling import read_all
from strata.core.teaching.lesson import Lesson, open_lesson


def find_lesson(game: str, name: str) -> Lesson:
    return next(lesson for lesson in strata.game(game).lessons if lesson.name == name)


def tell_shown(game: str, name: str) -> str:
    """What the learner reads of the actions, the opponent's too, of the way that is shown."""
    lesson = find_lesson(game, name)
    position = open_lesson(strata.game(game).rules, lesson)
    learner, words = position.seat, []
    for step in lesson.steps:
        for action in (*step.accept[0], *step.reply):
            words.append(read_all(position.tell(action), learner))
            position = position.play(action)
    end = position.tell_end()
    return " ".join((*words, end.read(learner) if end else ""))


def actions_after(game: str, name: str, line: str) -> tuple[str, ...]:
    """What may be done after `line` from the position of a lesson."""
    position = open_lesson(strata.game(game).rules, find_lesson(game, name))
    for action in line.split():
        position = position.play(action)
    return tuple(map(str, position.actions()))
