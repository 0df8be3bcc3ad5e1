"""What cannot be done is answered beside the board, with the rule and the cells at fault."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

import strata
from tests.browser.profiles import Theme
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors


def answer(page: Page) -> Locator:
    return page.locator("[data-why]")


def faults(page: Page) -> set[str]:
    return set(
        page.eval_on_selector_all("[data-fault]", "all => all.map(one => one.dataset.fault)")
    )


def press(visitor: Visitor, cell: str) -> None:
    """Click a cell whether it is lit or not."""
    visitor.page.mouse.click(*visitor.aim(f"cell {cell}"))


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "light"), (PHONE, "dark")])
def test_clicks_are_answered(visitors: Visitors, size: tuple[int, int], theme: Theme) -> None:
    visitor = visitors.come(size, theme)
    visitor.create("kyo", "friend")
    page = visitor.page
    visitor.click("cell a1")
    press(visitor, "a3")
    refused = "Your Heavy Pawn on a1 cannot go to a3 or act on it."
    expect(answer(page).locator("p")).to_have_text(
        [refused, strata.game("kyo").cards["heavy-pawn"].text]
    )
    assert "cell a2" in visitor.lit()  # what was picked stays
    press(visitor, "a1")  # for another try
    assert "cell a2" in visitor.lit()
    press(visitor, "a1")  # and is put back
    expect(answer(page)).to_have_count(0)
    press(visitor, "a7")
    expect(answer(page)).to_have_text("That is your opponent's Light Pawn on a7.")
    expect(page.locator("[data-spoken]")).to_have_text("That is your opponent's Light Pawn on a7.")
    visitor.photograph(f"why-not-{theme}")
    visitor.click("cell e1")
    expect(answer(page)).to_have_count(0)
    source, target = visitor.aim("cell e1"), visitor.aim("cell e2")
    page.mouse.move(*source)
    page.mouse.down()
    page.mouse.move(*target, steps=4)
    page.mouse.up()
    expect(answer(page)).to_contain_text("No shield can be put under another pawn. Rule K6")
    expect(page.locator("[data-fault]")).to_have_count(2)
    assert faults(page) == {"e1", "e2"}
    link = answer(page).get_by_role("link", name="Rule K6")
    expect(link).to_have_attribute("href", "/rules/kyo/specification#K6")
    visitor.photograph(f"why-not-rule-{theme}")
    visitor.click("cell b4")
    visitor.click("cell b5")
    expect(answer(page)).to_have_count(0)
    expect(page.locator("[data-fault]")).to_have_count(0)
    press(visitor, "b5")  # it is not first's turn any more
    expect(answer(page)).to_have_count(0)


def test_the_keyboard_is_answered_too(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    visitor.click("item first:soldier")
    visitor.click("cell d4")
    visitor.wait_for_turn()
    visitor.click("item second:king")
    page.locator('[data-token="cell d4"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(answer(page)).to_have_text("Second's King would be in check. Rule D15")
    expect(page.locator("[data-fault]")).to_have_count(2)
    assert faults(page) == {"d4", "d5"}
    page.keyboard.press("Escape")
    expect(answer(page)).to_have_count(0)
