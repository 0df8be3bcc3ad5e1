"""Why something cannot be done, as whoever holds the acting seat gets it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from tests.server.test_http import make, problem

Client = TestClient[Any]


def ask(client: Client, table_id: str, *cells: str, version: int = 0, **more: Any) -> Any:
    clicks = [{"kind": "cell", "id": cell} for cell in cells]
    body = {"clicks": clicks, "version": version} | more
    return client.post(f"/api/tables/{table_id}/why-not", json=body)


def test_the_rule_and_the_cells_are_sent(client: Client) -> None:
    table_id = make(client, "me", "me", game="kyo")["id"]
    start = strata.game("kyo").start()
    for cells in (["a4", "b4"], ["a1", "a3"], ["a7"], ["e5"], ["a4"]):
        answer = ask(client, table_id, *cells)
        assert answer.status_code == 200, answer.text
        expected = start.why_not(cells)
        assert msgspec.json.decode(answer.content, type=strata.Explanation) == expected
    found = ask(client, table_id, "a4", "b4").json()
    assert found["restrictions"][0]["rule"] == "K5"
    assert found["sentences"][0]["cells"] == ["a4", "b4"]


def test_only_who_acts_is_answered(client: Client) -> None:
    made = make(client, "me", "link", game="rhodium")
    assert ask(client, made["id"], "a1").status_code == 200
    key = client.cookies.pop("strata")
    assert problem(ask(client, made["id"], "a1")) == (409, "it is not your turn")
    client.post(f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]})
    assert problem(ask(client, made["id"], "a1")) == (409, "it is not your turn")
    client.cookies.set("strata", key)


@pytest.mark.parametrize(
    "body",
    [
        {"clicks": []},
        {"clicks": [{"kind": "cell", "id": "a" * 65}]},
        {"clicks": [{"kind": "cell", "id": "a1"}] * 17},
        {"clicks": [{"kind": "square", "id": "a1"}]},
        {"clicks": "a1"},
        {"version": -1},
        {"more": 1},
    ],
)
def test_bad_questions(client: Client, body: dict[str, Any]) -> None:
    table_id = make(client, "me", "me", game="kyo")["id"]
    assert problem(ask(client, table_id, "a1", **body))[0] == 400


def test_what_cannot_be_asked(client: Client) -> None:
    table_id = make(client, "me", "me", game="kyo")["id"]
    status, detail = problem(ask(client, table_id, "z9"))
    assert (status, detail[:24]) == (400, "no cell 'z9' in kyo; cel")
    assert problem(ask(client, table_id, "a1", version=3)) == (409, "the table has changed")
    assert problem(ask(client, "doesnotexist", "a1"))[0] == 404
    record = strata.game("kyo").record()
    record.resign()
    over = client.post("/api/records", json={"text": record.export()}).json()["id"]
    assert problem(ask(client, over, "a1")) == (409, "the game is over")
