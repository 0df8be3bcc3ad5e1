"""A line that breaks and a server that goes away: nobody loses anything."""

from __future__ import annotations

import random

from playwright.sync_api import expect

import strata
from tests.browser.server_process import ServerProcess
from tests.browser.test_full_games import KYO_GAME, play_script
from tests.browser.visitor import Visitor, Visitors


def expect_broken(visitor: Visitor) -> None:
    expect(visitor.page.get_by_text("Reconnecting …")).to_be_visible()
    assert visitor.lit() == []


def expect_restored(visitor: Visitor) -> None:
    """The line is there again, and the turn goes on where it was."""
    expect(visitor.page.get_by_text("Reconnecting …")).to_have_count(0)
    visitor.wait_for_turn()
    visitor.page.keyboard.press("Escape")


def test_a_turn_goes_on_after_the_line_broke_and_the_server_restarted(
    visitors: Visitors, server: ServerProcess
) -> None:
    """Each time in the middle of a turn, with a gesture begun, and something is played after it:
    the line breaks, the server is stopped and started, the server dies and is started. Then the
    game is played to its end by the clicks of its record."""
    visitor = visitors.come()
    visitor.create("kyo")
    record = strata.game("kyo").record()
    play_script(visitor, record, KYO_GAME[:1])
    visitor.click("cell a2")
    visitor.page.context.set_offline(True)
    expect_broken(visitor)
    visitor.page.context.set_offline(False)
    expect_restored(visitor)
    version = visitor.version
    visitor.page.keyboard.press("u")
    visitor.wait_past(version)
    visitor.expect_moves([])
    record = strata.game("kyo").record()
    play_script(visitor, record, KYO_GAME[:1])

    visitor.click("cell a2")
    server.stop()
    expect_broken(visitor)
    visitor.photograph("reconnecting")
    server.start()
    expect_restored(visitor)
    assert (KYO_GAME[3], KYO_GAME[4]) == ("e2d2+1", "end")
    play_script(visitor, record, KYO_GAME[1:4])

    visitor.click("cell d2")
    server.kill()
    expect_broken(visitor)
    server.start()
    expect_restored(visitor)
    play_script(visitor, record, KYO_GAME[4:])
    assert str(record.outcome()) == "first wins, king-captured"
    assert visitor.outcome() == "First wins Second's King is captured: first wins."
    assert visitor.moves() == KYO_GAME
    visitor.photograph("kyo-over")


def test_a_stale_tab_catches_up(visitors: Visitors) -> None:
    """What happened elsewhere while a tab was away is there when it comes back."""
    visitor = visitors.come()
    table = visitor.create("daikuni")
    tab = visitor.second_tab()
    tab.visit(f"/table/{table}")
    tab.wait_for_turn()
    tab.page.reload()
    tab.wait_for_turn()
    visitor.play_anything(random.Random(4))
    tab.wait_past(0)
    expect(tab.page.locator(".moves [data-frame]")).to_have_count(1)


def test_no_such_table(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.visit("/table/doesnotexist")
    expect(visitor.page.get_by_role("heading", name="Not found")).to_be_visible()


def test_what_cannot_be_shown_now_is_not_missing(visitors: Visitors) -> None:
    """A page that the server refuses to make at present, and a table that it cannot read."""
    visitor = visitors.come()
    refused = {"code": "unavailable", "detail": "the database cannot be reached"}
    visitor.intercept(
        "**/api/tables/doesnotexist", lambda route: route.fulfill(status=503, json=refused)
    )
    visitor.page.route_web_socket(
        "**/live", lambda socket: socket.close(code=4500, reason="this table cannot be read")
    )
    page = visitor.page
    for address, words in (
        ("/replay/doesnotexist", "The database cannot be reached."),
        ("/table/doesnotexist", "This table cannot be read."),
    ):
        visitor.visit(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
        expect(page.get_by_text(words, exact=True)).to_be_visible()
    visitor.visit("/replay/doesnotexist")
    expect(page.get_by_text("The database cannot be reached.", exact=True)).to_be_visible()
    page.unroute("**/api/tables/doesnotexist")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(page.get_by_text("No such table. The address may be incomplete.")).to_be_visible()


def test_a_browser_forgets_its_seats(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.create("daikuni")
    page = visitor.page
    table = page.url
    assert [cookie["name"] for cookie in page.context.cookies()] == ["strata"]
    visitor.visit("/about")
    page.get_by_role("button", name="Forget this browser").click()
    page.get_by_role("button", name="Cancel").click()
    assert page.context.cookies()
    page.get_by_role("button", name="Forget this browser").click()
    page.get_by_role("button", name="Give up all seats").click()
    expect(page.get_by_text("no longer holds any seats")).to_be_visible()
    assert page.context.cookies() == []
    page.goto(table)
    expect(page.get_by_text("You are watching").first).to_be_visible()
    assert visitor.lit() == []
