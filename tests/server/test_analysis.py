"""Analyses: of games that are over, of no other; limited, and never at the cost of players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import strata
from strata.games import VARIABLE
from strata.play.game_snapshot import snapshot_of
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines import analyst
from strata.server.engines.analysis_worker import analyse
from strata.server.engines.analyst import Analyst, AnalystBusy
from strata.server.engines.process_pool import ProcessPool
from strata.server.engines.review_worker import judge_turn
from strata.server.engines.study_analysis_worker import Found, think_on
from tests.patience import PATIENCE
from tests.places import ROOT
from tests.server.conftest import Client
from tests.server.processes import Device
from tests.server.test_http import make, problem


def record(actions: int = 4) -> strata.Record:
    return strata.game("daikuni").record().play_all(legal(actions))


def legal(count: int) -> list[str]:
    """A beginning of a game."""
    playing = strata.game("daikuni").record()
    while len(playing.played) < count:
        playing.play(playing.actions()[0])
    return [*map(str, playing.played)]


def bring(client: Client | httpx.Client, text: str) -> str:
    made = client.post("/api/records", json={"text": text})
    assert made.status_code == 201, made.text
    table_id: str = made.json()["id"]
    return table_id


def ask(client: Client | httpx.Client, table_id: str, number: int, **more: Any) -> Any:
    return client.post(
        f"/api/tables/{table_id}/analysis", json={"number": number, "time_ms": 500} | more
    )


@pytest.fixture
def over() -> strata.Record:
    ended = record()
    ended.resign()
    return ended


def test_every_position_of_a_game_that_is_over(client: Client, over: strata.Record) -> None:
    table_id = bring(client, over.export())
    for number in (0, 4):
        found = ask(client, table_id, number, lines=2).json()
        position = over.positions[number]
        assert found["number"] == number
        assert 0 <= found["expected"] <= 1
        assert len(found["lines"]) == 2
        best = found["lines"][0]
        assert best["words"] == found["words"]
        assert best["actions"][0] in position.actions()
        tokens = [token.id for token in position.gesture(best["actions"][0])]
        assert [token["id"] for token in found["gesture"]] == tokens
    assert problem(ask(client, table_id, 5)) == (400, "number 5: expected 0 to 4")
    assert ask(client, table_id, -1).status_code == 400
    assert ask(client, table_id, 0, time_ms=10**6).status_code == 400


def test_a_game_that_is_played_is_not_analysed(client: Client) -> None:
    table_id = make(client, "me", "me")["id"]
    status, detail = problem(ask(client, table_id, 0))
    assert (status, detail) == (409, "the game is still being played")
    with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
        socket.receive_json()
        socket.send_json({"type": "resign", "version": 0})
        assert socket.receive_json()["type"] in ("changed", "presence")
    assert ask(client, table_id, 0).status_code == 200


def test_a_guess_at_what_is_hidden_is_answered_alike(ann: Device, ben: Device) -> None:
    """Records that hold the right army and another one, while the armies are placed."""
    made = ann.make(game="rhodium")
    ben.join(made["id"], made["keys"]["second"])
    seat = ann.sit(made["id"])
    seat.reach(0)
    seat.say("play-preset", name="castle")
    seat.reach(1)
    answers = set()
    game = strata.game("rhodium")
    presets = {preset.name: preset.actions for preset in game.start().presets()}
    assert len(presets) > 3
    for actions in presets.values():
        guess = game.record().play_all(actions)
        guess.resign()
        answers.add(problem(ask(ben.http, bring(ben.http, guess.export()), guess.length)))
    assert answers == {(409, "something is still hidden from you in this game")}


def test_what_is_hidden_is_not_told(client: Client) -> None:
    """Rhodium, given up while the armies are placed."""
    table_id = make(client, "me", "link", game="rhodium")["id"]
    with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
        socket.receive_json()
        socket.send_json({"type": "play-preset", "version": 0, "name": "castle"})
        while socket.receive_json()["type"] != "changed":
            pass
        socket.send_json({"type": "resign", "version": 1})
        while socket.receive_json()["type"] != "changed":
            pass
    client.cookies.clear()
    status, detail = problem(ask(client, table_id, 3))
    assert status == 409
    assert "hidden" in detail


def test_analyses_are_limited(limited: Callable[..., Config], over: strata.Record) -> None:
    with TestClient(create_app(limited(analyses_per_hour=2))) as client:
        table_id = bring(client, over.export())
        assert [ask(client, table_id, number).status_code for number in (0, 1)] == [200, 200]
        answer = ask(client, table_id, 2)
        assert problem(answer)[0] == 429
        assert int(answer.headers["retry-after"]) >= 1


def fail(*_: object) -> object:
    raise ValueError("secret reason")


def test_a_failure_is_said(
    client: Client, over: strata.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "analyse", fail)
    answer = ask(client, bring(client, over.export()), 0)
    assert problem(answer) == (503, "this position could not be analysed")


def test_the_end_is_worth_what_it_is() -> None:
    playing = strata.game("daikuni").record()
    while playing.outcome() is None:
        playing.play(playing.actions()[0])
    outcome = playing.outcome()
    assert outcome is not None
    found = analyse(snapshot_of(playing), 50, 1)
    assert found.expected == {"first": 1, "second": 0, None: 0.5}[outcome.winner]
    assert found.lines == ()
    assert found.gesture == ()


def test_lines_say_whose_turns_they_are() -> None:
    """Kyo: a turn may be several actions, and the position may be in the middle of one."""
    playing = strata.game("kyo").record().play("e2e3+1")
    assert not playing.position.begins_turn
    (line,) = analyse(snapshot_of(playing), 300, 1).lines
    followed = playing.copy().play_all(line.actions)
    told = [followed.turn_at(playing.length + number) for number in range(len(line.actions))]
    assert line.seats == tuple(seat for seat, _ in told)
    begun = [begins for _, begins in told]
    assert line.turns == tuple(sum(begun[: number + 1]) for number in range(len(begun)))
    assert line.turns[0] == 0


def test_one_address_does_not_keep_the_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty questions of one address, as sockets of studies ask them, and one of another."""

    async def ask_much() -> tuple[list[object], object]:
        busy, may_answer = Analyst(1000), asyncio.Event()

        async def answer(*_: object) -> str:
            await may_answer.wait()
            return "done"

        monkeypatch.setattr(ProcessPool, "ask", answer)
        ask = partial(busy.judge_answer, "puzzle")
        many = [asyncio.create_task(ask("10.0.0.1", len, ())) for _ in range(40)]
        await asyncio.sleep(0)
        busy.expect_room("10.0.0.2")
        with pytest.raises(AnalystBusy):
            busy.expect_room("10.0.0.1")
        other = asyncio.create_task(ask("10.0.0.2", len, ()))
        await asyncio.sleep(0)
        may_answer.set()
        answers = await asyncio.gather(*many, other, return_exceptions=True)
        busy.stop()
        *of_one, of_another = answers
        return list[object](of_one), of_another

    of_one, of_another = asyncio.run(ask_much())
    assert of_another == "done"
    assert of_one.count("done") == 5  # one is at work, four wait
    assert all(isinstance(each, AnalystBusy) for each in of_one if each != "done")


def test_nobody_waits_for_a_turn_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask_beside() -> object:
        busy, never = Analyst(1000), asyncio.Event()

        async def answer(
            workers: ProcessPool, budget_ms: int, work: Callable[..., object], *_: object
        ) -> str:
            if work is judge_turn:
                await never.wait()
            return "done"

        monkeypatch.setattr(ProcessPool, "ask", answer)
        snapshot = snapshot_of(strata.game("daikuni").record())
        reviews = [
            asyncio.create_task(busy.judge_turn("table", snapshot, 1, f"10.0.0.{owner}"))
            for owner in range(1, 9)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            answered = await busy.judge_answer("puzzle", "10.0.0.99", len, ())
        for review in reviews:
            review.cancel()
        await asyncio.gather(*reviews, return_exceptions=True)
        busy.stop()
        return answered

    assert asyncio.run(ask_beside()) == "done"


def test_few_random_games_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of many actions without an evaluation: there is neither a score nor a percentage."""
    monkeypatch.setenv(VARIABLE, "")
    game = strata.game(ROOT / "examples" / "games" / "amazons.py")
    snapshot = snapshot_of(game.record())
    analysis = analyse(snapshot, 50, 3)
    assert analysis.expected is None
    assert analysis.words.startswith("unclear: ")
    assert analysis.words.endswith("not enough to say")
    assert {(line.points, line.expected, line.words) for line in analysis.lines} == {
        (None, None, "unclear")
    }
    thought = think_on(snapshot, 50, 1, threat=False)
    assert isinstance(thought, Found)
    assert thought.expected is None
    assert thought.words.startswith("unclear: ")
