"""Ready-made words between two players: said, shown, muted."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_undo import seat_two
from tests.browser.visitor import Visitor, Visitors


def say(visitor: Visitor, phrase: str) -> None:
    visitor.page.get_by_text("Say …").click()
    visitor.page.locator(f"[data-phrase={phrase}]").click()


def test_players_greet_each_other(visitors: Visitors) -> None:
    host, guest = seat_two(visitors, "daikuni")
    watcher = visitors.come()
    watcher.visit(host.page.url)
    watcher.wait_for_board()
    expect(watcher.page.get_by_text("Say …")).to_have_count(0)
    host.page.get_by_text("Say …").click()
    host.photograph("phrases")
    host.page.locator("[data-phrase=good-luck]").click()
    expect(guest.page.locator("[data-seat=first] [data-said]")).to_have_text("Good luck!")
    expect(guest.page.locator("[data-spoken]")).to_have_text("First says: Good luck!")
    expect(host.page.locator("[data-seat=first] [data-said]")).to_have_text("Good luck!")
    expect(host.page.get_by_text("Say …")).to_be_focused()
    guest.photograph("phrase-shown")
    guest.page.get_by_text("Say …").click()
    guest.page.get_by_label("Mute the other player").check()
    guest.page.keyboard.press("Escape")
    say(host, "hello")
    expect(host.page.locator("[data-seat=first] [data-said]")).to_have_text("Hello!")
    say(guest, "thank-you")  # what was said before has come by then
    expect(host.page.locator("[data-seat=second] [data-said]")).to_have_text("Thank you.")
    expect(guest.page.locator("[data-seat=second] [data-said]")).to_have_text("Thank you.")
    expect(guest.page.locator("[data-seat=first] [data-said]")).not_to_have_text("Hello!")
    expect(guest.page.locator("[data-spoken]")).not_to_contain_text("Hello!")
    expect(watcher.page.locator("[data-said]")).to_have_count(0)
    for _ in range(2):
        say(host, "sorry")
    expect(host.page.get_by_role("alert")).to_contain_text("wait")
    host.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(host.page.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_nobody_talks_to_a_computer(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni", "computer")
    expect(visitor.page.get_by_text("Say …")).to_have_count(0)
