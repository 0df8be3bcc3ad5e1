"""A game without a mouse, as a screen reader's user walks it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitors


def focused(page: Page) -> str:
    label: str = page.evaluate(
        "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
    )
    return label.strip()


def tab_to(page: Page, wanted: str) -> None:
    """Presses Tab until the focus is on what begins with `wanted`."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page).startswith(wanted):
            return
    raise AssertionError(f"the Tab key never reaches {wanted}")


def tab_to_radio(page: Page, value: str) -> None:
    """Presses Tab until the focus is on the radio button of that value."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == value:
            return
    raise AssertionError(f"the Tab key never reaches {value}")


def go_to(page: Page, cell: str) -> None:
    """By arrow keys from the cell that has the focus."""
    for _ in range(40):
        here = focused(page).split(",")[0]
        if here == cell:
            return
        if here[0] != cell[0]:
            page.keyboard.press("ArrowRight" if here[0] < cell[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if int(here[1:]) < int(cell[1:]) else "ArrowDown")
    raise AssertionError(f"the arrow keys never reach {cell}")


def test_from_the_home_page_to_a_move(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    visitor.load("/")
    page.wait_for_selector("form")
    tab_to_radio(page, "computer")
    page.keyboard.press("ArrowRight")  # around to the first of them
    tab_to(page, "Create the game")
    page.keyboard.press("Enter")
    visitor.wait_for_board()
    version = visitor.version
    tab_to(page, "first's King")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    go_to(page, "d4")
    assert focused(page) == "d4, empty, available"
    page.keyboard.press("Enter")
    visitor.wait_past(version)
    assert visitor.moves() == ["Kd4"]
    expect(page.locator("[data-spoken]")).to_contain_text(
        "First's King enters on d4 on a new tile. Second to act."
    )
    assert focused(page).startswith("d4, first's King on first's tile")


def test_menus_inspection_and_the_end_of_a_turn(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    page = visitor.page
    visitor.page.locator("h1").click()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    go_to(page, "a1")
    page.keyboard.press("i")
    panel = page.get_by_role("region", name="Details of the cell")
    expect(panel).to_contain_text("3 × First's dark mana")
    page.keyboard.press("Escape")
    expect(panel).to_contain_text("Point at a piece")
    page.keyboard.press("Enter")
    assert focused(page).endswith("picked")
    go_to(page, "a2")
    page.keyboard.press("Enter")
    assert focused(page).startswith("Pawn alone")
    page.keyboard.press("Escape")
    assert visitor.has_begun()
    assert focused(page).startswith("a2")
    page.keyboard.press("Escape")
    assert not visitor.has_begun()
    visitor.photograph("keyboard-focus")

    version = visitor.version
    go_to(page, "a1")
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    go_to(page, "a2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("Pawn with 2 chips")
    page.keyboard.press("Enter")
    visitor.wait_past(version)
    assert visitor.moves() == ["a1a2+2"]
    version = visitor.version
    tab_to(page, "End turn")
    page.keyboard.press("Enter")
    visitor.wait_past(version)
    assert visitor.moves() == ["a1a2+2", "end"]


def test_every_cell_is_reached_once_by_tab(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    assert visitor.page.locator("[role=gridcell]").count() == 64
    assert visitor.page.locator("[role=gridcell][tabindex='0']").count() == 1
