"""The list of somebody's games, the names of players, and databases of an earlier release."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.http.access.cookies import COOKIE, Cookies
from strata.server.storage.seat_keys import hash_key
from tests.places import ROOT
from tests.server.conftest import generous_config
from tests.server.processes import Device
from tests.server.test_http import make, problem

Client = TestClient[Any]
RELEASES = sorted((ROOT / "tests" / "data" / "databases").glob("*.sql"))


def my_games(one: Device) -> dict[str, dict[str, Any]]:
    found: list[dict[str, Any]] = one.http.get("/api/tables").json()
    return {game["id"]: game for game in found}


def test_who_has_no_game_gets_an_empty_list(client: Client) -> None:
    answer = client.get("/api/tables")
    assert (answer.status_code, answer.json()) == (200, [])
    assert "set-cookie" not in answer.headers


def test_a_game_is_in_the_list_of_both_and_of_nobody_else(ann: Device, ben: Device) -> None:
    made = ann.make("me", "link", name="Ann")
    table = made["id"]
    assert my_games(ann)[table]["seats"]["second"]["taken"] is False
    joined = ben.http.post(
        f"/api/tables/{table}/join", json={"key": made["keys"]["second"], "name": " Ben  B. "}
    )
    assert joined.status_code == 200
    assert table not in my_games(Device(ann.server))
    of_ann, of_ben = my_games(ann)[table], my_games(ben)[table]
    assert of_ann["mine"] == ["first"]
    assert of_ben["mine"] == ["second"]
    assert of_ann["acting"] == of_ben["acting"] == "first"
    assert of_ben["seats"]["first"]["name"] == "Ann"
    assert of_ann["seats"]["second"] == {
        "kind": "link",
        "name": "Ben B.",
        "level": None,
        "taken": True,
    }
    with ann.sit(table) as player:
        assert player.table["seats"]["second"]["name"] == "Ben B."
        player.play("Kd4")
        assert my_games(ann)[table]["acting"] == "second"
        player.say("resign")
        player.until(lambda state: state["outcome"] is not None)
    over = my_games(ben)[table]
    assert over["acting"] is None
    assert over["outcome"] == {"winner": "second", "reason": "resignation"}
    assert over["reason"] == "resignation"


def test_the_reason_in_the_list_is_in_words_that_are_true(ann: Device) -> None:
    """Daikuni's `king-in-check` does not mean that the King is in check."""
    table = ann.make("me", "me")["id"]
    with ann.sit(table) as player:
        for action in ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]:
            player.play(action)
    over = my_games(ann)[table]
    assert over["outcome"] == {"winner": "second", "reason": "king-in-check"}
    assert over["reason"] == "no legal move because of check"


def test_the_list_is_paid_for(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(work_ms_per_second=1))) as client:
        assert [client.get("/api/tables").status_code for _ in range(50)] == [200] * 50
        make(client)
        statuses = [client.get("/api/tables").status_code for _ in range(50)]
        assert statuses[0] == 200
        status, detail = problem(client.get("/api/tables"))
        assert (status, "too many expensive requests" in detail) == (429, True)
        assert client.get("/api/games").status_code == 200


def test_games_that_go_on_come_before_those_that_are_over(ann: Device) -> None:
    going = [ann.make("me", "computer", level=1)["id"] for _ in range(2)]
    over = ann.make("me", "me")["id"]
    with ann.sit(over) as player:
        player.say("resign")
        player.until(lambda state: state["outcome"] is not None)
    order = [one["id"] for one in ann.http.get("/api/tables").json()]
    assert set(order[:2]) == set(going)
    assert order[2] == over


def test_a_name_can_be_chosen_later_and_everybody_hears_of_it(ann: Device, ben: Device) -> None:
    made = ann.make("me", "link")
    assert ben.join(made["id"], made["keys"]["second"]).status_code == 200
    with ann.sit(made["id"]) as player:
        answer = ben.http.post(f"/api/tables/{made['id']}/name", json={"name": "Ben"})
        assert answer.status_code == 204
        while player.table["seats"]["second"]["name"] != "Ben":
            player.hear("presence")
        ben.http.post(f"/api/tables/{made['id']}/name", json={"name": ""})
        while player.table["seats"]["second"]["name"] != "Second":
            player.hear("presence")
        player.play("Kd4")  # the version went on, the game did not


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x" * 31, "name: got 31 characters, expected at most 30"),
        ("Ann\u202eneB", "expected visible characters"),
        ("Ann\x00", "expected visible characters"),
        ("\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace") * 40, "characters"),
    ],
)
def test_what_is_no_name_is_refused(client: Client, name: str, said: str) -> None:
    made = make(client, "me", "link")
    for answer in (
        client.post(f"/api/tables/{made['id']}/name", json={"name": name}),
        client.post(
            "/api/tables", json={"game": "daikuni", "first": "me", "second": "link", "name": name}
        ),
        client.post(
            f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"], "name": name}
        ),
    ):
        status, detail = problem(answer)
        assert status == 400
        assert said in detail
    assert client.get(f"/api/tables/{made['id']}").json()["seats"]["second"]["taken"] is False


def test_only_the_holder_of_one_seat_has_a_name(client: Client) -> None:
    both = make(client, "me", "me", name="Ann")
    assert client.get(f"/api/tables/{both['id']}").json()["seats"]["first"]["name"] == "First"
    assert problem(client.post(f"/api/tables/{both['id']}/name", json={"name": "A"}))[0] == 409
    client.cookies.clear()
    assert problem(client.post(f"/api/tables/{both['id']}/name", json={"name": "A"}))[0] == 409


def test_a_record_says_who_played_when_and_how_fast(ann: Device) -> None:
    made = ann.make(
        "me", "computer", level=3, name="Ann", clock={"main_ms": 90_000, "increment_ms": 2500}
    )
    text = ann.http.get(f"/api/tables/{made['id']}/record").text
    tags = strata.load(text).tags
    assert tags == {
        "First": "Ann",
        "Date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "Level": "second 3",
        "TimeControl": "90+2.5",
    }


def test_a_rematch_keeps_the_score_and_the_names(ann: Device, ben: Device) -> None:
    made = ann.make("me", "link", name="Ann")
    wanted = {"key": made["keys"]["second"], "name": "Ben"}
    ben.http.post(f"/api/tables/{made['id']}/join", json=wanted)
    table = made["id"]
    for score in ({"first": 0, "second": 1}, {"first": 1, "second": 1}):
        with ann.sit(table) as player, ben.sit(table) as other:
            player.say("resign" if score["first"] == 0 else "resync")
            if score["first"]:
                player.hear("welcome")
                other.say("resign")
            player.until(lambda state: state["outcome"] is not None)
            other.until(lambda state: state["outcome"] is not None)
            player.say("want-rematch")
            other.until(lambda state: state["rematch_wanted"])
            other.say("want-rematch")
            table = player.until(lambda state: state["rematch"] is not None)["rematch"]
        again = ann.http.get(f"/api/tables/{table}").json()
        own = again["mine"][0]
        assert again["seats"][own]["name"] == "Ann"
        points = again["score"]
        assert points[own] == score["first"]
        assert sum(points.values()) == sum(score.values())


def test_what_is_done_in_secret_is_not_seen_in_the_list(ann: Device, ben: Device) -> None:
    made = ann.make("me", "link", game="rhodium")
    ben.join(made["id"], made["keys"]["second"])

    def seen() -> dict[str, Any]:
        game = my_games(ben)[made["id"]]
        assert game.pop("since_ms") >= 0
        return game

    before = seen()
    with ann.sit(made["id"]) as player:
        for pick in range(3):
            player.play(pick=pick)
        assert seen() == before


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_the_games_of_an_earlier_release_are_kept(tmp_path: Path, release: Any) -> None:
    """A database as that release left it, with games in every state; `ANN` held the seats."""
    config = generous_config(tmp_path)
    key = "the key of an old friend"
    database = config.data_dir / "strata.db"
    with sqlite3.connect(database) as connection:
        connection.executescript(release.read_text().replace("ANN", hash_key(key)))
        stored = {
            row[0]: (row[1], row[2].split())
            for row in connection.execute("SELECT id, game, actions FROM tables")
        }
        (left_ms,) = connection.execute("SELECT max(seen_ms) FROM presence").fetchone()
    connection.close()
    # A clock runs in one of the games: the release was left a second ago.
    with TestClient(create_app(config, now_ms=lambda: left_ms + 1000)) as client:
        client.cookies.set(COOKIE, Cookies(config.secret).sign(key))
        for table, (game, actions) in stored.items():
            info = client.get(f"/api/tables/{table}").json()
            assert info["game"] == game
            assert [move[1] for move in info["moves"]][: len(actions)] == actions
        for _ in range(3):  # a few old games are looked up each time
            listed = {one["id"]: one for one in client.get("/api/tables").json()}
        own = {table for table in stored if client.get(f"/api/tables/{table}").json()["mine"]}
        assert set(listed) == own
        assert len(own) == len(stored) - 1  # a record that was brought in is nobody's
        for table, one in listed.items():
            info = client.get(f"/api/tables/{table}").json()
            assert (one["acting"], one["outcome"]) == (
                info["state"]["seat"],
                info["state"]["outcome"],
            )
        assert sum(one["outcome"] is not None for one in listed.values()) == 1
        puzzles = client.get("/api/puzzles/daikuni").json()
        assert puzzles["solver"]["tried"] == 0
        client.post(f"/api/puzzles/daikuni/{puzzles['next']}/solution", json={})
        assert client.get("/api/puzzles/daikuni").json()["solver"]["tried"] == 1
