"""The analysis board on small and large screens, by finger, with much on it."""

from __future__ import annotations

import random

from playwright.sync_api import expect

import strata
from strata.core.study.annotations import Annotations
from tests.browser.test_study import GAME, PHONE, expect_at, open_text, record_text, shapes
from tests.browser.visitor import WIDE, Visitors

# How far the page goes on below the last thing that is seen on it.
_EMPTY_BELOW = """() => {
  const end = document.querySelector("main").getBoundingClientRect().bottom + scrollY;
  return document.documentElement.scrollHeight - Math.max(end, innerHeight);
}"""


def test_a_long_game_ends_where_the_page_ends(visitors: Visitors) -> None:
    chance = random.Random(1)
    record = strata.game("kyo").record()
    while record.outcome() is None and record.length < 200:
        record.play(str(chance.choice(record.actions())))
    assert record.length > 100
    visitor = visitors.come()
    page = open_text(visitor, record.export())
    page.locator(f'.tree [data-node="{record.length}"]').wait_for()
    for size in (WIDE, PHONE):
        visitor.resize(size)
        assert page.evaluate(_EMPTY_BELOW) <= 1, size


def test_a_finger_draws_an_arrow(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, touch=True)
    page = open_text(visitor, record_text())
    page.get_by_role("button", name="Draw", exact=True).tap()
    page.get_by_role("grid").scroll_into_view_if_needed()
    (x, y), (end_x, end_y) = visitor.aim("cell d6"), visitor.aim("cell d2")
    fingers = visitor.devtools()

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    before = page.evaluate("scrollY")
    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x + (end_x - x) * step / 8, y + (end_y - y) * step / 8))
    touch("touchEnd")
    page.locator("[data-shape]").wait_for()
    assert shapes(page) == ["green:d6>d2"]
    assert page.evaluate("scrollY") == before


def test_notes_are_not_deleted_unasked(visitors: Visitors) -> None:
    game = strata.game(GAME)
    study = game.study(game.record())
    node = study.play(study.root, "Kd4")
    study.annotate(node, Annotations(comment="The middle", mark="!"))
    page = open_text(visitors.come(), study.export())
    page.keyboard.press("ArrowRight")
    expect_at(page, 1)
    question = page.get_by_text("Delete 1 position with comments and marks?")
    page.keyboard.press("Delete")
    expect(question).to_be_visible()
    # Escape means no, wherever the focus is.
    for leave in ("button", "heading"):
        if leave == "heading":
            page.get_by_role("button", name="Delete", exact=True).click()
            page.locator("h1").click()
        expect(question).to_be_visible()
        page.keyboard.press("Escape")
        expect(question).to_have_count(0)
    expect_at(page, 1)
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Yes, delete", exact=True).click()
    expect_at(page, 0)
    expect(page.locator(".tree [data-node]")).to_have_count(1)


def test_lines_of_the_computer_by_turns(visitors: Visitors) -> None:
    """Kyo: several actions make a turn, and a line of them is longer than a row."""
    visitor = visitors.come()
    page = open_text(visitor, strata.game("kyo").record().export())
    page.get_by_role("button", name="Computer").click()
    turns = page.locator("[data-thought='0'] li:first-child [data-turn]")
    expect(turns.first).to_have_attribute("data-turn", "1 first")
    expect(turns.nth(1)).to_have_attribute("data-turn", "2 second")
    for size in (WIDE, PHONE):
        visitor.resize(size)
        expect(turns.nth(1)).to_have_attribute("data-turn", "2 second")
        cut = page.locator(".lines .actions").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
        )
        assert cut == 0, size
        visitor.photograph(f"study-lines-{size[0]}")
