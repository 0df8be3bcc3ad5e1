"""Routes of lessons: the list, and attempts."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from strata.core.explaining.why_not import Explanation
from strata.server.http.dependencies import AnyRequest, ThePayer, TheWorker, question
from strata.server.http.prepared import HOUR, JSON, PreparedAnswers
from strata.server.http.problems import problems
from strata.server.protocol.lesson_messages import (
    LessonInfo,
    LessonState,
    MissInLesson,
    TryLesson,
)
from strata.server.views.lessons import describe_lessons, explain_miss, try_lesson


@get(
    "/api/games/{game:str}/lessons",
    responses={200: ResponseSpec(data_container=list[LessonInfo], description="The lessons.")}
    | problems(404),
)
async def lessons(
    game: FromPath[str], prepared: NamedDependency[PreparedAnswers], request: AnyRequest
) -> Response[bytes]:
    """Return the lessons of a game in their order; empty if it has none."""
    answer = await prepared.get(("lessons", game), lambda: describe_lessons(game), JSON)
    return answer.response(request, HOUR)


@question("/api/games/{game:str}/lessons/{lesson:str}")
async def attempt(
    game: FromPath[str],
    lesson: FromPath[str],
    data: JSONBody[TryLesson],
    worker: TheWorker,
    payer: ThePayer,
) -> LessonState:
    """Try an action in a lesson, after the actions played so far. Nothing is stored."""
    return await worker.run(payer, try_lesson, game, lesson, data)


@question("/api/games/{game:str}/lessons/{lesson:str}/why-not")
async def explain(
    game: FromPath[str],
    lesson: FromPath[str],
    data: JSONBody[MissInLesson],
    worker: TheWorker,
    payer: ThePayer,
) -> Explanation:
    """Explain why these clicks make no action in a lesson, after the actions played so far."""
    return await worker.run(payer, explain_miss, game, lesson, data)


HANDLERS: Final = [lessons, attempt, explain]
