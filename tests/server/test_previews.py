"""What is shown where an address is shared: titles, sentences and pictures, and nothing hidden."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

import strata
from strata.server.http import client_files
from strata.server.http.previews import Preview
from tests.server.conftest import Client

PAGE = "<!doctype html><html><head><title>Strata</title></head><body></body></html>"


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "service-worker.js").write_text("")
    monkeypatch.setattr(client_files, "FOLDER", folder)


def announced(client: Client, path: str, status: int = 200, **headers: str) -> dict[str, list[str]]:
    """The properties in the head of a page."""
    answer = client.get(path, headers=headers)
    assert answer.status_code == status
    head, _, rest = answer.text.partition("</head>")
    assert "og:" not in rest
    found: dict[str, list[str]] = {}
    for name, content in re.findall(r'<meta property="([^"]+)" content="([^"]*)">', head):
        found.setdefault(name, []).append(html.unescape(content))
    return found


def make(client: Client, game: str, **more: Any) -> str:
    wanted = {"game": game, "first": "me", "second": "me"} | more
    table_id: str = client.post("/api/tables", json=wanted).json()["id"]
    return table_id


def test_the_site_and_its_games_are_announced(client: Client) -> None:
    site = announced(client, "/")
    assert site["og:title"] == ["Strata: layered board games"]
    assert site["og:url"] == ["http://testserver.local/"]
    assert site["og:image"] == ["http://testserver.local/icon-512.png"]
    for path, title in (("/rules/kyo", "Kyo: rules"), ("/learn/kyo", "Learn Kyo")):
        found = announced(client, path)
        assert found["og:title"] == [title]
        assert found["og:description"] == [strata.game("kyo").guide.goal]
        drawing = found["og:image"][0].removeprefix("http://testserver.local")
        assert client.get(drawing).headers["content-type"].startswith("image/svg+xml")
    assert announced(client, "/rules/chess", 404) == site | {
        "og:url": ["http://testserver.local/rules/chess"]
    }


def test_a_table_is_announced_with_its_position(client: Client) -> None:
    table_id = make(client, "kyo")
    found = announced(client, f"/table/{table_id}")
    assert found["og:title"] == ["A game of Kyo"]
    assert found["og:image"] == [
        f"http://testserver.local/api/tables/{table_id}/picture.svg",
        "http://testserver.local/icon-512.png",
    ]
    drawing = client.get(f"/api/tables/{table_id}/picture.svg")
    assert drawing.text == strata.game("kyo").start().svg()
    assert drawing.headers["cache-control"] == "no-store"
    missing = announced(client, "/table/doesnotexist", 404)
    assert missing["og:title"] == ["Strata: layered board games"]
    assert client.get("/api/tables/doesnotexist/picture.svg").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/table", "/table/a/b", "/rules/chess", "/rules/kyo/more", "/learn/chess", "/replay/nothing"],
)
def test_pages_that_there_are_not_say_so(client: Client, path: str) -> None:
    """The page of the client comes all the same, and tells people."""
    answer = client.get(path)
    assert (answer.status_code, "</head>" in answer.text) == (404, True)


def test_pages_that_there_are(client: Client) -> None:
    table_id = make(client, "kyo")
    for path in ("", "rules", "learn", "replay", "about", "learn/kyo/first", f"replay/{table_id}"):
        assert client.get(f"/{path}").status_code == 200, path


def test_what_is_announced_is_escaped() -> None:
    tags = Preview('"><script>', "<&>'").tags('https://x"y', "/<")
    assert "<script>" not in tags
    assert '"><' not in tags.replace('">\n<', "")
    assert 'content="&quot;&gt;&lt;script&gt;"' in tags


def test_the_picture_of_a_table_shows_nothing_hidden(client: Client) -> None:
    first, second = [preset.name for preset in strata.game("rhodium").start().presets()][:2]
    pictures = []
    for name in (first, second):
        table_id = make(client, "rhodium", second="link")
        with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
            socket.receive_json()
            socket.send_json({"type": "play-preset", "name": name, "version": 0})
            seen = socket.receive_json()["scene"]["stacks"]
        pictures.append((client.get(f"/api/tables/{table_id}/picture.svg").text, seen))
    (picture, seen), (other_picture, other_seen) = pictures
    assert seen != other_seen  # to who holds the seat
    assert picture == other_picture


@pytest.mark.parametrize("path", ["/table", "/table/", "/table/abc"])
def test_every_address_of_a_table_is_a_page(client: Client, path: str) -> None:
    assert client.get(path).headers["content-type"].startswith("text/html")


def test_files_that_make_it_an_application(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    worker = client.get("/service-worker.js")
    assert "javascript" in worker.headers["content-type"]
    assert worker.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in worker.headers["content-security-policy"]


def test_pictures_of_games_in_the_dark(client: Client) -> None:
    light = client.get("/api/games/kyo/picture.svg")
    dark = client.get("/api/games/kyo/picture.svg?dark=true")
    assert "svg{--shade0" in dark.text
    assert "svg{--shade0" not in light.text
    assert dark.headers["etag"] != light.headers["etag"]
