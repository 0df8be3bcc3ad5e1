"""Actions of several parts at a table: how they go on is told before anything is played."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from tests.server.offered import offered
from tests.server.test_http import make, problem

Client = TestClient[Any]


def _ahead(client: Client, table: str, *actions: str) -> Any:
    return client.get(f"/api/tables/{table}/ahead", params=[("action", one) for one in actions])


def test_an_incomplete_action_is_continued_without_being_played(client: Client) -> None:
    made = make(client, "me", "me", game="frozen")
    state = client.get(f"/api/tables/{made['id']}").json()["state"]
    incomplete = {*offered(state, incomplete=True)}
    start = strata.game("frozen").start()
    assert incomplete == {action for action in start.actions() if start.is_incomplete(action)}
    assert "morph:b1" in incomplete
    answer = _ahead(client, made["id"], "morph:b1")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    after = start.play("morph:b1")
    assert offered(found) == list(after.actions())
    assert offered(found, incomplete=True) == []
    assert found["scene"]["marks"][0]["cells"] == ["b1"]
    assert client.get(f"/api/tables/{made['id']}").json()["moves"] == []


def test_it_is_continued_part_by_part(client: Client) -> None:
    made = make(client, "me", "me", game="dzura", options={"rotation": "on"})
    start = strata.game("dzura", rotation="on").start()
    (swap, *_) = (action for action in start.actions() if "=" in action)
    once = _ahead(client, made["id"], swap).json()
    assert len(offered(once, incomplete=True)) == len(offered(once)) > 1
    turned = offered(once)[0]
    twice = _ahead(client, made["id"], swap, turned).json()
    assert offered(twice, incomplete=True) == []
    assert len(offered(twice)) > 1


def test_wrong_questions_are_refused(client: Client) -> None:
    made = make(client, "me", "me", game="frozen")
    assert problem(_ahead(client, made["id"], "a4-a5"))[0] == 409
    status, detail = problem(_ahead(client, made["id"], "morph:zz"))
    assert status == 400
    assert "illegal action 'morph:zz'" in detail
    assert problem(_ahead(client, made["id"], "morph:b1", "kind:R"))[0] == 409
    assert problem(_ahead(client, made["id"]))[0] == 400
    assert problem(_ahead(client, made["id"], *["morph:b1"] * 65))[0] == 400
    assert problem(_ahead(client, "nosuchtable", "morph:b1"))[0] == 404


def test_only_who_acts_may_ask(client: Client) -> None:
    made = make(client, "computer", "me", game="rhodium")
    assert problem(_ahead(client, made["id"], "R@e1"))[0] == 409
    client.cookies.clear()
    watched = make(client, "me", "me", game="frozen")
    client.cookies.clear()
    assert problem(_ahead(client, watched["id"], "morph:b1"))[0] == 409


def test_nothing_is_told_ahead_while_something_is_hidden(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the rules called a hidden action incomplete."""
    made = make(client, "me", "link", game="rhodium")
    monkeypatch.setattr(type(strata.game("rhodium").rules), "is_incomplete", lambda *_: True)
    assert problem(_ahead(client, made["id"], "R@e1"))[0] == 409


@pytest.mark.parametrize("name", strata.games())
def test_a_look_has_the_help_of_every_choice(client: Client, name: str) -> None:
    choices = client.get(f"/api/games/{name}/look").json()["choices"]
    assert choices.keys() == strata.game(name).rules.choices.keys()
    assert all(said["help"] for said in choices.values())


def _preview(client: Client, table: str, *actions: str) -> Any:
    return client.get(f"/api/tables/{table}/preview", params=[("action", one) for one in actions])


def test_an_action_is_shown_before_it_is_played(client: Client) -> None:
    made = make(client, "me", "me")
    found = _preview(client, made["id"], "Kd4").json()
    assert found["is_final"]
    assert "d4" in found["scene"]["stacks"]
    assert found["scene"]["marks"][0]["cells"] == ["d4"]
    assert client.get(f"/api/tables/{made['id']}").json()["moves"] == []
    assert problem(_preview(client, made["id"], "Kz4"))[0] == 400


def test_a_step_of_a_turn_that_goes_on_is_not_final(client: Client) -> None:
    made = make(client, "me", "me", game="rhodium")
    placed = str(strata.game("rhodium").start().actions()[0])
    assert not _preview(client, made["id"], placed).json()["is_final"]


def test_a_preview_of_several_parts(client: Client) -> None:
    made = make(client, "me", "me", game="frozen")
    kind = offered(_ahead(client, made["id"], "morph:b1").json())[0]
    assert _preview(client, made["id"], "morph:b1", kind).json()["scene"] is not None
    assert problem(_preview(client, made["id"], "a4-a5", kind))[0] == 409


def test_only_who_is_to_act_sees_a_preview(client: Client) -> None:
    made = make(client, "link", "me")
    assert problem(_preview(client, made["id"], "Kd4"))[0] == 409


def test_a_preview_shows_nothing_hidden(client: Client) -> None:
    """The last piece of a set-up uncovers the other army."""
    made = make(client, "me", "me", game="rhodium")
    with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
        socket.receive_text()
        presets = {one.name: one for one in strata.game("rhodium").start().presets(7)}
        actions = list(presets["castle"].actions)
        record = strata.game("rhodium").record().play_all(actions)
        theirs = {one.name: one for one in record.position.presets(7)}["castle"].actions
        for version, action in enumerate([*actions, *theirs][:-1]):
            socket.send_json({"type": "play", "version": version, "action": action})
            socket.receive_text()
    found = _preview(client, made["id"], theirs[-1]).json()
    assert found == {"is_final": True, "scene": None}
