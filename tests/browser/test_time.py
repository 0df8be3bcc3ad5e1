"""Games that nobody ends on the board: a flag falls, an opponent leaves for good."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import Visitors

CHANCE = random.Random(6)
SIX_MINUTES = 0.1  # of an hour: longer than the patience and the grace of this server


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(
        tmp_path_factory.mktemp("data"),
        STRATA_ABANDON_SECONDS="300",
        STRATA_CLAIM_GRACE_SECONDS="300",
    )
    process.start()
    yield process
    process.stop()


def hurry(route: Route) -> None:
    """A table with a clock of half a minute gets one of a second and a half."""
    if route.request.method != "POST":
        route.continue_()
        return
    wanted = route.request.post_data or ""
    assert '"main_ms":30000' in wanted
    route.continue_(post_data=wanted.replace("30000", "1500"))


def test_a_flag_falls(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.choose("daikuni")
    visitor.page.get_by_label("Clock", exact=True).check()
    visitor.page.get_by_label("minutes", exact=True).fill("0.5")
    visitor.page.get_by_label("seconds per turn").fill("0")
    # Half a minute is the least that the form offers, and too long for a test.
    visitor.intercept("**/api/tables", hurry)
    visitor.begin()
    for _ in range(2):
        visitor.play_anything(CHANCE)
    clock = visitor.page.get_by_role("timer", name="Clock of first")
    expect(visitor.page.locator("[data-outcome=second]")).to_be_visible()
    assert visitor.outcome() == "Second wins First's time has run out: second wins."
    expect(clock).to_contain_text("0:00")
    assert visitor.lit() == []
    visitor.photograph("flag")


def test_an_abandoned_game_is_claimed(visitors: Visitors, server: ServerProcess) -> None:
    host, guest = visitors.come(), visitors.come()
    host.choose("daikuni", "friend", "First")
    host.page.get_by_label("Clock", exact=True).check()
    host.page.get_by_label("minutes", exact=True).fill("60")
    host.begin()
    link = host.page.get_by_label("Link for second").input_value()
    guest.visit(link)
    guest.wait_for_board()
    for player in (host, guest, host):
        player.play_anything(CHANCE)
    guest.wait_for_turn()
    claim = host.page.get_by_role("button", name="Claim: opponent left")
    expect(claim).to_have_count(0)
    guest.page.context.close()
    expect(host.page.locator(".away")).to_be_visible()
    sure = host.page.get_by_role("button", name="Yes, claim it")
    claim.click()
    host.page.get_by_role("button", name="No", exact=True).click()
    claim.click()
    sure.click()
    # It is too early: the server says how long there is to wait.
    expect(host.page.get_by_role("alert")).to_contain_text("may return")
    server.pass_time(SIX_MINUTES)
    claim.click()
    sure.click()
    expect(host.page.get_by_text("You claim the game")).to_be_visible()
    host.photograph("claimed")
    server.pass_time(SIX_MINUTES)
    expect(host.page.locator("[data-outcome=first]")).to_be_visible()
    assert host.outcome() == "You win Your opponent has left the game: you win."
