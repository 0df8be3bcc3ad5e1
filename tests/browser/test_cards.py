"""What stands on a cell is told beside the board, and its reach is marked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

import strata
from tests.browser.profiles import Theme
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

START = strata.game("kyo").start()


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Details of the cell")


def marked(page: Page) -> tuple[set[str], set[str]]:
    """The cells that are marked as the reach of what is inspected."""
    found = [
        page.eval_on_selector_all(f"[data-{kind}]", f"all => all.map(one => one.dataset.{kind})")
        for kind in ("reach", "attack")
    ]
    return set(found[0]), set(found[1])


def expect_reach(page: Page, reach: strata.Reach) -> None:
    expect(page.locator("[data-reach]")).to_have_count(len(reach.moves))
    expect(page.locator("[data-attack]")).to_have_count(len(reach.attacks))
    assert marked(page) == (set(reach.moves), set(reach.attacks))


def point_at(visitor: Visitor, cell: str) -> None:
    visitor.page.mouse.move(*visitor.aim(f"cell {cell}"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_of_both_seats_are_told_and_their_reach_marked(
    visitors: Visitors, theme: Theme
) -> None:
    visitor = visitors.come(WIDE, theme)
    visitor.create("kyo", "friend")
    page = visitor.page
    expect(panel(page)).to_contain_text("Point at a piece")
    point_at(visitor, "f1")
    names = ["Your Queen", "Shield", "Your light mana", "Your dark mana"]
    expect(panel(page).locator("li strong")).to_have_text(names)
    for symbol in ("queen", "shield", "round-light-chip", "round-dark-chip"):
        expect(panel(page)).to_contain_text(strata.game("kyo").cards[symbol].text)
    expect_reach(page, START.reach("f1"))
    icon = panel(page).locator("li svg").first.bounding_box()
    assert icon is not None
    assert icon["width"] >= 24
    visitor.photograph(f"cards-own-{theme}")
    point_at(visitor, "b7")
    expect(panel(page).locator("li strong")).to_have_text(["Your opponent's Light Pawn"])
    assert START.reach("b7")
    expect_reach(page, START.reach("b7"))
    visitor.photograph(f"cards-enemy-{theme}")


def test_the_panel_hides_nothing_and_stays_when_the_mouse_leaves(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    page = visitor.page
    point_at(visitor, "b1")
    expect(panel(page)).to_contain_text("First's Heavy Pawn")
    grid, box = page.get_by_role("grid").bounding_box(), panel(page).bounding_box()
    assert grid is not None
    assert box is not None
    assert box["x"] >= grid["x"] + grid["width"]
    visitor.click("cell b1")
    expect(page.locator("[data-reach]")).to_have_count(0)  # what is lit says it now
    expect(panel(page)).to_contain_text("First's Heavy Pawn")
    page.keyboard.press("Escape")
    point_at(visitor, "c1")
    expect(panel(page)).to_contain_text("First's Heavy Pawn")
    panel(page).hover()
    expect(page.locator("[data-reach]")).to_have_count(0)
    expect(panel(page)).to_contain_text("First's Heavy Pawn")


def test_pieces_beside_the_board_are_told_too(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni", "friend")
    page = visitor.page
    page.locator('[data-token="item first:king"]').hover()
    expect(panel(page)).to_contain_text("Your King")
    expect(panel(page)).to_contain_text(strata.game("daikuni").cards["king"].text)
    expect(page.locator("[data-reach]")).to_have_count(64)
    page.locator('[data-token="item second:queen"]').hover(force=True)
    expect(panel(page)).to_contain_text("Your opponent's Queen")
    expect(page.locator("[data-reach]")).to_have_count(0)


def test_a_replay_tells_and_marks_too(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("kyo")
    before = START.play("b4b5+0")
    visitor.click("cell b4")
    visitor.click("cell b5")
    expect(visitor.page.locator("[data-spoken]")).to_contain_text("Second to act")
    visitor.visit(f"/replay/{table}#1")
    visitor.page.get_by_role("grid").wait_for()
    point_at(visitor, "b5")
    expect(panel(visitor.page)).to_contain_text("First's Light Pawn")
    expect_reach(visitor.page, before.reach("b5"))


def test_on_a_phone_the_panel_is_below_the_board(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE, "dark", touch=True)
    visitor.create("kyo")
    page = visitor.page
    expect(panel(page)).to_be_hidden()
    x, y = visitor.aim("cell e1")
    fingers = visitor.devtools()
    fingers.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(panel(page)).to_contain_text("First's King")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_reach(page, START.reach("e1"))
    grid, box = page.get_by_role("grid").bounding_box(), panel(page).bounding_box()
    assert grid is not None
    assert box is not None
    assert box["y"] >= grid["y"] + grid["height"]
    visitor.photograph("cards-phone")
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()


def test_a_game_of_ones_own_tells_its_pieces(visitors: Visitors) -> None:
    text = strata.game("dzura").shipped_definitions()["mini"].replace('"Guard"', '"Sentinel"')
    game = strata.game("dzura", definition=text)
    visitor = visitors.come()
    answer = visitor.page.request.post(
        "/api/tables", data={"game": "dzura", "first": "me", "second": "me", "definition": text}
    )
    visitor.visit(f"/table/{answer.json()['id']}")
    cell = next(
        cell
        for cell, stack in game.start().scene().stacks.items()
        if stack[-1].symbol == "G" and stack[-1].owner == "first"
    )
    visitor.page.get_by_role("grid").wait_for()
    point_at(visitor, cell)
    expect(panel(visitor.page)).to_contain_text("First's Sentinel")
    expect(panel(visitor.page)).to_contain_text(game.cards["G"].text)
    expect_reach(visitor.page, game.start().reach(cell))


def test_a_menu_that_closes_leaves_nothing_behind(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    page = visitor.page
    gesture = START.gesture("a1a2+0")
    for token in gesture[:2]:
        point_at(visitor, token.id)
        expect(panel(page).locator("h2")).to_contain_text(token.id)
        visitor.click(f"cell {token.id}")
    version = visitor.version
    page.locator(f'[data-choice="{gesture[2].id}"]').click()
    visitor.wait_past(version)
    expect(panel(page)).to_contain_text("Point at a piece")
    point_at(visitor, "f1")
    expect(panel(page).locator("h2")).to_contain_text("f1")


# Every stack of a kind once, by the label of its cell, and everything beside the board.
_TOLD = """() => {
  const all = [...document.querySelectorAll("[role=gridcell], .item")];
  const kinds = all.map((one) => [one.ariaLabel.replace(/^[a-z]+\\d+, /, ""), one.dataset.token]);
  return [...new Map(kinds).values()];
}"""
_INSPECT = """async (token) => {
  document.querySelector(`[data-token="${token}"]`).focus({ preventScroll: true });
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const card = document.querySelector("[aria-label='Details of the cell']");
  const { top, bottom } = card.getBoundingClientRect();
  const last = card.lastElementChild.getBoundingClientRect();
  const clips = [...card.querySelectorAll("*"), card].filter((one) => {
    const { overflowY } = getComputedStyle(one);
    return overflowY !== "visible" && one.scrollHeight > one.clientHeight;
  });
  return { words: card.innerText, isWhole: !clips.length && last.bottom <= bottom + 0.5 };
}"""
_SIZES = [(1280, 860), (1280, 800), (390, 844)]


@pytest.mark.parametrize("game", strata.games())
def test_every_card_is_seen_as_a_whole(visitors: Visitors, game: str) -> None:
    visitor = visitors.come(_SIZES[0])
    visitor.create(game, "computer")
    visitor.wait_for_turn()
    page = visitor.page
    texts = [card.text for card in strata.game(game).cards.values()]
    page.keyboard.press("Tab")  # what has the focus of the keyboard is told
    something = page.locator('.item, [role=gridcell]:not([aria-label*="empty"])').first
    something.focus()
    expect(panel(page).locator("li p").last).to_be_visible()
    for size in _SIZES:
        visitor.resize(size)
        seen = ""
        for token in page.evaluate(_TOLD):
            told = page.evaluate(_INSPECT, token)
            assert told["isWhole"], f"{size}: {told['words']}"
            seen += told["words"]
        assert sum(text in seen for text in texts) >= 3
