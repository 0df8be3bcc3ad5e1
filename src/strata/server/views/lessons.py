"""Lessons as clients see them. No attempt is stored: the client sends the actions played so far."""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.explaining.why_not import Explanation
from strata.core.game import Game
from strata.core.gesture import Token
from strata.core.teaching.lesson import Lesson
from strata.games import rules_class
from strata.play.lesson_attempt import Answer, InvalidAttempt, LessonAttempt, choose_reply
from strata.server.protocol.lesson_messages import (
    LessonInfo,
    LessonState,
    LessonStep,
    MissInLesson,
    TryLesson,
)
from strata.server.protocol.offers import NO_OFFERS
from strata.server.views.offers import list_offers
from strata.server.views.reaches import other_reaches
from strata.server.views.table_views import scene_state

MOST_ACTIONS: Final = 400


def describe_lessons(name: str) -> tuple[LessonInfo, ...]:
    """Return the lessons of the game called `name`. Raises UnknownGame."""
    return tuple(map(_describe, Game(rules_class(name)()).lessons))


def _describe(lesson: Lesson) -> LessonInfo:
    steps = tuple(LessonStep(step.task, step.hints, step.against) for step in lesson.steps)
    return LessonInfo(lesson.name, lesson.title, lesson.group, steps, lesson.learnt, lesson.rules)


def try_lesson(name: str, lesson: str, tried: TryLesson) -> LessonState:
    """Answer a learner's try. Runs in a worker, since the computer may have to think.

    Raises UnknownGame, UnknownLesson or InvalidAttempt.
    """
    attempt = _attempt(name, lesson, tried.actions)
    answer = None if tried.action is None else attempt.try_action(tried.action, choose_reply)
    return _state(attempt, answer, with_way=tried.way)


def explain_miss(name: str, lesson: str, missed: MissInLesson) -> Explanation:
    """Explain why a learner's clicks make no action. Runs in a worker.

    Raises UnknownGame, UnknownLesson, InvalidAttempt, UnknownToken or NothingToExplain.
    """
    attempt = _attempt(name, lesson, missed.actions)
    clicks = [Token(click.kind, click.id) for click in missed.clicks]
    return attempt.view.position.why_not(clicks)


def _attempt(name: str, lesson: str, actions: tuple[str, ...]) -> LessonAttempt:
    game = Game(rules_class(name)())
    if len(actions) > MOST_ACTIONS:
        raise InvalidAttempt(f"got {len(actions)} actions, expected at most {MOST_ACTIONS}")
    return LessonAttempt(game, game.lesson(lesson), actions)


def _state(attempt: LessonAttempt, answer: Answer | None, *, with_way: bool) -> LessonState:
    view = attempt.view
    acts = attempt.step is not None and view.seat == attempt.learner
    way = attempt.find_way() if with_way else None
    offers = list_offers(view.position) if acts else NO_OFFERS
    return LessonState(
        **msgspec.structs.asdict(offers),
        verdict="begun" if answer is None else answer.verdict,
        sentences=() if answer is None else answer.sentences,
        replies=() if answer is None else answer.replies,
        actions=tuple(map(str, attempt.record.played)),
        step=attempt.number,
        begun=attempt.begun,
        learner=attempt.learner,
        seat=view.seat if acts else None,
        scene=scene_state(view.scene()),
        reaches=other_reaches(view.position, attempt.learner) if acts else {},
        way=() if way is None else way.gesture,
    )
