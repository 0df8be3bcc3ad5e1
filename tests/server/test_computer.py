"""Computer players in worker processes: the game goes on whatever becomes of a worker."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractAsyncContextManager, contextmanager
from queue import Queue
from typing import Any, NoReturn

import pytest
from litestar.testing import TestClient

import strata
from strata.play.new_table import new_table
from strata.play.table import SeatKind, Table
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines import computer_player, process_pool
from strata.server.engines.computer_player import Computer
from strata.server.engines.fair_queue import SHORT_MS, FairQueue
from strata.server.http.access.addresses import client_group
from tests.patience import PATIENCE

NOW = 1_700_000_000_000


def table(level: int | None = None, clock: tuple[int, int] | None = None) -> Table:
    levels: dict[strata.Seat, int] = {} if level is None else {"first": level}
    kinds: dict[strata.Seat, SeatKind] = {"first": "computer", "second": "me"}
    return new_table(strata.game("daikuni"), kinds, clock, levels)


def test_all_workers_start_with_the_first_question() -> None:
    """A quick answer does not wait for a worker that starts beside those at work."""

    async def count_workers() -> int:
        pool = process_pool.ProcessPool(3, 0)
        await pool.ask(30_000, abs, -1)
        processes = pool._pool._processes if pool._pool else None
        pool.stop()
        return len(processes or {})

    assert asyncio.run(count_workers()) == 3


def test_workers_that_cannot_start_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As workers that die: whoever asks tries again, or goes on without them."""

    def no_room(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def ask() -> int:
        pool = process_pool.ProcessPool(1, 0)
        with monkeypatch.context() as patched:
            patched.setattr(process_pool, "_start_workers", no_room)
            with pytest.raises(BrokenProcessPool, match="No space left"):
                await pool.ask(30_000, abs, -1)
        answer = await pool.ask(30_000, abs, -1)
        pool.stop()
        return answer

    assert asyncio.run(ask()) == 1


@contextmanager
def thinking(budget_ms: int = 1000) -> Iterator[Computer]:
    player = Computer(1, budget_ms)
    yield player
    player.stop()


def die(*_: object) -> str:
    os._exit(3)


def dawdle(*_: object) -> str:
    time.sleep(3600)
    return "Kd4"


def cheat(*_: object) -> str:
    return "Kz9"


async def _ask(player: Computer, count: int) -> list[str]:
    playing = table()
    return list(await asyncio.gather(*(player.choose(f"t{n}", playing, NOW) for n in range(count))))


def complain(*_: object) -> str:
    raise ValueError("no idea")


def test_workers_answer() -> None:
    with thinking() as player:
        answers = asyncio.run(_ask(player, 6))
    assert all(answer in table().record.actions() for answer in answers)


@pytest.mark.parametrize("fault", [die, cheat, complain])
def test_a_worker_that_fails(monkeypatch: pytest.MonkeyPatch, fault: object) -> None:
    monkeypatch.setattr(computer_player, "choose", fault)
    with thinking() as player:
        answers = asyncio.run(_ask(player, 2))
    assert all(answer in table().record.actions() for answer in answers)


def test_a_worker_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_player, "choose", dawdle)
    monkeypatch.setattr(process_pool, "GRACE_MS", 100)
    monkeypatch.setattr(process_pool, "STARTING_MS", 100)
    with thinking(budget_ms=1) as player:
        (answer,) = asyncio.run(_ask(player, 1))
    assert answer in table().record.actions()


def test_after_a_failure_workers_answer_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_then_ask(player: Computer) -> str:
        with monkeypatch.context() as broken:
            broken.setattr(computer_player, "choose", die)
            await player.choose("t", table(), NOW)
        return await player.choose("t", table(), NOW)

    with thinking() as player:
        assert asyncio.run(fail_then_ask(player)) in table().record.actions()


@pytest.mark.parametrize("level", [1, 4])
def test_a_level_is_asked_of_the_search(level: int) -> None:
    with thinking() as player:
        answer = asyncio.run(player.choose("t", table(level), NOW))
    assert answer in table().record.actions()


def test_a_custom_game_is_played_by_its_definition() -> None:
    """A worker that did not know it could not even replay the beginning."""
    game = strata.game("dzura", definition="mini")
    playing = new_table(game, {"first": "me", "second": "computer"}, None, {"second": 1})
    standard = strata.game("dzura").start().actions()
    only_here = next(action for action in playing.record.actions() if action not in standard)
    playing.play("first", only_here, NOW)
    with thinking() as player:
        asked = asyncio.run(player._ask("t", playing, None, 1, ""))
    assert asked in playing.record.actions()


def test_a_slow_worker_costs_no_game_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker is not ended: another game may be waiting for it."""
    monkeypatch.setattr(computer_player, "choose", dawdle)
    with thinking() as player:
        answer = asyncio.run(player.choose("t", table(4, clock=(500, 0)), NOW))
    assert answer in table().record.actions()


def test_who_makes_a_table_has_its_computer_think_at_their_expense(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else all tables that nobody has opened yet would wait in one queue, one after the other."""
    owners: Queue[str] = Queue()
    choose = Computer.choose

    async def note(self: Computer, *given: Any) -> str:
        owners.put(given[3])
        return await choose(self, *given)

    monkeypatch.setattr(Computer, "choose", note)
    with TestClient(create_app(config)) as client:
        wanted = {"game": "daikuni", "first": "computer", "second": "me", "level": 1}
        client.post("/api/tables", json=wanted).raise_for_status()
        assert owners.get(timeout=PATIENCE) == client_group("testclient") != ""


def choose_at_once(*_: object) -> str:
    return "Kd4"


def choose_slowly(*_: object) -> str:
    """Takes nearly a second of processor time, and twice as long in all."""
    end = time.process_time() + 0.8
    while time.process_time() < end:
        pass
    time.sleep(0.8)
    return "Kd4"


# Of two workers each may be asked for the first time.
COLD, WARM = [choose_slowly, *[choose_at_once] * 2], [*[choose_at_once] * 4, choose_slowly]


@pytest.mark.parametrize("answers", [COLD, WARM], ids=["cold", "warm"])
def test_one_slow_answer_makes_nobody_wait_for_what_takes_long(
    monkeypatch: pytest.MonkeyPatch, answers: list[Callable[..., str]]
) -> None:
    """A level 1 that took long once does not wait for a stranger's level 10."""
    expected: list[int] = []
    turn = FairQueue.turn

    def note(self: FairQueue, owner: str, work_ms: int) -> AbstractAsyncContextManager[None]:
        expected.append(work_ms)
        return turn(self, owner, work_ms)

    async def ask(player: Computer) -> None:
        for answer in answers:
            monkeypatch.setattr(computer_player, "choose", answer)
            await player.choose("t", table(1), NOW)
        expected.clear()
        monkeypatch.setattr(computer_player, "choose", dawdle)
        stranger = asyncio.create_task(player.choose("u", table(10), NOW, "a stranger"))
        async with asyncio.timeout(PATIENCE):
            while not expected:
                await asyncio.sleep(0)
            monkeypatch.setattr(computer_player, "choose", choose_at_once)
            assert await player.choose("t", table(1), NOW, "somebody") == "Kd4"
        assert not stranger.done()
        stranger.cancel()

    monkeypatch.setattr(FairQueue, "turn", note)
    with thinking() as player:
        asyncio.run(ask(player))
    assert expected[0] == 1000
    assert expected[1] <= SHORT_MS
