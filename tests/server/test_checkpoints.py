"""Checkpoints of SQLite: beside the commits, complete, and no harm if they fail."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.engine import open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.sqlite import checkpoints
from strata.server.storage.studies import StoredStudy, StudyStorage
from strata.server.storage.write_queue import WriteQueue
from tests.server.test_storage import BrokenLog

LONG = "x" * 40_000
"""Ten pages."""


@pytest.fixture(autouse=True)
def _sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "_PAGES", 500)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[StudyStorage]:
    engine: AsyncEngine = open_engine(f"sqlite+aiosqlite:///{folder}/strata.db")
    await migrate(engine)
    queue = WriteQueue(engine, lambda seconds: None)
    await queue.start()
    yield StudyStorage(engine, queue)
    await queue.stop()
    await engine.dispose()


async def put(store: StudyStorage, name: str, text: str = LONG) -> None:
    await store.create(StoredStudy(name, "ann", "", "daikuni", None, text, 0, 1, 1))


def in_the_file(folder: Path) -> int:
    """How many studies the database file holds without its log."""
    shutil.copy(folder / "strata.db", folder / "copy.db")
    with closing(sqlite3.connect(folder / "copy.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM studies").fetchone()[0])


async def finished() -> None:
    """Wait until no checkpoint runs any more."""
    mine = asyncio.current_task()
    while others := [
        task
        for task in asyncio.all_tasks() - {mine}
        if getattr(task.get_coro(), "__qualname__", "") == "Checkpoints._run"
    ]:
        await asyncio.wait(others)


def test_much_that_was_written_gets_into_the_file(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            file = tmp_path / "strata.db"
            before = file.stat().st_size
            await put(store, "short", "x")
            await finished()
            assert file.stat().st_size == before
            for number in range(60):
                await put(store, f"long{number}")
                await finished()
            # What came after the last checkpoint is still in the log.
            assert in_the_file(tmp_path) > 30

    asyncio.run(work())


def test_the_log_begins_anew(tmp_path: Path) -> None:
    """However much is written, it does not grow without end."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            for number in range(400):  # 16 MB
                await put(store, f"long{number}")
                await finished()
            log = tmp_path / "strata.db-wal"
            assert log.stat().st_size < 5_000_000

    asyncio.run(work())


def test_what_comes_after_the_last_round_is_copied_between_two_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the log would not begin anew while much is written: commits fall into every round."""
    monkeypatch.setattr(checkpoints.Checkpoints, "_copy", lambda self: None)  # all came after it

    async def work() -> None:
        async with opened(tmp_path) as store:

            async def write_on(who: str) -> None:
                for number in range(200):
                    await put(store, f"{who}{number}")

            await asyncio.gather(*(write_on(who) for who in "abcd"))  # 32 MB
            assert (tmp_path / "strata.db-wal").stat().st_size < 10_000_000

    asyncio.run(work())


def test_failures_stop_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither that of a checkpoint nor that of the log that is to tell of it; the next works."""
    tried: list[int] = []
    copy = checkpoints.Checkpoints._copy

    def fail_once(self: checkpoints.Checkpoints) -> None:
        if str(tmp_path) in str(self._engine.url):  # a server of other tests may run as well
            tried.append(len(tried))
            if len(tried) == 1:
                raise sqlite3.OperationalError("disk I/O error")
        copy(self)

    monkeypatch.setattr(checkpoints.Checkpoints, "_copy", fail_once)
    monkeypatch.setattr(checkpoints, "_log", BrokenLog())

    async def work() -> None:
        async with opened(tmp_path) as store:
            for number in range(100):
                await put(store, f"long{number}")
                await finished()
            assert len(tried) == 2
            assert in_the_file(tmp_path) > 60

    asyncio.run(work())
