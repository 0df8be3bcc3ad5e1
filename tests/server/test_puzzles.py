"""Puzzles over HTTP: judged as in the terminal, rated once, never told before they were tried."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from strata.core.teaching.puzzle import Puzzle
from strata.play.puzzle_attempt import PuzzleAttempt
from strata.play.puzzle_choice import daily_puzzle, difficulty_of, puzzle_rating
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.analyst import Analyst
from strata.server.storage.solvers import UNUSED_MS
from tests.server.conftest import Client
from tests.server.test_http import problem

GAME = strata.game("daikuni")
SHORT = next(each for each in GAME.puzzles if len(each.steps) == 1)
LONG = next(each for each in GAME.puzzles if len(each.steps) == 2)
DAY_MS = 24 * 3600 * 1000
NOW_MS = 1_800_000_000_000


class Clock:
    """The time of day, which a test moves."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(config: Config, clock: Clock) -> Iterator[Client]:
    """Of an application of its own, whose time of day the test moves."""
    with TestClient(create_app(config, now_ms=clock)) as client:
        yield client


def at(puzzle: Puzzle, rest: str = "") -> str:
    return f"/api/puzzles/{puzzle.game}/{puzzle.id}{rest}"


def attempt(client: Any, puzzle: Puzzle, actions: Any = (), action: Any = None, **more: Any) -> Any:
    body = {"actions": list(actions), "action": action, **more}
    answer = client.post(at(puzzle, "/try"), json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def solve(client: Any, puzzle: Puzzle, **more: Any) -> Any:
    """Every turn of the solution, action by action; the last answer."""
    proof, state = "", None
    for step in puzzle.steps:
        for number, action in enumerate(step.turn):
            state = attempt(client, puzzle, step.turn[:number], action, proof=proof, **more)
            proof = state["proof"]
    return state


def wrong_action(puzzle: Puzzle) -> str:
    """An action that is a turn and does not solve the puzzle."""
    start = PuzzleAttempt(GAME, puzzle).record.position
    for action in start.actions():
        tried = PuzzleAttempt(GAME, puzzle)
        if tried.play(str(action)).verdict == "wrong":
            return str(action)
    raise AssertionError("every action solves it")


def last_action(puzzle: Puzzle) -> dict[str, Any]:
    """The request that completes the first turn of the solution."""
    *first, last = puzzle.steps[0].turn
    return {"actions": first, "action": last}


def refused(answer: Any, status: int) -> None:
    assert answer.status_code == status, answer.text
    assert problem(answer)[1]


def solver(client: Any) -> Any:
    return client.get("/api/puzzles/daikuni").json()["solver"]


def call(client: Client, work: Callable[[bool], Any], is_full: bool) -> None:
    """Something of the application, in its own event loop."""
    with client.portal() as portal:
        portal.call(work, is_full)


def test_the_games_with_today_s_puzzles(timed: Client, clock: Clock) -> None:
    found = {each["game"]: each for each in timed.get("/api/puzzles").json()}
    assert set(found) == {name for name in strata.games() if strata.game(name).puzzles}
    today = datetime.fromtimestamp(NOW_MS / 1000, UTC).date()
    for name, each in found.items():
        assert each["daily"]["id"] == daily_puzzle(strata.game(name).puzzles, today).id
        assert each["daily"]["day"] == today.isoformat()
        assert each["daily"]["mine"] is None
        assert each["solver"]["rating"] is None
        assert each["solver"]["until_rated"] == 5
    clock.now_ms += DAY_MS
    tomorrow = {each["game"]: each["daily"]["id"] for each in timed.get("/api/puzzles").json()}
    assert tomorrow["daikuni"] != found["daikuni"]["daily"]["id"]


def test_the_puzzles_of_a_game(client: Client) -> None:
    found = client.get("/api/puzzles/daikuni").json()
    assert found["count"] == len(GAME.puzzles) == sum(x["count"] for x in found["difficulties"])
    themes = {each["name"]: each["count"] for each in found["themes"]}
    assert themes["win-in-1"] == sum("win-in-1" in each.themes for each in GAME.puzzles)
    near = GAME.puzzle(found["next"])
    ratings = [puzzle_rating(each).rating for each in GAME.puzzles]
    assert abs(puzzle_rating(near).rating - 1500) == min(abs(each - 1500) for each in ratings)


def test_the_next_puzzle_suits_what_is_asked_for(client: Client) -> None:
    def chosen(query: str) -> Puzzle:
        return GAME.puzzle(client.get(f"/api/puzzles/daikuni/next?{query}").json()["id"])

    assert "win-in-1" in chosen("theme=win-in-1").themes
    assert difficulty_of(chosen("difficulty=easy")).name == "easy"
    first = chosen("")
    assert chosen(f"after={first.id}") != first
    refused(client.get("/api/puzzles/daikuni/next?theme=nonsense"), 404)
    refused(client.get("/api/puzzles/nonsense"), 404)
    refused(client.get("/api/puzzles/daikuni/nonsense"), 404)


def test_a_puzzle_does_not_tell_its_solution(client: Client) -> None:
    told = client.get(at(LONG)).text + json.dumps(attempt(client, LONG))
    for theme in LONG.themes:
        assert f'"{theme}"' not in told
    state = attempt(client, LONG)
    assert state["verdict"] == "begun"
    assert state["solution"] is None
    assert state["task"] == PuzzleAttempt(GAME, LONG).task()
    assert solver(client)["tried"] == 0, "whoever only looks has not tried"


def test_the_solution_is_played_against_its_replies(client: Client) -> None:
    turn, reply = LONG.steps[0].turn, LONG.steps[0].reply
    state = attempt(client, LONG, turn[:-1], turn[-1])
    assert state["verdict"] == "next"
    assert [each["action"] for each in state["frames"]] == [turn[-1], *reply]
    assert state["actions"] == [*turn, *reply]
    assert state["begun"] == len(turn) + len(reply)
    assert all(each["telling"] for each in state["frames"])
    done = solve(client, LONG)
    assert done["verdict"] == "solved"
    assert [each["name"] for each in done["solution"]["themes"]] == list(LONG.themes)
    line = [action for turn in LONG.solution for action in turn]
    assert [each["action"] for each in done["solution"]["frames"]] == line
    assert done["mine"] == {"clean": True, "solved": True}
    assert done["solver"]["tried"] == 1


def hints_of(client: Any, puzzle: Puzzle) -> list[Any]:
    """Every hint for the first turn, in order."""
    hints: list[Any] = []
    while not hints or hints[-1]["more"]:
        body = {"actions": [], "step": len(hints)}
        hints.append(client.post(at(puzzle, "/hint"), json=body).json())
    return hints


def test_a_rating_is_shown_after_five_puzzles(client: Client) -> None:
    """One mistake in the first puzzle would cost several hundred points."""
    puzzles = [each for each in GAME.puzzles if len(each.steps) == 1][:9]
    for number, puzzle in enumerate(puzzles[:4], 1):
        shown = client.post(at(puzzle, "/solution"), json={}).json()
        assert (shown["change"], shown["solver"]["rating"]) == (None, None)
        assert (shown["solver"]["tried"], shown["solver"]["until_rated"]) == (number, 5 - number)
    fifth = solve(client, puzzles[4])
    assert fifth["change"] is None
    assert fifth["solver"]["until_rated"] == 0
    rating = fifth["solver"]["rating"]
    sixth = solve(client, puzzles[5])
    assert sixth["solver"]["rating"] == pytest.approx(rating + sixth["change"])
    assert sixth["change"] > 0
    assert solve(client, puzzles[5])["change"] == 0
    hints = hints_of(client, puzzles[6])
    assert hints[0]["change"] < 0 == hints[1]["change"]
    lowered = sixth["solver"]["rating"] + hints[0]["change"]
    assert solver(client)["rating"] == pytest.approx(lowered)
    assert solve(client, puzzles[6])["change"] == 0
    given_up = client.post(at(puzzles[7], "/solution"), json={}).json()
    assert given_up["change"] < 0
    assert given_up["solver"]["rating"] == pytest.approx(lowered + given_up["change"])
    assert attempt(client, puzzles[8], (), wrong_action(puzzles[8]))["change"] < 0
    assert solve(client, puzzles[8])["change"] == 0


def test_only_the_first_attempt_is_rated(client: Client) -> None:
    first = solve(client, SHORT)
    again = solve(client, SHORT)
    assert again["solver"] == first["solver"] == solver(client)
    assert client.get(at(SHORT)).json()["mine"] == {"clean": True, "solved": True}


def test_a_wrong_turn_is_refuted_on_the_board(client: Client) -> None:
    wrong = wrong_action(SHORT)
    state = attempt(client, SHORT, (), wrong)
    expected = PuzzleAttempt(GAME, SHORT).play(wrong)
    assert state["verdict"] == expected.verdict == "wrong"
    line = [wrong, *(told.action for told in expected.refutation)]
    assert [each["action"] for each in state["frames"]] == line
    assert [each["seat"] for each in state["frames"][:2]][1] != state["seat"]
    assert state["frames"][0]["scene"] != state["frames"][-1]["scene"]
    assert state["chance"] == expected.chance < state["wanted"] == SHORT.steps[0].chance
    assert state["actions"] == [], "the turn is taken back"
    assert state["solution"] is None
    assert state["change"] is None, "one puzzle makes no rating"
    later = solve(client, SHORT)
    assert later["mine"] == {"clean": False, "solved": True}
    assert later["change"] is None
    assert later["solver"]["solved"] == 1


def test_a_refutation_is_searched_once(timed: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = wrong_action(SHORT)
    first = attempt(timed, SHORT, (), wrong)
    timed.cookies.clear()

    async def refuse(*_: object) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr(Analyst, "judge_answer", refuse)
    second = attempt(timed, SHORT, (), wrong)
    assert second["frames"] == first["frames"]
    assert second["solver"]["tried"] == 1, "another person"


def test_a_hint_costs_the_puzzle(client: Client) -> None:
    hints = hints_of(client, SHORT)
    expected = PuzzleAttempt(GAME, SHORT).hints_for_turn()
    assert [each["sentence"]["text"] for each in hints] == [each.text for each in expected]
    assert len(hints[0]["sentence"]["cells"]) == 1
    assert hints[0]["mine"] == {"clean": False, "solved": False}
    assert solver(client)["tried"] == 1
    assert solve(client, SHORT)["mine"] == {"clean": False, "solved": True}


def test_the_solution_is_shown_to_who_gives_up(client: Client) -> None:
    shown = client.post(at(LONG, "/solution"), json={}).json()
    assert shown["verdict"] == "shown"
    line = [action for turn in LONG.solution for action in turn]
    assert [each["action"] for each in shown["solution"]["frames"]] == line
    assert shown["mine"] == {"clean": False, "solved": False}


def test_what_was_not_solved_comes_again_last(client: Client) -> None:
    first = GAME.puzzle(client.get("/api/puzzles/daikuni").json()["next"])
    solve(client, first)
    assert client.get("/api/puzzles/daikuni").json()["next"] != first.id


def test_a_streak_goes_on_until_the_first_mistake(client: Client) -> None:
    streak = client.post("/api/puzzles/daikuni/streak").json()
    assert (streak["count"], streak["best"], streak["over"]) == (0, 0, False)
    levels = []
    for count in (1, 2):
        puzzle = GAME.puzzle(streak["puzzle"])
        levels.append(puzzle.level)
        streak = solve(client, puzzle, streak=True)["streak"]
        assert (streak["count"], streak["best"], streak["over"]) == (count, count, False)
    assert levels == sorted(levels)
    puzzle = GAME.puzzle(streak["puzzle"])
    assert solve(client, SHORT)["streak"] is None, "another puzzle is not part of it"
    lost = client.post(at(puzzle, "/solution"), json={"streak": True}).json()["streak"]
    assert lost == {"count": 2, "best": 2, "puzzle": "", "over": True}
    again = client.post("/api/puzzles/daikuni/streak").json()
    assert (again["count"], again["best"]) == (0, 2)
    assert client.get("/api/puzzles/daikuni").json()["streak"] == again


def test_a_hint_ends_a_streak(client: Client) -> None:
    puzzle = GAME.puzzle(client.post("/api/puzzles/daikuni/streak").json()["puzzle"])
    found = client.post(at(puzzle, "/hint"), json={"streak": True}).json()
    assert found["streak"]["over"]


def test_clicks_that_make_nothing_are_explained(client: Client) -> None:
    position = PuzzleAttempt(GAME, SHORT).record.position
    foe = next(
        cell
        for cell, stack in position.scene().stacks.items()
        if stack[-1].owner not in (None, position.mover)
    )
    body = {"actions": [], "clicks": [{"kind": "cell", "id": foe}]}
    answer = client.post(at(SHORT, "/why-not"), json=body)
    assert answer.status_code == 200
    assert answer.json()["sentences"]


def test_nonsense_is_refused(client: Client) -> None:
    refused(client.post(at(SHORT, "/try"), json={"action": "nonsense"}), 400)
    refused(client.post(at(SHORT, "/try"), json={"actions": [wrong_action(SHORT)]}), 400)
    refused(client.post(at(SHORT, "/try"), json={"actions": "x", "action": 3}), 400)
    refused(client.post("/api/puzzles/daikuni/00000000/try", json={}), 404)
    refused(client.post("/api/puzzles/nonsense/streak"), 404)
    assert solver(client)["tried"] == 0


def test_searches_are_limited_by_address(limited: Callable[..., Config]) -> None:
    wrong = wrong_action(SHORT)
    with TestClient(create_app(limited(analyses_per_hour=1))) as client:
        other = next(each for each in GAME.puzzles if each not in (SHORT, LONG))
        attempt(client, SHORT, (), wrong)
        answer = client.post(at(other, "/try"), json={"action": wrong_action(other)})
        refused(answer, 429)
        assert int(answer.headers["retry-after"]) > 0
        right = client.post(at(SHORT, "/try"), json=last_action(SHORT))
        assert right.status_code == 429, "or the refusal would tell a wrong turn from the right one"
        assert right.json() == answer.json()


def test_new_people_are_limited_by_address(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(tables_per_hour=1))) as client:
        solve(client, SHORT)
        solve(client, LONG)
        client.cookies.clear()
        refused(client.post(at(SHORT, "/solution"), json={}), 429)


def test_results_outlive_a_restart_and_not_their_owner(config: Config, clock: Clock) -> None:
    with TestClient(create_app(config, now_ms=clock)) as before:
        solve(before, SHORT)
        known, cookies = solver(before), dict(before.cookies)
    with TestClient(create_app(config, now_ms=clock), cookies=cookies) as after:
        assert solver(after) == known
        after.post("/api/forget")
    with TestClient(create_app(config, now_ms=clock), cookies=cookies) as forgotten:
        assert solver(forgotten)["tried"] == 0


def test_who_stays_away_for_a_year_is_forgotten(config: Config, clock: Clock) -> None:
    with TestClient(create_app(config, now_ms=clock)) as client:
        solve(client, SHORT)
        service = client.app.dependencies["puzzles"].dependency()
        for days_ms, tried in ((UNUSED_MS - 1, 1), (2, 0)):
            clock.now_ms += days_ms
            call(client, service.tidy, False)
            assert solver(client)["tried"] == tried


def test_a_full_server_keeps_nobody_new(timed: Client) -> None:
    service = timed.app.dependencies["puzzles"].dependency()
    call(timed, service.tidy, True)
    assert solve(timed, SHORT)["mine"] is None
    assert solver(timed)["tried"] == 0
    refused(timed.post("/api/puzzles/daikuni/streak"), 409)


def test_a_puzzle_has_a_picture(client: Client) -> None:
    pytest.importorskip("resvg_py")
    answer = client.get(at(SHORT, "/picture.png"))
    assert answer.status_code == 200
    assert answer.content.startswith(b"\x89PNG")
    refused(client.get("/api/puzzles/daikuni/00000000/picture.png"), 404)
