"""Nothing tells a right turn of a puzzle from a wrong one before a result is noted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from strata.core.game import Game
from strata.core.position import Position
from strata.core.teaching.puzzle import Puzzle
from strata.play.puzzle_attempt import PuzzleAttempt
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.analyst import AnalysisFailed, Analyst
from strata.server.http.access import identity
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.test_http import make
from tests.server.test_puzzles import GAME, at, attempt, last_action

GAMES = tuple(name for name in strata.games() if strata.game(name).puzzles)
_MOST_TURNS = 12


def a_puzzle(game: Game) -> Puzzle:
    """The first puzzle with a reply, if there is one: its first turn does not solve it."""
    return max(game.puzzles, key=lambda puzzle: len(puzzle.steps) > 1)


def turns_of(position: Position, most: int) -> Iterator[tuple[str, ...]]:
    """Yield some whole turns from `position`."""
    open_turns: list[tuple[Position, tuple[str, ...]]] = [(position, ())]
    found = 0
    while open_turns and found < most:
        before, actions = open_turns.pop()
        for action in before.actions():
            after, turn = before.play(action), (*actions, str(action))
            if after.seat == position.seat:
                open_turns.append((after, turn))
            elif found < most:
                found += 1
                yield turn


def requests(turn: tuple[str, ...], actions: tuple[str, ...]) -> list[tuple[str, Any]]:
    """Requests that contain a whole turn without asking for its judgement."""
    return [
        ("/try", {"actions": [*turn, *actions]}),
        ("/try", {"actions": list(turn), "action": "nonsense"}),
        ("/hint", {"actions": list(turn)}),
        ("/solution", {"actions": list(turn)}),
        ("/why-not", {"actions": list(turn), "clicks": []}),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_whole_turns_are_refused_alike(client: Client, name: str) -> None:
    game = strata.game(name)
    puzzle = a_puzzle(game)
    step = puzzle.steps[0]
    wrong = list(turns_of(PuzzleAttempt(game, puzzle).record.position, _MOST_TURNS))
    assert len(wrong) > 1
    answers: set[tuple[str, int, str]] = set()
    for turn in (step.turn, *wrong):
        for actions in ((), step.reply):
            for path, body in requests(turn, actions):
                answer = client.post(at(puzzle, path), json=body)
                told = answer.json()["detail"].replace(turn[-1], "ACTION")
                answers.add((path, answer.status_code, told))
    assert len(answers) == len({path for path, _, _ in answers}) == 4, answers
    assert {status for _, status, _ in answers} == {400}
    assert client.get(f"/api/puzzles/{name}").json()["solver"]["tried"] == 0


@pytest.mark.parametrize("name", GAMES)
def test_only_a_proof_leads_to_the_next_turn(client: Client, name: str) -> None:
    game = strata.game(name)
    puzzle = a_puzzle(game)
    if len(puzzle.steps) == 1:
        pytest.skip("no puzzle of this game has a reply")
    state = attempt(client, puzzle, *last_action(puzzle).values())
    assert state["verdict"] == "next"
    turn = puzzle.steps[1].turn
    body = {"actions": turn[:-1], "action": turn[-1], "proof": state["proof"]}
    cookies = dict(client.cookies)
    other = next(each for each in game.puzzles if each != puzzle)
    assert client.post(at(other, "/try"), json=body).status_code == 400
    assert client.post(at(puzzle, "/try"), json=body | {"proof": "x"}).status_code == 400
    client.cookies.clear()
    assert client.post(at(puzzle, "/try"), json=body).status_code == 400, "another client"
    client.cookies.update(cookies)
    assert client.post(at(puzzle, "/try"), json=body).json()["verdict"] in ("next", "solved")


def wrong_request(puzzle: Puzzle) -> dict[str, Any]:
    game = strata.game(puzzle.game)
    for turn in turns_of(PuzzleAttempt(game, puzzle).record.position, 100):
        tried = PuzzleAttempt(game, puzzle)
        tried.begin_turn(turn[:-1])
        if tried.needs_search(turn[-1]):
            return {"actions": turn[:-1], "action": turn[-1]}
    raise AssertionError("every turn solves it")


def test_a_turn_is_refused_before_it_is_looked_at(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While answers of the address are judged, as many as may be, right and wrong are refused."""
    monkeypatch.setattr(identity, "_JUDGED_AT_ONCE", 1)
    puzzle = a_puzzle(GAME)
    other = next(each for each in GAME.puzzles if each != puzzle)
    began, may_end = threading.Event(), threading.Event()
    judge = Analyst.judge_answer

    async def wait(*given: Any) -> Any:
        began.set()
        await asyncio.to_thread(may_end.wait, PATIENCE)
        return await judge(*given)

    monkeypatch.setattr(Analyst, "judge_answer", wait)
    with TestClient(create_app(config)) as client, ThreadPoolExecutor() as threads:
        running = threads.submit(client.post, at(other, "/try"), json=wrong_request(other))
        try:
            assert began.wait(PATIENCE)
            right = client.post(at(puzzle, "/try"), json=last_action(puzzle))
            wrong = client.post(at(puzzle, "/try"), json=wrong_request(puzzle))
        finally:
            may_end.set()
        assert running.result(PATIENCE).json()["verdict"] == "wrong"
        assert client.get(at(puzzle)).json()["mine"] is None
    assert right.status_code == wrong.status_code == 429
    assert right.text == wrong.text


def test_a_new_client_is_refused_before_its_turn_is_looked_at(
    limited: Callable[..., Config],
) -> None:
    """A wrong turn would need a new key to note it, and a right one with a reply would not."""
    puzzle = a_puzzle(GAME)
    with TestClient(create_app(limited(tables_per_hour=1))) as client:
        make(client)
        client.cookies.clear()
        right = client.post(at(puzzle, "/try"), json=last_action(puzzle))
        wrong = client.post(at(puzzle, "/try"), json=wrong_request(puzzle))
    assert right.status_code == wrong.status_code == 429
    assert right.text == wrong.text


def test_an_answer_that_could_not_be_judged_stands(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a search that fails would tell that the turn is not the solution's."""
    puzzle = a_puzzle(GAME)
    with TestClient(create_app(config)) as client:
        client.post("/api/identity").raise_for_status()
        wrong = wrong_request(puzzle)

        async def fail(*_: object) -> None:
            raise AnalysisFailed("this position could not be analysed")

        with monkeypatch.context() as patched:
            patched.setattr(Analyst, "judge_answer", fail)
            assert client.post(at(puzzle, "/try"), json=wrong).status_code == 503
        right = client.post(at(puzzle, "/try"), json=last_action(puzzle))
        assert right.status_code == 409
        assert wrong["action"] in right.json()["detail"]
        judged = client.post(at(puzzle, "/try"), json=wrong).json()
        assert judged["verdict"] == "wrong"
        assert judged["mine"] == {"clean": False, "solved": False}
        assert client.post(at(puzzle, "/try"), json=last_action(puzzle)).json()["verdict"] == "next"
