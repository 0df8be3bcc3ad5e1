"""Lessons as clients get them: which there are, and what becomes of an attempt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.core.explaining.why_not import Explanation
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.protocol.lesson_messages import (
    LONGEST_ACTION,
    LessonInfo,
    LessonState,
)
from strata.server.protocol.offers import list_choices
from strata.server.views.lessons import MOST_ACTIONS
from tests.server.test_http import problem

Client = TestClient[Any]
FIRST = strata.game("daikuni").lessons[0]
ADDRESS = f"/api/games/daikuni/lessons/{FIRST.name}"
WAY = FIRST.steps[0].accept[0][0]


def tried(answer: Any) -> LessonState:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=LessonState)


@pytest.mark.parametrize("name", strata.games())
def test_the_lessons_of_a_game(client: Client, name: str) -> None:
    answer = client.get(f"/api/games/{name}/lessons")
    found = msgspec.json.decode(answer.content, type=list[LessonInfo])
    lessons = strata.game(name).lessons
    assert [lesson.name for lesson in found] == [lesson.name for lesson in lessons]
    for info, lesson in zip(found, lessons, strict=True):
        assert [step.task for step in info.steps] == [step.task for step in lesson.steps]
    # What is accepted is not given away.
    assert b"accept" not in answer.content
    (listed,) = (one for one in client.get("/api/games").json() if one["name"] == name)
    assert listed["lessons"] == len(lessons)


def test_an_attempt(client: Client) -> None:
    state = tried(client.post(ADDRESS, json={}))
    assert (state.verdict, state.actions, state.learner, state.seat) == (
        "begun",
        (),
        "first",
        "first",
    )
    assert state.way == ()
    start = strata.game("daikuni").position(FIRST.position)
    assert sorted(action for action, _ in list_choices(state)) == list(start.actions())
    wrong = next(action for action in start.actions() if (action,) not in FIRST.steps[0].accept)
    state = tried(client.post(ADDRESS, json={"action": wrong, "way": True}))
    assert (state.verdict, state.actions) == ("refused", ())
    assert state.sentences
    assert state.way == start.gesture(WAY)
    state = tried(client.post(ADDRESS, json={"action": "nonsense"}))
    assert state.verdict == "illegal"
    state = tried(client.post(ADDRESS, json={"action": WAY}))
    assert (state.verdict, state.actions, state.seat) == ("finished", (WAY,), None)
    assert state.choices == ()
    again = tried(client.post(ADDRESS, json={"actions": [WAY]}))
    assert (again.verdict, again.scene) == ("begun", state.scene)


def test_a_match_is_answered(client: Client) -> None:
    game = strata.game("daikuni")
    lesson = game.lessons[-1]
    assert lesson.steps[-1].against
    address = f"/api/games/daikuni/lessons/{lesson.name}"
    state = tried(client.post(address, json={}))
    action = min(action for action, _ in list_choices(state))
    state = tried(client.post(address, json={"action": action}))
    assert state.verdict in ("on", "refused")
    assert len(state.actions) in (0, 2)


def test_clicks_that_lead_nowhere_are_explained(client: Client) -> None:
    address = "/api/games/daikuni/lessons/slide/why-not"
    clicks = [{"kind": "cell", "id": cell} for cell in ("d4", "e5")]
    answer = client.post(address, json={"actions": [], "clicks": clicks})
    found = msgspec.json.decode(answer.content, type=Explanation)
    assert (answer.status_code, found.kind) == (200, "no-move")
    assert found.sentences[0].read("first") == "Your Soldier on d4 cannot go to e5 or act on it."
    assert "d8" in found.reach.moves
    clicks = [{"kind": "cell", "id": "z9"}]
    status, detail = problem(client.post(address, json={"actions": [], "clicks": clicks}))
    assert (status, "z9" in detail) == (400, True)
    wrong = {"actions": ["Sd9"], "clicks": clicks}
    assert problem(client.post(address, json=wrong))[0] == 400
    assert problem(client.post(address, json={"actions": [], "clicks": []}))[0] == 400


def test_bad_attempts(client: Client) -> None:
    assert problem(client.get("/api/games/chess/lessons"))[0] == 404
    assert problem(client.post("/api/games/chess/lessons/one", json={}))[0] == 404
    status, *_ = problem(client.post("/api/games/daikuni/lessons/none", json={}))
    assert status == 404
    status, *_ = problem(client.post(ADDRESS, json={"actions": ["Kd9"]}))
    assert status == 400
    for body in (
        {"actions": ["x"] * (MOST_ACTIONS + 1)},
        {"actions": ["x" * (LONGEST_ACTION + 1)]},
        {"action": "x" * (LONGEST_ACTION + 1)},
        {"action": 3},
        {"act": "Kd4"},
    ):
        assert problem(client.post(ADDRESS, json=body))[0] == 400
    assert problem(client.post(ADDRESS, content=b"x" * 300_000))[0] == 413


def test_work_is_limited(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(work_ms_per_second=1))) as client:
        statuses = {client.post(ADDRESS, json={}).status_code for _ in range(60)}
    assert statuses == {200, 429}
