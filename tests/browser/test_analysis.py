"""Analysis in the replay: the graph, the best line, and the action on the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_full_games import KYO_GAME
from tests.browser.test_replay import record_text, replay
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.patience import PATIENCE

__all__ = ["record_text", "replay"]
LAST = len(KYO_GAME)


def analyse(visitor: Visitor) -> None:
    """In a position whose best action is one on the board, which ending a turn is not."""
    visitor.page.get_by_role("button", name="Analyse").click()
    visitor.page.wait_for_selector("[data-hint]")


def test_the_whole_game(replay: Visitor) -> None:
    page = replay.page
    analyse(replay)
    expect(page.get_by_text("Best:")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=1000 * PATIENCE)
    graph = page.get_by_role("slider", name="Score graph")
    expect(graph).to_have_attribute("aria-valuemax", str(LAST))
    graph.focus()
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(str(LAST))
    expect(page.locator(f"[data-analysed='{LAST}']")).to_contain_text("first has won, first 100 %")
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("output")).to_have_text(str(LAST - 1))
    expect(page.locator("[data-hint]")).to_have_count(1)
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + 20)
    expect(page.locator("output")).to_have_text("0")
    replay.photograph("analysis")


def test_it_can_be_cancelled_and_goes_on(replay: Visitor) -> None:
    page = replay.page
    analyse(replay)
    page.get_by_role("button", name="Cancel").click()
    go_on = page.get_by_role("button", name="Continue analysing")
    expect(go_on).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("This position has not been analysed yet.")).to_be_visible()
    go_on.click()
    expect(page.locator(f"[data-analysed='{LAST}']")).to_be_visible()


def test_on_a_phone(visitors: Visitors, record_text: str) -> None:
    visitor = visitors.come(PHONE, "dark")
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(record_text)
    visitor.page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()
    visitor.page.get_by_role("button", name="Back").click()
    expect(visitor.page.locator("output")).to_have_text(str(LAST - 1))
    analyse(visitor)
    visitor.photograph_themes("analysis-phone")
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


def test_a_game_that_is_played_offers_none(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("daikuni")
    visitor.visit(f"/replay/{table}")
    visitor.wait_for_board()
    expect(visitor.page.get_by_role("button", name="Analyse")).to_have_count(0)
