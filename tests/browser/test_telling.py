"""What was done is told at the table, in the words of who reads."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitors


@pytest.mark.parametrize("game", ["kyo", "frozen"])
def test_a_turn_of_the_computer_is_told(visitors: Visitors, game: str) -> None:
    visitor = visitors.come()
    visitor.create(game, opponent="computer")
    told = visitor.page.get_by_label("What happened")
    expect(told).to_have_count(0)
    chance = random.Random(game)
    visitor.wait_for_turn()
    while "Your opponent's" not in " ".join(told.all_inner_texts()):
        visitor.play_anything(chance)
        visitor.wait_for_turn()
    expect(told).to_contain_text("Your ")
    visitor.photograph(f"told-{game}")


def test_the_end_is_told_to_each(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni", opponent="computer")
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Resign").last.click()
    expect(visitor.page.locator("[data-outcome]")).to_contain_text(
        "You resign: your opponent wins."
    )


def test_what_others_do_is_shown_step_by_step(visitors: Visitors) -> None:
    """At a pace, again on request, and at once when the board is touched."""
    player, watcher = visitors.come(), visitors.come(motion=True)
    table = player.create("daikuni")
    chance = random.Random(3)
    player.play_anything(chance)
    watcher.visit(f"/table/{table}")
    slow = '{"pace": 600000}'  # so that the second action is too early, however slow the machine
    watcher.page.evaluate(f"localStorage.setItem('strata-settings', '{slow}')")
    watcher.page.reload()
    watcher.wait_for_board()
    behind = watcher.page.locator(".field[data-step]")
    player.play_anything(chance)
    watcher.expect_moves(player.moves())
    expect(behind).to_have_count(0)
    player.play_anything(chance)
    expect(behind).to_have_attribute("data-step", "2")
    watcher.page.locator('[data-token="cell a1"]').click()
    expect(behind).to_have_count(0)
    watcher.expect_moves(player.moves())
    watcher.page.get_by_role("button", name="Show again").click()
    expect(behind).to_have_attribute("data-step", str(len(player.moves()) - 1))
    expect(watcher.page.locator(".told .later")).to_have_count(1)
    watcher.photograph("shown-again")
    watcher.page.locator('[data-token="cell a1"]').click()
    expect(behind).to_have_count(0)
    watcher.page.get_by_label("Others' moves").select_option("at once")
    player.play_anything(chance)
    player.play_anything(chance)
    watcher.expect_moves(player.moves())
    expect(behind).to_have_count(0)


def test_a_replay_tells_each_move(visitors: Visitors) -> None:
    visitor = visitors.come()
    table = visitor.create("daikuni")
    visitor.play_anything(random.Random(1))
    visitor.visit(f"/replay/{table}#1")
    expect(visitor.page.get_by_role("status").filter(has_text="King")).to_be_visible()
