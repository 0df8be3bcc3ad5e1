"""A line that breaks and a server that goes away: nobody loses anything."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

import strata
from tests.browser.server_process import ServerProcess
from tests.browser.test_full_games import KYO_GAME, play_script
from tests.browser.visitor import Visitor, Visitors
from tests.patience import PATIENCE


@pytest.fixture
def in_turn(visitors: Visitors) -> tuple[Visitor, strata.Record]:
    """In the middle of a turn, with a gesture begun."""
    visitor = visitors.come()
    visitor.create("kyo")
    record = strata.game("kyo").record()
    play_script(visitor, record, KYO_GAME[:1])
    visitor.click("cell a2")
    return visitor, record


def go_on(visitor: Visitor, record: strata.Record) -> None:
    visitor.wait_for_turn()
    visitor.page.keyboard.press("Escape")
    play_script(visitor, record, KYO_GAME[1:])
    assert visitor.outcome() == "First wins Second's King is captured: first wins."


def test_reconnects_in_mid_turn(in_turn: tuple[Visitor, strata.Record]) -> None:
    visitor, record = in_turn
    visitor.page.context.set_offline(True)
    expect(visitor.page.get_by_text("Reconnecting …")).to_be_visible()
    assert visitor.lit() == []
    visitor.page.context.set_offline(False)
    expect(visitor.page.get_by_text("Reconnecting …")).to_have_count(0)
    go_on(visitor, record)


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_server_restarts_in_mid_turn(
    in_turn: tuple[Visitor, strata.Record], server: ServerProcess, way: str
) -> None:
    visitor, record = in_turn
    (server.stop if way == "stop" else server.kill)()
    expect(visitor.page.get_by_text("Reconnecting …")).to_be_visible()
    visitor.photograph("reconnecting")
    server.start()
    expect(visitor.page.get_by_text("Reconnecting …")).to_have_count(0, timeout=1000 * PATIENCE)
    go_on(visitor, record)


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
    expect(page.get_by_text("holds no seat any more")).to_be_visible()
    assert page.context.cookies() == []
    page.goto(table)
    expect(page.get_by_text("You are watching").first).to_be_visible()
    assert visitor.lit() == []
