"""Steps that are undone, turns that are confirmed, requests that are withdrawn, days a turn."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, expect

import strata
from tests.browser.profiles import Theme
from tests.browser.visitor import PHONE, Visitor, Visitors

CHANCE = random.Random(4)
GAME = strata.game("kyo")


def undo_button(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name="Undo step")


def seat_two(visitors: Visitors, game: str) -> tuple[Visitor, Visitor]:
    host, guest = visitors.come(), visitors.come()
    host.create(game, "friend", "First")
    guest.visit(host.page.get_by_label("Link for second").input_value())
    guest.wait_for_board()
    return host, guest


def play_first_step(visitor: Visitor) -> None:
    """An action of Kyo after which the turn goes on."""
    start = GAME.start()
    for action, gesture in start.gestures():
        after = start.play(action)
        if after.seat == "first" and not after.begins_turn:
            visitor.play(gesture)
            return
    raise AssertionError("no turn of several steps")


def test_a_step_is_undone_without_asking(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "kyo")
    expect(undo_button(host)).to_have_count(0)
    board = host.page.get_by_role("grid").text_content()
    for by_key in (False, True):
        play_first_step(host)
        expect(guest.page.locator(".moves [data-frame]")).to_have_count(1)
        expect(undo_button(guest)).to_have_count(0)
        host.photograph("undo-step")
        version = host.version
        if by_key:
            host.page.keyboard.press("u")
        else:
            undo_button(host).click()
        host.wait_past(version)
        for visitor in (host, guest):
            expect(visitor.page.locator(".moves [data-frame]")).to_have_count(0)
        expect(undo_button(host)).to_have_count(0)
    assert host.page.get_by_role("grid").text_content() == board
    host.play_anything(CHANCE)


@pytest.mark.parametrize(("size", "theme"), [((1280, 900), "light"), (PHONE, "dark")])
def test_a_turn_is_confirmed(visitors: Visitors, size: tuple[int, int], theme: Theme) -> None:
    visitor = visitors.come(size, theme)
    visitor.create("daikuni")
    visitor.page.get_by_label("Confirm each turn").check()
    gesture = strata.game("daikuni").start().gesture("Kd4")

    def propose() -> None:
        for token in gesture:
            visitor.click(f"{token.kind} {token.id}")
        expect(visitor.page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()

    propose()
    visitor.photograph(f"confirm-{theme}")
    assert visitor.version == 0
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)
    assert visitor.moves() == []
    visitor.page.keyboard.press("Escape")
    propose()
    visitor.page.get_by_role("button", name="Confirm", exact=True).click()
    visitor.wait_past(0)
    assert visitor.moves() == ["Kd4"]
    visitor.page.reload()  # the choice is remembered
    visitor.wait_for_turn()
    for token in strata.game("daikuni").start().play("Kd4").gesture("Kg7"):
        visitor.click(f"{token.kind} {token.id}")
    expect(visitor.page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    visitor.page.keyboard.press("Enter")
    visitor.wait_past(1)
    assert visitor.moves() == ["Kd4", "Kg7"]


def test_a_step_in_the_midst_of_a_turn_needs_no_confirmation(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("kyo")
    visitor.page.get_by_label("Confirm each turn").check()
    play_first_step(visitor)
    expect(undo_button(visitor)).to_be_visible()


def test_a_request_is_withdrawn_and_a_game_claimed_when_that_is_possible(
    visitors: Visitors,
) -> None:
    host, guest = seat_two(visitors, "daikuni")
    host.play_anything(CHANCE)
    guest.wait_for_turn()
    take_back = host.page.get_by_role("button", name="Take back")
    take_back.click()
    expect(guest.page.get_by_role("button", name="Accept")).to_be_visible()
    expect(take_back).to_be_disabled()
    host.page.get_by_role("button", name="Withdraw").click()
    expect(take_back).to_be_enabled()
    expect(guest.page.get_by_role("button", name="Accept")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Withdraw")).to_have_count(0)

    button = host.page.locator("[data-claim]")
    expect(button).to_have_count(0)
    guest.page.close()
    expect(button).to_be_disabled()
    expect(button).to_have_text(re.compile("Opponent left: claim in (6 days 23 h|7 days)"))
    host.photograph("claim-later")


def test_days_a_turn(visitors: Visitors) -> None:
    host, guest = visitors.come(), visitors.come(PHONE, "dark")
    host.choose("daikuni", "friend", "First")
    host.page.get_by_label("Time per turn").select_option("3 days")
    host.begin()
    guest.visit(host.page.get_by_label("Link for second").input_value())
    guest.wait_for_board()
    expect(host.page.get_by_text("3 days a turn")).to_be_visible()
    clock = host.page.get_by_role("timer", name="Clock of first")
    expect(clock).to_have_text("3 days")
    for player in (host, guest):
        player.play_anything(CHANCE)
    expect(clock).to_contain_text("2 days 23 h")
    expect(clock).to_contain_text("until")
    host.photograph("days")
    guest.photograph("days-phone")


def test_reading_the_rules_is_not_being_away(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "daikuni")
    host.play_anything(CHANCE)
    guest.wait_for_turn()
    with guest.page.expect_response("**/api/here") as answer:
        guest.page.get_by_role("link", name="Rules", exact=True).last.click()
    assert answer.value.json() == {"playing": True}
