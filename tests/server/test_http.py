"""The HTTP interface, against the application itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from litestar.testing import TestClient

import strata
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.http.pages import client_files
from strata.server.ops.logs import set_up_logs
from strata.server.protocol.game_messages import (
    GameInfo,
    Look,
)
from strata.server.protocol.messages import (
    Frame,
    TableInfo,
)
from strata.server.protocol.offers import list_choices
from strata.server.storage.tables import TableStorage
from strata.server.storage.write_queue import WriteQueue
from tests.server.conftest import Client


def make(client: Client, first: str = "me", second: str = "link", **more: Any) -> dict[str, Any]:
    wanted = {"game": "daikuni", "first": first, "second": second} | more
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def problem(answer: Any) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"code", "detail", "field"}, body
    return answer.status_code, body["detail"]


def test_games_with_their_options(client: Client) -> None:
    games = msgspec.json.decode(client.get("/api/games").content, type=list[GameInfo])
    assert tuple(game.name for game in games) == strata.games()
    for info in games:
        assert [option.name for option in info.options] == [
            option.name for option in strata.game(info.name).options
        ]
        guide = strata.game(info.name).guide
        assert (info.guide.goal, info.guide.length) == (guide.goal, guide.length)
        assert info.guide.credits == guide.credits


@pytest.mark.parametrize("name", strata.games())
def test_every_game_can_be_drawn_and_read(client: Client, name: str) -> None:
    look = msgspec.json.decode(client.get(f"/api/games/{name}/look").content, type=Look)
    assert len(look.cells) == len(strata.game(name).start().scene().cells)
    picture = client.get(f"/api/games/{name}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg ")
    assert "<p>" in client.get(f"/api/games/{name}/rules").json()["html"]
    assert "<table>" in client.get(f"/api/games/{name}/specification").json()["html"]


def test_unknown_games_and_tables(client: Client) -> None:
    assert problem(client.get("/api/games/chess/look"))[0] == 404
    assert problem(client.get("/api/games/chess/rules"))[0] == 404
    assert problem(client.get("/api/tables/doesnotexist"))[0] == 404
    assert problem(client.get("/api/tables/wrong"))[0] == 404
    assert problem(client.get("/api/nothing"))[0] == 404
    assert client.get("/nothing/here").status_code == 404


def test_a_table_as_its_viewers_see_it(client: Client, config: Config) -> None:
    made = make(client, options={"tiles": "16"}, clock={"main_ms": 60_000, "increment_ms": 1_000})
    info = msgspec.json.decode(client.get(f"/api/tables/{made['id']}").content, type=TableInfo)
    assert info.mine == ("first",)
    assert info.goal == strata.game("daikuni").guide.goal
    assert info.options["tiles"] == 16
    assert info.clock is not None
    assert info.clock.main_ms == 60_000
    assert len([*list_choices(info.state)]) == 192
    client.cookies.clear()
    other = msgspec.json.decode(client.get(f"/api/tables/{made['id']}").content, type=TableInfo)
    assert other.mine == ()
    assert other.state.choices == ()
    joined = client.post(f"/api/tables/{made['id']}/join", json={"key": made["keys"]["second"]})
    assert joined.json()["mine"] == ["second"]


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"game": "chess"}, 404, "there are daikuni"),
        ({"options": {"tiles": "17"}}, 400, "expected one of 32, 16"),
        ({"options": {"colour": "red"}}, 400, "no option"),
        ({"first": "nobody"}, 400, "first"),
        ({"first": "computer", "second": "computer"}, 400, "two computers"),
        ({"clock": {"main_ms": 0}}, 400, "main_ms"),
        ({"clock": {"main_ms": 10_000, "increment_ms": -1}}, 400, "increment_ms"),
        ({"more": 1}, 400, "more"),
        ({"level": 0}, 400, "level"),
        ({"level": 11}, 400, "level"),
        ({"definition": "radius = 3\n"}, 400, "takes no definition"),
        ({"game": "dzura", "definition": "radius = 3\n"}, 400, "key format"),
        ({"game": "frozen", "options": {"ply_limit": "-3"}}, 400, "option ply_limit"),
    ],
)
def test_tables_that_cannot_be_made(
    client: Client, change: dict[str, Any], status: int, says: str
) -> None:
    wanted = {"game": "daikuni", "first": "me", "second": "me"} | change
    answer = client.post("/api/tables", json=wanted)
    got, detail = problem(answer)
    assert got == status
    assert says in detail


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"options": {"tiles": "17"}}, "options.tiles"),
        ({"options": {"colour": "red"}}, "options.colour"),
        ({"game": "chess"}, None),
        ({"second": "you"}, "second"),
        ({"level": 11}, "level"),
    ],
)
def test_a_problem_names_the_part_that_is_wrong(
    client: Client, change: dict[str, Any], field: str | None
) -> None:
    wanted = {"game": "daikuni", "first": "me", "second": "me"} | change
    assert client.post("/api/tables", json=wanted).json()["field"] == field


def test_what_is_no_id_is_the_id_of_no_table(client: Client) -> None:
    for table_id in ("nope", "0" * 12, "x" * 40):
        assert problem(client.get(f"/api/tables/{table_id}")) == (404, "no such table")


def test_garbage_is_a_problem(client: Client) -> None:
    for body in (b"", b"{", b"[]", b"null", b'"\xff"', b"[" * 100_000):
        answer = client.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert problem(answer)[0] in (400, 413)
        assert "Traceback" not in answer.text


def test_a_body_too_large_is_refused(client: Client) -> None:
    body = b'{"game": "' + b"x" * 300_000 + b'"}'
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert problem(answer)[0] == 413


def test_frames_are_pages_of_a_game(client: Client) -> None:
    record = strata.game("daikuni").record().play_all(["Kd4", "Kg7", "Qa1"])
    record.resign()
    made = client.post("/api/records", json={"text": record.export()})
    assert made.status_code == 201
    url = f"/api/tables/{made.json()['id']}"
    frames = msgspec.json.decode(client.get(f"{url}/frames").content, type=list[Frame])
    assert [frame.position for frame in frames] == [*map(str, record.positions)]
    assert frames[0].move is None
    assert [frame.move.action for frame in frames[1:] if frame.move] == [*record.played]
    assert frames[-1].outcome == record.outcome()
    assert [frame.end for frame in frames] == [None, None, None, record.tell_end()]
    assert [mark.kind for mark in frames[2].scene.marks] == ["last"]
    page = client.get(f"{url}/frames?first=2&count=1").json()
    assert [frame["number"] for frame in page] == [2]
    assert client.get(f"{url}/frames?first=99").json() == []
    assert problem(client.get(f"{url}/frames?count=101"))[0] == 400
    assert problem(client.get(f"{url}/frames?first=-1"))[0] == 400


def test_an_imported_record_comes_out_as_it_went_in(client: Client) -> None:
    record = strata.game("daikuni", tiles=16).record().play_all(["Kd4", "Kg7"])
    record.tags["First"] = 'Ann "the rook"'
    made = client.post("/api/records", json={"text": record.export()}).json()
    info = client.get(f"/api/tables/{made['id']}").json()
    assert info["imported"]
    assert info["seats"]["first"]["name"] == 'Ann "the rook"'
    assert info["state"]["seat"] is None
    assert client.get(f"/api/tables/{made['id']}/record").text == record.export()


def test_a_wrong_record_is_named_with_its_line(client: Client) -> None:
    text = strata.game("daikuni").record().play_all(["Kd4"]).export().replace("Kd4", "Kz9")
    status, detail = problem(client.post("/api/records", json={"text": text}))
    assert status == 400
    assert detail.startswith("line ")
    assert "Kz9" in detail


def test_the_cookie_is_for_the_server_only(client: Client) -> None:
    wanted = {"game": "daikuni", "first": "me", "second": "me"}
    cookie = client.post("/api/tables", json=wanted).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "set-cookie" not in client.post("/api/tables", json=wanted).headers


def test_a_forged_cookie_holds_nothing(client: Client) -> None:
    made = make(client)
    key, _, signature = client.cookies["strata"].rpartition(".")
    forged = f"{key}.{signature[:-2]}aa"
    client.cookies.clear()
    for cookie in (forged, key, "", "x" * 5000, "é.é"):
        headers = {b"cookie": f"strata={cookie}".encode()}
        assert client.get(f"/api/tables/{made['id']}", headers=headers).json()["mine"] == []


ANSWERS = {
    "page": ("GET", "/"),
    "games": ("GET", "/api/games"),
    "health": ("GET", "/health"),
    "missing": ("GET", "/nothing"),
    "table": ("GET", "/table/abc"),
    "about": ("GET", "/about"),
    "no-route": ("GET", "/api/games/a/b/c"),
    "no-method": ("DELETE", "/api/games"),
}


@pytest.mark.parametrize(("method", "path"), ANSWERS.values(), ids=ANSWERS)
def test_every_answer_has_the_security_headers(client: Client, method: str, path: str) -> None:
    headers = client.request(method, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("headers", "is_welcome"),
    [
        ({}, True),
        ({"origin": "http://testserver.local"}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "file://testserver.local"}, False),
        ({"origin": "chrome-extension://testserver.local"}, False),
        ({"origin": "https://testserver.local"}, True),
        ({"origin": "http://testserver.local.evil.example"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_only_own_pages_may_post(client: Client, headers: dict[str, str], is_welcome: bool) -> None:
    wanted = {"game": "daikuni", "first": "me", "second": "me"}
    answer = client.post("/api/tables", json=wanted, headers=headers)
    assert answer.status_code == (201 if is_welcome else 403)
    assert client.get("/api/games", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path", ["/%00", "/" + "x" * 3000, "/" + "a/" * 800, "/%ff%fe", "/assets/%00.js"]
)
def test_names_that_no_file_can_have(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_what_is_said_of_a_table_is_kept_nowhere(client: Client) -> None:
    table_id = make(client)["id"]
    for path in ("", "/record", "/frames"):
        answer = client.get(f"/api/tables/{table_id}{path}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")


def test_requests_that_no_route_answers_are_limited(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(requests_per_second=2))) as client:
        assert {client.get("/api/games/a/b/c").status_code for _ in range(30)} == {404, 429}


def test_health_says_what_is_wrong(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WriteQueue, "problem", "the database does not answer")
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["status"] == "the database does not answer"


def test_requests_and_tables_are_limited(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(requests_per_second=2))) as client:
        answers = [client.get("/health").status_code for _ in range(20)]
        assert 200 in answers
        assert answers[-1] == 429
    with TestClient(create_app(limited(tables_per_hour=3))) as client:
        wanted = {"game": "daikuni", "first": "me", "second": "me"}
        answers = [client.post("/api/tables", json=wanted) for _ in range(4)]  # type: ignore[misc]
        last: Any = answers[-1]
        assert problem(last)[0] == 429
        assert int(last.headers["retry-after"]) > 0


def test_health_and_metrics(client: Client) -> None:
    assert client.get("/health").json()["status"] == "ok"
    assert client.head("/health").status_code == 200
    assert client.head("/health").content == b""
    assert client.get("/metrics").status_code == 404


def test_metrics_are_for_who_knows_the_token(config: Config) -> None:
    with TestClient(
        create_app(msgspec.structs.replace(config, metrics_token="known" * 8))
    ) as client:
        make(client)
        told = client.get("/metrics", headers={"authorization": f"Bearer {'known' * 8}"})
        assert 'strata_tables_total{game="daikuni"} 1.0' in told.text
        assert told.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        for wrong in ({}, {"authorization": "Bearer known"}, {"authorization": "known" * 8}):
            assert client.get("/metrics", headers=wrong).status_code == 404


def test_the_client_is_served(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_files, "FOLDER", tmp_path / "client")
    assert "scripts/build-client" in client.get("/").text
    (tmp_path / "client" / "assets").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "client" / "assets" / "main-1a2b.js").write_text("export {}")
    (tmp_path / "outside.txt").write_text("not for you")
    for path in (
        "/",
        "/table/abc",
        "/replay/abc",
        "/rules/kyo",
        "/rules/kyo/specification",
        "/about",
    ):
        answer = client.get(path)
        assert answer.text == "<!doctype html>the page"
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
    named = client.get("/analysis", follow_redirects=False)
    assert (named.status_code, named.headers["location"]) == (302, "/studies")
    script = client.get("/assets/main-1a2b.js")
    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]
    for path in ("/outside.txt", "/../outside.txt", "/%2e%2e/outside.txt", "/assets"):
        assert client.get(path).status_code == 404


def test_a_failure_gives_nothing_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make(client)
    key, cookie = made["keys"]["second"], client.cookies["strata"]
    set_up_logs(sys.stderr, is_terminal=False)

    async def fail(*_: object) -> None:
        raise RuntimeError("deep inside")

    for reading in ("seats", "holders"):
        monkeypatch.setattr(TableStorage, reading, fail)
    try:
        answer = client.post(f"/api/tables/{made['id']}/join", json={"key": key})
        looked = client.get(f"/api/tables/{made['id']}")
    finally:
        structlog.reset_defaults()
    for each in (answer, looked):
        assert problem(each) == (500, "something went wrong on the server")
    logged = capsys.readouterr().err
    assert "deep inside" in logged
    assert "Traceback" not in answer.text
    for secret in (key, cookie, cookie.partition(".")[0]):
        assert secret not in logged


def test_what_is_large_is_compressed(client: Client) -> None:
    zipped = {"accept-encoding": "gzip"}
    rules = client.get("/api/games/kyo/specification", headers=zipped)
    assert rules.headers["content-encoding"] == "gzip"
    assert int(rules.headers["content-length"]) < len(rules.content) / 10
    plain = client.get("/api/games/kyo/specification", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == rules.json()
    assert "content-encoding" not in client.get("/api/levels", headers=zipped).headers
