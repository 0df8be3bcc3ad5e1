"""Tables that begin from a position: of every game, recorded as such, and no help elsewhere."""

from __future__ import annotations

import random

import pytest

import strata
from tests.server.conftest import Client
from tests.server.processes import Device
from tests.server.test_http import make, problem

ACTIONS = ["Kh5", "Qc2", "Kh8", "Se1", "Sa5", "Kd8", "Qa7", "Kd3"]
WHOLE_GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]  # E30


def open_position(game: strata.Game) -> strata.Position:
    """A position of a random game that is not over, with nothing hidden in it."""
    record, choose = game.record(), random.Random(game.name)
    while True:
        record.play(choose.choice(record.actions()))
        if len(record.played) > 50 and not record.position.hides_from(None):
            return record.position


@pytest.mark.parametrize("name", strata.games())
def test_a_table_begins_there(client: Client, name: str) -> None:
    start = open_position(strata.game(name))
    made = make(client, "me", "me", game=name, position=str(start))
    table = client.get(f"/api/tables/{made['id']}").json()
    assert table["state"]["position"] == str(start)
    assert table["state"]["seat"] == start.seat
    assert table["moves"] == []
    record = strata.load(client.get(f"/api/tables/{made['id']}/record").text)
    assert str(record.start) == str(start)


def test_a_defined_game_too(client: Client) -> None:
    text = strata.game("dzura").shipped_definitions()["mini"]
    game = strata.game("dzura", definition=text)
    start = open_position(game)
    made = make(client, "me", "me", game="dzura", definition=text, position=str(start))
    table = client.get(f"/api/tables/{made['id']}").json()
    assert table["state"]["position"] == str(start)
    assert table["definition"] == game.definition
    assert table["definition"] is not None


def test_the_computer_acts_first_if_it_is_its_turn(client: Client) -> None:
    start = strata.game("daikuni").record().play_all(ACTIONS[:3]).position
    made = make(client, "me", "computer", level=1, position=str(start))
    with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
        message = socket.receive_json()
        while message["type"] != "changed" or not message["moves"]:
            message = socket.receive_json()
        assert message["moves"][0][0] == "second"


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("daikuni", "nonsense", "expected"),
        ("daikuni", str(strata.game("daikuni").record().play_all(WHOLE_GAME).position), "over"),
        ("rhodium", str(strata.game("rhodium").start()), "hidden"),
    ],
    ids=["nonsense", "over", "hidden"],
)
def test_positions_that_are_refused(client: Client, game: str, position: str, said: str) -> None:
    wanted = {"game": game, "first": "me", "second": "me", "position": position}
    status, detail = problem(client.post("/api/tables", json=wanted))
    assert status == 400
    assert said in detail


def test_a_rematch_begins_there_again(ann: Device, ben: Device) -> None:
    start = strata.game("daikuni").record().play_all(ACTIONS[:2]).position
    made = ann.make(position=str(start))
    ben.join(made["id"], made["keys"]["second"])
    first, second = ann.sit(made["id"]), ben.sit(made["id"])
    first.say("resign")
    for player in (first, second):
        player.until(lambda state: state["outcome"])
    first.say("want-rematch")
    second.until(lambda state: state["rematch_wanted"] == ["first"])
    second.say("want-rematch")
    rematch = first.until(lambda state: state["rematch"])["rematch"]
    table = ann.http.get(f"/api/tables/{rematch}").json()
    assert table["mine"] == ["second"]
    assert table["state"]["position"] == str(start)
