"""The database: migrations, many games in one commit, conflicts, who was there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

import strata
from strata.play.glicko import Rating
from strata.play.new_table import new_table
from strata.play.rematch import want_rematch
from strata.play.table import Table
from strata.server.live.presence import ALIVE_MS, PresenceTracker, present_in
from strata.server.ops.time_source import wall_ms
from strata.server.storage import my_games, opponents, writers
from strata.server.storage import write_queue as module
from strata.server.storage.alerts import Alerts
from strata.server.storage.contacts import Contacts
from strata.server.storage.engine import open_engine
from strata.server.storage.failures import DatabaseUnavailable
from strata.server.storage.migrate import migrate
from strata.server.storage.my_games import MyGames
from strata.server.storage.schema import holders, metadata
from strata.server.storage.seat_keys import new_table_id
from strata.server.storage.solvers import PuzzleResult, Solver, SolverStorage, Streak
from strata.server.storage.tables import TableFacts, TableStorage, insertion, new_row
from strata.server.storage.upkeep import Upkeep, clock_ahead_ms
from strata.server.storage.write_queue import WriteQueue, gather_seconds
from tests.patience import PATIENCE

NOW = 1_700_000_000_000
Work = Callable[[AsyncEngine, WriteQueue], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/strata.db"
    found: str = request.getfixturevalue("postgres_url")
    return found.replace("postgresql://", "postgresql+asyncpg://")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[AsyncEngine, WriteQueue]]:
    engine = open_engine(url)
    await migrate(engine)
    write_queue = WriteQueue(engine, lambda seconds: None)
    await write_queue.start()
    yield engine, write_queue
    await write_queue.stop()
    await engine.dispose()


def run(url: str, work: Work) -> None:
    async def within() -> None:
        async with opened(url) as (engine, write_queue):
            await work(engine, write_queue)

    asyncio.run(within())


def table() -> Table:
    return new_table(strata.game("daikuni"), {"first": "me", "second": "link"}, (60_000, 1_000))


async def put(store: TableStorage, name: str) -> None:
    """Store a new table under this id."""
    await store.insert(name, insertion(new_row(name, table(), NOW), []))


def test_migrations_make_what_the_schema_says(url: str) -> None:
    def compare(connection: Connection) -> list[Any]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection), metadata)
        return found

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        await migrate(engine)  # a second time: nothing to do
        async with engine.connect() as connection:
            assert await connection.run_sync(compare) == []

    run(url, work)


def test_tables_from_before_there_were_levels(tmp_path: Path) -> None:
    """They come back as they were: their computer moves at random."""
    columns = (
        "id, game, settings, start, tags, first_kind, second_kind, imported, made_ms, version, "
        "actions, kept"
    )
    old = (
        "'old', 'daikuni', '{}', '8/8/8/8/8/8/8/8 f', '{}', 'me', 'computer', 0, 1, 1, 'Kd4', '{}'"
    )

    async def work() -> None:
        engine = open_engine(f"sqlite+aiosqlite:///{tmp_path}/strata.db")
        await migrate(engine, "0001")
        async with engine.connect() as connection:
            await connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({old})"))
            await connection.commit()
        await migrate(engine)
        write_queue = WriteQueue(engine, lambda seconds: None)
        stored = await TableStorage(engine, write_queue).find("old")
        assert stored is not None
        assert stored.table(stored.replay()).computer_acts
        assert stored.table(stored.replay()).levels == {}
        await engine.dispose()

    asyncio.run(work())


def test_levels_and_definitions_are_kept(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"level{id(engine) % 10**6}"
        game = strata.game("dzura", definition="mini")
        playing = new_table(game, {"first": "me", "second": "computer"}, None, {"second": 7})
        await store.insert(name, insertion(new_row(name, playing, NOW), []))
        stored = await store.find(name)
        assert stored is not None
        assert stored.table(stored.replay()).levels == {"second": 7}
        assert stored.table(stored.replay()).record.rules == game.rules

    run(url, work)


def test_sqlite_keeps_what_it_says(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        async with engine.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar() == value

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)


def test_a_table_comes_back_as_it_was(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, playing, name = (
            TableStorage(engine, write_queue),
            table(),
            f"round{id(engine) % 10**6}",
        )
        await store.insert(name, insertion(new_row(name, playing, NOW), [("first", "device", "a")]))
        for action in ("Kd4", "Kg7", "Qa1"):
            known = playing.version
            playing.play(playing.seat or "first", action, NOW)
            assert await store.save(name, playing, known, NOW)
        stored = await store.find(name)
        assert stored is not None
        again = stored.table(stored.replay())
        assert again.record.export() == playing.record.export()
        assert (again.version, again.extras()) == (3, playing.extras())
        assert await store.seats(name, "device", "a") == ("first",)
        assert await store.seats(name, "link", "a") == ()
        assert playing.clock is not None
        assert dict(await store.running_clocks())[name] == playing.clock.deadline_ms
        assert await store.look(name) == TableFacts(3, [("first", "device", "a")], [])
        assert await store.look("nothing") == TableFacts(None, [], [])

    run(url, work)


def test_of_two_changes_of_one_version_one_is_stored(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"clash{id(engine) % 10**6}"
        await store.insert(name, insertion(new_row(name, table(), NOW), []))
        rivals = [table() for _ in range(5)]
        for rival in rivals:
            rival.play("first", "Kd4", NOW)
        saved = await asyncio.gather(*(store.save(name, rival, 0, NOW) for rival in rivals))
        assert sorted(saved) == [False] * 4 + [True]
        assert await store.versions([name, "none"]) == {name: 1}

    run(url, work)


def test_what_fails_fails_alone(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, stem = TableStorage(engine, write_queue), f"{id(engine) % 10**6}"
        good = [f"good{number}{stem}" for number in range(5)]
        names = [good[0], good[0], *good[1:]]  # one of them twice
        results = await asyncio.gather(
            *(put(store, name) for name in names),
            return_exceptions=True,
        )
        assert [type(result) for result in results if result] == [IntegrityError]
        assert set(await store.versions(good)) == set(good)

    run(url, work)


def test_who_writes_alone_does_not_wait_for_others(tmp_path: Path) -> None:
    """After a commit of several entries the next one waits a little, after a single one not."""
    rests: list[float] = []
    commits: list[int] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await asyncio.sleep(0)

    async def work() -> None:
        engine = open_engine(f"sqlite+aiosqlite:///{tmp_path}/strata.db")
        await migrate(engine)
        queue = WriteQueue(engine, lambda seconds: commits.append(1), sleep=rest)
        await queue.start()
        store = TableStorage(engine, queue)
        for number in range(3):
            await put(store, f"alone{number}")
        assert (len(commits), rests) == (3, [])
        await asyncio.gather(*(put(store, f"together{number}") for number in range(5)))
        assert 4 <= len(commits) <= 5  # the first may go alone
        await put(store, "after")
        assert len(rests) == 1
        assert 0 <= rests[0] < 0.1
        await queue.stop()
        await engine.dispose()

    asyncio.run(work())


def test_the_more_a_commit_had_the_longer_the_next_one_gathers() -> None:
    pauses = [gather_seconds(entries) for entries in (2, 3, 6, 10, 256)]
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[1] < pauses[2] < pauses[3] == pauses[4] <= 0.025


class BrokenLog:
    """A log on a full disk."""

    def __getattr__(self, level: str) -> Callable[..., None]:
        def fail(*_: object, **__: object) -> None:
            raise OSError("No space left on device")

        return fail


def test_the_queue_outlives_a_failure_and_a_log_that_fails_too(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, with the log on it: what is written later is stored again."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, stem = TableStorage(engine, write_queue), f"{id(engine) % 10**6}"
        writer: Any = write_queue._writer

        async def full(entries: object) -> list[bool]:
            reason = sqlite3.OperationalError("database or disk is full")
            reason.sqlite_errorname = "SQLITE_FULL"
            raise OperationalError("INSERT", {}, reason)

        write, writer.write = writer.write, full
        monkeypatch.setattr(module, "_log", BrokenLog())
        problems = [write_queue.problem]
        results = await asyncio.gather(
            *(put(store, f"lost{number}{stem}") for number in range(3)), return_exceptions=True
        )
        assert all(isinstance(result, DatabaseUnavailable) for result in results)
        problems.append(write_queue.problem)
        writer.write = write
        async with asyncio.timeout(PATIENCE):
            await put(store, f"kept{stem}")
        assert set(await store.versions([f"lost0{stem}", f"kept{stem}"])) == {f"kept{stem}"}
        problems.append(write_queue.problem)
        assert problems == [None, "the database is full", None]

    run(url, work)


def test_a_connection_that_does_not_answer_is_dropped(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that waits for ever, as on a dead wire: the next change takes another way."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, stem = TableStorage(engine, write_queue), f"{id(engine) % 10**6}"
        writer: Any = write_queue._writer
        await put(store, f"first{stem}")
        dead = writer._connection
        async with engine.connect() as other, other.begin():
            await other.execute(text("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(DatabaseUnavailable, match="does not answer"):
                await put(store, f"lost{stem}")
        problems = [write_queue.problem]
        await put(store, f"next{stem}")
        assert writer._connection is not dead
        assert [*problems, write_queue.problem] == ["the database does not answer", None]

    monkeypatch.setattr(writers, "_WRITE_SECONDS", 0.5)
    run(postgres_url.replace("postgresql://", "postgresql+asyncpg://"), work)


def test_errors_hold_no_values(url: str) -> None:
    """Hidden placements and hashes of keys are among them."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"twice{id(engine) % 10**6}"
        await put(store, name)
        with pytest.raises(IntegrityError) as failure:
            await put(store, name)
        said = str(failure.value).replace(str(failure.value.orig), "")
        assert "INSERT INTO tables" in said
        assert "SQL parameters hidden" in said or not failure.value.params
        assert name not in said

    run(url, work)


def test_who_is_there_and_for_how_long_not(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"there{id(engine) % 10**6}"
        await store.insert(name, insertion(new_row(name, table(), NOW), []))
        here, dying = (PresenceTracker(engine, write_queue, process + name) for process in "ab")
        assert await here.absent_ms(name, "second", NOW, NOW + 70_000) == 70_000
        await here.note(name, "second", True, NOW + 1_000)
        there = {"first": False, "second": True}
        assert await here.present(name, NOW + 2_000) == there
        assert present_in((await store.look(name)).presence, NOW + 2_000) == there
        assert await here.absent_ms(name, "second", NOW, NOW + 2_000) == 0
        await here.note(name, "second", False, NOW + 10_000)
        assert await here.absent_ms(name, "second", NOW, NOW + 75_000) == 65_000
        await dying.note(name, "second", True, NOW + 10_000)  # and is never heard of again
        assert (await here.present(name, NOW + 10_000 + ALIVE_MS - 1))["second"]
        assert not (await here.present(name, NOW + 10_000 + ALIVE_MS))["second"]
        await dying.beat(NOW + 60_000)
        assert (await here.present(name, NOW + 90_000))["second"]

    run(url, work)


def test_an_outage_is_owed_until_it_is_given_back(tmp_path: Path) -> None:
    """By every process that starts meanwhile, also if another one is killed over it."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        upkeep = Upkeep(engine, write_queue)
        assert await upkeep.note_start(NOW, 8_000) == []
        await upkeep.beat(NOW + 5_000)
        await upkeep.beat(NOW + 4_000)  # of a process that is late
        assert await upkeep.note_start(NOW + 10_000, 8_000) == []
        away, back = NOW + 10_000, NOW + 60_000
        assert await upkeep.note_start(back, 8_000) == [away]
        assert await upkeep.note_start(back, 8_000) == [away]
        assert await upkeep.note_start(back + 1_000, 8_000) == [away]
        # All were killed, and for long: who had time back has lost more since.
        assert await upkeep.note_start(back + 20_000, 8_000) == [away, back + 1_000]
        await upkeep.end_outages(away + 1)
        assert await upkeep.note_start(back + 21_000, 8_000) == [away]
        await upkeep.end_outages(away)
        assert await upkeep.note_start(back + 22_000, 8_000) == []

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)


def test_tables_that_nobody_changed_for_long_are_dropped(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, upkeep = TableStorage(engine, write_queue), Upkeep(engine, write_queue)
        old, new = f"old{id(engine) % 10**6}", f"new{id(engine) % 10**6}"
        holders: list[Any] = [("first", "device", "a")]
        for name, made_ms in ((old, 1_000), (new, 9_000)):
            await store.insert(name, insertion(new_row(name, table(), made_ms), holders))
        await PresenceTracker(engine, write_queue, "process").note(old, "first", True, 1_000)
        assert await upkeep.drop_old(5_000) == 1
        assert await upkeep.drop_old(5_000) == 0
        assert await store.find(old) is None
        assert await store.find(new) is not None
        assert await upkeep.size_bytes() > 10_000

    run(url, work)


def test_clocks_that_differ_are_noticed(postgres_url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        def here() -> int:
            return wall_ms() + ahead_ms

        for ahead_ms in (-8_000, 0, 8_000):
            assert abs(await clock_ahead_ms(engine, here) - ahead_ms) < 4_000

    run(postgres_url.replace("postgresql://", "postgresql+asyncpg://"), work)


def test_seats_are_given_up(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"seat{id(engine) % 10**6}"
        holders: list[Any] = [("first", "device", name), ("second", "link", name)]
        await store.insert(name, insertion(new_row(name, table(), NOW), holders))
        assert await store.tables_of(name) == [name]
        await store.give_up_seats(name)
        assert await store.tables_of(name) == []
        assert await store.seats(name, "link", name) == ("second",)

    run(url, work)


def test_results_of_puzzles_are_changed_by_one_process_at_a_time(url: str) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store = SolverStorage(engine, write_queue)
        assert await store.of("ann") == {}
        first = Solver(rating=Rating(1600.5), best_streak=2, streak=Streak(("a",), "b", False))
        failed = {"a": PuzzleResult(clean=False, solved=False)}
        assert await store.change("ann", "daikuni", first, failed, NOW)
        assert not await store.change("ann", "daikuni", first, {}, NOW), "it is there already"
        (found,) = (await store.of("ann")).values()
        assert (found.rating, found.streak) == (first.rating, first.streak)
        assert found.results == failed
        solved = {"a": PuzzleResult(clean=True, solved=True)}
        assert await store.change("ann", "daikuni", found, solved, NOW)
        assert not await store.change("ann", "daikuni", found, {}, NOW), "another was faster"
        (later,) = (await store.of("ann")).values()
        assert later.results == {"a": PuzzleResult(clean=False, solved=True)}
        await store.forget("ann")
        assert await store.of("ann") == {}

    run(url, work)


def test_a_writer_asks_as_often_as_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process writes; whoever asks less and less often never gets a turn."""
    waits: list[float] = []
    other = sqlite3.connect(tmp_path / "strata.db", isolation_level=None, check_same_thread=False)

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 40:
            other.execute("COMMIT")

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store = TableStorage(engine, write_queue)
        await put(store, "before")
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr("strata.server.storage.writers.time.sleep", wait)
        await put(store, "after")
        assert await store.find("after") is not None

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)
    other.close()
    assert len(waits) == 40
    assert max(waits) < 0.001


def test_the_list_of_games_looks_at_so_many_seats(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many somebody has: games that go on first, and the latest of each."""
    device = f"many{id(monkeypatch) % 10**9}"
    monkeypatch.setattr(my_games, "_SELECT", my_games.selection(3))

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, games = TableStorage(engine, write_queue), MyGames(engine, write_queue)
        for number in range(12):
            playing = table()
            name = f"{device[-9:]}{number:02}"
            row = new_row(name, playing, NOW + number)
            await store.insert(name, insertion(row, [("first", "device", device)]))
            if number % 2:
                playing.resign("first", NOW + 100 - number)
                assert await store.save(name, playing, 0, NOW + 100 - number)
        found = [(int(one.id[-2:]), one.outcome is None) for one in await games.of(device, 100)]
        assert found == [(10, True), (8, True), (6, True), (7, False), (9, False), (11, False)]
        assert [int(one.id[-2:]) for one in await games.of(device, 4)] == [10, 8, 6, 7]

    run(url, work)


def test_a_game_is_over_since_its_end(url: str) -> None:
    """A wish for another one does not make it the game that ended last."""
    device = f"{NOW:032}{'d' * 32}"

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, games = TableStorage(engine, write_queue), MyGames(engine, write_queue)
        playing = table()
        name = f"over-{url[:4]}"
        await store.insert(
            name, insertion(new_row(name, playing, NOW), [("first", "device", device)])
        )
        playing.resign("first", NOW + 100)
        assert await store.save(name, playing, 0, NOW + 100)
        known = playing.version
        want_rematch(playing, "second")
        assert await store.save(name, playing, known, NOW + 900)
        assert [one.since_ms for one in await games.of(device, 10)] == [NOW + 100]

    run(url, work)


def test_the_list_of_games_is_found_by_an_index(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        query = str(my_games.selection(3).compile(engine, compile_kwargs={"literal_binds": False}))
        async with engine.connect() as connection:
            found = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {query}", tuple("x" * query.count("?"))
            )
            plan = [row[-1] for row in found]
        searched = "SEARCH holders USING INDEX holders_by_device (hash=? AND finished=?)"
        assert plan.count(searched) == 2, plan
        assert not any(step.startswith("SCAN ") and "tables" in step for step in plan), plan

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)


def test_seats_from_before_the_list_had_an_index(tmp_path: Path) -> None:
    """They are found as they were: since when, and whether the game is over."""
    columns = (
        "id, game, settings, start, tags, first_kind, second_kind, imported, made_ms, version, "
        "actions, kept, ended"
    )
    old = "'daikuni', '{}', '8/8/8/8/8/8/8/8 f', '{}', 'me', 'me', 0, 7, 1, 'Kd4', '{}'"

    async def work() -> None:
        engine = open_engine(f"sqlite+aiosqlite:///{tmp_path}/strata.db")
        await migrate(engine, "0007")
        async with engine.connect() as connection:
            for name, ended in (("a", "NULL"), ("b", "'{}'")):
                given = f"'{name}', {old}, {ended}"
                await connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({given})"))
                given = f"'{name}', 'first', 'device', 'ann'"
                await connection.execute(text(f"INSERT INTO holders VALUES ({given})"))
            await connection.commit()
        await migrate(engine)
        async with engine.connect() as connection:
            rows = await connection.execute(
                text("SELECT table_id, since_ms, finished FROM holders ORDER BY table_id")
            )
            assert [tuple(row) for row in rows] == [("a", 7, 0), ("b", 7, 1)]
        await engine.dispose()

    asyncio.run(work())


def test_what_is_due_names_its_contact(url: str) -> None:
    """Also where several clients gave the same address, and where it is gone."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, name = TableStorage(engine, write_queue), f"due{id(engine) % 10**6}"
        contacts, alerts = Contacts(engine, write_queue), Alerts(engine, write_queue, 0)
        holders: list[Any] = [("first", "device", f"{name}{end}") for end in "ab"]
        await store.insert(name, insertion(new_row(name, table(), NOW), holders))
        address, endpoint = f"{name}@example.org", f"https://push.example/{name}"
        for number, (_, _, device) in enumerate(holders):
            await contacts.ask_address(device, address, NOW + number)
            await contacts.confirm(device, address, NOW)
        await contacts.subscribe(f"{name}a", endpoint, "key", "auth", NOW)
        await alerts.write(name, "first", "turn", NOW, wait_ms=0)

        async def due() -> list[tuple[str, str, str]]:
            found = await alerts.due(NOW, NOW, 100)
            own = [one for one in found if one.alert.table_id == name]
            return sorted((one.channel, one.address, one.device) for one in own)

        push = ("push", endpoint, f"{name}a")
        assert await due() == [("mail", address, f"{name}a"), push]
        assert await alerts.due(NOW + 1, NOW + 2, 100) == []
        await contacts.end_mail(address, NOW)
        assert await due() == [("push", "", ""), push]

    run(url, work)


def test_who_plays_with_another_person(url: str) -> None:
    """Their addresses are kept until the game is over, or the seat is given up."""
    ann, ben, here, there = (f"{NOW}{url[:4]}{each}" for each in ("ann", "ben", "here", "there"))

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, pairs = TableStorage(engine, write_queue), opponents.Opponents(engine, write_queue)

        async def playing(
            device: str = "", address: str | None = None, *, since: int = 0, seen_since: int = 0
        ) -> Any:
            return tuple(await pairs.playing("daikuni", device, address, since, seen_since))

        async def addresses() -> list[str | None]:
            async with engine.connect() as connection:
                which = select(holders.c.address).where(holders.c.hash.in_([ann, ben]))
                return sorted((await connection.execute(which)).scalars(), key=str)

        one, two = new_table_id(), new_table_id()
        for name, mate in ((one, ann), (two, ben)):
            row = new_row(name, game := table(), NOW)
            held = [("first", "device", ann), ("second", "device", mate)]
            await store.insert(name, insertion(row, held))  # type: ignore[arg-type]
            for device, address in ((ann, here), (ben, there)):
                await pairs.note_address(name, device, address, NOW)
            is_with_another = name == two
            assert await playing(ann, here) == (is_with_another, is_with_another), name
        assert await playing(ben) == (True, False)
        assert await playing("", there) == (False, True)
        assert await playing("", None) == (False, False)
        assert tuple(await pairs.playing("kyo", ann, here, 0, 0)) == (False, False)
        assert await playing(ann, here, seen_since=NOW) == (True, False), "not seen there since"
        for later_ms, is_noted in ((3600_000, False), (25 * 3600_000, True)):
            await pairs.note_address(two, ann, here, NOW + later_ms)
            assert await playing("", here, seen_since=NOW) == (False, is_noted)
        assert await playing(ann, here, since=NOW) == (False, False), "untouched since then"
        assert await addresses() == [here, here, here, there]
        game.resign("first", NOW + 1)
        assert await store.save(two, game, 0, NOW + 1)
        assert await playing(ann, here) == (False, False)
        await pairs.note_address(two, ann, there, NOW)  # as somebody looks at it again
        assert await addresses() == [here, here, None, None]
        await store.give_up_seats(ann)
        assert await addresses() == [None]

    run(url, work)


def test_who_plays_is_found_by_indexes(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        query = str(opponents.WHO_PLAYS.compile(engine))
        async with engine.connect() as connection:
            found = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {query}", tuple("x" * query.count("?"))
            )
            plan = [row[-1] for row in found]
        assert "SEARCH mine USING INDEX holders_by_device (hash=? AND finished=?)" in plan, plan
        assert "SEARCH mine USING INDEX holders_by_address (address=?)" in plan, plan
        assert not any(step.startswith("SCAN ") and "CONSTANT" not in step for step in plan), plan

    run(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)
