"""Whole games by clicks, on one device; one of Kyo is in test_connection.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

import strata
from tests.browser.visitor import Visitor, Visitors
from tests.volume import everyday

# A short game that has all there is: turns of several steps with and without `end`, a shuffle,
# chips that go without their pawn, and a King that walks into the enemy.
KYO_GAME: Final = [
    *("a1a2+2", "a2a3+1", "b10~ld", "e2d2+1", "end"),
    *("e10d9+0", "i4h5+0", "d9e8+0", "g4f5+0", "e8e7+0", "j1i2-2"),
    *("e7f6+0", "h5g6+0", "f6g5+0", "f5g5+0"),
]


def play_script(visitor: Visitor, record: strata.Record, actions: list[str]) -> None:
    """Plays by the clicks that the rules' side says make the actions."""
    for action in actions:
        visitor.wait_for_turn()
        visitor.play(record.position.gesture(action))
        record.play(action)
        assert visitor.moves()[-1] == action


def test_daikuni_by_whatever_is_lit(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create_by_form("daikuni", tiles="16")
    chance = random.Random(7)
    while not visitor.is_over:
        visitor.play_anything(chance)
    record = strata.game("daikuni", tiles=16).record()
    for action in visitor.moves():
        record.play(action)
    outcome = record.outcome()
    assert outcome is not None
    assert visitor.page.locator("[data-outcome]").get_attribute("data-outcome") == (
        outcome.winner or "draw"
    )
    assert visitor.lit() == []
    visitor.page.locator(".moves").scroll_into_view_if_needed()
    expect(visitor.page.locator(".moves .current")).to_be_in_viewport()
    visitor.photograph("daikuni-over")


def test_kyo_by_whatever_is_lit_then_resigned(visitors: Visitors) -> None:
    visitor = visitors.come(motion=True)
    visitor.create_by_form("kyo", extras="both")
    chance = random.Random(11)
    for _ in range(everyday(15, full=40)):
        visitor.play_anything(chance)
    record = strata.game("kyo", extras="both").record()
    for action in visitor.moves():
        record.play(action)
    visitor.photograph("kyo-middle")
    acting = record.position.seat
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    visitor.page.wait_for_selector("[data-outcome]")
    assert acting is not None
    winner = "Second" if acting == "first" else "First"
    loser = "First" if winner == "Second" else "Second"
    assert visitor.outcome() == f"{winner} wins {loser} resigns: {winner.lower()} wins."


def test_a_turn_in_progress_is_shown(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    record = strata.game("kyo").record()
    play_script(visitor, record, KYO_GAME[:1])
    page = visitor.page
    assert page.locator(".turn", has_text="First's turn continues").count() == 1
    assert "choice end" in visitor.lit()
    label = page.locator('[data-token="cell a2"]').get_attribute("aria-label") or ""
    assert label.startswith("a2, first's Heavy Pawn on")
    assert label.endswith("picked")  # the only one that can go on
    visitor.photograph("kyo-turn-goes-on")


def test_drag_and_drop(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    version = visitor.version
    page.locator('[data-token="item first:king"]').hover()
    page.mouse.down()
    page.mouse.move(*visitor.aim("cell d4"), steps=6)
    page.mouse.up()
    visitor.wait_past(version)
    assert visitor.moves() == ["Kd4"]
    # Dropped where nothing is lit: nothing happens.
    page.locator('[data-token="item second:king"]').hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=6)
    page.mouse.up()
    assert not visitor.has_begun()
    assert visitor.moves() == ["Kd4"]


def test_cancelling(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    page = visitor.page
    begin = visitor.lit()
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: visitor.click("cell a1"),
        lambda: page.locator("h1").click(),
    ]
    for cancel in ways:
        visitor.click("cell a1")
        assert visitor.has_begun()
        cancel()
        assert not visitor.has_begun()
        assert visitor.lit() == begin


def test_stacks_are_told_in_words(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    visitor.page.mouse.move(*visitor.aim("cell f1"))
    panel = visitor.page.get_by_role("region", name="Details of the cell")
    expect(panel.locator("li strong")).to_have_text(
        ["First's Queen", "Shield", "First's light mana", "First's dark mana"]
    )
    visitor.photograph("kyo-inspect")
