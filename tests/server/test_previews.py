"""What is shown where an address is shared: titles, sentences and pictures, and nothing hidden."""

from __future__ import annotations

import asyncio
import html
import re
import struct
from pathlib import Path
from typing import Any

import pytest

import strata
from strata.core.drawing.png import MissingFont, draw_png
from strata.play.puzzle_attempt import PuzzleAttempt
from strata.server.engines.metered_worker import MeteredWorker, WorkerBusy
from strata.server.http.pages import client_files
from strata.server.http.pages.pictures import FRAME, Pictures
from strata.server.http.pages.previews import Preview
from tests.server.client_pages import client_pages
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


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height that the head of a PNG file says."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


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
        address = "http://testserver.local/api/games/kyo/picture.png"
        assert found["og:image"] == [address]
        assert found["og:image:type"] == ["image/png"]
        assert found["twitter:card"] == ["summary_large_image"]
        size = [int(found[f"og:image:{side}"][0]) for side in ("width", "height")]
        picture = client.get(address)
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cache-control"] == "public, max-age=3600"
        assert size_of(picture.content) == tuple(size)
    assert announced(client, "/rules/chess", 404) == site | {
        "og:url": ["http://testserver.local/rules/chess"]
    }


def test_a_table_is_announced_with_its_position(client: Client) -> None:
    table_id = make(client, "kyo")
    found = announced(client, f"/table/{table_id}")
    assert found["og:title"] == ["A game of Kyo"]
    assert found["og:image"] == [f"http://testserver.local/api/tables/{table_id}/picture.png"]
    picture = client.get(f"/api/tables/{table_id}/picture.png")
    start = strata.game("kyo").start()
    assert picture.content == draw_png(start.svg(frame=FRAME))
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cache-control"] == "no-store"
    assert announced(client, f"/replay/{table_id}")["og:image"] == found["og:image"]
    drawing = client.get(f"/api/tables/{table_id}/picture.svg")
    assert drawing.text == strata.game("kyo").start().svg()
    assert drawing.headers["cache-control"] == "no-store"
    missing = announced(client, "/table/doesnotexist", 404)
    assert missing["og:title"] == ["Strata: layered board games"]
    for kind in ("svg", "png"):
        assert client.get(f"/api/tables/doesnotexist/picture.{kind}").status_code == 404
        assert client.get(f"/api/games/chess/picture.{kind}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/table", "/table/a/b", "/rules/chess", "/rules/kyo/more", "/replay/nothing"),
        *("/learn/chess", "/learn/chess/1", "/learn/kyo/nothing", "/learn/kyo/0", "/learn/kyo/99"),
    ],
)
def test_pages_that_there_are_not_say_so(client: Client, path: str) -> None:
    """The page of the client comes all the same, and tells people."""
    answer = client.get(path)
    assert (answer.status_code, "</head>" in answer.text) == (404, True)


def test_pages_that_there_are(client: Client) -> None:
    table_id = make(client, "kyo")
    study = client.post("/api/studies", json={"game": "kyo"}).json()["id"]
    puzzle = strata.game("daikuni").puzzles[0].id
    lesson = strata.game("kyo").lessons[-1]
    for path in (f"/learn/kyo/{lesson.name}", *client_pages(table_id, study, puzzle)):
        assert client.get(path).status_code == 200, path


def test_an_analysis_is_announced_by_its_name(client: Client) -> None:
    study = client.post("/api/studies", json={"game": "kyo", "name": "Two <kings>"}).json()["id"]
    found = announced(client, f"/study/{study}")
    assert found["og:title"] == ["Two <kings>"]
    unnamed = client.post("/api/studies", json={"game": "kyo"}).json()["id"]
    assert announced(client, f"/study/{unnamed}")["og:title"] == ["An analysis of Kyo"]
    announced(client, "/study/abcdefghijkl", 404)
    announced(client, "/studies")


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
        drawings = [
            client.get(f"/api/tables/{table_id}/picture.{kind}").content for kind in ("svg", "png")
        ]
        pictures.append((drawings, seen))
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


def test_a_picture_is_turned_once_however_many_ask() -> None:
    """And one that could not be is tried again."""
    asked: list[str] = []

    class Turning(MeteredWorker):
        async def run(self, owner: str, work: Any, *given: Any) -> Any:  # type: ignore[override]
            asked.append(owner)
            await asyncio.sleep(0)
            if len(asked) == 1:
                raise WorkerBusy("too much")
            return b"picture of " + given[0].encode()

    async def ask(pictures: Pictures) -> None:
        with pytest.raises(WorkerBusy):
            await pictures.turn("a", "x")
        together = await asyncio.gather(*(pictures.turn("b", "x") for _ in range(5)))
        assert together == [b"picture of x"] * 5
        assert await pictures.turn("c", "x") == b"picture of x"
        assert asked == ["a", "b"]
        for number in range(100):
            await pictures.turn("d", str(number))
        await pictures.turn("e", "x")
        assert asked[-1] == "e"  # only the latest are kept

    worker = Turning()
    asyncio.run(ask(Pictures(worker)))
    worker.stop()


def test_a_server_without_fonts_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def turn(*_: object) -> bytes:
        raise MissingFont("no font: install one")

    monkeypatch.setattr(Pictures, "turn", turn)
    answer = client.get("/api/games/kyo/picture.png")
    assert answer.status_code == 503
    assert answer.json()["detail"] == "no font: install one"


def test_a_puzzle_is_announced_without_its_solution(client: Client) -> None:
    game = strata.game("daikuni")
    puzzle = game.puzzles[0]
    path = f"/puzzle/daikuni/{puzzle.id}"
    found = announced(client, path)
    assert found["og:title"] == ["A puzzle of Daikuni"]
    assert found["og:description"] == [PuzzleAttempt(game, puzzle).task()]
    assert found["og:image"] == [
        f"http://testserver.local/api/puzzles/daikuni/{puzzle.id}/picture.png"
    ]
    assert size_of(client.get(found["og:image"][0]).content) == FRAME
    assert announced(client, "/puzzles/daikuni")["og:title"] == ["Puzzles of Daikuni"]
    announced(client, "/puzzles")
    for missing in ("/puzzle/daikuni/00000000", "/puzzle/chess/00000000", "/puzzles/chess"):
        announced(client, missing, 404)


def test_a_position_of_an_analysis_is_announced(client: Client) -> None:
    game = strata.game("daikuni")
    study = game.study(game.record().play_all(["Qd2", "Kg2"]))
    study.play(study.root, "Kb2", 9)
    wanted = {"text": study.export(numbers=True), "name": '"><script>alert(1)</script>'}
    study_id = client.post("/api/studies", json=wanted).json()["id"]
    pictures = []
    for query, number in (("", 2), ("?at=9", 9), ("?at=77", 2), ("?at=<script>", 2)):
        found = announced(client, f"/study/{study_id}{query}")
        assert found["og:title"] == ['"><script>alert(1)</script>']
        address = f"http://testserver.local/api/studies/{study_id}/picture.png?number={number}"
        assert found["og:image"] == [address]
        pictures.append(client.get(address).content)
        assert "<script>alert" not in client.get(f"/study/{study_id}{query}").text
    assert size_of(pictures[0]) == FRAME
    assert pictures[0] != pictures[1]
