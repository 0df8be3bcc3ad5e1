"""The analysis board: variations, notes, drawings, the computer, and who may change what."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Locator, Page, expect

import strata
from strata.core.gesture import Token
from strata.core.study.annotations import Annotations
from tests.browser.test_keyboard import focused, tab_to
from tests.browser.test_lessons import press
from tests.browser.visitor import Visitor, Visitors

GAME = "daikuni"
PLAYED = ("Kd4", "Kg7", "Qa1")
PHONE = (390, 844)


# Clicks the second action of the best line, which may change at any time; what was inserted then.
_INSERT = """() => {
  const [first, second] = document.querySelectorAll("[data-thought] li:first-child button");
  const line = [first.textContent.trim(), second.textContent.trim()];
  second.click();
  return line;
}"""


def record_text(actions: Iterable[str] = PLAYED) -> str:
    return strata.game(GAME).record().play_all(actions).export()


def open_text(visitor: Visitor, text: str, button: str = "Open on the analysis board") -> Page:
    """A record on the analysis board, at its start, or where another button opens it."""
    visitor.visit("/replay")
    visitor.page.get_by_label("or its text").fill(text)
    visitor.page.get_by_role("button", name=button).click()
    visitor.wait_for_board()
    return visitor.page


def action(page: Page, text: str) -> Locator:
    return page.locator(".tree [data-node]").filter(has_text=text)


def numbered(page: Page, number: int) -> Locator:
    return page.locator(f'.tree [data-node="{number}"]')


def expect_at(page: Page, number: int) -> None:
    """Until the position is on the board, in the tree and in the address."""
    expect(page.locator(f'.game[data-node="{number}"][data-shown="{number}"]')).to_be_visible()
    expect(numbered(page, number)).to_have_attribute("aria-current", "step")
    assert page.url.endswith(f"#{number}")


def expect_saved(page: Page) -> None:
    expect(page.locator(".game[data-saving=saved]")).to_be_visible()


def actions_in(page: Page) -> list[str]:
    """What the tree shows, from the top; variations after what they replace."""
    nodes = page.locator(".tree [data-node]")
    found: list[str] = nodes.evaluate_all("all => all.map(one => one.firstChild.textContent)")
    return found[1:]


def play(visitor: Visitor, gesture: Iterable[Token], number: int) -> None:
    """An action by its clicks, to a position that is new."""
    visitor.wait_for_turn()
    for token in gesture:
        visitor.click(f"{token.kind} {token.id}")
    expect_at(visitor.page, number)


def drag(visitor: Visitor, begin: str, end: str) -> None:
    """With the right mouse button."""
    mouse = visitor.page.mouse
    mouse.move(*visitor.aim(f"cell {begin}"))
    mouse.down(button="right")
    mouse.move(*visitor.aim(f"cell {end}"), steps=4)
    mouse.up(button="right")


def shapes(page: Page) -> list[str]:
    found = page.locator("[data-shape]").evaluate_all("all => all.map(one => one.dataset.shape)")
    return sorted(found)


def test_a_session_by_mouse(visitors: Visitors) -> None:
    owner = visitors.come()
    page = open_text(owner, record_text())
    expect_at(page, 0)
    assert actions_in(page) == list(PLAYED)

    # A variation instead of the last action, with notes and drawings.
    numbered(page, 2).click()
    expect_at(page, 2)
    after = strata.game(GAME).record().play_all(PLAYED[:2]).position
    play(owner, after.gesture("Qb2"), 4)
    assert actions_in(page) == ["Kd4", "Kg7", "Qa1", "Qb2"]
    page.get_by_role("button", name="Mark as good").click()
    page.get_by_label("Comment", exact=True).fill("Better:\n<img src=x onerror=alert(1)>")
    page.locator("h1").click()
    drag(owner, "b2", "g7")
    expect(page.locator("[data-shape]")).to_have_count(1)
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="Red for drawing").click()
    owner.click("cell d4")
    expect(page.locator("[data-shape]")).to_have_count(2)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect_saved(page)
    expect(numbered(page, 4)).to_contain_text("!")
    owner.photograph("study")

    # All of it is there after a reload, and at the same position.
    page.reload()
    owner.wait_for_board()
    expect_at(page, 4)
    expect(numbered(page, 4)).to_contain_text("!")
    expect(page.locator(".tree .comment")).to_have_text("Better:\n<img src=x onerror=alert(1)>")
    expect(page.get_by_role("button", name="Mark as good")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert shapes(page) == ["green:b2>g7", "red:d4"]
    assert page.locator("img[src=x]").count() == 0

    # Whoever has the link reads it, and can go on in a copy.
    reader = visitors.come()
    reader.visit(page.get_by_label("Link to this position").input_value())
    reader.wait_for_board()
    expect_at(reader.page, 4)
    expect(reader.page.locator(".tree .comment")).to_contain_text("Better:")
    assert shapes(reader.page) == ["green:b2>g7", "red:d4"]
    assert reader.lit() == []
    expect(reader.page.get_by_label("Comment", exact=True)).to_have_count(0)
    before = reader.page.url
    reader.page.get_by_role("button", name="Make a copy").click()
    expect(reader.page.get_by_label("Comment", exact=True)).to_be_visible()
    assert reader.page.url.split("#")[0] != before.split("#")[0]
    expect_at(reader.page, 4)
    reader.wait_for_turn()
    assert reader.lit() != []


def test_variations_are_promoted_and_deleted(visitors: Visitors) -> None:
    game = strata.game(GAME)
    study = game.study(game.record())
    first = study.play(study.root, "Kd4")
    study.play(first, "Kg7")
    other = study.play(first, "Kb2")
    study.play(other, "Qa1")
    visitor = visitors.come()
    page = open_text(visitor, study.export())
    assert actions_in(page) == ["Kd4", "Kg7", "Kb2", "Qa1"]
    action(page, "Kb2").click()
    page.get_by_role("button", name="Main line").click()
    expect(page.locator(".tree .main-line > .passage")).to_have_count(3)
    assert actions_in(page) == ["Kd4", "Kb2", "Kg7", "Qa1"]
    page.get_by_role("button", name="Variation Kg7").click()
    expect(page.get_by_text("1 position", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Yes, delete", exact=True).click()
    expect(action(page, "Qa1")).to_have_count(0)
    assert actions_in(page) == ["Kd4", "Kg7"]
    page.reload()
    visitor.wait_for_board()
    assert actions_in(page) == ["Kd4", "Kg7"]


def test_by_keyboard_alone(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    visitor.visit("/studies")
    page.locator("select[name=game]").wait_for()
    tab_to(page, "Open on the analysis board")
    page.keyboard.press("Enter")
    visitor.wait_for_board()
    start = strata.game(GAME).start()
    for token in start.gesture("Kd4"):
        press(page, token)
    expect_at(page, 1)
    for token in start.play("Kd4").gesture("Kg7"):
        press(page, token)
    expect_at(page, 2)
    page.keyboard.press("c")
    assert focused(page) == "Comment"
    page.keyboard.type("Why so far?")
    page.keyboard.press("Escape")
    expect(page.locator(".tree .comment")).to_have_text("Why so far?")
    page.keyboard.press("3")
    expect(numbered(page, 2)).to_contain_text("!?")
    page.keyboard.press("ArrowLeft")
    expect_at(page, 1)
    # Another answer, from the board again.
    tab_to(page, "second's King")
    for token in start.play("Kd4").gesture("Kb2"):
        press(page, token)
    expect_at(page, 3)
    page.keyboard.press("m")
    expect(page.locator(".tree .main-line > .passage > .actions")).to_have_text(["Kd4", "Kb2"])
    page.keyboard.press(",")
    expect_at(page, 1)
    page.keyboard.press(".")
    expect_at(page, 3)
    # A drawing, from the cell that has the focus to the one beside it.
    page.keyboard.press("d")
    tab_to(page, "b2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-shape='green:b2>c2']")).to_have_count(1)
    # What is drawn would be lost: it is asked about.
    page.keyboard.press("Delete")
    expect(page.get_by_text("Delete 1 position with drawings?")).to_be_visible()
    page.keyboard.press("Enter")
    expect_at(page, 1)
    assert actions_in(page) == ["Kd4", "Kg7"]
    expect(page.locator("[data-spoken]")).to_contain_text("Turn 1, First: Kd4")


def test_why_something_cannot_be_done(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_text(visitor, record_text(PLAYED[:2]))
    page.keyboard.press("End")
    expect_at(page, 2)
    visitor.wait_for_turn()
    visitor.click("cell d4")
    visitor.click("cell e6")
    expect(page.locator("[data-why]")).to_be_visible()


@pytest.fixture
def thinking(visitors: Visitors) -> Visitor:
    """The computer thinks about the end of a game."""
    visitor = visitors.come()
    page = open_text(visitor, record_text())
    page.keyboard.press("End")
    expect_at(page, len(PLAYED))
    page.get_by_role("button", name="Computer").click()
    expect(page.locator("[data-thought='3'] li").first).to_be_visible()
    return visitor


def lines_at(page: Page, node: int) -> Locator:
    return page.locator(f"[data-thought='{node}'] li")


def test_the_computer_thinks_along(thinking: Visitor) -> None:
    page = thinking.page
    page.get_by_label("Lines").select_option("3")
    lines = page.locator("[data-thought='3'] li")
    expect(lines).to_have_count(3)
    expect(page.get_by_role("meter", name="Evaluation")).to_be_visible()
    # It follows the position that is shown.
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(lines_at(page, 2)).to_have_count(3)
    expect(page.locator("[data-hint]")).to_have_count(1)
    expect(lines_at(page, 2).locator("[data-turn]").first).to_have_attribute("data-turn", "3 first")
    thinking.photograph("study-engine")
    # A line is inserted up to the action that is clicked.
    page.locator("[data-thought='2'] li:first-child button").nth(1).wait_for()
    line = page.evaluate(_INSERT)
    expect(page.locator(".tree [aria-current]")).to_contain_text(line[1])
    expect_saved(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree [aria-current]")).to_contain_text(line[0])
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("meter")).to_have_count(0)


def test_what_threatens(thinking: Visitor) -> None:
    page = thinking.page
    page.locator("h1").click()
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Threat")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".field.threat")).to_be_visible()
    expect(page.locator("[data-thought] li button")).to_have_count(0)


def test_from_a_table_and_its_replay(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    table = visitor.create(GAME)
    position = strata.game(GAME).start()
    for text in PLAYED[:2]:
        visitor.wait_for_turn()
        visitor.play(position.gesture(text))
        position = position.play(text)
    expect(page.get_by_role("button", name="Analysis board")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Analysis board").click()
    visitor.wait_for_board()
    expect_at(page, 2)
    # What was played stays.
    expect(page.get_by_role("button", name="Delete", exact=True)).to_be_disabled()
    visitor.visit(f"/replay/{table}#1")
    visitor.wait_for_board()
    page.get_by_role("button", name="Analysis board").click()
    expect_at(page, 1)


def test_a_position_and_the_list(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = visitor.page
    position = strata.game(GAME).record().play_all(PLAYED[:2]).position
    visitor.visit("/studies")
    page.get_by_label("Game").select_option(GAME)
    page.get_by_label("Position").fill("nonsense")
    page.get_by_role("button", name="Open on the analysis board").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Position").fill(str(position))
    page.get_by_role("button", name="Open on the analysis board").click()
    visitor.wait_for_board()
    expect(page.locator('[data-token="cell d4"]')).to_have_attribute(
        "aria-label", "d4, first's King on first's tile, available"
    )
    page.get_by_text("Rename or delete").click()
    page.get_by_label("Name", exact=True).fill("Two kings")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Two kings")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert str(position) in download.value.path().read_text()
    page.get_by_role("link", name="My analyses").click()
    page.get_by_role("link", name="Two kings").click()
    visitor.wait_for_board()
    page.get_by_text("Rename or delete").click()
    page.get_by_role("button", name="Delete the analysis").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page.get_by_text("You have no analyses yet.")).to_be_visible()


def test_a_change_from_elsewhere_is_told(visitors: Visitors) -> None:
    visitor = visitors.come()
    page = open_text(visitor, record_text())
    other = visitor.second_tab()
    other.visit(page.url.split("#")[0] + "#3")
    other.wait_for_board()
    expect_at(other.page, 3)
    other.page.keyboard.press("2")
    expect_saved(other.page)
    page.keyboard.press("End")
    expect_at(page, 3)
    page.get_by_label("Comment", exact=True).fill("Too late")
    page.get_by_label("Comment", exact=True).press("Escape")
    expect(page.locator("[data-problem]")).to_contain_text("changed elsewhere")
    lost = page.get_by_label("Not saved, because the analysis was changed elsewhere")
    expect(lost).to_have_value("Too late")
    expect(numbered(page, 3)).to_contain_text("!")


def test_a_move_goes_beside_what_was_played_elsewhere(visitors: Visitors) -> None:
    """Two tabs: what the second plays is played again on what the first has made."""
    visitor = visitors.come()
    page = open_text(visitor, record_text())
    other = visitor.second_tab()
    for tab in (visitor, other):
        if tab is other:
            other.visit(page.url.split("#")[0])
            other.wait_for_board()
        tab.page.keyboard.press("Home")
        expect_at(tab.page, 0)
    position = strata.game(GAME).start()
    fresh = [action for action in position.actions() if action != PLAYED[0]]
    for number, (tab, action) in enumerate(((visitor, fresh[0]), (other, fresh[1])), 4):
        play(tab, position.gesture(action), number)
        expect_saved(tab.page)
        expect(tab.page.locator("[data-problem]")).to_have_count(0)
    for action in fresh[:2]:
        expect(other.page.get_by_text(action, exact=True).first).to_be_visible()


def test_a_large_tree(visitors: Visitors) -> None:
    game = strata.game(GAME)
    study = game.study(game.record())
    for first in ("Kd4", "Ke5"):
        node = study.play(study.root, first)
        position = game.start().play(first)
        for reply in position.actions()[:20]:
            answer = study.append(node, reply)
            for more in position.play(reply).actions()[:24]:
                study.append(answer, more)
    study.annotate(study.main_line()[-1], Annotations(comment="The end"))
    visitor = visitors.come()
    page = open_text(visitor, study.export())
    expect(page.locator(".tree [data-node]")).to_have_count(len(study) + 1)
    page.keyboard.press("End")
    expect(page.locator(".tree [aria-current]")).to_have_text(str(study.main_line()[-1].action))
    expect(page.locator(".tree .comment")).to_have_text("The end")
    page.get_by_role("button", name="Fold all", exact=True).click()
    expect(page.locator(".tree [data-node]")).to_have_count(1 + 3 + 23 + 19 + 1)
    # What is gone to opens.
    other = study.main_line()[1].children[1]
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree [aria-current]")).to_have_text(str(other.action))
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator(".tree [data-node]")).to_have_count(len(study) + 1)


def test_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark", touch=True)
    page = open_text(visitor, record_text())
    page.get_by_role("button", name="To the end of the line").click()
    expect_at(page, 3)
    page.get_by_role("button", name="Computer").click()
    expect(page.locator("[data-thought='3'] li").first).to_be_visible()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.locator('[data-token="cell d4"]').tap()
    expect(page.locator("[data-shape='green:d4']")).to_have_count(1)
    page.get_by_label("Comment", exact=True).fill("On the way.")
    page.get_by_label("Comment", exact=True).blur()
    expect(page.locator(".tree .comment")).to_have_text("On the way.")
    visitor.photograph_themes("study-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
