"""Menus that say what they do, actions of several parts, and marks that can be told apart."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.profiles import Theme
from tests.browser.visitor import PHONE, WIDE, Visitors


@pytest.mark.parametrize(
    ("size", "theme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone-dark"]
)
def test_choices_say_what_they_do_and_can_be_left(
    visitors: Visitors, size: tuple[int, int], theme: Theme
) -> None:
    visitor = visitors.come(size, theme, touch=size == PHONE)
    visitor.create("frozen", "friend")
    page = visitor.page
    visitor.click("cell b1")
    king = page.locator('[data-choice="exch"]')
    expect(king).to_have_accessible_name("Give its place to the King")
    expect(king).to_contain_text("This unit dies.")
    expect(king).to_have_accessible_description(re.compile("old square is left empty.*unit dies"))
    morph = page.locator('[data-choice="morph"]')
    expect(morph).to_contain_text("Cost: frozen for 18 turns.")
    visitor.photograph(f"menu-{theme}")

    morph.click()
    rook = page.locator('[data-choice="R"]')
    expect(rook).to_have_accessible_description("The unit becomes this kind.")
    expect(page.locator(".mark.turn")).to_have_count(1)
    visitor.photograph(f"menu-parts-{theme}")
    page.keyboard.press("Escape")
    expect(morph).to_be_visible()
    expect(page.locator(".mark.turn")).to_have_count(0)
    page.keyboard.press("Escape")
    assert not visitor.has_begun()
    assert visitor.moves() == []
    assert visitor.version == 0

    visitor.click("cell b1")
    morph.click()
    rook.click()
    visitor.wait_past(0)
    visitor.expect_moves(["morph:b1", "kind:R"])
    expect(page.locator(".status .turn")).to_have_text("Your opponent's turn")
    label = page.locator('[data-token="cell b1"]').get_attribute("aria-label") or ""
    assert label.startswith("b1, your Rook (frozen for 18 turns)")


_UNCOVERED = """() => {
  const menu = document.querySelector("[role=menu]").parentElement.getBoundingClientRect();
  const apart = ({ left, right, top, bottom }) =>
    right <= menu.left + 1 || left >= menu.right - 1 ||
    bottom <= menu.top + 1 || top >= menu.bottom - 1;
  const cells = [...document.querySelectorAll(".cell.lit, .cell.picked")];
  return cells.length > 1 && cells.every((cell) => apart(cell.getBoundingClientRect()));
}"""


@pytest.mark.parametrize("sizes", [(WIDE,), (PHONE, (844, 390))], ids=["wide", "touch"])
def test_a_menu_covers_no_target(visitors: Visitors, sizes: tuple[tuple[int, int], ...]) -> None:
    """Wide by mouse; on a phone, upright and on its side, by touch."""
    visitor = visitors.come(sizes[0], touch=WIDE not in sizes)
    page = visitor.page
    for game, ways in (("kyo", [["b1"], ["b1", "b2"]]), ("frozen", [["h3"]])):
        visitor.create(game, "friend")
        for size in sizes:
            visitor.resize(size)
            for cells in ways:
                for cell in cells:
                    visitor.click(f"cell {cell}")
                expect(page.get_by_role("menu")).to_be_in_viewport()
                page.wait_for_function(_UNCOVERED)
                said = page.locator("[role=menu] .help, [role=menu] .shared").all_inner_texts()
                assert len(said) == len(set(said))
                while visitor.has_begun():
                    page.keyboard.press("Escape")


def test_marks_and_ends_differ(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo", "computer")
    page = visitor.page
    visitor.click("cell b4")
    visitor.click("cell b5")
    visitor.wait_past(1)
    visitor.wait_for_turn()
    last = page.locator(".mark.last").first
    expect(last).to_have_css("stroke-dasharray", "none")
    visitor.click("cell b1")
    own = page.locator("[data-onto]")
    expect(own.first).to_be_visible()
    expect(page.locator("[data-target]")).to_have_count(0)
    visitor.photograph("marks")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".outcome")).to_have_class(re.compile(r"\blost\b"))
    expect(page.locator(".moves .current")).to_be_in_viewport()
    visitor.photograph("lost")
