"""Two friends over a week: they close everything and come back, and no game is lost.

The clock of the server is moved in between.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Locator, expect

import strata
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.patience import PATIENCE
from tests.server.mail_server import MailServer

CHANCE = random.Random(7)
HOUR, DAY = 1.0, 24.0


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
def server(
    client: Path, tmp_path_factory: pytest.TempPathFactory, mails: MailServer
) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("week"), games=None, **mails.environment)
    process.start()
    yield process
    process.stop()


def listed(visitor: Visitor, table: str) -> Locator:
    """A game in the list of the home page."""
    return visitor.page.locator(f'[data-my-game="{table}"]')


def go_on(visitor: Visitor, table: str) -> None:
    """By the list of the home page, which is visited or open."""
    if urlsplit(visitor.page.url).path != "/":
        visitor.visit("/")
    listed(visitor, table).get_by_role("link").click()
    visitor.wait_for_board()


def ask_for_mails(visitor: Visitor, mails: MailServer, address: str) -> None:
    """Give an address at the table, and confirm it by the mail that comes."""
    visitor.page.get_by_text("Tell me when it is my turn").click()
    visitor.page.get_by_label("E-mail address").fill(address)
    visitor.page.get_by_role("button", name="Send me e-mails").click()
    table = visitor.page.url
    visitor.visit(mails.next().link("/mail/confirm"))
    visitor.page.get_by_role("button", name="Yes, send me e-mails").click()
    expect(visitor.page.get_by_role("button", name="Yes, send me e-mails")).to_have_count(0)
    visitor.visit(table)
    visitor.wait_for_board()


# The home page asks for the list every 20 seconds.
_UNTIL_OVER: Final = """async ([table, milliseconds]) => {
  const end = Date.now() + milliseconds;
  for (;;) {
    const games = await (await fetch("/api/tables")).json();
    if (games.some(({ id, outcome }) => id === table && outcome)) return;
    if (Date.now() > end) throw new Error("the game goes on");
    await new Promise((done) => setTimeout(done, 200));
  }
}"""


def wait_until_over(visitor: Visitor, table: str) -> None:
    visitor.page.evaluate(_UNTIL_OVER, [table, 1000 * PATIENCE])


def close_before(watcher: Visitor, visitor: Visitor) -> None:
    """Close the site, and wait until the opponent is told that nobody is there.

    A clock that is moved earlier would have the server notice the departure days later.
    """
    visitor.close()
    expect(watcher.page.locator(".away")).to_be_visible()


def expect_no_claim(visitor: Visitor) -> None:
    expect(visitor.page.get_by_role("button", name="Claim", exact=False)).to_have_count(0)


def test_a_game_of_days(visitors: Visitors, server: ServerProcess, mails: MailServer) -> None:
    ann = visitors.come()
    ann.choose("daikuni", "friend", "First")
    ann.page.get_by_label("Your name (optional)").fill("Ann")
    ann.page.get_by_label("Time per turn").select_option("2 days")
    table = ann.begin()
    invitation = ann.page.get_by_label("Link for second").input_value()
    ann.close()

    # A day later nobody has come: the invitation is still there, and is used now.
    server.pass_time(1 * DAY)
    ann.visit("/")
    expect(listed(ann, table)).to_contain_text("waiting for an opponent")
    go_on(ann, table)
    expect(ann.page.get_by_label("Link for second")).to_have_value(invitation)
    ben = visitors.come(PHONE)
    ben.visit(invitation)
    ben.wait_for_board()
    ask_for_mails(ben, mails, "ben@example.org")
    for player in (ann, ben, ann):
        player.play_anything(CHANCE)
    ben.wait_for_turn()
    close_before(ann, ben)
    ann.close()

    # His turn has waited for more than a day: he is told. Nobody can take the game from him.
    # His time is not running out yet, which would be another mail.
    server.pass_time(1.25 * DAY)
    assert mails.next().link(f"/table/{table}")
    go_on(ann, table)
    expect_no_claim(ann)
    ben.visit("/")
    expect(ben.page).to_have_title("(1) Play · Strata")
    expect(listed(ben, table)).to_contain_text("against Ann")
    expect(listed(ben, table)).to_contain_text(re.compile(r"17 h 5\d min left"))
    ben.photograph("week-phone")
    go_on(ben, table)
    ben.play_anything(CHANCE)
    ann.wait_for_turn()
    close_before(ann, ben)

    # She goes on with it on her phone, and he is told, for the last time.
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
    expect(phone.page.get_by_role("heading", name="Daikuni")).to_be_focused()
    expect(phone.page.get_by_role("grid")).to_be_in_viewport()
    expect(ann.page.get_by_text("The link has been used")).to_be_visible()
    expect(ann.page.get_by_label("Link to your seat")).to_have_count(0)
    phone.play_anything(CHANCE)
    expect(ann.page.locator(".moves [data-frame]")).to_have_count(5)
    ann.close()
    phone.close()
    server.pass_time(1 * HOUR)
    mail = mails.next()
    assert mail.recipients == ["ben@example.org"]
    assert "Ann" in mail.subject
    assert httpx.post(f"{server.url}{mail.one_click}", timeout=PATIENCE).is_success

    # He forgets it for more than two days.
    server.pass_time(2 * DAY + HOUR)
    wait_until_over(ann, table)
    for visitor, said in ((ann, "You win"), (phone, "You win"), (ben, "You lose")):
        visitor.visit("/")
        expect(listed(visitor, table)).to_contain_text(said)
        expect(listed(visitor, table)).to_contain_text("time")
        expect(visitor.page.locator("[data-waiting]")).to_have_count(0)
    listed(ann, table).get_by_role("link").click()
    ann.wait_for_board()
    expect(ann.page.locator(".moves [data-frame]")).to_have_count(5)
    ann.photograph("week-over")
    assert mails.is_quiet()


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
    ann.close()
    ben.close()

    server.pass_time(6 * DAY)
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
    ben.load("/")
    expect(listed(ben, tables["dzura"])).to_contain_text("Your turn")
    expect(listed(ben, tables["kyo"])).to_contain_text("Your opponent’s turn")
    expect(ben.page.locator("[data-waiting]")).to_have_text("1")


def test_a_set_up_is_rearranged_days_later(visitors: Visitors, server: ServerProcess) -> None:
    ann, ben = visitors.come(), visitors.come()
    table = ann.create("rhodium", "friend", "First")
    ben.visit(ann.page.get_by_label("Link for second").input_value())
    ben.wait_for_board()
    seen = ben.version

    def lay(*clicks: str) -> None:
        version = ann.version
        for click in clicks:
            ann.click(click)
        ann.wait_past(version)

    lay("cell e1")
    lay("cell c2")
    ann.close()
    server.pass_time(3 * DAY)
    server.stop()
    server.start()
    go_on(ann, table)
    ann.wait_for_turn()
    lay("cell e1", "cell b3")
    labels = [
        ann.page.locator(f"[data-token='cell {cell}']").get_attribute("aria-label") or ""
        for cell in ("b3", "c2", "e1")
    ]
    assert "Rhodium" in labels[0]
    assert "Platinum" in labels[1]
    assert "empty" in labels[2]
    go_on(ben, table)
    assert ben.version == seen
    expect(ben.page.locator(".moves [data-frame]")).to_have_count(0)
