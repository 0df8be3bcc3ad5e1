"""The ways on from a turn, a set-up and a game are inside the window, as it is when one comes."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

import strata
from tests.browser.visitor import Visitor, Visitors

WIDE: Final = ((1280, 860), (1280, 800), (1024, 768))
PHONE: Final = (390, 844)


def expect_in_window(visitor: Visitor, name: str, *wanted: Locator) -> None:
    """Without scrolling, in each size."""
    for size in (*WIDE, PHONE):
        visitor.resize(size)
        visitor.page.evaluate("scrollTo(0, 0)")
        for each in wanted:
            expect(each).to_be_in_viewport(ratio=1)
        visitor.photograph(f"in-sight-{name}-{size[0]}x{size[1]}")


def test_the_end_of_a_set_up(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE[0])
    visitor.create("rhodium", "computer")
    visitor.wait_for_turn()
    page = visitor.page
    panel = page.get_by_role("group", name="Set-up")
    finish = page.get_by_role("button", name="Finish", exact=True)
    for size in WIDE:
        visitor.resize(size)
        expect(panel.get_by_role("button")).to_have_text(["Finish", "Start again", "Remove"])
        expect(panel).to_be_in_viewport(ratio=1)
        expect(finish).to_be_disabled()
        expect(page.locator("[data-place='first:to-place']")).to_be_in_viewport(ratio=1)
    version = visitor.version
    page.get_by_text("Ready-made").click()
    ready_made = page.locator("ul:has([data-preset])")
    for size in WIDE:
        visitor.resize(size)
        expect(ready_made).to_be_in_viewport(ratio=1)
    page.locator("[data-preset=castle]").click()
    visitor.wait_past(version)
    expect_in_window(visitor, "set-up", finish, page.get_by_role("button", name="Undo step"))
    version = visitor.version
    finish.click()
    visitor.wait_past(version)


def test_the_end_of_a_turn(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE[0])
    visitor.create("kyo")
    first_step = strata.game("kyo").start().gesture("a1a2+2")
    visitor.play(first_step)
    page = visitor.page
    end = page.get_by_role("button", name=re.compile("End turn"))
    expect_in_window(visitor, "turn", end, page.get_by_role("button", name="Undo step"))


def test_what_belongs_to_no_cell(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE[0])
    visitor.create("frozen", "computer")
    visitor.wait_for_turn()
    rotate = visitor.page.get_by_role("button", name=re.compile("Rotate a block"))
    expect_in_window(visitor, "choice", rotate)


@pytest.mark.parametrize("game", strata.games())
def test_the_ways_on_from_the_end(visitors: Visitors, game: str) -> None:
    visitor = visitors.come(WIDE[0])
    visitor.create(game, "computer")
    visitor.wait_for_turn()
    page = visitor.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    rematch = page.get_by_role("button", name="Rematch")
    review = page.get_by_role("link", name="Review the game")
    expect_in_window(visitor, f"end-{game}", rematch, review)
    for size in WIDE:
        visitor.resize(size)
        box = page.locator(".outcome")
        expect(box.locator("a, button")).to_have_text(["Rematch", "Review the game"])


def test_the_end_is_in_sight_beside_the_tallest_card(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE[1])
    visitor.create("kyo", "computer")
    visitor.wait_for_turn()
    page = visitor.page
    page.mouse.move(*visitor.aim("cell f1"))
    card = page.get_by_role("region", name="Details of the cell")
    expect(card).to_contain_text("Your dark mana")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    review = page.get_by_role("link", name="Review the game")
    expect(card).to_contain_text("Your dark mana")
    page.evaluate("scrollTo(0, 0)")
    expect(review).to_be_in_viewport(ratio=1)


def test_a_review_begins_at_once(visitors: Visitors) -> None:
    visitor = visitors.come(WIDE[0])
    visitor.create("daikuni", "computer")
    visitor.play(strata.game("daikuni").start().gesture("Kd4"))
    visitor.wait_for_turn()
    page = visitor.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("link", name="Review the game").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("columnheader", name="Accuracy")).to_be_visible()
    expect(review.get_by_role("button", name="Review the game")).to_have_count(0)


# How far what is seen moved while the page was loaded, as browsers measure it.
_SHIFTS: Final = """() => new Promise((resolve) => {
  let sum = 0;
  const add = (list) => {
    for (const shift of list.getEntries()) sum += shift.hadRecentInput ? 0 : shift.value;
  };
  const observer = new PerformanceObserver(add);
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    add({ getEntries: () => observer.takeRecords() });
    resolve(sum);
  }));
})"""


def test_an_analysis_does_not_jump_when_it_is_opened(visitors: Visitors) -> None:
    owner, reader = visitors.come(), visitors.come(PHONE, touch=True)
    owner.create("dzura")
    made = owner.page.request.post("/api/studies", data={"game": "dzura"})
    assert made.ok, made.text()
    reader.load(f"/study/{made.json()['id']}")
    reader.wait_for_board()
    shifted: float = reader.page.evaluate(_SHIFTS)
    assert shifted < 0.1
