"""Help over HTTP: for who is to act against the computer, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.core.explaining.telling import Sentence
from strata.play.game_snapshot import snapshot_of
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines import analyst
from strata.server.engines.advice_worker import advise
from strata.server.live.computer_turns import ComputerTurns
from strata.server.live.open_table import OpenTable
from strata.server.protocol.help_messages import Advice
from tests.server.conftest import Client
from tests.server.offered import offered
from tests.server.test_http import make, problem


def ask(client: Client, table_id: str, kind: str = "hint") -> Any:
    return client.post(f"/api/tables/{table_id}/help", json={"kind": kind})


def read(answer: Any) -> Advice:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Advice)


def state(client: Client, table_id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table_id}").json()["state"]
    return found


def counted(client: Client, table_id: str) -> dict[strata.Seat, int]:
    """The help that the record counts."""
    return strata.load(client.get(f"/api/tables/{table_id}/record").text).help


def open_table(client: Client, table_id: str) -> OpenTable:
    """The table in the server's memory."""
    client.get(f"/api/tables/{table_id}")
    found: OpenTable = client.app.dependencies["open_tables"].dependency().opened(table_id)
    return found


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers do not act."""
    monkeypatch.setattr(ComputerTurns, "begin", lambda *_: None)


def test_a_hint_and_a_threat(client: Client) -> None:
    table_id = make(client, second="computer", level=1)["id"]
    hint = read(ask(client, table_id))
    assert hint == advise(snapshot_of(strata.game("daikuni").record()), "hint")
    assert hint.actions[0].action in offered(state(client, table_id))
    threat = read(ask(client, table_id, "threats"))
    assert threat.summary.text == "nothing threatens {first} at the moment."
    now = state(client, table_id)
    assert now["version"] == 2
    assert now["help"] == [{"text": "{first had/had} help twice.", "cells": []}]


def test_the_same_help_in_the_same_position_counts_once(client: Client) -> None:
    table_id = make(client, second="computer", level=1)["id"]
    answers = [read(ask(client, table_id)) for _ in range(3)]
    assert answers[0] == answers[2]
    assert counted(client, table_id) == {"first": 1}
    assert state(client, table_id)["version"] == 1
    read(ask(client, table_id, "threats"))
    assert counted(client, table_id) == {"first": 2}


def test_it_is_noted_in_the_record_and_stored(own_client: Client, config: Config) -> None:
    table_id = make(own_client, second="computer", level=1)["id"]
    ask(own_client, table_id)
    text = own_client.get(f"/api/tables/{table_id}/record").text
    assert strata.load(text).help == {"first": 1}
    with TestClient(create_app(config)) as again:  # from the database
        assert counted(again, table_id) == {"first": 1}
        assert again.get(f"/api/tables/{table_id}").json()["tags"]["Help"] == "first 1"
        brought = again.post("/api/records", json={"text": text}).json()["id"]
        assert counted(again, brought) == {"first": 1}
        assert state(again, brought)["help"] == state(own_client, table_id)["help"]


def test_another_process_learns_of_it(own_client: Client, config: Config) -> None:
    table_id = make(own_client, second="computer", level=1)["id"]
    with TestClient(create_app(config)) as second:
        assert counted(second, table_id) == {}
        ask(own_client, table_id)
        assert counted(second, table_id) == {"first": 1}


def test_who_is_refused(client: Client) -> None:
    solo = make(client, second="me")["id"]
    friends = make(client)["id"]
    against = make(client, second="computer", level=1)["id"]
    text = strata.game("daikuni").record().export()
    brought = client.post("/api/records", json={"text": text}).json()["id"]
    for table_id in (solo, friends):
        refused = 409, "help is available only in games against the computer"
        assert problem(ask(client, table_id)) == refused
    assert problem(ask(client, "nosuchtable1"))[0] == 404
    assert problem(ask(client, against, "cheat"))[0] == 400
    assert problem(client.post(f"/api/tables/{against}/help", json={}))[0] == 400
    client.cookies.clear()  # somebody else
    for table_id in (against, brought):
        assert problem(ask(client, table_id)) == (
            409,
            "you are a spectator: you hold no seat at this table",
        )
    assert counted(client, against) == {}


@pytest.mark.usefixtures("idle")
def test_not_in_the_turn_of_the_computer(client: Client) -> None:
    table_id = make(client, first="computer", second="me", level=1)["id"]
    assert problem(ask(client, table_id)) == (409, "it is first's turn, not second's")


def test_a_position_that_was_left_meanwhile(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is about a position that is no longer there: it is not given, nor counted."""
    table_id = make(client, second="computer", level=1)["id"]
    table = open_table(client, table_id).table

    async def slowly(*_: object) -> Advice:
        table.resign("first", 0)
        return Advice(Sentence("too late."))

    monkeypatch.setattr(analyst.Analyst, "advise", slowly)
    status, detail = problem(ask(client, table_id))
    assert (status, detail) == (409, "the table is at version 1, not 0")
    assert table.record.help == {}


def test_limits(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(analyses_per_hour=2))) as client:
        table_id = make(client, second="computer", level=1)["id"]
        assert [ask(client, table_id).status_code for _ in range(3)] == [200, 200, 429]
        assert counted(client, table_id) == {"first": 1}


def fail(*_: object) -> Advice:
    raise ValueError("no idea")


def test_a_worker_that_fails_counts_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "advise", fail)
    table_id = make(client, second="computer", level=1)["id"]
    assert problem(ask(client, table_id)) == (503, "this position could not be analysed")
    assert counted(client, table_id) == {}
    assert state(client, table_id)["help"] == []


@pytest.mark.usefixtures("idle")
def test_nothing_hidden_is_told(client: Client) -> None:
    """Two tables that differ only in the computer's secret set-up: the same words."""
    told = []
    for number in (0, 1):
        made = make(
            client,
            first="computer",
            second="me",
            game="rhodium",
            options={"setup": "secret"},
        )
        table = open_table(client, made["id"]).table
        table.play_preset("first", table.record.position.presets()[number].name, 0)
        table.version = table.acted_version = 0  # as it is stored
        assert table.seat == "second"
        told.append([ask(client, made["id"], kind).content for kind in ("hint", "threats")])
        assert table.record.help == {"second": 2}
    assert told[0] == told[1]
