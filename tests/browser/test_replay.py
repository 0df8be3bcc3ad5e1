"""Looking at a game again: step, jump, play, link to a move, import."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.test_full_games import KYO_GAME
from tests.browser.visitor import Visitor, Visitors


@pytest.fixture
def record_text() -> str:
    record = strata.game("kyo").record()
    for action in KYO_GAME:
        record.play(action)
    return record.export()


@pytest.fixture
def replay(visitors: Visitors, record_text: str) -> Visitor:
    """An imported record, at its start."""
    visitor = visitors.come()
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(record_text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()
    visitor.page.get_by_role("button", name="To the start").click()
    return visitor


def label(visitor: Visitor, cell: str) -> str:
    return visitor.page.locator(f'[data-token="cell {cell}"]').get_attribute("aria-label") or ""


def expect_move(visitor: Visitor, number: int) -> None:
    expect(visitor.page.locator("output")).to_have_text(str(number))
    assert visitor.page.url.endswith(f"#{number}")


def test_stepping(replay: Visitor) -> None:
    page = replay.page
    expect(page.get_by_text("The start")).to_be_visible()
    assert label(replay, "a2") == "a2, empty"
    page.get_by_role("button", name="Forward").click()
    expect_move(replay, 1)
    expect(page.get_by_text("First: a1a2+2", exact=True)).to_be_visible()
    assert "Heavy Pawn" in label(replay, "a2")
    page.get_by_role("button", name="Back").click()
    expect_move(replay, 0)
    page.get_by_role("button", name="To the end").click()
    expect_move(replay, len(KYO_GAME))
    expect(page.locator("[data-outcome=first]")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect_move(replay, len(KYO_GAME) - 1)
    page.keyboard.press("Home")
    expect_move(replay, 0)
    replay.photograph("replay")


def test_how_a_game_ended_is_told_alike_on_all_pages(visitors: Visitors) -> None:
    """The name of the reason, king-in-check, would be false: no King is in check."""
    record = next(
        record
        for record in (strata.game("daikuni").record().play_all(game) for game in random_games())
        if (end := record.tell_end()) is not None and "is in check" not in end.text
    )
    end = record.tell_end()
    assert end is not None
    visitor = visitors.come()
    page = visitor.page
    made = page.request.post("/api/records", data={"text": record.export()}).json()["id"]
    study = page.request.post("/api/studies", data={"text": record.export()}).json()["id"]
    last = record.length
    for address in (
        f"/table/{made}",
        f"/replay/{made}#{last}",
        f"/embed/table/{made}#{last}",
        f"/study/{study}#{last}",
        f"/embed/study/{study}#{last}",
    ):
        visitor.load(address)
        expect(page.locator("[data-outcome] span")).to_have_text(end.read())


def random_games() -> Iterator[list[str]]:
    """Actions of whole games of Daikuni."""
    for seed in itertools.count():
        chance, record = random.Random(seed), strata.game("daikuni").record()
        while record.seat is not None:
            record.play(chance.choice(record.actions()))
        yield [*map(str, record.played)]


def test_jumping_and_playing(replay: Visitor) -> None:
    page = replay.page
    page.get_by_role("link", name="e8e7+0").click()
    number = KYO_GAME.index("e8e7+0") + 1
    expect_move(replay, number)
    assert "King" in label(replay, "e7")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("output")).to_have_text(str(len(KYO_GAME)))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_to_a_move(replay: Visitor, visitors: Visitors) -> None:
    replay.page.get_by_role("link", name="e8e7+0").click()
    link = replay.page.get_by_label("Link to this move").input_value()
    other = visitors.come()
    other.visit(link)
    other.wait_for_board()
    expect_move(other, KYO_GAME.index("e8e7+0") + 1)
    assert "King" in label(other, "e7")


def test_a_file_and_the_way_back(visitors: Visitors, record_text: str, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(record_text)
    visitor = visitors.come()
    visitor.visit("/replay")
    visitor.page.get_by_label("Record file").set_input_files(path)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Download the record").click()
    again = strata.game("kyo").load(download.value.path().read_text())
    assert [str(action) for action in again.played] == KYO_GAME


def test_a_bad_record_is_explained(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill("nonsense")
    visitor.page.get_by_role("button", name="Open the replay").click()
    expect(visitor.page.get_by_role("alert")).not_to_be_empty()


def test_playing_on_from_a_position(replay: Visitor) -> None:
    page = replay.page
    page.get_by_role("button", name="Forward").click()
    expect_move(replay, 1)
    board = page.get_by_role("grid").text_content()
    page.get_by_text("Play on from here").click()
    acting = strata.game("kyo").start().play(KYO_GAME[0]).seat
    expect(page.get_by_label("You play")).to_have_value(str(acting))
    page.get_by_label("Against").select_option("A friend by link")
    replay.photograph("play-on")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Link for", exact=False)).to_be_visible()
    assert "/table/" in page.url
    replay.wait_for_board()
    assert page.get_by_role("grid").text_content() == board
    assert replay.moves() == []


def test_nothing_goes_on_from_the_end(replay: Visitor) -> None:
    replay.page.get_by_role("button", name="To the end").click()
    expect_move(replay, len(KYO_GAME))
    expect(replay.page.get_by_text("Play on from here")).to_have_count(0)
