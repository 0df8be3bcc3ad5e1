"""Two friends over a week: they close everything and come back, and no game is lost.

The clock of the server is moved in between.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import strata
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import PHONE, Visitor, Visitors

CHANCE = random.Random(7)
HOUR, DAY = 1.0, 24.0


@pytest.fixture
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("week"))
    process.start()
    yield process
    process.stop()


def listed(visitor: Visitor, table: str) -> Locator:
    """A game in the list of the home page."""
    return visitor.page.locator(f'[data-my-game="{table}"]')


def go_on(visitor: Visitor, table: str) -> None:
    visitor.visit("/")
    listed(visitor, table).get_by_role("link").click()
    visitor.wait_for_board()


def expect_no_claim(visitor: Visitor) -> None:
    expect(visitor.page.get_by_role("button", name="Claim", exact=False)).to_have_count(0)


def test_a_game_of_days(visitors: Visitors, server: ServerProcess) -> None:
    ann = visitors.come()
    ann.choose("daikuni", "friend", "First")
    ann.page.get_by_label("Your name, if you like").fill("Ann")
    ann.page.get_by_label("Time for a turn").select_option("2 days")
    table = ann.begin()
    invitation = ann.page.get_by_label("Link for second").input_value()
    anns = ann.close()

    # A day later nobody has come: the invitation is still there, and is used now.
    server.pass_time(1 * DAY)
    ann = visitors.come(kept=anns)
    ann.visit("/")
    expect(listed(ann, table)).to_contain_text("nobody has come yet")
    go_on(ann, table)
    expect(ann.page.get_by_label("Link for second")).to_have_value(invitation)
    ben = visitors.come(PHONE)
    ben.visit(invitation)
    ben.wait_for_board()
    for player in (ann, ben, ann):
        player.play_anything(CHANCE)
    ben.wait_for_turn()
    anns, bens = ann.close(), ben.close()

    # His turn has waited for more than a day. Nobody can take the game from him.
    server.pass_time(1.5 * DAY)
    ann, ben = visitors.come(kept=anns), visitors.come(PHONE, kept=bens)
    go_on(ann, table)
    expect_no_claim(ann)
    ben.visit("/")
    expect(ben.page).to_have_title("(1) Play · Strata")
    expect(listed(ben, table)).to_contain_text("against Ann")
    expect(listed(ben, table)).to_contain_text("11 h 59 min left")
    ben.photograph("week-phone")
    go_on(ben, table)
    ben.play_anything(CHANCE)
    ann.wait_for_turn()

    # She goes on with it on her phone.
    ann.page.get_by_text("Play on another device").click()
    ann.page.get_by_role("button", name="Make a link to your seat").click()
    own = ann.page.get_by_label("Link to your seat").input_value()
    phone = visitors.come(PHONE, "dark")
    phone.visit(own)
    mine = phone.page.get_by_role("button", name="It is my own device")
    expect(mine).to_be_focused()
    expect(mine).to_be_in_viewport()
    mine.click()
    phone.wait_for_turn()
    phone.play_anything(CHANCE)
    for visitor in (ann, ben):
        expect(visitor.page.locator(".moves [data-frame]")).to_have_count(5)
    anns, bens, phones = ann.close(), ben.close(), phone.close()

    # He forgets it for more than two days.
    server.pass_time(2 * DAY + HOUR)
    ann, ben = visitors.come(kept=anns), visitors.come(PHONE, kept=bens)
    phone = visitors.come(PHONE, "dark", kept=phones)
    for visitor, said in ((ann, "You win"), (phone, "You win"), (ben, "You lose")):
        visitor.visit("/")
        expect(listed(visitor, table)).to_contain_text(said)
        expect(listed(visitor, table)).to_contain_text("time")
        expect(visitor.page.locator("[data-waiting]")).to_have_count(0)
    listed(ann, table).get_by_role("link").click()
    ann.wait_for_board()
    expect(ann.page.locator(".moves [data-frame]")).to_have_count(5)
    ann.photograph("week-over")


def test_several_games_at_once(visitors: Visitors, server: ServerProcess) -> None:
    """Games without a clock outlive days of silence, steps of an unfinished turn too."""
    ann, ben = visitors.come(), visitors.come()
    tables = {}
    for game in ("kyo", "dzura"):
        tables[game] = ann.create(game, "friend", "First")
        ben.visit(ann.page.get_by_label("Link for second").input_value())
        ben.wait_for_board()
    go_on(ann, tables["kyo"])
    start = strata.game("kyo").start()
    step = next(
        gesture
        for action, gesture in start.gestures()
        if (after := start.play(action)).seat == "first" and not after.begins_turn
    )
    ann.play(step)
    anns, bens = ann.close(), ben.close()

    server.pass_time(6 * DAY)
    ann, ben = visitors.come(kept=anns), visitors.come(kept=bens)
    go_on(ben, tables["kyo"])
    expect(ben.page.locator(".moves [data-frame]")).to_have_count(1)
    ann.visit("/")
    expect(ann.page).to_have_title("(2) Play · Strata")
    go_on(ann, tables["kyo"])
    version = ann.version
    ann.page.get_by_role("button", name="Undo step").click()
    ann.wait_past(version)
    expect(ben.page.locator(".moves [data-frame]")).to_have_count(0)
    ann.play(step)
    go_on(ann, tables["dzura"])
    ann.play_anything(CHANCE)
    ben.visit("/")
    expect(listed(ben, tables["dzura"])).to_contain_text("Your turn")
    expect(listed(ben, tables["kyo"])).to_contain_text("Your opponent’s turn")
    expect(ben.page.locator("[data-waiting]")).to_have_text("1")
