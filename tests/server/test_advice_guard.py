"""No advice about a game that one plays with another person: for the person, and at the address."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.core.explaining.telling import Sentence
from strata.core.outcome import SEATS
from strata.search.advice import Advice
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.analyst import Analyst
from strata.server.live import advice_guard
from strata.server.ops.time_source import wall_ms
from strata.server.storage.seat_keys import hash_key, new_key
from tests.server.conftest import Client
from tests.server.processes import Device, Player, Server, wait_until
from tests.server.test_analysis import ask, bring
from tests.server.test_http import make, problem
from tests.server.test_studies import Thinking, first_thought, study_of

Sites = tuple[Server, Server]
GAME = ["Kh5", "Qc2", "Kh8", "Se1", "Sa5", "Kd8", "Qa7", "Kd3"]
OWN = (
    409,
    "you play Daikuni with another person at the moment: no advice about Daikuni until that game "
    "is over",
)
NEAR = (409, OWN[1].replace("you play", "somebody at your address plays"))
_numbers = count(1)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def sites(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Sites]:
    """Where people play, and where they ask: with PostgreSQL another process."""
    setting = {
        "STRATA_ADVICE_GUARD": "address",
        "STRATA_PROXIES": "127.0.0.1",
        "STRATA_SECRET": "the secret of both processes, if there are two",
    }
    if request.param == "sqlite":
        with Server(tmp_path_factory.mktemp("guard"), **setting) as server:
            yield server, server
        return
    setting["STRATA_DATABASE_URL"] = request.getfixturevalue("postgres_url")
    one = Server(tmp_path_factory.mktemp("guard"), **setting)
    two = Server(tmp_path_factory.mktemp("guard"), **setting)
    with one, two:
        yield one, two


def new_address() -> str:
    number = next(_numbers)
    return f"10.7.{number // 250}.{number % 250 + 1}"


class Visitor:
    """One cookie at one address: it plays at one server, and asks for advice at the other."""

    def __init__(self, sites: Sites, address: str | None = None) -> None:
        self.address = address or new_address()
        self.playing = Device(sites[0], self.address)
        self.asking = Device(sites[1], self.address)
        assert self.playing.http.post("/api/identity").status_code == 204
        self.asking.http.cookies.update(self.playing.http.cookies)

    @property
    def http(self) -> httpx.Client:
        return self.asking.http

    def study(self, position: strata.Position | str, game: str = "daikuni") -> str:
        return study_of(self.http, game=game, position=str(position))

    def think(self, position: strata.Position | str, game: str = "daikuni") -> tuple[int, str]:
        """What the engine of a study says: a refusal as a Problem has it, or 200."""
        answer = first_thought(self.asking, self.study(position, game), 0)
        return (409, answer["detail"]) if answer["type"] == "refused" else (200, "")

    def challenge(self, position: str, **more: Any) -> tuple[int, str]:
        """What is said to a game against the computer from a position."""
        wanted = {"game": "daikuni", "first": "me", "second": "computer", "position": position}
        answer = self.http.post("/api/tables", json=wanted | more)
        return (201, "") if answer.status_code == 201 else problem(answer)


def begin(ann: Visitor, ben: Visitor, **more: Any) -> str:
    """A game between two visitors."""
    made = ann.playing.make(**more)
    assert ben.playing.join(made["id"], made["keys"]["second"]).status_code == 200
    table_id: str = made["id"]
    return table_id


def end(ann: Visitor, table_id: str) -> None:
    with ann.playing.sit(table_id) as player:
        player.say("resign")
        player.until(lambda state: state["outcome"])


def play(players: tuple[Player, Player], actions: list[str]) -> None:
    for number, action in enumerate(actions):
        players[number % 2].reach(number)
        players[number % 2].play(action)


def played(number: int = 10) -> strata.Record:
    record, choose = strata.game("daikuni").record(), random.Random(3)
    while record.length < number:
        record.play(choose.choice(record.actions()))
    return record


def in_mirror(position: strata.Position) -> strata.Position:
    """The same position with left and right exchanged: each row of its text backwards."""
    rows, seat = str(position).split(" ")
    text = "/".join(row[::-1] for row in rows.split("/"))
    return strata.game("daikuni").position(f"{text} {seat}")


def finished(actions: list[str] = GAME) -> str:
    record = strata.game("daikuni").record().play_all(actions)
    if record.outcome() is None:
        record.resign()
    return record.export()


def test_what_follows_and_its_mirror_image_are_not_thought_about(sites: Sites) -> None:
    """The engine for the positions after six candidate actions: for both, and for another browser
    at the address of one of them."""
    ann, ben = Visitor(sites), Visitor(sites)
    cat, dan = Visitor(sites, ann.address), Visitor(sites)
    record = played()
    table_id = begin(ann, ben)
    with ann.playing.sit(table_id) as first, ben.playing.sit(table_id) as second:
        play((first, second), [*map(str, record.played)])
    now = record.position
    candidates = [now.play(action) for action in now.actions()[:6]]
    asked = [now, in_mirror(now), *candidates]
    assert in_mirror(now) != now
    for visitor, refusal in ((ann, OWN), (ben, OWN), (cat, NEAR)):
        assert {visitor.think(position) for position in asked} == {refusal}
    for position in (in_mirror(now), candidates[0]):
        for visitor, refusal in ((ann, OWN), (ben, OWN), (cat, NEAR)):
            for seats in (("me", "computer"), ("computer", "me")):
                wanted = dict(zip(SEATS, seats, strict=True))
                assert visitor.challenge(str(position), level=8, **wanted) == refusal
    assert dan.think(now) == (200, "")
    end(ann, table_id)
    for visitor in (ann, ben, cat):
        assert {visitor.think(position) for position in (now, candidates[0])} == {(200, "")}
        assert visitor.challenge(str(candidates[0]), level=1) == (201, "")


def test_every_way_to_advice(sites: Sites) -> None:
    """What was refused is had again when the game is over."""
    ann, ben = Visitor(sites), Visitor(sites)
    cat, dan = Visitor(sites, ann.address), Visitor(sites)
    table_id = bring(dan.http, finished())
    assert dan.http.post(f"/api/tables/{table_id}/review").status_code == 202
    wait_until(lambda: _review(dan, table_id)["done"] == len(GAME), "the review")
    definition = strata.game("dzura").shipped_definitions()["mini"]
    asked: dict[str, Callable[[Visitor], httpx.Response]] = {
        "analysis": lambda visitor: ask(visitor.http, table_id, 3),
        "review": lambda visitor: visitor.http.post(f"/api/tables/{table_id}/review"),
        "try": lambda visitor: visitor.http.post(
            f"/api/tables/{table_id}/review/try", json={"turn": 3, "actions": ["Kh7"]}
        ),
        "record": lambda visitor: ask(visitor.http, bring(visitor.http, finished()), 0),
    }
    against = {one: one.asking.make(second="computer", level=1)["id"] for one in (ann, ben, cat)}
    for kind in ("hint", "threats"):
        asked[kind] = lambda visitor, kind=kind: visitor.http.post(  # type: ignore[misc]
            f"/api/tables/{against[visitor]}/help", json={"kind": kind}
        )
    game = begin(ann, ben)
    for visitor, refusal in ((ann, OWN), (ben, OWN), (cat, NEAR)):
        for way, question in asked.items():
            assert problem(question(visitor)) == refusal, way
        assert visitor.http.get(f"/api/tables/{table_id}/review").status_code == 200
        assert visitor.asking.make(second="computer", level=1)["id"], "from the usual start"
        other = visitor.challenge("", game="dzura", definition=definition, level=1)
        assert other == (201, "")
    end(ben, game)
    for visitor in (ann, ben, cat):
        for way, question in asked.items():
            assert question(visitor).status_code in (200, 202), way


def _review(visitor: Visitor, table_id: str) -> Any:
    return visitor.http.get(f"/api/tables/{table_id}/review").json()


def test_a_defined_game_is_a_position_of_ones_choice(sites: Sites) -> None:
    ann, ben = Visitor(sites), Visitor(sites)
    definition = strata.game("dzura").shipped_definitions()["mini"]
    begin(ann, ben, game="dzura")
    status, detail = ann.challenge("", game="dzura", definition=definition, level=1)
    assert (status, detail.partition(" with ")[0]) == (409, "you play Dzura")


def test_nor_once_more_from_a_position(sites: Sites) -> None:
    """A rematch with the computer that begins in a position that was set up."""
    ann, ben = Visitor(sites), Visitor(sites)
    start = str(played(4).position)
    tables = {
        position: ann.playing.make(second="computer", level=1, position=position)["id"]
        for position in (start, "")
    }
    for each in tables.values():
        end(ann, each)
    game = begin(ann, ben)
    with ann.playing.sit(tables[start]) as player:
        player.say("want-rematch")
        refused = player.hear("refused")
        assert (refused["code"], refused["detail"]) == ("not-allowed", OWN[1])
    with ann.playing.sit(tables[""]) as player:
        player.say("want-rematch")
        assert player.until(lambda state: state["rematch"])
    end(ann, game)
    with ann.playing.sit(tables[start]) as player:
        player.say("want-rematch")
        assert player.until(lambda state: state["rematch"])


def test_a_finished_game_stays_open_to_its_players(sites: Sites) -> None:
    """A stranger replays its first six actions with two cookies, and shuts out nobody else."""
    ann, ben = Visitor(sites), Visitor(sites)
    table_id = begin(ann, ben)
    with ann.playing.sit(table_id) as first, ben.playing.sit(table_id) as second:
        play((first, second), GAME)
    end(ann, table_id)
    stranger = Visitor(sites)
    again = begin(stranger, Visitor(sites, stranger.address))
    with stranger.playing.sit(again) as player:
        player.play(GAME[0])
        assert ask(ann.http, table_id, 6).status_code == 200
        assert ask(ben.http, table_id, 0).status_code == 200
        assert ann.http.post(f"/api/tables/{table_id}/review").status_code == 202
        wait_until(lambda: not _review(ann, table_id)["running"], "the review")
        assert _review(ben, table_id)["done"] == len(GAME)
        assert problem(ask(stranger.http, table_id, 6)) == OWN


def _solo(ann: Visitor) -> None:
    """With another browser that may play both sides as well."""
    made = ann.playing.make(second="me")
    key = ann.playing.http.post(f"/api/tables/{made['id']}/links", json={"seat": "second"}).json()[
        "key"
    ]
    other = Visitor((ann.playing.server, ann.asking.server), ann.address)
    assert other.playing.join(made["id"], key, share=True).status_code == 200


def _alone(ann: Visitor) -> None:
    made = ann.playing.make()
    assert ann.playing.join(made["id"], made["keys"]["second"]).json()["mine"] == [*SEATS]


def _in_another_game(ann: Visitor) -> None:
    begin(ann, Visitor((ann.playing.server, ann.asking.server)), game="kyo")


def _given_up(ann: Visitor) -> None:
    sites = ann.playing.server, ann.asking.server
    ben = Visitor(sites)
    begin(ann, ben)
    assert ben.playing.http.post("/api/forget").status_code == 204


@pytest.mark.parametrize(
    "arrange",
    [
        _solo,
        _alone,
        lambda ann: ann.playing.make(second="computer", level=1),
        lambda ann: ann.playing.make(),
        _in_another_game,
        _given_up,
    ],
    ids=["solo", "alone", "computer", "nobody yet", "another game", "given up"],
)
def test_who_plays_nobody_is_not_refused(
    sites: Sites, arrange: Callable[[Visitor], object]
) -> None:
    ann = Visitor(sites)
    cat = Visitor(sites, ann.address)
    arrange(ann)
    for visitor in (ann, cat):
        assert visitor.think(played(4).position) == (200, "")


def test_somebody_moves_to_another_address(sites: Sites) -> None:
    """The address from which a seat was taken or connected last counts."""
    ann, ben = Visitor(sites), Visitor(sites)
    game = begin(ann, ben)
    here, there = Visitor(sites, ann.address), Visitor(sites)
    position = played(4).position
    assert (here.think(position), there.think(position)) == (NEAR, (200, ""))
    moved = Device(sites[0], there.address)
    moved.http.cookies.update(ann.playing.http.cookies)
    moved.sit(game).socket.close()
    assert (here.think(position), there.think(position)) == ((200, ""), NEAR)
    assert ann.think(position) == OWN


def test_a_rematch_knows_the_addresses(sites: Sites) -> None:
    """Nobody has come to the new table yet."""
    ann, ben = Visitor(sites), Visitor(sites)
    table_id = begin(ann, ben)
    end(ann, table_id)
    near, position = Visitor(sites, ann.address), played(4).position
    assert near.think(position) == (200, "")
    with ann.playing.sit(table_id) as first, ben.playing.sit(table_id) as second:
        first.say("want-rematch")
        second.until(lambda state: state["rematch_wanted"])
        second.say("want-rematch")
        second.until(lambda state: state["rematch"])
    for visitor in (near, Visitor(sites, ben.address)):
        assert visitor.think(position) == NEAR


def test_a_household_of_ipv6_is_one_address(sites: Sites) -> None:
    number = next(_numbers)
    ann = Visitor(sites, f"2001:db8:7:{number:x}::1")
    begin(ann, Visitor(sites))
    position = played(4).position
    assert Visitor(sites, f"2001:db8:7:{number:x}:ffff::2").think(position) == NEAR
    assert Visitor(sites, f"2001:db8:8:{number:x}::1").think(position) == (200, "")


def test_thinking_ends_when_a_game_begins(sites: Sites) -> None:
    ann = Visitor(sites)
    cat = Visitor(sites, ann.address)
    study = ann.study("", game="kyo"), cat.study("", game="kyo")
    with Thinking(ann.asking, study[0]) as own, Thinking(cat.asking, study[1]) as near:
        for thinking in (own, near):
            thinking.say(type="think", node=0)
            assert thinking.hear()["type"] == "thought"
        begin(ann, Visitor(sites), game="kyo")
        for thinking, who in ((own, "you play"), (near, "somebody at your address plays")):
            answer = thinking.hear()
            while answer["type"] == "thought":
                assert not answer["done"]
                answer = thinking.hear()
            assert answer["detail"].startswith(f"{who} Kyo with another person")


def test_a_review_is_interrupted_when_a_game_begins(sites: Sites) -> None:
    """Everybody is told that it can be continued, and nobody who plays."""
    record, choose = strata.game("dzura").record(), random.Random(5)
    while record.length < 300 and record.outcome() is None:
        record.play(choose.choice(record.actions()))
    if record.outcome() is None:
        record.resign()
    ann, dan = Visitor(sites), Visitor(sites)
    table_id = bring(ann.http, record.export())
    assert ann.http.post(f"/api/tables/{table_id}/review").status_code == 202
    wait_until(lambda: _review(ann, table_id)["done"] > 0, "the first turn")
    game = begin(ann, Visitor(sites), game="dzura")
    wait_until(lambda: not _review(dan, table_id)["running"], "the interruption")
    state = _review(dan, table_id)
    assert state["done"] < state["total"]
    assert state["problem"].endswith("; continue when that game is over")
    assert ann.http.post(f"/api/tables/{table_id}/review").status_code == 409
    end(ann, game)
    assert ann.http.post(f"/api/tables/{table_id}/review").status_code == 202
    assert ann.http.post(f"/api/tables/{table_id}/review/stop").status_code == 200


def test_an_answer_is_kept_back_if_a_game_has_begun(
    own_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question waited for its turn meanwhile, and is not counted as help."""
    monkeypatch.setattr(advice_guard, "_VALID_SECONDS", 0.0)
    against = make(own_client, second="computer", level=1)["id"]
    made = make(own_client)
    seating = own_client.app.dependencies["seating"].dependency()
    tables = own_client.app.dependencies["open_tables"].dependency()

    async def slowly(*_: object) -> Advice:
        opened = await tables.open(made["id"])
        link = hash_key(made["keys"]["second"])
        assert await seating.join(opened, "second", "link", link, hash_key(new_key()))
        return Advice(Sentence("too late."))

    monkeypatch.setattr(Analyst, "advise", slowly)
    answer = own_client.post(f"/api/tables/{against}/help", json={"kind": "hint"})
    assert problem(answer) == OWN
    assert own_client.get(f"/api/tables/{against}").json()["state"]["version"] == 0


def test_a_game_untouched_for_a_month_does_not_count(config: Config) -> None:
    later_ms = [0]
    app = create_app(config, now_ms=lambda: wall_ms() + later_ms[0])
    with TestClient(app) as client:
        table_id, made = bring(client, finished()), make(client)
        ann = dict(client.cookies)
        client.cookies.clear()
        client.post(f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]})
        client.cookies.clear()
        client.cookies.update(ann)
        for days, status in ((29, 409), (31, 200)):
            later_ms[0] = days * 24 * 3600 * 1000
            assert ask(client, table_id, 1).status_code == status
        with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
            socket.receive_json()
            socket.send_json({"type": "play", "version": 0, "action": GAME[0]})
            while socket.receive_json()["type"] != "changed":
                pass
        assert problem(ask(client, table_id, 1)) == OWN


def test_who_came_once_does_not_bar_an_address_for_long(config: Config) -> None:
    """The game itself counts for longer."""
    later_ms = [0]
    guarded = msgspec.structs.replace(config, advice_guard="address")
    app = create_app(guarded, now_ms=lambda: wall_ms() + later_ms[0])
    with TestClient(app) as client:
        table_id, made = bring(client, finished()), make(client)
        client.cookies.clear()
        client.post(f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]})
        client.cookies.clear()
        for days, status in ((6, 409), (8, 200)):
            later_ms[0] = days * 24 * 3600 * 1000
            assert ask(client, table_id, 1).status_code == status


def test_the_database_holds_no_address(tmp_path: Path) -> None:
    address = "203.0.113.77"
    setting = {"STRATA_ADVICE_GUARD": "address", "STRATA_PROXIES": "127.0.0.1"}
    with Server(tmp_path, **setting) as server:
        ann, ben = Device(server, address), Device(server, address)
        made = ann.make()
        ben.join(made["id"], made["keys"]["second"])
        ann.make(second="computer", level=1)
        with ann.sit(made["id"]) as player:
            assert len(_stored(tmp_path)) == 2, "of both seats in the game between people"
            player.say("resign")
            player.until(lambda state: state["outcome"])
        assert _stored(tmp_path) == []
    files = [path.read_bytes() for path in tmp_path.glob("strata.db*")]
    assert files
    assert not any(address.encode() in content for content in files)


def _stored(folder: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(folder / "strata.db")) as database:
        rows = database.execute("SELECT address FROM holders WHERE address IS NOT NULL")
        return [address for (address,) in rows]


@pytest.mark.parametrize(
    ("mode", "own", "near"),
    [("address", OWN, NEAR), ("client", OWN, None), ("off", None, None)],
)
def test_what_operators_may_choose(
    config: Config, mode: Any, own: tuple[int, str] | None, near: tuple[int, str] | None
) -> None:
    """All clients have the same address here."""
    with TestClient(create_app(msgspec.structs.replace(config, advice_guard=mode))) as client:
        table_id = bring(client, finished())
        made = make(client)
        ann = dict(client.cookies)
        client.cookies.clear()
        client.post(f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]})
        for cookies, refusal in ((ann, own), ({}, near)):
            client.cookies.clear()
            client.cookies.update(cookies)
            answer = ask(client, table_id, 2)
            assert refusal == (None if answer.status_code == 200 else problem(answer))
