"""Two people over a link, onlookers, second tabs, and the computer."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

import strata
from tests.browser.visitor import Visitor, Visitors


def start_with_friend(visitors: Visitors, game: str) -> tuple[Visitor, Visitor, str]:
    host, friend = visitors.come(), visitors.come()
    table = host.create(game, "friend", "First")
    link = host.page.get_by_label("Link for second").input_value()
    host.photograph("invitation")
    friend.visit(link)
    friend.wait_for_board()
    return host, friend, table


def test_the_link_is_spent_and_a_seat_goes_on_on_another_device(visitors: Visitors) -> None:
    host, friend, table = start_with_friend(visitors, "daikuni")
    host.play_anything(random.Random(1))
    friend.wait_for_turn()
    friend.page.get_by_text("Play on another device").click()
    friend.page.get_by_role("button", name="Make a link to your seat").click()
    link = friend.page.get_by_label("Link to your seat").input_value()
    friend.photograph("another-device")
    phone, stranger = visitors.come(), visitors.come()
    phone.visit(link)
    expect(phone.page.get_by_text("This seat is already taken")).to_be_visible()
    phone.wait_for_board()
    assert phone.lit() == []
    phone.photograph("shared-seat")
    phone.page.get_by_role("button", name="It is my own device").click()
    phone.wait_for_turn()
    expect(friend.page.get_by_text("Another device has joined your seat")).to_be_visible()
    friend.photograph("device-joined")
    phone.page.get_by_text("Play on another device").click()
    expect(phone.page.get_by_text("Only the device that had the seat first")).to_be_visible()
    phone.play_anything(random.Random(2))
    host.wait_for_turn()
    friend.expect_moves(phone.moves())
    stranger.visit(link)
    expect(stranger.page.get_by_text("This link is used up")).to_be_visible()
    stranger.wait_for_board()
    assert stranger.lit() == []
    assert stranger.page.url.endswith(table)
    friend.page.get_by_text("Play on another device").click()  # closed, to be opened again
    friend.page.get_by_text("Play on another device").click()
    expect(friend.page.get_by_text("2 devices hold your seat")).to_be_visible()
    friend.page.get_by_role("button", name="Keep the seat on this device only").click()
    host.play_anything(random.Random(3))
    friend.wait_for_turn()
    phone.expect_moves(friend.moves())  # it goes on watching
    assert phone.lit() == []


def test_a_lost_invitation_is_made_again(visitors: Visitors) -> None:
    host, friend = visitors.come(), visitors.come()
    table = host.create("daikuni", "friend", "First")
    again = host.second_tab()
    again.visit("/about")
    again.page.evaluate("localStorage.clear()")  # it knows no key any more
    again.visit(f"/table/{table}")
    again.wait_for_board()
    again.page.get_by_role("button", name="Make an invitation link").click()
    friend.visit(again.page.get_by_label("Link for second").input_value())
    friend.wait_for_board()
    expect(again.page.get_by_label("Link for second")).to_have_count(0)


def test_two_browsers_over_a_link(visitors: Visitors) -> None:
    """Somebody watches, and a second tab plays too."""
    host, friend, table = start_with_friend(visitors, "daikuni")
    assert "key" not in friend.page.url
    expect(host.page.get_by_label("Link for second")).to_have_count(0)
    onlooker = visitors.come()
    onlooker.visit(f"/table/{table}")
    onlooker.wait_for_board()
    chance = random.Random(3)
    for mover, other in ((host, friend), (friend, host)) * 3:
        assert other.lit() == []
        mover.play_anything(chance)
        other.wait_for_turn()
    assert onlooker.lit() == []
    expect(onlooker.page.get_by_text("you are watching")).to_be_visible()
    expect(onlooker.page.get_by_role("button", name="Resign")).to_have_count(0)
    host.expect_moves(friend.moves())
    expect(onlooker.page.locator(".moves [data-frame]")).to_have_count(6)
    # Second sees the board from the other side.
    assert host.page.locator(".upper [data-seat]").get_attribute("data-seat") == "second"
    assert friend.page.locator(".upper [data-seat]").get_attribute("data-seat") == "first"
    tab = host.second_tab()
    tab.visit(f"/table/{table}")
    tab.wait_for_turn()
    tab.play_anything(random.Random(1))
    friend.wait_for_turn()
    host.expect_moves(tab.moves())
    assert host.lit() == []


def test_questions_and_rematch(visitors: Visitors) -> None:
    host, friend, table = start_with_friend(visitors, "dzura")
    chance = random.Random(5)
    host.play_anything(chance)
    friend.play_anything(chance)
    host.wait_for_turn()

    friend.page.get_by_role("button", name="Take back").click()
    host.page.get_by_role("button", name="Accept").click()
    expect(host.page.locator(".moves [data-frame]")).to_have_count(1)
    friend.wait_for_turn()

    host.page.get_by_role("button", name="Offer a draw").click()
    answers = [friend.page.get_by_role("button", name=name) for name in ("Accept", "Decline")]
    accept, decline = (answer.bounding_box() for answer in answers)
    assert accept is not None
    assert decline is not None
    assert accept["y"] == decline["y"]
    answers[1].click()
    expect(host.page.get_by_text("offers a draw")).to_have_count(0)
    friend.page.get_by_role("button", name="Offer a draw").click()
    host.page.get_by_role("button", name="Accept").click()
    friend.page.wait_for_selector("[data-outcome]")
    assert friend.outcome() == "Draw The players agree to a draw."

    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Accept rematch").click()
    for visitor in (host, friend):
        visitor.page.wait_for_url(re.compile(rf"/table/(?!{table})"))
        visitor.wait_for_board()
    assert host.page.url == friend.page.url
    friend.wait_for_turn()
    assert friend.lit() != []
    assert host.lit() == []


def test_against_the_computer(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni", "computer", "Second", tiles="16")
    chance = random.Random(2)
    while not visitor.is_over:
        visitor.play_anything(chance)
    record = strata.game("daikuni", tiles=16).record()
    for action in visitor.moves():
        record.play(action)
    assert record.outcome() is not None


def test_clocks_run_and_fall(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.choose("daikuni")
    visitor.page.get_by_label("Clock").check()
    visitor.page.get_by_label("minutes", exact=True).fill("0.5")
    visitor.page.get_by_label("seconds per turn").fill("0")
    visitor.page.get_by_role("button", name="Create the game").click()
    visitor.wait_for_board()
    chance = random.Random(9)
    visitor.play_anything(chance)
    visitor.play_anything(chance)
    clock = visitor.page.get_by_role("timer", name="Clock of first")
    expect(clock).to_have_text(re.compile(r"0:2\d"))
    expect(visitor.page.get_by_role("timer", name="Clock of second")).to_have_text("0:30")
    visitor.photograph("clocks")
