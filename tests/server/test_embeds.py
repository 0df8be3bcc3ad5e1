"""Boards in pages of other sites: the one page that may be framed, and lines in an address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import strata
from strata.server.http.pages import client_files
from tests.server.conftest import Client
from tests.server.test_http import problem

GAME = ["Qd2", "Kg2", "Sg8", "Sg5"]


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "client"
    folder.mkdir()
    for name in ("index.html", "embed.html"):
        (folder / name).write_text(f"<!doctype html><html><head></head><body>{name}</body></html>")
    monkeypatch.setattr(client_files, "FOLDER", folder)


def policy(client: Client, path: str) -> str:
    answer = client.get(path)
    found: str = answer.headers["content-security-policy"]
    return found


def test_only_the_embedded_page_may_be_framed(client: Client) -> None:
    assert "embed.html" in client.get("/embed/table/x").text
    assert "frame-ancestors *" in policy(client, "/embed/table/x")
    assert client.get("/embed/study/x").headers["cross-origin-resource-policy"] == "cross-origin"
    for path in ("/", "/table/x", "/embed", "/embed.html", "/api/games", "/puzzles", "/embedded"):
        assert "frame-ancestors 'none'" in policy(client, path), path
        assert client.get(path).headers["cross-origin-resource-policy"] == "same-origin"
    assert "script-src 'self'" in policy(client, "/embed/position/daikuni?position=<script>")


def test_a_line_is_drawn_from_the_address(client: Client) -> None:
    asked: dict[str, Any] = {"action": GAME}
    frames = client.get("/api/games/daikuni/line", params=asked).json()
    record = strata.game("daikuni").record().play_all(GAME)
    assert [frame["number"] for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame["move"][1] for frame in frames[1:]] == GAME
    assert frames[-1]["position"] == str(record.position)
    assert frames[-1]["telling"]
    asked = {"position": frames[2]["position"], "action": GAME[2:]}
    assert client.get("/api/games/daikuni/line", params=asked).json()[-1]["position"] == str(
        record.position
    )


def test_options_are_in_the_address(client: Client) -> None:
    asked = {"option": "tiles=16"}
    (frame,) = client.get("/api/games/daikuni/line", params=asked).json()
    assert frame["position"] == str(strata.game("daikuni", tiles=16).start())


@pytest.mark.parametrize(
    ("game", "asked", "status"),
    [
        ("nonsense", {}, 404),
        ("daikuni", {"position": "<b>nonsense</b>"}, 400),
        ("daikuni", {"action": "nonsense"}, 400),
        ("daikuni", {"option": "tiles"}, 400),
        ("daikuni", {"option": "tiles=many"}, 400),
        ("daikuni", {"action": ["Qd2"] * 201}, 400),
        ("daikuni", {"position": "x" * 5000}, 400),
    ],
)
def test_nonsense_in_the_address_is_refused(
    client: Client, game: str, asked: dict[str, Any], status: int
) -> None:
    answer = client.get(f"/api/games/{game}/line", params=asked)
    assert problem(answer)[0] == status
