"""The first game: from the home page to a table in one click, then help with what to play."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.test_axe import axe as axe
from tests.browser.test_axe import serious
from tests.browser.visitor import Opponent, Visitor, Visitors

PHONE = (390, 844)


def advised(visitor: Visitor, kind: str) -> str:
    """Waits for the words of that help."""
    said = visitor.page.locator(f"[data-advice={kind}]")
    expect(said).not_to_be_empty()
    return said.inner_text()


def test_from_the_home_page_to_a_hint_that_is_played(visitors: Visitors, axe: Path) -> None:
    visitor = visitors.come((1280, 860), bypass_csp=True)
    page = visitor.page
    visitor.visit("/")
    expect(page.get_by_role("button", name="Create the game")).to_be_in_viewport(ratio=1)
    expect(page.locator(".new-here [data-beginner]")).to_be_in_viewport(ratio=1)
    visitor.photograph("home-new")
    assert serious(visitor, axe) == []
    page.locator(".game [data-beginner=kyo]").click()
    visitor.wait_for_board()
    expect(page.locator("[data-seat=second]")).to_contain_text("computer, level 1")
    expect(page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    visitor.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    said = advised(visitor, "hint")
    assert said.startswith("You can play ")
    arrow = page.locator("[data-hint]")
    cells = (arrow.get_attribute("data-hint") or "").split()
    expect(page.locator("[data-used]")).to_have_text("You had help once.")
    page.keyboard.press("h")  # is known already: it is not counted again
    visitor.photograph("hint")
    assert serious(visitor, axe) == []
    # The hint is played by its own clicks.
    action = said.partition("You can play ")[2].partition(".")[0].partition(",")[0]
    position = strata.game("kyo").start()
    gesture = position.gesture(action)
    assert cells == [token.id for token in gesture if token.kind == "cell"]
    visitor.play(gesture)
    assert visitor.moves()[0] == action
    page.wait_for_selector("[data-help=threats][aria-disabled=false]")
    page.keyboard.press("t")
    assert "threatens" in advised(visitor, "threats")
    expect(page.locator("[data-used]")).to_have_text("You had help twice.")
    visitor.photograph("threats")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("[data-help]")).to_have_count(0)
    expect(page.locator("[data-used]")).to_have_text("You had help twice.")
    page.locator("#main").get_by_role("link", name="Replay").click()
    expect(page.locator("[data-used]")).to_have_text("You had help twice.")
    visitor.visit("/")
    expect(page.locator(".new-here")).to_have_count(0)


def test_help_on_a_phone_in_the_dark(visitors: Visitors) -> None:
    """A piece in a hand is pointed out; the focus or a long press tells what it is."""
    visitor = visitors.come(PHONE, "dark", touch=True)
    page = visitor.page
    visitor.visit("/")
    visitor.photograph("home-new-phone", whole=True)
    page.locator(".game [data-beginner=daikuni]").click()
    visitor.wait_for_board()
    visitor.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    advised(visitor, "hint")
    hinted = page.locator(".item.hinted")
    expect(hinted).to_have_count(1)
    visitor.photograph("hint-phone", whole=True)
    name = (hinted.get_attribute("title") or "").removeprefix("your ")
    panel = page.get_by_role("region", name="Details of the cell")
    hinted.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(panel).to_contain_text(f"Your {name}")
    page.keyboard.press("Escape")
    # Of another seat, which cannot be clicked.
    theirs = page.locator('[data-token="item second:queen"]')
    theirs.scroll_into_view_if_needed()
    place = theirs.bounding_box()
    assert place is not None
    fingers = visitor.devtools()
    point = {"x": place["x"] + 8, "y": place["y"] + 8}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(panel).to_contain_text("Your opponent's Queen")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("opponent", ["device", "friend"])
def test_no_help_between_people(visitors: Visitors, opponent: Opponent) -> None:
    visitor = visitors.come()
    visitor.create("daikuni", opponent)
    expect(visitor.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(visitor.page.locator("[data-help]")).to_have_count(0)
    # Its rules know no draws.
    expect(visitor.page.get_by_role("button", name="draw")).to_have_count(0)


def test_a_long_hint_is_seen_as_a_whole(visitors: Visitors) -> None:
    """It begins with a turn of three actions."""
    visitor = visitors.come()
    page = visitor.page
    visitor.create("frozen", "computer")
    page.locator("[data-help=hint]").click()
    said = page.locator("[data-advice=hint]")
    expect(said.locator("[data-used]")).to_be_visible()
    assert said.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    actions = said.locator("strong").inner_text().split(", then ")
    assert len(actions) == 3
    expect(said.get_by_text("Click ", exact=False)).to_have_count(len(actions))
    visitor.photograph("hint-long")


def test_a_hint_for_one_cell_leaves_the_colours_of_its_piece(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    visitor.create("daikuni", "computer")
    page.locator("[data-help=hint]").click()
    ring = page.locator("[data-hint] .body circle")
    expect(ring).to_have_count(1)
    assert ring.evaluate("one => getComputedStyle(one).fill") == "none"
    visitor.photograph("hint-ring")
