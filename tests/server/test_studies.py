"""Studies: kept, shared, changed by their maker alone, thought about where that is fair."""

from __future__ import annotations

import asyncio
import importlib
import json
import threading
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import Any, Self

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import strata
from strata.core.study.study import Node, Study
from strata.games.dzura.schema import read_schema
from strata.play.game_snapshot import GameSnapshot
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.analyst import Analyst, AnalystBusy
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.ops.long_work import LongWork, Steps
from strata.server.ops.work_share import WorkShare
from strata.server.protocol.study_messages import StudyNode
from strata.server.storage.studies import UNTOUCHED_MS
from strata.server.study import analysis_socket as thinking_socket
from strata.server.study import study_service, study_worker
from strata.server.study.open_study import OpenStudy
from strata.server.study.study_service import StudyService
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.processes import Device
from tests.server.test_http import problem

OTHER_GAME = ["Kh5", "Qc2", "Kh8", "Se1", "Sa5", "Kd8", "Qa7", "Kd3"]
GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]


@pytest.fixture
def client(ann: Device) -> httpx.Client:
    """Somebody at the server that tests share."""
    return ann.http


@pytest.fixture
def own(config: Config) -> Iterator[Client]:
    """Somebody at a server in this process, whose limits a test may change."""
    with TestClient(create_app(config)) as client:
        yield client


def record(actions: int = len(GAME)) -> strata.Record:
    return strata.game("daikuni").record().play_all(GAME[:actions])


def study_of(client: Any, **wanted: Any) -> str:
    made = client.post("/api/studies", json=wanted)
    assert made.status_code == 201, made.text
    study_id: str = made.json()["id"]
    return study_id


def look(client: Any, study_id: str) -> Any:
    found = client.get(f"/api/studies/{study_id}")
    assert found.status_code == 200, found.text
    return found.json()


def change(client: Any, study_id: str, version: int, **what: Any) -> Any:
    return client.post(
        f"/api/studies/{study_id}/changes", json={"version": version, "change": what}
    )


def at(client: Any, study_id: str, number: int) -> Any:
    return client.get(f"/api/studies/{study_id}/positions/{number}").json()


def test_a_game_with_a_variation_is_kept(client: httpx.Client) -> None:
    study_id = study_of(client, text=record().export(), name=" A  game ")
    found = look(client, study_id)
    assert (found["name"], found["mine"], found["version"]) == ("A game", True, 0)
    assert found["outcome"] == {"winner": "second", "reason": "king-in-check"}
    assert [node.get("action", "") for node in found["nodes"]] == ["", *GAME]
    assert found["nodes"][1] | {"parent": 0} == {
        "number": 1,
        "parent": 0,
        "action": "Qd2",
        "seat": "first",
        "turn": True,
        "played": True,
    }
    played = change(client, study_id, 0, type="play", node=4, actions=["Ke8", "Qa4"]).json()
    assert (played["version"], played["at"]) == (1, 10)
    assert [node["action"] for node in played["nodes"]] == ["Ke8", "Qa4"]
    assert "played" not in played["nodes"][0]
    again = change(client, study_id, 1, type="play", node=4, actions=["Ke8"]).json()
    assert again == {"version": 1, "at": 9, "nodes": []}, "it is there already"
    noted = {"comment": "<b>safe</b>", "mark": "!", "shapes": [{"begin": "e8", "end": "e5"}]}
    change(client, study_id, 1, type="annotate", node=9, **noted)
    change(client, study_id, 2, type="rename", name="Another")
    text = client.get(f"/api/studies/{study_id}/record").text
    study = strata.load_study(text)
    assert study.export() == text
    assert study.record.played == tuple(GAME)
    shown = {node["number"]: node for node in look(client, study_id)["nodes"]}
    assert shown[9]["comment"] == "<b>safe</b>"
    assert shown[9]["shapes"] == [{"begin": "e8", "end": "e5", "colour": "green"}]
    assert shown[10]["parent"] == 9
    listed = client.get("/api/studies").json()
    assert [(one["id"], one["name"], one["game"]) for one in listed] == [
        (study_id, "Another", "daikuni")
    ]


def test_without_a_name_it_is_called_by_its_players(client: httpx.Client) -> None:
    named = record()
    named.tags.update(First="Ann", Second="Ben")
    assert look(client, study_of(client, text=named.export()))["name"] == "Ann – Ben"
    named.tags["First"] = "Ann\u202e\ue000"
    assert look(client, study_of(client, text=named.export()))["name"] == "Ann – Ben"
    named.tags["Second"] = "B" * 500
    called = look(client, study_of(client, text=named.export()))["name"]
    assert called.startswith("Ann – BBB")
    assert len(called) <= 80
    del named.tags["Second"]
    assert look(client, study_of(client, text=named.export()))["name"] == "Ann"
    assert look(client, study_of(client, text=record().export()))["name"] == ""
    assert look(client, study_of(client, text=named.export(), name="Mine"))["name"] == "Mine"


def test_promoting_and_deleting(client: httpx.Client) -> None:
    study_id = study_of(client, game="daikuni")
    change(client, study_id, 0, type="play", node=0, actions=["Qd2"])
    change(client, study_id, 1, type="play", node=0, actions=["Kd2", "Qg2"])
    promoted = change(client, study_id, 2, type="promote", node=3, to_main=True).json()
    assert (promoted["version"], promoted["at"]) == (3, 3)
    order = [node["number"] for node in look(client, study_id)["nodes"]]
    assert order == [0, 2, 3, 1]
    deleted = change(client, study_id, 3, type="delete", node=2).json()
    assert deleted["at"] == 0
    assert [node["number"] for node in look(client, study_id)["nodes"]] == [0, 1]
    assert problem(change(client, study_id, 4, type="delete", node=2))[0] == 404
    after = change(client, study_id, 4, type="play", node=1, actions=["Kg2"]).json()
    assert after["at"] == 4, "numbers are not given twice"


@pytest.mark.parametrize("name", strata.games())
def test_positions_of_every_game(client: httpx.Client, name: str) -> None:
    study_id = study_of(client, game=name)
    game = strata.game(name)
    playing = game.record()
    version = number = 0
    for step in range(12):
        shown = at(client, study_id, number)
        assert shown["number"] == number
        assert shown["position"] == str(playing.position)
        assert shown["seat"] == playing.seat
        assert shown["choices"], "whoever made it plays both sides"
        assert bool(shown["telling"]) == bool(step)
        action = playing.actions()[-1 - step % 3]
        playing.play(action)
        answer = change(client, study_id, version, type="play", node=number, actions=[action])
        version, number = answer.json()["version"], answer.json()["at"]
    cell = playing.position.scene().cells[0].name
    clicks = [{"kind": "cell", "id": cell}]
    missed = client.post(
        f"/api/studies/{study_id}/why-not", json={"node": number, "clicks": clicks}
    )
    assert missed.status_code in (200, 400), missed.text


def test_a_definition_is_read_beside_the_event_loop(
    own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one takes a tenth of a second, in which nobody else would be served."""
    text = strata.game("dzura").shipped_definitions()["mini"].replace('"Guard"', '"Elsewhere"')
    study_id = study_of(own, game="dzura", definition=text)
    threads: list[bool] = []
    parse = read_schema

    def noted(source: str) -> Any:
        threads.append(threading.current_thread().name.startswith("asyncio_"))
        return parse(source)

    monkeypatch.setattr(
        importlib.import_module("strata.games.dzura.coherence"), "read_schema", noted
    )
    assert look(own, study_id)["definition"] is not None
    assert look(own, study_id)["definition"] is not None
    assert threads == [True]


def test_a_definition_has_its_own_look(client: httpx.Client) -> None:
    text = strata.game("dzura").shipped_definitions()["mini"]
    study_id = study_of(client, game="dzura", definition=text)
    found = look(client, study_id)
    assert found["own_look"]
    game = strata.game("dzura", definition=text)
    assert found["definition"] == game.definition
    seen = client.get(f"/api/studies/{study_id}/look").json()
    assert len(seen["cells"]) == len(game.start().scene().cells)
    assert client.get(f"/api/studies/{study_id}/cards").json()


def test_others_look_and_copy_but_do_not_change(ann: Device, ben: Device) -> None:
    client, other = ann.http, ben.http
    study_id = study_of(client, text=record().export())
    change(client, study_id, 0, type="play", node=4, actions=["Ke8"])
    assert look(other, study_id)["mine"] is False
    assert at(other, study_id, 9)["choices"] == []
    for refused in (
        change(other, study_id, 1, type="delete", node=9),
        other.delete(f"/api/studies/{study_id}"),
    ):
        status, detail = problem(refused)
        assert status == 409
        assert "make a copy" in detail
    copied = other.post(f"/api/studies/{study_id}/copy").json()["id"]
    found = look(other, copied)
    assert found["mine"]
    assert [node["number"] for node in found["nodes"]] == [
        node["number"] for node in look(client, study_id)["nodes"]
    ]
    assert change(other, copied, 0, type="delete", node=9).status_code == 200
    assert len(look(client, study_id)["nodes"]) == len(GAME) + 2
    assert client.get("/api/studies").json()[0]["id"] == study_id
    assert client.delete(f"/api/studies/{study_id}").status_code == 204
    assert problem(client.get(f"/api/studies/{study_id}")) == (404, "no such analysis")
    assert client.get("/api/studies").json() == []


def test_an_old_version_changes_nothing(client: httpx.Client) -> None:
    study_id = study_of(client, game="daikuni")
    assert change(client, study_id, 0, type="play", node=0, actions=["Qd2"]).status_code == 200
    refused = change(client, study_id, 0, type="play", node=0, actions=["Kd2"])
    status, detail = problem(refused)
    assert status == 409
    assert refused.json()["code"] == "stale"
    assert "changed elsewhere" in detail
    assert len(look(client, study_id)["nodes"]) == 2


def test_a_whole_study_is_made_once_and_paid_for(
    own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    study_id = study_of(own, text=record().export())
    described: list[Node] = []
    describe = OpenStudy.describe

    def describe_and_note(study: OpenStudy, node: Node) -> StudyNode:
        described.append(node)
        return describe(study, node)

    monkeypatch.setattr(OpenStudy, "describe", describe_and_note)
    paid: list[float] = []
    monkeypatch.setattr(
        MeteredWorker, "charge", lambda worker, owner, seconds: paid.append(seconds)
    )
    address = f"/api/studies/{study_id}/record"
    whole, text = look(own, study_id), own.get(address).text
    assert own.get(address).headers["content-type"] == "text/plain; charset=utf-8"
    assert len(described) == len(GAME) + 1
    assert paid
    paid.clear()

    made_again = pytest.MonkeyPatch()
    made_again.setattr(study_service, "export_study", None)
    assert look(own, study_id) == whole
    assert own.get(address).text == text
    made_again.undo()
    assert len(described) == len(GAME) + 1
    assert paid == []

    assert change(own, study_id, 0, type="annotate", node=1, comment="New").status_code == 200
    assert paid
    assert look(own, study_id)["nodes"][1]["comment"] == "New"
    assert "New" in own.get(address).text
    own.cookies.clear()
    assert not look(own, study_id)["mine"]
    assert own.get("/api/studies").headers["cache-control"] == "no-store"


def test_a_large_study_takes_its_turn_at_every_position(
    own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read, describe and write one takes long: whoever else plays waits for no more of it."""
    done: dict[str, int] = {}

    async def do(_: LongWork, steps: Steps) -> None:
        assert isinstance(steps, GeneratorType)
        done[steps.__name__] = sum(1 for _ in steps)

    monkeypatch.setattr(LongWork, "do", do)
    study_id = study_of(own, text=record().export())
    assert change(own, study_id, 0, type="annotate", node=1, comment="New").status_code == 200
    assert look(own, study_id)["nodes"][1]["comment"] == "New"
    assert set(done) == {"build", "write", "_describe"}
    assert min(done.values()) > len(GAME)


def test_two_servers_on_one_database(config: Config, own: Client) -> None:
    """Each reads what the other stored; of two changes of one version one is made."""
    study_id = study_of(own, game="daikuni")
    with TestClient(create_app(config)) as second:
        second.cookies = own.cookies
        assert change(second, study_id, 0, type="play", node=0, actions=["Qd2"]).status_code == 200
        assert len(look(own, study_id)["nodes"]) == 2
        assert change(own, study_id, 1, type="play", node=1, actions=["Kg2"]).status_code == 200
        assert problem(change(second, study_id, 1, type="delete", node=1))[0] == 409
        assert len(look(second, study_id)["nodes"]) == 3


def test_a_restart_keeps_everything(config: Config) -> None:
    with TestClient(create_app(config)) as before:
        study_id = study_of(before, text=record(4).export())
        change(before, study_id, 0, type="play", node=2, actions=["Sg3"])
        change(before, study_id, 1, type="annotate", node=5, comment="why not?", mark="?!")
        seen, cookies = look(before, study_id), before.cookies
    with TestClient(create_app(config)) as after:
        after.cookies = cookies
        assert look(after, study_id) == seen


def test_unknown_words_of_a_record_survive_a_change(client: httpx.Client) -> None:
    study = strata.game("daikuni").study(record(2))
    study.annotate(study.node(1), strata.Annotations("old", kept=("%clock=9", "$12")))
    study_id = study_of(client, text=study.export())
    change(client, study_id, 0, type="annotate", node=1, comment="new")
    exported = strata.load_study(client.get(f"/api/studies/{study_id}/record").text)
    assert exported.node(1).annotations == strata.Annotations("new", kept=("%clock=9", "$12"))


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({}, "expected exactly one of"),
        ({"game": "daikuni", "text": "x"}, "expected exactly one of"),
        ({"text": "nonsense"}, "line 1"),
        ({"game": "chess"}, "chess"),
        ({"game": "daikuni", "position": "8/8 f"}, "position"),
        ({"game": "daikuni", "options": {"tiles": "many"}}, "tiles"),
        ({"table": "x" * 12}, "no such table"),
        ({"game": "daikuni", "name": "n" * 81}, "name"),
        ({"game": "daikuni", "name": "\u202e"}, "expected visible characters"),
    ],
)
def test_what_cannot_be_studied(client: httpx.Client, wanted: dict[str, Any], says: str) -> None:
    status, detail = problem(client.post("/api/studies", json=wanted))
    assert 400 <= status < 500
    assert says in detail
    assert client.get("/api/studies").json() == []


@pytest.mark.parametrize("wanted", [{}, {"table": "x" * 12, "game": "daikuni"}])
def test_a_malformed_request_is_a_bad_request(client: httpx.Client, wanted: dict[str, Any]) -> None:
    refused = client.post("/api/studies", json=wanted)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"type": "play", "node": 4, "actions": ["Kd2x"]}, "Kd2x"),
        ({"type": "play", "node": 99, "actions": ["Kd4"]}, "no position 99"),
        ({"type": "play", "node": 8, "actions": ["Kd4"]}, "over"),
        ({"type": "delete", "node": 3}, "game itself"),
        ({"type": "delete", "node": 0}, "start"),
        ({"type": "promote", "node": 3}, "already the main line"),
        ({"type": "annotate", "node": 3, "shapes": [{"begin": "z9"}]}, "no such cell"),
        ({"type": "annotate", "node": 3, "comment": "\x00"}, "printable"),
        ({"type": "rename", "name": "\u200b"}, "expected visible characters"),
        ({"type": "unheard"}, "unheard"),
    ],
)
def test_bad_changes_change_nothing(client: httpx.Client, what: dict[str, Any], says: str) -> None:
    study_id = study_of(client, text=record().export())
    before = look(client, study_id)
    status, detail = problem(change(client, study_id, 0, **what))
    assert 400 <= status < 500
    assert says in detail
    assert look(client, study_id) == before
    assert change(client, study_id, 0, type="rename", name="fine").status_code == 200


def test_a_study_that_grows_too_large(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    study_id = study_of(own, game="daikuni")
    monkeypatch.setattr(study_worker, "LONGEST_TEXT", 250)
    status, detail = problem(change(own, study_id, 0, type="annotate", node=0, comment="x" * 99))
    assert status == 400
    assert "at most 250" in detail
    assert look(own, study_id)["version"] == 0


def test_only_so_many_each(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_service, "MOST_STUDIES", 2)
    for _ in range(2):
        study_id = study_of(own, game="daikuni")
    status, detail = problem(own.post("/api/studies", json={"game": "daikuni"}))
    assert status == 409
    assert "delete one first" in detail
    assert own.post(f"/api/studies/{study_id}/copy").status_code == 409
    own.delete(f"/api/studies/{study_id}")
    study_of(own, game="daikuni")


def test_studies_that_nobody_changed_are_forgotten(config: Config) -> None:
    now = 1_000_000
    with TestClient(create_app(config, now_ms=lambda: now)) as client:
        idle = study_of(client, game="daikuni")
        used = study_of(client, game="daikuni")
        change(client, used, 0, type="rename", name="used")
        cookies = client.cookies
    with TestClient(create_app(config, now_ms=lambda: now + UNTOUCHED_MS + 1)) as client:
        client.cookies = cookies
        assert [one["id"] for one in client.get("/api/studies").json()] == [used]
        assert client.get(f"/api/studies/{idle}").status_code == 404


# Games of this server.


def test_a_game_in_progress_is_not_studied(ann: Device, ben: Device) -> None:
    made = ann.make()
    ben.join(made["id"], made["keys"]["second"])
    answer = ann.http.post("/api/studies", json={"table": made["id"]})
    assert problem(answer) == (409, "the game is still being played")


def test_a_finished_game_of_this_server_is(ann: Device) -> None:
    table_id = ann.make("me", "me")["id"]
    with ann.sit(table_id) as player:
        player.play("Qd2")
        player.say("resign")
        player.until(lambda state: state["outcome"] is not None)
    study_id = study_of(ann.http, table=table_id)
    found = look(ann.http, study_id)
    assert found["outcome"]["reason"] == "resignation"
    assert [node.get("action") for node in found["nodes"]] == [None, "Qd2"]
    played = change(ann.http, study_id, 0, type="play", node=1, actions=["Kg2"])
    assert played.status_code == 200, "it goes on where the game was given up"


def test_an_address_stores_so_much_a_day(limited: Callable[..., Config]) -> None:
    """New studies, copies, and what changes add are counted."""
    text = record(4).export()
    with TestClient(create_app(limited(study_kb_per_day=5))) as client:
        study_id = study_of(client, text=text)
        noted = {"type": "annotate", "node": 1, "comment": "a" * 3000}
        assert change(client, study_id, 0, **noted).status_code == 200
        assert client.post(f"/api/studies/{study_id}/copy").status_code == 201
        asked = (
            client.post(f"/api/studies/{study_id}/copy"),
            client.post("/api/studies", json={"text": text}),
            change(client, study_id, 1, **noted | {"comment": "b" * 3000}),
        )
        for answer in asked:
            limit = "daily storage limit of your address reached: try again tomorrow"
            assert problem(answer)[1] == limit


@pytest.mark.parametrize(("keep_days", "is_kept"), [(0, True), (10, False)])
def test_old_studies_are_deleted_where_that_is_wanted(
    config: Config, keep_days: int, is_kept: bool
) -> None:
    """Also one that was changed; by default none is."""
    kept = msgspec.structs.replace(config, keep_days=keep_days)
    now_ms = 1_800_000_000_000
    with TestClient(create_app(kept, now_ms=lambda: now_ms)) as client:
        study_id = study_of(client, text=record(4).export())
        noted = {"type": "annotate", "node": 1, "comment": "good"}
        assert change(client, study_id, 0, **noted).status_code == 200
        service: StudyService = client.app.dependencies["studies"].dependency()
        for days in (9, 2):
            now_ms += days * 24 * 3600 * 1000
            with client.portal() as portal:
                portal.call(service.tidy, False)
            there = client.get(f"/api/studies/{study_id}").status_code == 200
            assert there is (is_kept or days == 9)


def test_who_is_forgotten_has_no_studies(own: Client) -> None:
    study_id = study_of(own, game="daikuni")
    assert own.post("/api/forget").status_code == 204
    assert own.get(f"/api/studies/{study_id}").status_code == 404


# The computer.


class Thinking:
    """The socket of a study, on which the computer thinks."""

    def __init__(self, device: Device, study_id: str) -> None:
        base = device.server.base
        self._socket = connect(
            f"ws://{base}/api/studies/{study_id}/engine",
            additional_headers=device.headers(),
            origin=Origin(f"http://{base}"),
            open_timeout=PATIENCE,
            legacy=True,
        )

    def say(self, **command: Any) -> None:
        self.send(json.dumps(command))

    def send(self, text: str) -> None:
        self._socket.send(text)

    def hear(self) -> Any:
        return json.loads(self._socket.recv(timeout=PATIENCE))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def first_thought(device: Device, study_id: str, node: int, **more: Any) -> Any:
    with Thinking(device, study_id) as thinking:
        thinking.say(type="think", node=node, **more)
        return thinking.hear()


def test_the_computer_thinks_deeper_and_deeper(ann: Device) -> None:
    study_id = study_of(ann.http, text=record(4).export())
    legal = record(4).actions()
    with Thinking(ann, study_id) as thinking:
        thinking.say(type="think", node=4, lines=3)
        thoughts = [thinking.hear() for _ in range(3)]
    for thought in thoughts:
        assert (thought["type"], thought["node"]) == ("thought", 4)
        assert {line["actions"][0] for line in thought["lines"]} <= set(legal)
        points = [line["points"] for line in thought["lines"]]
        assert points == sorted(points, reverse=True), "first is to act, the best is first"
        assert thought["words"] == thought["lines"][0]["words"]
        assert thought["gesture"]
    assert len(thoughts[-1]["lines"]) == 3
    assert thoughts[-1]["depth"] >= thoughts[0]["depth"]
    best = thoughts[-1]["lines"][0]["actions"]
    assert change(ann.http, study_id, 0, type="play", node=4, actions=best).status_code == 200


def test_the_end_threats_and_unknown_positions(ann: Device) -> None:
    study_id = study_of(ann.http, text=record().export())
    over = first_thought(ann, study_id, 8)
    assert (over["done"], over["expected"], over["lines"]) == (True, 0.0, [])
    missing = first_thought(ann, study_id, 77)
    assert (missing["type"], missing["node"]) == ("refused", 77)
    dzura = study_of(ann.http, game="dzura")
    threat = first_thought(ann, dzura, 0, threat=True)
    assert threat["threat"]
    start = strata.game("dzura").start()
    assert threat["lines"][0]["actions"][0] not in start.actions(), "it is second's"


def test_thinking_ends_after_a_while(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_socket, "_BITS_MS", (20, 40))
    monkeypatch.setattr(thinking_socket, "_MOST_MS", 60)
    study_id = study_of(own, game="kyo")
    with own.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
        socket.send_json({"type": "think", "node": 0})
        assert [socket.receive_json()["done"] for _ in range(2)] == [False, True]


def test_another_position_ends_the_one_before(ann: Device) -> None:
    study_id = study_of(ann.http, text=record(4).export())
    with Thinking(ann, study_id) as thinking:
        thinking.say(type="think", node=1)
        thinking.say(type="stop")
        thinking.say(type="think", node=3)
        seen = thinking.hear()
        while seen["node"] != 3:
            seen = thinking.hear()
        assert seen["type"] == "thought"


def test_nonsense_on_the_socket(ann: Device) -> None:
    study_id = study_of(ann.http, game="daikuni")
    with Thinking(ann, study_id) as thinking:
        for text in ("{", '{"type":"fly"}', '{"type":"think","node":-1}', "x" * 2000):
            thinking.send(text)
            assert thinking.hear()["type"] == "refused"


def test_only_its_maker_has_it_thought_about(ann: Device, ben: Device) -> None:
    study_id = study_of(ann.http, game="daikuni")
    study_of(ben.http, game="daikuni")
    for device, which, code in ((ben, study_id, 4403), (ann, "a" * 12, 4404)):
        with pytest.raises(ConnectionClosed) as closed, Thinking(device, which) as thinking:
            thinking.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_the_hourly_share_of_thinking(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(analyses_per_hour=1))) as client:
        study_id = study_of(client, game="daikuni")
        with client.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
            socket.send_json({"type": "think", "node": 0})
            first, second = socket.receive_json(), socket.receive_json()
    assert (first["type"], second["type"]) == ("thought", "refused")
    assert "try again in" in second["detail"]


def test_what_is_prepared_for_thinking_is_charged(
    own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finding the way to a position takes long in a large study: it is done within the share."""
    done: list[str] = []
    before = WorkShare.do

    async def do(share: WorkShare, work: Any) -> Any:
        done.append(work.func.__name__)
        return await before(share, work)

    monkeypatch.setattr(WorkShare, "do", do)
    monkeypatch.setattr(Study, "record_at", None)  # which would play the whole way again
    study_id = study_of(own, text=record(4).export())
    with own.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
        for node in (4, 2):
            socket.send_json({"type": "think", "node": node})
            while socket.receive_json()["node"] != node:
                pass
    assert len(done) >= 2
    assert set(done) == {"_ask_about"}


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the nodes for which a question was prepared."""
    numbers: list[int] = []
    snapshot = OpenStudy.snapshot

    def noting(study: OpenStudy, node: Node) -> GameSnapshot:
        numbers.append(node.number)
        return snapshot(study, node)

    monkeypatch.setattr(OpenStudy, "snapshot", noting)
    return numbers


def test_nothing_is_prepared_where_no_analyses_are_left(
    limited: Callable[..., Config], prepared: list[int]
) -> None:
    with TestClient(create_app(limited(analyses_per_hour=1))) as client:
        study_id = study_of(client, text=record(4).export())
        with client.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
            socket.send_json({"type": "think", "node": 2})
            assert [socket.receive_json()["type"] for _ in range(2)] == ["thought", "refused"]
            socket.send_json({"type": "think", "node": 3})
            refused = socket.receive_json()
            assert "hourly analysis limit" in refused["detail"]
            assert prepared == [2]


def test_nothing_is_prepared_while_the_analyst_is_busy(
    own: Client, prepared: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(analyst: Analyst, owner: str) -> None:
        raise AnalystBusy("too many analyses")

    study_id = study_of(own, text=record(4).export())
    with own.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
        with monkeypatch.context() as busy:
            busy.setattr(Analyst, "expect_room", refuse)
            socket.send_json({"type": "think", "node": 2})
            assert "too many analyses" in socket.receive_json()["detail"]
        assert prepared == []
        socket.send_json({"type": "think", "node": 3})
        assert socket.receive_json()["type"] == "thought"
        assert prepared == [3]


def test_nothing_is_prepared_for_a_question_that_has_changed(
    own: Client, prepared: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first question waits for its turn until there is another."""
    before = WorkShare.do
    asked: list[int] = []
    is_asked = threading.Event()

    async def do(share: WorkShare, work: Any) -> Any:
        asked.extend(work.args)
        is_asked.set()
        if len(asked) == 1:
            async with asyncio.timeout(PATIENCE):
                await work.func.__self__._changed.wait()
        return await before(share, work)

    monkeypatch.setattr(WorkShare, "do", do)
    study_id = study_of(own, text=record(4).export())
    with own.websocket_connect(f"/api/studies/{study_id}/engine") as socket:
        for node in (2, 3):
            socket.send_json({"type": "think", "node": node})
            assert is_asked.wait(PATIENCE)
        assert socket.receive_json()["node"] == 3
    assert (asked, prepared) == ([2, 3], [3])
