"""A set-up that is laid out at a table: kept by the server, shown to its holder alone."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from strata.server.app import create_app
from strata.server.config import Config
from tests.server.conftest import Client
from tests.server.test_secrecy import Watcher

PIECES = {"a1": "first:R", "c2": "first:S"}


def make(client: Client) -> tuple[str, dict[str, str]]:
    """The address of a new table, and what its maker is known by."""
    wanted = {"game": "rhodium", "first": "me", "second": "link"}
    table_id = client.post("/api/tables", json=wanted).json()["id"]
    headers = {"cookie": f"strata={client.cookies['strata']}"}
    client.cookies.clear()
    return f"/api/tables/{table_id}", headers


def answer(watcher: Watcher, kind: str, **more: Any) -> dict[str, Any]:
    watcher.say(kind, **more)
    while (message := watcher.hear())["type"] not in ("changed", "refused"):
        pass
    return message


def test_what_is_laid_out_outlives_the_server(config: Config) -> None:
    with TestClient(create_app(config)) as client:
        url, headers = make(client)
        with client.websocket_connect(f"{url}/live", headers=headers) as socket:
            changed = answer(Watcher(socket), "arrange", pieces=PIECES)
            assert set(changed["scene"]["stacks"]) == set(PIECES)
            assert changed["moves"] == []
    with TestClient(create_app(config)) as client:
        own = client.get(url, headers=headers).json()
        assert own["state"]["arranging"]["pieces"] == PIECES
        assert own["state"]["arranging"]["next"] == "first:P"
        assert set(PIECES) <= set(own["scene"]["stacks"])
        client.cookies.clear()
        other = client.get(url).json()
        assert other["state"]["arranging"] is None
        assert {stack[0]["symbol"] for stack in other["scene"]["stacks"].values()} == {"veil"}
        assert other["state"]["version"] == 0


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("arrange", {"pieces": {"e5": "first:R"}}, "'e5'"),
        ("arrange", {"pieces": {"e1": "first:X"}}, "'first:X'"),
        ("arrange-preset", {"name": "none"}, "no preset 'none'"),
        ("finish-arrangement", {}, "22 pieces"),
    ],
)
def test_what_is_refused(client: Client, kind: str, more: dict[str, Any], words: str) -> None:
    url, headers = make(client)
    with client.websocket_connect(f"{url}/live", headers=headers) as socket:
        watcher = Watcher(socket)
        refused = answer(watcher, kind, **more)
        assert (refused["type"], refused["code"]) == ("refused", "not-allowed")
        assert words in refused["detail"]


def test_an_old_version_is_stale(client: Client) -> None:
    url, headers = make(client)
    with client.websocket_connect(f"{url}/live", headers=headers) as socket:
        watcher = Watcher(socket)
        assert answer(watcher, "arrange", pieces=PIECES)["type"] == "changed"
        assert answer(watcher, "arrange", pieces={}, version=0)["code"] == "stale"
        assert watcher.state["arranging"]["pieces"] == PIECES


def test_what_cannot_be_had_is_not_offered(client: Client) -> None:
    """After a secret set-up nothing can be taken back, and nobody is given the record yet."""
    url, headers = make(client)
    with client.websocket_connect(f"{url}/live", headers=headers) as socket:
        watcher = Watcher(socket)
        assert watcher.state["hidden"]
        answer(watcher, "arrange-preset", name="castle")
        assert answer(watcher, "finish-arrangement")["type"] == "changed"
        assert (watcher.state["may_take_back"], watcher.state["hidden"]) == (False, True)
        assert answer(watcher, "ask-take-back")["type"] == "refused"
    assert client.get(f"{url}/record", headers=headers).status_code == 409


def test_what_can_be_had_is_offered(client: Client) -> None:
    made = client.post("/api/tables", json={"game": "daikuni", "first": "me", "second": "me"})
    url = f"/api/tables/{made.json()['id']}"
    with client.websocket_connect(f"{url}/live") as socket:
        watcher = Watcher(socket)
        assert (watcher.state["may_take_back"], watcher.state["hidden"]) == (False, False)
        assert answer(watcher, "play", action="Kd4")["state"]["may_take_back"]
        assert answer(watcher, "ask-take-back")["type"] == "changed"
        assert not watcher.state["may_take_back"]
    assert client.get(f"{url}/record").status_code == 200
