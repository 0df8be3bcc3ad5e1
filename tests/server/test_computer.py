"""Computer players in worker processes: the game goes on whatever becomes of a worker."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import strata
from strata.play.table import Table, new_table
from strata.server import computer
from strata.server.computer import Computer


def table() -> Table:
    return new_table(strata.game("daikuni"), {"first": "computer", "second": "me"})


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
    return list(await asyncio.gather(*(player.choose(f"t{n}", playing) for n in range(count))))


def test_workers_answer() -> None:
    with thinking() as player:
        answers = asyncio.run(_ask(player, 6))
    assert all(answer in table().record.legal() for answer in answers)


@pytest.mark.parametrize("fault", [die, cheat])
def test_a_worker_that_fails(monkeypatch: pytest.MonkeyPatch, fault: object) -> None:
    monkeypatch.setattr(computer, "choose", fault)
    with thinking() as player:
        answers = asyncio.run(_ask(player, 2))
    assert all(answer in table().record.legal() for answer in answers)


def test_a_worker_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "choose", dawdle)
    monkeypatch.setattr(computer, "_GRACE_MS", 100)
    monkeypatch.setattr(computer, "_STARTING_MS", 100)
    with thinking(budget_ms=1) as player:
        (answer,) = asyncio.run(_ask(player, 1))
    assert answer in table().record.legal()


def test_after_a_failure_workers_answer_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_then_ask(player: Computer) -> str:
        with monkeypatch.context() as broken:
            broken.setattr(computer, "choose", die)
            await player.choose("t", table())
        return await player.choose("t", table())

    with thinking() as player:
        assert asyncio.run(fail_then_ask(player)) in table().record.legal()
