"""What is made anew: nothing while the database is full, and rematches count as tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.http.access.addresses import Addresses
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.test_http import make, problem

NO_ROOM = "this server is full: no new tables can be created"
TOO_MANY = "too many tables created: ask for a rematch again later"


class Sitter:
    """One socket at a table."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.state: dict[str, Any] = self.hear("welcome")["table"]["state"]

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message: dict[str, Any] = self._socket.receive_json(timeout=PATIENCE)
            if message["type"] == "changed":
                self.state = message["state"]
            if message["type"] in kinds:
                return message

    def say(self, kind: str) -> None:
        self._socket.send_json({"type": kind, "version": self.state["version"]})

    def change(self, kind: str) -> dict[str, Any]:
        """Say something and wait for what it changes; the state then."""
        self.say(kind)
        self.hear("changed")
        return self.state

    def refusal(self, kind: str) -> tuple[str, str]:
        self.say(kind)
        refused = self.hear("refused", "changed")
        assert refused["type"] == "refused", refused
        return refused["code"], refused["detail"]


@contextmanager
def sitting(client: Client, table_id: str, **headers: str) -> Iterator[Sitter]:
    with client.websocket_connect(f"/api/tables/{table_id}/live", headers=headers) as socket:
        yield Sitter(socket)


@contextmanager
def running(config: Config, visitor: Client | None = None) -> Iterator[Client]:
    """The server anew, for the same visitor."""
    with TestClient(create_app(config)) as client:
        if visitor is not None:
            client.cookies.update(visitor.cookies)
        yield client


def test_a_full_database_takes_nothing_new_and_games_go_on(config: Config) -> None:
    config = msgspec.structs.replace(config, max_database_mb=1)
    study = {"game": "daikuni"}
    record = {"text": strata.game("daikuni").record().export()}
    with running(config) as client:
        table = make(client, second="me")["id"]
        own = client.post("/api/studies", json=study).json()["id"]
    with closing(sqlite3.connect(config.data_dir / "strata.db")) as database:
        database.execute("CREATE TABLE filling AS SELECT zeroblob(1000000) AS what")
        database.commit()
        with running(config, client) as full:
            wanted = {"game": "daikuni", "first": "me", "second": "me"}
            assert problem(full.post("/api/tables", json=wanted)) == (503, NO_ROOM)
            assert problem(full.post("/api/records", json=record)) == (503, NO_ROOM)
            for path, sent in (("/api/studies", study), (f"/api/studies/{own}/copy", {})):
                status, detail = problem(full.post(path, json=sent))
                assert (status, "this server is full" in detail) == (503, True)
            change = {"version": 0, "change": {"type": "rename", "name": "Mine"}}
            assert full.post(f"/api/studies/{own}/changes", json=change).status_code == 200
            with sitting(full, table) as player:
                assert player.change("resign")["outcome"]
                known = player.state["version"]
                assert player.refusal("want-rematch") == ("not-allowed", NO_ROOM)
            with sitting(full, table) as player:
                assert (player.state["version"], player.state["rematch_wanted"]) == (known, [])
        database.execute("DROP TABLE filling")  # its pages stay in the file
        database.commit()
    with running(config, client) as roomy:
        make(roomy)
        assert roomy.post("/api/records", json=record).status_code == 201
        assert roomy.post("/api/studies", json=study).status_code == 201
        assert roomy.post(f"/api/studies/{own}/copy", json={}).status_code == 201
        with sitting(roomy, table) as player:
            assert player.change("want-rematch")["rematch"]


@pytest.fixture
def behind_proxy(
    limited: Callable[..., Config], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Client]:
    """A server whose visitors come from where they say, each of whom may make one table."""
    monkeypatch.setattr(Addresses, "is_proxy", lambda _, address: address == "testclient")
    config = msgspec.structs.replace(limited(tables_per_hour=1), proxies=("10.0.0.1",))
    with running(config) as client:
        yield client


def place(number: int) -> dict[str, str]:
    return {"x-forwarded-for": f"198.51.100.{number}"}


def made_from(client: Client, number: int, second: str = "me") -> Any:
    wanted = {"game": "daikuni", "first": "me", "second": second}
    return client.post("/api/tables", json=wanted, headers=place(number))


def test_a_rematch_is_a_table_of_who_completes_it(behind_proxy: Client) -> None:
    """By the address of the connection."""
    first = made_from(behind_proxy, 1).json()["id"]
    with sitting(behind_proxy, first, **place(2)) as player:
        player.change("resign")
        second = player.change("want-rematch")["rematch"]
    assert made_from(behind_proxy, 2).status_code == 429
    with sitting(behind_proxy, second, **place(2)) as player:
        known = player.change("resign")["version"]
        for _ in range(3):
            assert player.refusal("want-rematch") == ("not-allowed", TOO_MANY)
        assert player.state["version"] == known
    with sitting(behind_proxy, second, **place(3)) as player:
        assert player.state["rematch_wanted"] == []
        assert player.change("want-rematch")["rematch"]


def test_a_wish_that_cannot_be_met_yet_leaves_that_of_the_other(behind_proxy: Client) -> None:
    made = made_from(behind_proxy, 1, "link").json()
    ann, table = dict(behind_proxy.cookies), made["id"]
    behind_proxy.cookies.clear()
    joined = behind_proxy.post(
        f"/api/tables/{table}/join", json={"key": made["keys"]["second"]}, headers=place(2)
    )
    assert joined.status_code == 200
    with sitting(behind_proxy, table, **place(2)) as ben:
        behind_proxy.cookies.clear()
        behind_proxy.cookies.update(ann)
        with sitting(behind_proxy, table, **place(1)) as player:
            player.change("resign")
            ben.hear("changed")
            ben.change("want-rematch")
            player.hear("changed")
            assert player.refusal("want-rematch") == ("not-allowed", TOO_MANY)
        with sitting(behind_proxy, table, **place(3)) as player:
            assert player.state["rematch_wanted"] == ["second"]
            again = player.change("want-rematch")["rematch"]
            assert again
            ben.hear("changed")
            assert ben.state["rematch"] == again


def test_a_wish_alone_makes_no_table(behind_proxy: Client) -> None:
    made = made_from(behind_proxy, 1, "link").json()
    behind_proxy.post(
        f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]}, headers=place(1)
    )
    with sitting(behind_proxy, made["id"], **place(1)) as player:
        player.change("resign")
        assert player.change("want-rematch")["rematch_wanted"] == ["first"]
