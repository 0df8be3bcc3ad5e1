"""Housekeeping: what it takes over, when, and what a table that fails does to the others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

import strata
from strata.play.new_table import new_table
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.live import housekeeping
from strata.server.live.housekeeping import Housekeeping
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker
from strata.server.ops.long_work import LongWork
from strata.server.ops.time_source import SteadyTime
from strata.server.storage.stored_game import UnreadableTable
from strata.server.storage.tables import TableStorage, insertion, new_row
from strata.server.storage.upkeep import Upkeep
from strata.server.timing.lost_time import LostTime
from tests.patience import PATIENCE
from tests.server.test_storage import NOW, opened

THINK_MS = 3_000


class Settling:
    """A service of which only `settle` is asked: notes the tables, and fails as it is told."""

    def __init__(self) -> None:
        self.settled: list[str] = []
        self.lost_time = LostTime(lambda: NOW, lambda seconds: None)
        self.failing: dict[str, Exception] = {}

    async def settle(self, table_id: str) -> None:
        self.settled.append(table_id)
        if table_id in self.failing:
            raise self.failing[table_id]


def steady(clock: list[int]) -> SteadyTime:
    return SteadyTime(lambda: clock[0], lambda: clock[0])


def house_of(
    service: Any,
    storage: TableStorage,
    presence: PresenceTracker,
    upkeep: Upkeep,
    clock: list[int],
) -> Housekeeping:
    """The housekeeping of a process in which it is `clock[0]`."""
    open_tables = OpenTables(storage, MeteredWorker(), LongWork(), 10)
    return Housekeeping(
        service, storage, open_tables, presence, steady(clock), upkeep, think_ms=THINK_MS
    )


def sweeps(tmp_path: Path, failing: dict[str, Exception], *after_ms: int) -> list[list[str]]:
    """Which tables each sweep takes over, so long after three computers were to act."""

    async def work() -> list[list[str]]:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage, service, clock = TableStorage(engine, write_queue), Settling(), [NOW]
            service.failing = failing
            for name in "abc":
                table = new_table(strata.game("daikuni"), {"first": "computer", "second": "me"})
                await storage.insert(name, insertion(new_row(name, table, NOW), []))
            presence = PresenceTracker(engine, write_queue, "process")
            keeping = house_of(service, storage, presence, Upkeep(engine, write_queue), clock)
            found = []
            for later in after_ms:
                clock[0] = NOW + later
                await keeping.sweep()
                found.append(sorted(service.settled))
                service.settled.clear()
            return found

    return asyncio.run(work())


def test_a_step_that_fails_keeps_no_other_from_being_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is there lapses if it is not said again, whatever else goes wrong."""
    for name in ("_SWEEP_SECONDS", "_UPKEEP_SECONDS", "HEARTBEAT_SECONDS"):
        monkeypatch.setattr(housekeeping, name, 0.01)
    beats: list[int] = []

    class Failing(Settling):
        is_full = False
        outage = None

        async def note_again(self) -> None:
            raise IntegrityError("INSERT", {}, Exception("a table that was deleted"))

    async def beat(now_ms: int) -> None:
        beats.append(now_ms)

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage, service, clock = TableStorage(engine, write_queue), Failing(), [NOW]
            presence = PresenceTracker(engine, write_queue, "process")
            monkeypatch.setattr(presence, "beat", beat)
            upkeep = Upkeep(engine, write_queue)
            keeping = house_of(service, storage, presence, upkeep, clock)
            await keeping.start()
            clock[0] += 7_000
            async with asyncio.timeout(PATIENCE):
                while beats.count(clock[0]) < 3:
                    await asyncio.sleep(0.01)
            assert await upkeep.note_start(NOW + 8_000, 500) == [NOW + 7_000]
            await keeping.stop()

    asyncio.run(work())


def test_a_computer_is_taken_over_soon_after_its_longest_time(tmp_path: Path) -> None:
    found = sweeps(tmp_path, {}, THINK_MS, THINK_MS + 9_000, THINK_MS + 10_000)
    assert found == [[], [], ["a", "b", "c"]]


def test_a_failure_that_may_pass_is_tried_again_and_one_that_cannot_is_not(tmp_path: Path) -> None:
    failing: dict[str, Exception] = {
        "a": UnreadableTable("a"),
        "b": OperationalError("SELECT", {}, Exception("the server is starting up")),
    }
    assert sweeps(tmp_path, failing, 60_000, 65_000) == [["a", "b", "c"], ["b", "c"]]


def test_a_full_database_has_room_again_when_old_tables_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file does not shrink: what counts is the pages in use."""
    monkeypatch.setattr(housekeeping, "_SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(housekeeping, "_UPKEEP_SECONDS", 0.01)
    day_ms = 24 * 3600 * 1000
    file = tmp_path / "strata.db"

    class Filled(Settling):
        is_full = False
        outage = None

        async def note_again(self) -> None:
            """There is nobody."""

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{file}") as (engine, write_queue):
            storage, service, clock = TableStorage(engine, write_queue), Filled(), [NOW]
            upkeep = Upkeep(engine, write_queue)
            empty = await upkeep.size_bytes()
            row = new_row("", new_table(strata.game("daikuni"), {"first": "me", "second": "me"}), 0)
            for number in range(50):
                long = row | {"id": f"old{number}", "changed_ms": NOW, "actions": "Kd4 " * 5000}
                await storage.insert(long["id"], insertion(long, [("first", "device", "d" * 64)]))
            keeping = Housekeeping(
                service,  # type: ignore[arg-type]
                storage,
                OpenTables(storage, MeteredWorker(), LongWork(), 10),
                PresenceTracker(engine, write_queue, "process"),
                steady(clock),
                upkeep,
                think_ms=THINK_MS,
                keep_days=1,
                most_bytes=empty + 500_000,
            )
            await keeping.start()
            was_full = service.is_full
            clock[0] += day_ms + 1
            async with asyncio.timeout(PATIENCE):
                while await storage.versions(f"old{number}" for number in range(50)):
                    await asyncio.sleep(0.01)
                assert await upkeep.size_bytes() < empty + 100_000
                while service.is_full:
                    await asyncio.sleep(0.01)
            assert was_full
            await keeping.stop()

    asyncio.run(work())
    assert file.stat().st_size > 500_000
