"""The position editor: laid out by mouse and by keys, as text, told why not, used."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import strata
from tests.browser.visitor import PHONE, Visitor, Visitors

MINI = strata.game("dzura", definition="mini")


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    return visitors.come()


def open_editor(visitor: Visitor, game: str, **address: str) -> Page:
    shown = "&".join(f"{key}={quote(value)}" for key, value in address.items())
    visitor.visit(f"/editor/{game}#{shown}")
    settle(visitor.page)
    return visitor.page


def settle(page: Page) -> None:
    expect(page.locator('.editor[data-settled="true"]')).to_be_visible()


def text_of(page: Page) -> str:
    settle(page)
    return page.get_by_label("Position as text").input_value()


def choose(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check()


def reasons(page: Page) -> list[str]:
    settle(page)
    return page.locator("#editor-verdict .reason").all_inner_texts()


def test_stacks_by_mouse(visitor: Visitor) -> None:
    """Kyo: chips and a pawn on one tile, moved, taken away, undone."""
    page = open_editor(visitor, "kyo")
    page.get_by_role("button", name="Clear board").click()
    assert text_of(page) == "10/10/10/10/10/10/10/10/10/10 first - 0"
    choose(page, "first's Heavy Pawn")
    visitor.click("cell e5")
    choose(page, "first's dark chip")
    visitor.click("cell e5")
    choose(page, "shield")
    visitor.click("cell e5")
    choose(page, "first's King")
    visitor.click("cell a1")
    choose(page, "second's King")
    visitor.click("cell j10")
    choose(page, "second's light chip")
    visitor.click("cell j10")
    text = "9,lk/10/10/10/10/4,DSH,5/10/10/10/K,9 first - 0"
    assert text_of(page) == text
    expect(page.locator("#editor-verdict")).to_contain_text("Valid position. First to act.")
    strata.game("kyo").position(text)

    choose(page, "Move")
    (x, y), (to_x, to_y) = visitor.aim("cell e5"), visitor.aim("cell g7")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    assert text_of(page).startswith("9,lk/10/10/6,DSH,3/10/10")
    page.get_by_label("Move whole stacks").uncheck()
    visitor.click("cell g7")
    visitor.click("cell h7")
    assert text_of(page).startswith("9,lk/10/10/6,DS,H,2/10/10")

    visitor.click("cell g7")
    visitor.click("cell g7")  # put back: its layers are shown still
    panel = page.get_by_role("region", name="On g7")
    panel.get_by_role("button", name="Shield: down").click()
    assert "6,SD,H,2" in text_of(page)
    panel.get_by_role("button", name="First's dark chip: remove").click()
    assert "6,S,H,2" in text_of(page)
    choose(page, "Erase")
    visitor.click("cell g7")
    assert "7,H,2" in text_of(page)
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert "6,DS,H,2" in text_of(page)
    page.get_by_role("button", name="Redo").click()
    assert "6,SD,H,2" in text_of(page)
    visitor.photograph("editor-stacks")


def test_reasons_light_their_cells(visitor: Visitor) -> None:
    page = open_editor(visitor, "daikuni")
    choose(page, "first's King on its tile")
    visitor.click("cell c3")
    visitor.click("cell d5")
    choose(page, "second's Queen on its tile")
    visitor.click("cell a1")
    visitor.click("cell b1")
    assert reasons(page) == [
        "2 Kings of first on d5 and c3, expected one at most.",
        "2 Queens of second on a1 and b1, expected one at most.",
    ]
    expect(page.get_by_role("button", name="Analysis board")).to_be_disabled()
    assert page.locator("[data-fault]").count() == 4
    page.locator(".reason").first.focus()
    expect(page.locator("[data-fault]")).to_have_count(2)
    visitor.photograph("editor-reasons")


def test_the_text_both_ways_and_in_the_address(visitor: Visitor) -> None:
    page = open_editor(visitor, "daikuni")
    field = page.get_by_label("Position as text")
    text = "8/8/2K5/8/8/8/8/7k s"
    field.fill(text)
    expect(page.get_by_role("gridcell", name=re.compile("^c6, first's King"))).to_be_visible()
    settle(page)
    expect(page.get_by_role("radio", name="Second", exact=True)).to_be_checked()
    field.fill("8/8/2KX4/8/8/8/8/7k s")
    expect(page.locator(".reason")).to_contain_text("got 'X'")
    expect(page.locator("[data-fault]")).to_have_count(1)
    expect(page.get_by_role("gridcell", name=re.compile("^c6, first's King"))).to_be_visible()
    field.fill(text)
    settle(page)
    assert quote("8/8/2K5/8/8/8/8/7k", safe="") in page.url
    link = page.get_by_label("Link to this position").input_value()
    visitor.visit("/about")
    visitor.load(link)
    assert text_of(page) == text
    visitor.visit("/about")
    visitor.visit("/editor/daikuni#position=nonsense")
    expect(field).to_have_value("nonsense")
    expect(page.locator(".reason")).to_contain_text("expected board, player to move")


def test_a_definition_by_keyboard_alone(visitor: Visitor) -> None:
    """Dzura on a small board: pieces and hands without a mouse, then the analysis board."""
    page = open_editor(visitor, "dzura", definition="mini")
    assert text_of(page) == str(MINI.start())
    keys = page.keyboard
    page.get_by_role("button", name="Clear board").focus()
    keys.press("Enter")
    assert reasons(page) == ["No uncovered king, expected one at least."]
    page.get_by_role("radio", name="Move", exact=True).focus()
    names = [item.name for item in MINI.editor().palette.items if item.owner == "first"]
    king = names.index("King") if "King" in names else names.index("king")
    for _ in range(2 + king):  # Erase is the next tool
        keys.press("ArrowDown")
    expect(page.locator('.editor[data-tool="put"]')).to_be_visible()
    cells = [cell.name for cell in MINI.start().scene().cells]
    page.locator(f'[data-token="cell {cells[0]}"]').focus()
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("Enter")
    assert len(reasons(page)) == 1
    keys.press("Delete")
    settle(page)
    expect(page.locator("#editor-verdict")).to_contain_text("The game is over")
    keys.press("Control+z")
    assert len(reasons(page)) == 1
    keys.press("Control+Shift+z")
    settle(page)
    more = page.get_by_role("button", name=re.compile("First's hand: .*, one more")).first
    more.focus()
    keys.press("Enter")
    before = text_of(page)
    assert re.search(r" t [A-Z]/- ", before)
    page.get_by_role("radio", name="Second", exact=True).focus()
    keys.press("Space")
    assert " 2 t " in text_of(page)
    page.get_by_role("button", name="Starting position").focus()
    keys.press("Enter")
    expect(page.get_by_label("Position as text")).to_have_value(str(MINI.start()))
    settle(page)
    page.get_by_role("button", name="Analysis board").focus()
    keys.press("Enter")
    page.wait_for_url("**/study/*")
    visitor.wait_for_board()
    page.get_by_role("link", name="Edit this position").click()
    assert text_of(page) == str(MINI.start())


def test_hands_and_other_facts(visitor: Visitor) -> None:
    """Rhodium: graveyards, captures and goals."""
    page = open_editor(visitor, "rhodium", **{"option.setup": "standard"})
    page.get_by_role("button", name="First's graveyard: light Silver, one more").click()
    page.get_by_label("Captures that first is ahead").fill("2")
    page.get_by_label("Captures that first is ahead").press("Tab")
    page.get_by_role("group", name="Goals of first, by file").get_by_text("c", exact=True).click()
    assert text_of(page).endswith(" 1 play Sl1 - 2 c -")
    [reason] = reasons(page)
    assert reason.startswith("10 pieces Silver that began with second")
    choose(page, "Erase")
    visitor.click("cell a8")
    expect(page.locator("#editor-verdict")).to_contain_text("Valid position")


def test_options_change_what_is_offered(visitor: Visitor) -> None:
    page = open_editor(visitor, "dzura")
    before = text_of(page)
    page.get_by_text("Options", exact=True).click()
    page.locator('select[name="ordnance"]').select_option("5")
    expect(page.get_by_label("Position as text")).not_to_have_value(before)
    assert text_of(page) == before[:-1] + "0/0"
    page.get_by_role("button", name="First's hand: token, one more").click()
    assert text_of(page).endswith("1/0")
    assert "option.ordnance=5" in page.url
    page.locator('select[name="ordnance"]').select_option("0")
    expect(page.get_by_label("Position as text")).to_have_value(before)


def test_play_on_from_an_edited_position(visitor: Visitor) -> None:
    text = "8/8/2K5/8/8/8/8/7k s"
    page = open_editor(visitor, "daikuni", position=text)
    page.get_by_text("Play on from here").click()
    page.locator('select[name="opponent"]').select_option("me")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/*")
    visitor.wait_for_board()
    expect(page.get_by_role("gridcell", name=re.compile("^c6, first's King"))).to_be_visible()


def test_the_picture_is_stored(visitor: Visitor) -> None:
    page = open_editor(visitor, "daikuni")
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert download.value.suggested_filename == "daikuni.svg"
    assert download.value.path().read_text("utf-8") == strata.game("daikuni").start().svg()


def test_ways_to_the_editor_and_a_game_that_is_not_there(visitor: Visitor) -> None:
    visitor.visit("/")
    visitor.page.get_by_role("link", name="Position editor").first.click()
    settle(visitor.page)
    visitor.visit("/editor")
    visitor.page.get_by_role("link", name="Kyo").click()
    settle(visitor.page)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Position editor · Kyo")
    visitor.visit("/editor/chess")
    expect(visitor.page.get_by_role("main")).to_contain_text("There is no game called chess")


def test_on_a_phone_by_touch(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark", touch=True)
    page = open_editor(visitor, "frozen")
    page.get_by_role("button", name="Clear board").tap()
    page.get_by_role("radio", name="first's King", exact=True).tap()
    page.locator('[data-token="cell d4"]').tap()
    page.get_by_role("radio", name="second's King", exact=True).tap()
    page.locator('[data-token="cell m12"]').tap()
    expect(page.locator("#editor-verdict")).to_contain_text("Valid position")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.photograph("editor-phone")


def test_another_address_is_followed(visitor: Visitor) -> None:
    """A link to another position of the game, and the way back."""
    page = open_editor(visitor, "daikuni")
    start = text_of(page)
    other = "8/8/8/8/8/8/8/K7 s"
    page.evaluate("hash => { window.location.hash = hash; }", f"position={quote(other)}")
    expect(page.get_by_label("Position as text")).to_have_value(other)
    assert text_of(page) == other
    page.go_back()
    expect(page.get_by_label("Position as text")).to_have_value(start)


def test_what_is_laid_is_named(visitors: Visitors) -> None:
    """Fingers see no tooltips."""
    visitor = visitors.come(PHONE, touch=True)
    page = open_editor(visitor, "kyo")
    chosen = page.locator("[data-chosen]")
    expect(chosen).to_have_text("")
    choose(page, "first's Heavy Pawn")
    expect(chosen).to_have_text("First's Heavy Pawn")
    expect(chosen).to_be_visible()
    choose(page, "shield")
    expect(chosen).to_have_text("Shield")
    choose(page, "Erase")
    expect(chosen).to_have_text("")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
