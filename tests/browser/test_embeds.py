"""Boards in an `<iframe>` of a page of another site."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

import strata
from strata.core.study.annotations import Annotations
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.patience import PATIENCE

Image = pytest.importorskip("PIL.Image")
GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]
HOSTILE = "<img src=x onerror=document.title='hacked'>"


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Serves a page from another origin; its address."""
    pages: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages.get(self.path, "").encode())

        def log_message(self, *args: Any) -> None:
            """Nothing is said."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def serve(body: str) -> str:
        path = f"/page{len(pages)}"
        pages[path] = f"<!doctype html><title>Elsewhere</title>{body}"
        return f"http://localhost:{server.server_port}{path}"

    yield serve
    server.shutdown()
    thread.join(PATIENCE)


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """Somebody who reads the other site."""
    context = browser.new_context()
    context.set_default_timeout(1000 * PATIENCE)
    yield context.new_page()
    context.close()


def bring(visitor: Visitor, text: str) -> None:
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()


def framed(reader: Page, address: str) -> FrameLocator:
    reader.goto(address)
    return reader.frame_locator("iframe")


def test_a_game_is_shown_by_another_site(
    visitors: Visitors, reader: Page, elsewhere: Callable[[str], str]
) -> None:
    visitor = visitors.come()
    tags = {"First": HOSTILE, "Second": "Ben"}
    record = strata.Record(strata.game("daikuni").start(), tags).play_all(GAME)
    bring(visitor, record.export())
    visitor.page.get_by_text("Show it on another site").click()
    snippet = visitor.page.get_by_label("HTML for another page").input_value()
    frame = framed(reader, elsewhere(snippet))
    expect(frame.get_by_role("grid")).to_be_visible()
    expect(frame.locator("[data-at]")).to_have_text(f"{len(GAME)} / {len(GAME)}")
    expect(frame.get_by_role("heading")).to_contain_text(HOSTILE)
    expect(frame.locator("h1 img")).to_have_count(0)
    frame.get_by_role("button", name="To the start").click()
    expect(frame.locator("[data-at]")).to_have_text(f"0 / {len(GAME)}")
    frame.get_by_role("button", name="To the end").click()
    expect(frame.locator("[data-outcome]")).to_be_visible()
    frame.get_by_role("button", name="Back").click()
    expect(frame.locator("[data-at]")).to_have_text(f"{len(GAME) - 1} / {len(GAME)}")
    frame.get_by_role("button", name="Back").press("ArrowLeft")
    expect(frame.locator("[data-at]")).to_have_text(f"{len(GAME) - 2} / {len(GAME)}")
    expect(frame.get_by_role("status").first).to_contain_text(GAME[-3])
    frame.get_by_role("button", name="Flip the board").click()
    link = frame.get_by_role("link", name="Open on Strata").get_attribute("href") or ""
    assert link.endswith(f"#{len(GAME) - 2}")
    assert reader.title() == "Elsewhere"
    tall = frame.locator("html").evaluate("page => page.scrollHeight - window.innerHeight")
    assert tall <= 0, "nothing has to be scrolled to"
    if visitors.artefacts:
        reader.screenshot(path=visitors.artefacts / "embed-table.png")


def test_a_variation_of_an_analysis_is_shown(
    visitors: Visitors, reader: Page, elsewhere: Callable[[str], str]
) -> None:
    visitor = visitors.come()
    game = strata.game("daikuni")
    study = game.study(game.record().play_all(GAME[:3]))
    other = study.play(study.main_line()[0], "Kb2")
    study.annotate(other, Annotations(comment=HOSTILE))
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(study.export())
    visitor.page.get_by_role("button", name="Open on the analysis board").click()
    visitor.page.get_by_role("link", name="Kb2").click()
    visitor.page.get_by_text("Show it on another site").click()
    field = visitor.page.get_by_label("HTML for another page")
    expect(field).to_have_value(re.compile(r"/embed/study/\w+#[1-9]"))
    frame = framed(reader, elsewhere(field.input_value()))
    expect(frame.get_by_role("status").first).to_contain_text("Kb2")
    expect(frame.get_by_role("status").first).to_contain_text(HOSTILE)
    expect(frame.locator(".told img")).to_have_count(0)
    frame.get_by_role("button", name="To the start").click()
    expect(frame.locator("main")).to_have_attribute("data-number", "0")


def test_a_line_in_the_address_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark")
    visitor.visit("/embed/position/daikuni?action=Qd2&action=Kg2#1")
    page = visitor.page
    expect(page.locator("[data-at]")).to_have_text("1 / 2")
    page.keyboard.press("End")
    expect(page.locator("[data-at]")).to_have_text("2 / 2")
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    visitor.photograph("embed-phone-dark")
    visitor.visit("/embed/position/daikuni?position=%3Cb%3Enonsense")
    expect(page.get_by_role("alert")).to_be_visible()
    visitor.visit("/embed/nonsense")
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_game_that_goes_on_is_not_shown(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("daikuni")
    visitor.visit(f"/embed/table/{table}")
    expect(visitor.page.get_by_role("alert")).to_have_text("This game is still being played.")


def test_no_other_page_can_be_framed(
    reader: Page, server: ServerProcess, elsewhere: Callable[[str], str]
) -> None:
    address = html.escape(f"{server.url}/about")
    with reader.expect_console_message(lambda said: "frame-ancestors" in said.text):
        reader.goto(elsewhere(f'<iframe src="{address}"></iframe>'))
    expect(reader.frame_locator("iframe").get_by_role("heading")).to_have_count(0)


def frames_of(path: Path) -> tuple[int, int]:
    """How many frames a picture has, and its width."""
    with Image.open(path) as opened:
        return opened.n_frames, opened.width


def test_a_replay_and_an_analysis_are_saved_as_animations(visitors: Visitors) -> None:
    visitor = visitors.come()
    bring(visitor, strata.game("daikuni").record().play_all(GAME).export())
    page = visitor.page
    button = page.get_by_role("button", name="Download as animation")
    with page.expect_download() as saved:
        button.click()
    assert saved.value.suggested_filename.endswith(".gif")
    assert frames_of(saved.value.path()) == (len(GAME) + 1, 480)
    expect(button).to_be_enabled()
    page.get_by_role("button", name="Analysis board").click()
    page.wait_for_url("**/study/*")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as animation").click()
    assert frames_of(saved.value.path()) == (len(GAME) + 1, 480)
