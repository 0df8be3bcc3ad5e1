"""One's games are found again: on the home page, in the header, in the title and by name."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.visitor import PHONE, Visitors


def test_games_are_found_again_and_say_whose_turn_it_is(visitors: Visitors) -> None:
    host, friend = visitors.come(), visitors.come(PHONE)
    host.choose("daikuni", "friend", "First")
    host.page.get_by_label("Your name (optional)").fill("Ann")
    table = host.begin()
    friend.visit(host.page.get_by_label("Link for second").input_value())
    friend.wait_for_board()
    expect(friend.page.get_by_text("First (Ann)")).to_be_visible()
    friend.page.get_by_label("Your name", exact=True).fill("Ben")
    friend.page.get_by_role("button", name="Save").click()
    expect(host.page.get_by_text("Second (Ben)")).to_be_visible()

    host.load("/")
    game = host.page.locator(f'[data-my-game="{table}"]')
    expect(game).to_contain_text("against Ben")
    expect(game).to_contain_text("Your turn")
    expect(host.page.locator("[data-waiting]")).to_have_text("1")
    expect(host.page).to_have_title("(1) Play · Strata")
    assert "data:image/svg" in str(host.page.locator('link[rel="icon"]').get_attribute("href"))
    host.photograph("my-games")
    friend.load("/")
    expect(friend.page.locator(f'[data-my-game="{table}"]')).to_contain_text("Your opponent’s turn")
    expect(friend.page.locator("[data-waiting]")).to_have_count(0)
    friend.photograph("my-games-phone")

    game.get_by_role("link").click()
    host.wait_for_turn()
    host.play_anything(random.Random(1))
    expect(host.page.locator("[data-waiting]")).to_have_count(0)
    friend.load("/")
    expect(friend.page.locator("[data-waiting]")).to_have_text("1")
    friend.page.locator(f'[data-my-game="{table}"]').get_by_role("link").click()
    friend.wait_for_turn()


def test_a_seat_goes_on_by_a_code_for_the_camera(visitors: Visitors) -> None:
    visitor = visitors.come(theme="dark")
    visitor.create("daikuni", "computer", "First")
    visitor.page.get_by_text("Play on another device").click()
    visitor.page.get_by_role("button", name="Make a link to your seat").click()
    code = visitor.page.get_by_role("img", name="QR code for your other device")
    expect(code).to_be_visible()
    assert len(str(code.locator("path").get_attribute("d"))) > 1000
    visitor.photograph("qr-code")
