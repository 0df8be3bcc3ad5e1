"""Clocks of machines that are set, and servers that are paused: neither costs a game."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from strata.play.clock import new_clock
from strata.server.ops.time_source import SteadyTime
from strata.server.storage.upkeep import Upkeep
from strata.server.storage.write_queue import WriteQueue
from strata.server.timing.game_time import OUTAGE_MS, GameTime
from strata.server.timing.lost_time import LostTime
from tests.forked import CLOCK, write_clock
from tests.server.offered import offered
from tests.server.processes import Device, Player, Server, wait_until
from tests.server.test_storage import NOW, run

MINUTE, SECOND = 60_000, 1_000
BEAT_MS = 6_000  # after an outage the clocks go on as they were at the last heartbeat


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    path = tmp_path / "clock"
    write_clock(path, 3600)  # so that it can be set back
    return path


@pytest.fixture
def server(tmp_path: Path, clock: Path) -> Iterator[Server]:
    with Server(tmp_path, **{CLOCK: str(clock)}) as server:
        yield server


class Game:
    """A game whose first turns are over: the clock of the first seat runs."""

    def __init__(self, server: Server, main_ms: int) -> None:
        self.ann = Device(server)
        ben = Device(server)
        made = self.ann.make(clock={"main_ms": main_ms, "increment_ms": 0})
        self.id = made["id"]
        ben.join(self.id, made["keys"]["second"])
        self.first, self.second = self.ann.sit(self.id), ben.sit(self.id)
        self.first.play("Kd4")
        self.second.reach(1)
        self.second.play()
        self.first.reach(2)

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.ann.http.get(f"/api/tables/{self.id}").json()["state"]
        return state

    def left_ms(self) -> int:
        """What the first seat has left; the game goes on."""
        state = self.state()
        assert state["outcome"] is None
        left_ms: int = state["clock"]["first_ms"]
        return left_ms

    def end(self) -> None:
        for player in (self.first, self.second):
            player.socket.close()


def noted(server: Server, event: str) -> list[dict[str, Any]]:
    lines = [line for line in server.log().splitlines() if line.startswith("{")]
    return [line for line in map(json.loads, lines) if line["event"] == event]


def wait_for(server: Server, event: str, count: int = 1) -> dict[str, Any]:
    wait_until(lambda: len(noted(server, event)) >= count, event)
    return noted(server, event)[-1]


@contextlib.contextmanager
def stopped(server: Server) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def say_play(player: Player) -> None:
    player.say("play", action=offered(player.state)[0])


def expect_steps(server: Server, clock: Path, *by_seconds: int) -> None:
    """With 5 minutes each, the clock is set while first is to act."""
    game, ahead = Game(server, 5 * MINUTE), 3600
    for number, seconds in enumerate(by_seconds, 1):
        before = game.left_ms()
        ahead += seconds
        write_clock(clock, ahead)
        assert before - MINUTE < game.left_ms() <= before + SECOND
        step = wait_for(server, "clock-stepped", number)
        assert step["by_ms"] == pytest.approx(1000 * seconds, abs=500)
        assert before - MINUTE < game.left_ms() <= before + SECOND
    # Those who start later agree, with however many steps.
    left = game.left_ms()
    game.end()
    server.kill()
    server.start()
    assert left - MINUTE < game.left_ms() <= left + BEAT_MS


@pytest.mark.parametrize("by_seconds", [(600, -1200), (-1200, 5)])
def test_a_clock_that_is_set_costs_and_gives_nobody_time(
    server: Server, clock: Path, by_seconds: tuple[int, ...]
) -> None:
    expect_steps(server, clock, *by_seconds)


@pytest.mark.parametrize("by_seconds", [600, -1200])
def test_a_clock_that_is_set_while_no_server_runs(
    server: Server, clock: Path, by_seconds: int
) -> None:
    game = Game(server, 5 * MINUTE)
    left = game.left_ms()
    server.kill()
    write_clock(clock, 3600 + by_seconds)
    server.start()
    assert left - MINUTE < game.left_ms() <= left + BEAT_MS
    # The time of day counts again when no server has run for longer than it was set back.
    server.kill()
    write_clock(clock, 3600 + by_seconds + 7200)
    server.start()
    assert left - MINUTE < game.left_ms() <= left + BEAT_MS
    with contextlib.closing(sqlite3.connect(clock.parent / "strata.db")) as database:
        (changed_ms,) = database.execute("SELECT max(changed_ms) FROM tables").fetchone()
    day_ms = 1000 * (time.time() + 3600 + by_seconds + 7200)
    assert day_ms - MINUTE < changed_ms <= day_ms


def test_an_action_that_waits_during_a_pause_is_played(server: Server, clock: Path) -> None:
    """With 10 s left, the server stands still for 12 s."""
    game = Game(server, 10_000)
    with stopped(server):
        say_play(game.first)
        write_clock(clock, 3600, slept_seconds=12)
    assert game.first.reach(3)["outcome"] is None
    assert game.first.state["clock"]["first_ms"] > 0
    assert wait_for(server, "paused")["ms"] >= 12_000


def test_a_pause_is_given_back_before_a_flag_falls(server: Server, clock: Path) -> None:
    game = Game(server, 20_000)
    with stopped(server):
        left = game.first.state["clock"]["first_ms"]
        write_clock(clock, 3600, slept_seconds=3600)
    most_ms = left + SECOND  # the time since the last look is given back too
    assert game.left_ms() <= most_ms
    wait_for(server, "paused")
    state = game.first.until(lambda state: state["version"] > 2)
    assert 0 < state["clock"]["first_ms"] <= most_ms


def test_a_short_real_pause_lets_no_flag_fall(server: Server) -> None:
    game = Game(server, 8_000)
    with stopped(server):
        since = time.monotonic()
        say_play(game.first)
        wait_until(lambda: time.monotonic() - since > 8.5, "the time to pass")
    while game.first.state["version"] < 4:
        game.first.hear("changed")
    assert game.first.state["outcome"] is None


def test_overlapping_spans_are_given_back_once_and_whole() -> None:
    """A pause in an outage: it ended earlier, and began later."""
    lost = LostTime(lambda: NOW, lambda _: None)
    clock = new_clock(30_000, 0).started("first", NOW)
    lost.owe([(NOW + 30_000, NOW + 32_000)])
    lost.owe([(NOW, NOW + 60_000)])
    for span in lost.owed():
        clock = clock.given_back(*span)
    assert clock.left_ms("first", NOW + 60_000) == 30_000


class Machine:
    """The clocks of a machine with several servers of one database."""

    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self.day_ms, self.elapsed_ms = NOW, 0
        self.upkeep = Upkeep(engine, write_queue)

    def pass_time(self, ms: int) -> None:
        self.day_ms += ms
        self.elapsed_ms += ms

    async def start(self) -> tuple[SteadyTime, GameTime]:
        """A server, which stores a heartbeat."""
        now_ms = SteadyTime(lambda: self.day_ms, lambda: self.elapsed_ms)
        game_time = GameTime(now_ms, self.upkeep)
        await game_time.begin()
        await self.upkeep.note_start(now_ms(), OUTAGE_MS)
        return now_ms, game_time

    async def ahead_ms(self) -> int:
        return (await self.upkeep.agreed_time())[1]


def test_servers_correct_a_step_once_and_agree_with_those_that_start_later(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        machine = Machine(engine, write_queue)
        (one, its), (two, others) = await machine.start(), await machine.start()
        for step_ms, ahead_ms in ((600_000, -600_000), (-1_500_000, 900_000)):
            machine.pass_time(1_000)
            machine.day_ms += step_ms
            with capture_logs() as logged:
                await asyncio.gather(its.watch(), others.watch())
                await asyncio.gather(its.watch(), others.watch())
            steps = [line["by_ms"] for line in logged if line["event"] == "clock-stepped"]
            assert steps == [step_ms]
            assert await machine.ahead_ms() == ahead_ms
            late, _ = await machine.start()
            assert one() == two() == late()
        machine.pass_time(3_600_000)
        alone, _ = await machine.start()
        assert (alone(), await machine.ahead_ms()) == (machine.day_ms, 0)

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)


class ContestedUpkeep(Upkeep):
    """The upkeep of a database on whose time another process always agrees faster."""

    async def agreed_time(self) -> tuple[int | None, int]:
        seen_ms, known_ms = await super().agreed_time()
        await self.agree(known_ms, known_ms + 1)
        return seen_ms, known_ms


def test_a_server_that_agrees_on_no_time_says_so(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        upkeep = ContestedUpkeep(engine, write_queue)
        await upkeep.agree(0, 600_000)
        await upkeep.note_start(NOW, OUTAGE_MS)
        now_ms = SteadyTime(lambda: NOW + 3_600_000, lambda: 0)
        with capture_logs() as logged:
            await GameTime(now_ms, upkeep).begin()
        assert [line["event"] for line in logged] == ["no-agreed-time"]
        assert now_ms() == NOW + 3_600_000

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)
