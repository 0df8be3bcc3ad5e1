"""Looking back: at a table while the game goes on, and in a replay."""

from __future__ import annotations

import random
import re
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser.test_full_games import KYO_GAME
from tests.browser.test_replay import record_text, replay
from tests.browser.test_together import start_with_friend
from tests.browser.visitor import Visitor, Visitors

__all__ = ["record_text", "replay"]
LAST: Final = len(KYO_GAME)
_LABELS: Final = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
_LAST_IN_SIGHT: Final = """() => {
  const list = document.querySelector('.moves').getBoundingClientRect();
  const last = [...document.querySelectorAll('.moves [data-frame]')].at(-1).getBoundingClientRect();
  return last.top >= list.top && last.bottom <= list.bottom;
}"""


def play(visitor: Visitor, count: int) -> None:
    chance = random.Random(count)
    for _ in range(count):
        visitor.play_anything(chance)


def past(visitor: Visitor) -> Locator:
    return visitor.page.locator(".field[data-past]")


def expect_past(visitor: Visitor, number: int, last: int) -> None:
    expect(past(visitor)).to_have_attribute("data-past", str(number))
    expect(visitor.page.get_by_text(f"Looking at move {number} of {last}")).to_be_visible()


def expect_now(visitor: Visitor) -> None:
    expect(past(visitor)).to_have_count(0)
    expect(visitor.page.locator("[data-looking]")).to_have_count(0)


def labels(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.locator("[role=gridcell]").evaluate_all(_LABELS)
    return found


def test_by_clicks(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    play(visitor, 4)
    newest = labels(visitor)
    page.locator(".moves [data-frame='2']").click()
    expect_past(visitor, 2, 4)
    expect(page.get_by_label("What this move did")).to_contain_text("Second's")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-frame", "2")
    assert visitor.lit() == []
    assert labels(visitor) != newest
    version = visitor.version
    for cell in ("a1", "d4"):
        page.locator(f'[data-token="cell {cell}"]').click()
    assert not visitor.has_begun()
    page.get_by_role("button", name="Back", exact=True).click()
    expect_past(visitor, 1, 4)
    page.get_by_role("button", name="To the start").click()
    expect_past(visitor, 0, 4)
    expect(page.get_by_text("The start.")).to_be_visible()
    visitor.photograph("looking-back")
    page.get_by_role("button", name="Back to the game").click()
    expect_now(visitor)
    visitor.wait_for_turn()
    assert visitor.version == version
    page.locator(".moves [data-frame='3']").click()
    page.get_by_role("button", name="To the newest position").click()
    expect_now(visitor)
    visitor.play_anything(random.Random(9))


def test_by_keys_and_the_wheel(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    play(visitor, 4)
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")  # leads nowhere
    expect_now(visitor)
    page.keyboard.press("ArrowLeft")
    expect_past(visitor, 3, 4)
    page.keyboard.press("Home")
    expect_past(visitor, 0, 4)
    page.keyboard.press("ArrowRight")
    expect_past(visitor, 1, 4)
    page.keyboard.press("End")
    expect_now(visitor)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect_now(visitor)
    page.locator(".window").hover()
    page.keyboard.down("Shift")
    page.mouse.wheel(0, -120)
    expect_past(visitor, 3, 4)
    page.mouse.wheel(0, 120)
    expect_now(visitor)
    page.keyboard.up("Shift")
    page.mouse.wheel(0, -120)
    expect_now(visitor)


def test_on_the_board_the_arrow_keys_move_between_cells(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    play(visitor, 4)
    focused = page.locator("[role=gridcell]:focus")
    page.locator('[data-token="cell d4"]').click()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("data-token", "cell c4")
    expect_now(visitor)
    page.keyboard.press(",")
    expect_past(visitor, 3, 4)
    page.keyboard.press(",")
    expect_past(visitor, 2, 4)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-token", "cell d4")
    expect_past(visitor, 2, 4)
    page.keyboard.press(".")
    expect_past(visitor, 3, 4)
    page.keyboard.press("End")
    expect_now(visitor)
    # While one looks back with the pointer, the arrow keys step also after a click on the board.
    page.locator(".moves [data-frame='2']").click()
    page.locator('[data-token="cell a1"]').click()
    page.keyboard.press("ArrowLeft")
    expect_past(visitor, 1, 4)


def test_new_moves_are_told_and_pull_nobody_away(visitors: Visitors) -> None:
    player, watcher = visitors.come(), visitors.come()
    table = player.create("daikuni")
    play(player, 3)
    watcher.visit(f"/table/{table}")
    watcher.wait_for_board()
    watcher.page.locator(".moves [data-frame='1']").click()
    expect_past(watcher, 1, 3)
    seen = labels(watcher)
    chance = random.Random(7)
    player.play_anything(chance)
    expect(watcher.page.get_by_text("1 new move", exact=True)).to_be_visible()
    player.play_anything(chance)
    expect_past(watcher, 1, 5)
    expect(watcher.page.get_by_text("2 new moves", exact=True)).to_be_visible()
    expect(watcher.page.locator("[data-spoken]")).to_contain_text("2 new moves.")
    assert labels(watcher) == seen
    watcher.expect_moves(player.moves())
    watcher.photograph("new-moves")
    watcher.page.keyboard.press("End")
    expect_now(watcher)
    player.wait_for_turn()
    expect(watcher.page.locator("[data-fresh]")).to_have_count(0)


def test_on_a_phone_the_board_comes_into_sight(visitors: Visitors) -> None:
    visitor = visitors.come((390, 844), "dark")
    visitor.create("daikuni")
    play(visitor, 4)
    visitor.page.locator(".moves [data-frame='2']").click()
    expect_past(visitor, 2, 4)
    expect(visitor.page.get_by_role("grid")).to_be_in_viewport()
    expect(visitor.page.get_by_role("button", name="Back to the game")).to_be_in_viewport()
    visitor.photograph("looking-back-phone")
    visitor.page.get_by_role("button", name="One move back").click()
    expect_past(visitor, 1, 4)
    visitor.page.get_by_role("button", name="One move forward").click()
    expect_past(visitor, 2, 4)
    expect(visitor.page.get_by_role("grid")).to_be_in_viewport()
    visitor.page.get_by_role("button", name="Back to the game").click()
    expect_now(visitor)


def set_up(visitor: Visitor) -> None:
    visitor.wait_for_turn()
    visitor.page.get_by_text("Ready-made").click()
    version = visitor.version
    visitor.page.locator("[data-preset=castle]").click()
    visitor.wait_past(version)
    visitor.finish_set_up()


def pieces(visitor: Visitor, owner: str) -> set[str]:
    """The names of what somebody has on the board."""
    found = re.findall(rf"\b{owner} (?!opponent)([A-Za-z ]+)", "\n".join(labels(visitor)))
    return {name.removesuffix(" on").strip() for name in found}


def test_what_is_hidden_stays_hidden_in_the_past(visitors: Visitors) -> None:
    host, friend, _ = start_with_friend(visitors, "rhodium")
    set_up(host)
    friend.page.locator(".moves [data-frame='15']").click()
    expect(past(friend)).to_have_attribute("data-past", "15")
    hidden = pieces(friend, "your opponent's")
    friend.page.keyboard.press("Escape")
    host.page.locator(".moves [data-frame='15']").click()
    expect(past(host)).to_have_attribute("data-past", "15")
    known = pieces(host, "your")
    assert len(known) > 1
    assert not hidden & known
    # When all is open, the past is: also what was looked at before.
    set_up(friend)
    friend.page.locator(".moves [data-frame='15']").click()
    expect(past(friend)).to_have_attribute("data-past", "15")
    assert pieces(friend, "your opponent's") == known


def test_one_device_shows_no_seat_what_the_other_did_in_secret(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("rhodium")
    set_up(visitor)  # by first; now second looks
    visitor.page.locator(".moves [data-frame='15']").click()
    expect(past(visitor)).to_have_attribute("data-past", "15")
    assert len(pieces(visitor, "first's")) <= 1


def test_a_replay_opens_at_its_end(visitors: Visitors, record_text: str) -> None:
    visitor = visitors.come()
    page = visitor.page
    visitor.visit("/replay")
    text = record_text.replace("\n", '\n[First "Ann"]\n[Event "Friday"]\n', 1)
    page.get_by_label("or its text").fill(text)
    page.get_by_role("button", name="Open the replay").click()
    visitor.wait_for_board()
    expect(page.locator("output")).to_have_text(str(LAST))
    expect(page.locator("[data-outcome=first]")).to_be_visible()
    expect(page.locator("[data-seat=first]")).to_have_text("First (Ann)")
    expect(page.locator("[data-tags]")).to_contain_text("Event: Friday")
    visitor.photograph("replay-end")
    visitor.visit(page.url.replace(f"#{LAST}", ""))
    expect(page.locator("output")).to_have_text(str(LAST))
    other = visitors.come()
    other.visit(page.url.replace(f"#{LAST}", "#2"))
    expect(other.page.locator("output")).to_have_text("2")


def test_a_finished_game_has_its_players_in_the_replay(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("daikuni", "computer")
    visitor.play_anything(random.Random(1))
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    expect(visitor.page.locator("[data-outcome]")).to_be_visible()
    last = len(visitor.moves())
    visitor.visit(f"/replay/{table}")
    expect(visitor.page.locator("output")).to_have_text(str(last))
    expect(visitor.page.locator("[data-seat=second]")).to_contain_text("computer, level")
    expect(visitor.page.locator("[data-outcome]")).to_be_visible()


def test_the_keys_of_a_replay_work_after_any_click(replay: Visitor) -> None:
    page = replay.page
    number = page.locator("output")
    page.get_by_role("button", name="Forward").click()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("2")
    page.locator('[data-token="cell e5"]').click()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("3")
    page.get_by_role("button", name="Flip the board").click()
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text("2")
    page.locator(".moves [data-frame='4']").click()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("5")
    expect(page.locator(".moves [data-frame='5']")).to_be_focused()
    page.get_by_label("Speed").focus()
    page.keyboard.press(",")
    expect(number).to_have_text("4")
    page.keyboard.press("Tab")
    page.locator('[data-token="cell e5"]').focus()
    page.keyboard.press("ArrowRight")  # reached by the keyboard: it moves between cells
    expect(number).to_have_text("4")


def test_an_analysis_is_kept(replay: Visitor) -> None:
    page = replay.page
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector("[data-hint]")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Continue analysing")).to_be_visible()
    page.reload()
    expect(page.locator("[data-analysed='0']")).to_contain_text("Best:")
    expect(page.locator("[data-hint]")).to_have_count(1)
    expect(page.get_by_role("button", name="Continue analysing")).to_be_visible()
    replay.visit("/about")
    page.get_by_role("button", name="Forget this browser").click()
    page.get_by_role("button", name="Give up all seats").click()
    expect(page.get_by_text("Done:")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()


def test_the_newest_move_stays_in_sight(replay: Visitor) -> None:
    """When the list gets smaller; whoever scrolled away is left there."""
    page = replay.page
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(str(LAST))
    page.wait_for_function(_LAST_IN_SIGHT)
    replay.alter().add_style_tag(content=".game .moves { flex: none !important; height: 16rem }")
    page.wait_for_function(_LAST_IN_SIGHT)
    page.locator(".moves").evaluate("list => { list.style.height = '7rem' }")
    page.wait_for_function(_LAST_IN_SIGHT)
    page.locator(".moves").evaluate("list => { list.scrollTop = 0 }")
    page.wait_for_function("() => document.querySelector('.moves').scrollTop === 0")
    page.locator(".moves").evaluate(
        """async list => {
            const frame = (done) => requestAnimationFrame(() => setTimeout(done));
            const paint = () => new Promise(frame);
            await paint();
            list.style.height = '8rem';
            await paint();
        }"""
    )
    assert page.locator(".moves").evaluate("list => list.scrollTop") == 0
