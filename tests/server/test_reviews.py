"""Reviews of finished games: made turn by turn, kept, interrupted, and fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.play.game_snapshot import snapshot_of
from strata.search.review import Review, ReviewedTurn, summarise
from strata.search.reviewer import review_record
from strata.server import app
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines import review_worker
from strata.server.http.access.identity import Clients
from strata.server.ops.long_work import LongWork, Steps
from strata.server.study import review_service
from tests.server.conftest import Client
from tests.server.processes import Device, Server, wait_until
from tests.server.test_analysis import bring
from tests.server.test_http import problem

GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]


def record(actions: int = len(GAME)) -> strata.Record:
    return strata.game("daikuni").record().play_all(GAME[:actions])


def state(client: Any, table_id: str, first: int = 1) -> Any:
    answer = client.get(f"/api/tables/{table_id}/review?first={first}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def finished(client: Any, table_id: str) -> Any:
    wait_until(lambda: not state(client, table_id)["running"], "the review")
    return state(client, table_id)


@pytest.fixture
def client(ann: Device) -> Any:
    return ann.http


@pytest.fixture
def own(config: Config) -> Iterator[Client]:
    with TestClient(create_app(config)) as client:
        yield client


@pytest.fixture(scope="module")
def reviewed(server: Server) -> str:
    """A table whose game is reviewed: once, for several tests."""
    client = Device(server).http
    table_id = bring(client, record().export())
    assert state(client, table_id)["total"] == 0
    begun = client.post(f"/api/tables/{table_id}/review")
    assert begun.status_code == 202
    finished(client, table_id)
    return table_id


def test_a_game_is_reviewed_turn_by_turn_and_kept(client: Any, reviewed: str) -> None:
    table_id = reviewed
    found = state(client, table_id)
    assert (found["done"], found["total"], found["problem"]) == (8, 8, "")
    expected = review_record(record())
    assert [turn["loss"] for turn in found["turns"]] == [turn.loss for turn in expected.turns]
    assert found["first"]["accuracy"] == expected.first.accuracy
    assert found["turning_points"] == list(expected.turning_points)
    assert [turn["number"] for turn in state(client, table_id, 6)["turns"]] == [6, 7, 8]


def test_a_restart_keeps_it(config: Config) -> None:
    with TestClient(create_app(config)) as before:
        table_id = bring(before, record(2).export())
        before.post(f"/api/tables/{table_id}/review")
        known = finished(before, table_id)
        assert known["done"] == 2
    with TestClient(create_app(config)) as after:
        assert state(after, table_id) == known


def test_an_interrupted_review_goes_on(own: Client) -> None:
    table_id = bring(own, record().export())
    assert own.post(f"/api/tables/{table_id}/review").json()["stoppable"]
    wait_until(lambda: state(own, table_id)["done"] >= 1, "the first turn")
    stopped = own.post(f"/api/tables/{table_id}/review/stop").json()
    assert not stopped["running"]
    assert stopped["done"] >= 1
    assert stopped["turns"] == state(own, table_id)["turns"]
    own.post(f"/api/tables/{table_id}/review")
    whole = finished(own, table_id)
    assert whole["done"] == whole["total"] == 8
    assert whole["turns"][: stopped["done"]] == stopped["turns"]


def test_a_better_turn_is_tried(client: Any, reviewed: str) -> None:
    table_id = reviewed
    turns = state(client, table_id)["turns"]
    marked = next(turn for turn in turns if turn["mark"] in ("?", "??"))
    better = [told["action"] for told in marked["best"]]

    def tried(actions: list[str], number: int = marked["number"]) -> Any:
        wanted = {"turn": number, "actions": actions}
        return client.post(f"/api/tables/{table_id}/review/try", json=wanted)

    def shown(actions: list[str]) -> Any:
        wanted = {"turn": marked["number"], "actions": actions}
        return client.post(f"/api/tables/{table_id}/review/position", json=wanted)

    start = record(marked["start"]).position
    assert shown([]).json()["position"] == str(start)
    assert shown([]).json()["choices"]
    assert shown([]).json()["telling"] == []
    after = shown(better).json()
    assert after["position"] == str(start.play(better[0]))
    assert after["telling"]
    assert problem(shown(["Zz9"]))[0] == 400
    missed = {"turn": marked["number"], "clicks": [{"kind": "cell", "id": "a1"}]}
    why = client.post(f"/api/tables/{table_id}/review/why-not", json=missed)
    assert why.status_code in (200, 400), why.text
    assert tried(better).json() == {"loss": 0.0, "mark": "", "is_good": True, "reply": []}
    again = tried(marked["actions"]).json()
    assert (again["is_good"], again["mark"]) == (False, marked["mark"])
    assert again["reply"]
    assert problem(tried(["Zz9"]))[0] == 400
    assert problem(tried(better, 99)) == (409, "turn 99 is not reviewed yet")


def test_a_game_in_progress_is_not_reviewed(ann: Device, ben: Device) -> None:
    made = ann.make()
    ben.join(made["id"], made["keys"]["second"])
    answer = ann.http.post(f"/api/tables/{made['id']}/review")
    assert problem(answer) == (409, "the game is still being played")


def test_the_hourly_share(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(analyses_per_hour=3))) as client:
        table_id = bring(client, record().export())
        client.post(f"/api/tables/{table_id}/review")
        found = finished(client, table_id)
        assert found["done"] == 3
        assert "hourly analysis limit" in found["problem"]


def test_one_at_a_time_for_each_address(own: Client) -> None:
    first, second = (bring(own, record(4).export()) for _ in range(2))
    own.post(f"/api/tables/{first}/review")
    answer = own.post(f"/api/tables/{second}/review")
    if state(own, first)["running"]:
        assert problem(answer) == (409, "only one review at a time: another one is still running")
    finished(own, first)
    assert own.post(f"/api/tables/{second}/review").status_code == 202


def test_turns_are_alike_in_whatever_order_they_are_asked_for() -> None:
    snapshot = snapshot_of(record())
    in_order = [review_worker.judge_turn(snapshot, number).turn for number in (1, 2, 3)]
    review_worker._reviewers.clear()
    assert review_worker.judge_turn(snapshot, 3).turn == in_order[2]
    assert review_worker.judge_turn(snapshot, 1).turn == in_order[0]
    assert review_worker.judge_turn(snapshot, 9).turn is None


def test_looking_is_charged_and_sums_up_once(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again and again how far a review has come pays for it."""
    summed: list[int] = []
    charged: list[str] = []
    charge = Clients.charge_address

    def counted(turns: Sequence[ReviewedTurn], **more: Any) -> Review:
        summed.append(len(turns))
        return summarise(turns, **more)

    def noted(clients: Clients, owner: str, seconds: float) -> None:
        charged.append(owner)
        charge(clients, owner, seconds)

    monkeypatch.setattr(review_service, "summarise", counted)
    monkeypatch.setattr(Clients, "charge_address", noted)
    table_id = bring(own, record(2).export())
    job = review_service._Job("daikuni", snapshot_of(record(2)), "", None)
    job.turns = list(review_record(record(2)).turns)
    own.app.dependencies["reviews"].dependency()._jobs[table_id] = job
    charged.clear()
    for _ in range(3):
        assert state(own, table_id)["done"] == 2
    assert summed == [2]
    assert len(charged) >= 3


def test_a_complete_review_stays(client: Any, reviewed: str) -> None:
    """Nobody who has the link can make it begin again, or cut it short."""
    known = state(client, reviewed)
    assert client.post(f"/api/tables/{reviewed}/review").json() == known
    assert client.post(f"/api/tables/{reviewed}/review/stop").json() == known
    assert state(client, reviewed) == known


def test_a_stored_review_is_read_in_slices_and_paid_for(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No request reads thousands of turns on the event loop in one go, and none does so free."""
    with TestClient(create_app(config)) as client:
        table_id = bring(client, record(2).export())
        client.post(f"/api/tables/{table_id}/review")
        known = finished(client, table_id)
    steps: list[str] = []
    charged: list[str] = []
    charge = Clients.charge_address

    class Counting(LongWork):
        async def do(self, wanted: Steps) -> None:
            def counted() -> Steps:
                for _ in wanted:
                    steps.append("turn")
                    yield

            await super().do(counted())

    def noted(clients: Clients, owner: str, seconds: float) -> None:
        charged.append(owner)
        charge(clients, owner, seconds)

    monkeypatch.setattr(app, "LongWork", Counting)
    monkeypatch.setattr(Clients, "charge_address", noted)
    wanted = {"turn": 1, "actions": []}
    for method, path, body in (
        ("GET", "", None),
        ("POST", "", None),
        ("POST", "/stop", None),
        ("POST", "/position", wanted),
    ):
        with TestClient(create_app(config)) as client:
            client.get(f"/api/tables/{table_id}")
            steps.clear()
            charged.clear()
            answer = client.request(method, f"/api/tables/{table_id}/review{path}", json=body)
            assert answer.status_code in (200, 202, 409), answer.text
            assert len(steps) == len(known["turns"]), (method, path)
            assert charged, (method, path)
            again = client.get(f"/api/tables/{table_id}/review").json()
            assert again == known
            assert len(steps) == len(known["turns"])  # a complete one is kept


def test_what_another_version_stored_is_no_review(config: Config) -> None:
    with TestClient(create_app(config)) as client:
        table_id = bring(client, record(2).export())
        client.post(f"/api/tables/{table_id}/review")
        finished(client, table_id)
        reviews = client.app.dependencies["reviews"].dependency()
        (stored,) = reviews._complete.values()
        odd = msgspec.structs.replace(stored, turns=(msgspec.Raw(b'{"turn":1}'), *stored.turns[1:]))
        with client.portal() as portal:
            portal.call(reviews._storage.keep, table_id, odd, 0)
        reviews._complete.clear()
        assert state(client, table_id)["done"] == 0
        client.post(f"/api/tables/{table_id}/review")
        assert finished(client, table_id)["done"] == 2
