"""Faults: what players were told stays, they are told what is wrong, and all goes on by itself.

`python benchmarks/faults.py` runs the same trials for longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from litestar.testing import TestClient, WebSocketTestSession
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from strata.server import run as server_run
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.ops.time_source import wall_ms
from strata.server.storage.engine import open_engine
from strata.server.storage.failures import DatabaseUnavailable
from strata.server.storage.tables import TableStorage
from strata.server.storage.write_queue import WriteQueue
from tests.patience import PATIENCE
from tests.server.acknowledged import Account
from tests.server.fault_trial import Plan, run_trial, running_stand
from tests.server.offered import offered
from tests.server.processes import NO_TLS, Device, Player, Server, wait_until
from tests.server.services import new_postgres
from tests.server.test_storage import put
from tests.server.test_storage import run as run_storage

NO_ANSWER = "the database does not answer"


def tried(plan: Plan, folder: Path) -> Account:
    account = Account()
    with running_stand(plan, folder) as stand:
        asyncio.run(run_trial(plan, stand, account))
    return account


# The accounts themselves.


def told(*actions: str) -> Account:
    """The account of a table with these actions, which were all sent and told."""
    account = Account()
    table = account.open("table")
    for version, action in enumerate(actions):
        table.send(version, action)
    table.tell("first", len(actions), actions, at_least=0)
    assert account.is_clean()
    return account


@pytest.mark.parametrize(
    ("stored", "lost", "doubled"),
    [
        ((3, ["a", "b", "c"]), 0, 0),
        ((2, ["a", "b"]), 1, 0),
        ((3, ["a", "c", "b"]), 2, 0),
        ((4, ["a", "b", "c", "c"]), 0, 1),
        ((3, ["a", "b", "c", "d"]), 0, 1),
        ((0, []), 3, 0),
    ],
    ids=["kept", "lost", "out of order", "doubled", "without a version", "nothing"],
)
def test_an_account_knows_what_is_lost_or_doubled(
    stored: tuple[int, list[str]], lost: int, doubled: int
) -> None:
    account = told("a", "b", "c")
    account.tables[0].check({"table": stored}, 3)
    assert (account.lost, account.doubled) == (lost, doubled)
    assert account.is_clean() == (lost == doubled == 0)


def test_an_account_knows_a_version_that_goes_back() -> None:
    account = told("a", "b", "c")
    account.tables[0].tell("second", 2, ["a", "b"], at_least=0)  # has not heard of it yet
    assert account.is_clean()
    account.tables[0].tell("second", 2, ["a", "b"], at_least=3)  # connected after it was told
    account.tables[0].tell("first", 2, ["a", "b"], at_least=0)
    assert len(account.violations) == 2


# Kills.


def test_a_server_that_is_killed(tmp_path: Path) -> None:
    account = tried(Plan(kills=3, games=3, play_seconds=1, away_seconds=0.5), tmp_path)
    assert account.is_clean(), account.report()
    assert account.kills.total() == 3


def test_a_database_that_is_killed(tmp_path: Path) -> None:
    plan = Plan(2, 3, "database", "postgresql", play_seconds=1, away_seconds=1)
    account = tried(plan, tmp_path)
    assert account.is_clean(), account.report()
    assert set(account.closed) <= {1011}, account.report()


def test_a_server_that_is_told_to_end(tmp_path: Path) -> None:
    account = tried(Plan(2, 3, "stop", play_seconds=1, away_seconds=0.5), tmp_path)
    assert account.is_clean(), account.report()
    assert set(account.closed) == {1012}, account.report()


# What players and watchers of the server are told.


def closing(player: Player) -> tuple[int, str]:
    """Code and reason of the end of the socket."""
    with pytest.raises(ConnectionClosed) as closed:
        player.hear("")  # what never comes
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def closing_at_once(device: Device, table_id: str) -> tuple[int, str]:
    """The same, of somebody who connects now."""
    with pytest.raises(ConnectionClosed) as closed:
        device.sit(table_id)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def health(server: Server) -> tuple[int, str]:
    answer = httpx.get(f"http://{server.base}/health", timeout=PATIENCE, verify=NO_TLS)
    return answer.status_code, answer.json()["status"]


def expect_told(device: Device, table_id: str, reason: str) -> None:
    """Nothing can be stored: whoever comes is told why."""
    assert closing_at_once(device, table_id) == (1011, reason)
    answer = device.http.post("/api/tables", json={"game": "kyo", "first": "me", "second": "me"})
    assert (answer.status_code, answer.json()["detail"]) == (503, f"{reason}: try again")
    assert health(device.server) == (503, reason)


def expect_well(device: Device, table_id: str, *actions: str) -> None:
    """The game goes on where it was."""
    wait_until(lambda: health(device.server) == (200, "ok"), "the database")
    with device.sit(table_id) as player:
        assert [move[1] for move in player.moves] == [*actions]
        player.play()


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server can grow, neither the database nor the log."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="sets a limit of another process")
def test_a_disk_without_room(tmp_path: Path) -> None:
    reason = "the database file cannot be read or written"  # a limit is not called a full disk
    with Server(tmp_path) as server:
        ann = Device(server)
        table_id = ann.make("me", "me")["id"]
        player = ann.sit(table_id)
        player.play("Kd4")
        with full_disk(server):
            player.say("play", action="Kg7")
            assert closing(player) == (1011, reason)
            expect_told(ann, table_id, reason)
        expect_well(ann, table_id, "Kd4")


def test_a_database_without_room(tmp_path: Path) -> None:
    """SQLite says so itself, here because of its own limit of pages."""

    async def work(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        store, writer = TableStorage(engine, write_queue), cast("Any", write_queue._writer)
        await put(store, "before")
        database = writer._connection.driver_connection
        database.execute("PRAGMA max_page_count = 1")  # no more than there are
        many = (put(store, f"table{number}") for number in range(1000))
        results = await asyncio.gather(*many, return_exceptions=True)
        failed = [str(result) for result in results if isinstance(result, DatabaseUnavailable)]
        assert set(failed) == {"the database is full"}
        await put(store, "after")  # on a connection without the limit
        assert write_queue.problem is None
        assert set(await store.versions(["before", "after"])) == {"before", "after"}

    run_storage(f"sqlite+aiosqlite:///{tmp_path}/strata.db", work)


def test_a_file_that_cannot_be_read_for_a_while(tmp_path: Path) -> None:
    """A disk that fails: who reads is told, and reads again when the disk is well."""
    path = tmp_path / "strata.db"
    url = f"sqlite+aiosqlite:///{path}"

    async def fill(engine: AsyncEngine, write_queue: WriteQueue) -> None:
        await put(TableStorage(engine, write_queue), "before")

    async def read() -> None:
        kept = path.read_bytes()
        path.write_bytes(b"\0" * 100 + kept[100:])
        engine = open_engine(url)
        store = TableStorage(engine, WriteQueue(engine, lambda seconds: None))
        for _ in range(10):  # in each of the threads that read
            with pytest.raises(DatabaseUnavailable):
                await store.versions(["before"])
        path.write_bytes(kept)
        assert set(await store.versions(["before"])) == {"before"}
        await engine.dispose()

    run_storage(url, fill)
    asyncio.run(read())


def ask_postgres(url: str, *statements: str) -> None:
    async def work() -> None:
        engine = open_engine(url.replace("postgresql://", "postgresql+asyncpg://"))
        async with engine.connect() as connection:
            direct = await connection.execution_options(isolation_level="AUTOCOMMIT")
            for statement in statements:
                await direct.execute(text(statement))
        await engine.dispose()

    asyncio.run(work())


def test_a_database_that_becomes_read_only(tmp_path: Path, postgres_url: str) -> None:
    """As after a failover: statements are answered, changes are not stored."""
    name, reason = "becomes_read_only", "the database is read-only"
    disconnect = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    ask_postgres(postgres_url, f"CREATE DATABASE {name}")
    url = make_url(postgres_url).set(database=name).render_as_string()
    with Server(tmp_path, STRATA_DATABASE_URL=url) as server:
        ann = Device(server)
        table_id = ann.make("me", "me")["id"]
        player = ann.sit(table_id)
        player.play("Kd4")
        setting = f"ALTER DATABASE {name} SET default_transaction_read_only"
        ask_postgres(postgres_url, f"{setting} = on", disconnect)
        wait_until(lambda: health(server) == (503, reason), "the server to notice")
        player.say("play", action="Kg7")
        assert closing(player) == (1011, reason)
        expect_told(ann, table_id, reason)
        ask_postgres(postgres_url, f"{setting} = off", disconnect)
        expect_well(ann, table_id, "Kd4")


def test_a_database_that_is_away(tmp_path: Path) -> None:
    with new_postgres() as postgres:
        postgres.start()
        with Server(tmp_path, STRATA_DATABASE_URL=postgres.url) as server:
            ann, ben = Device(server), Device(server)
            made = ann.make()
            table_id = made["id"]
            ben.join(table_id, made["keys"]["second"])
            first, second = ann.sit(table_id), ben.sit(table_id)
            first.play("Kd4")
            assert second.reach(1)["choices"]
            postgres.kill()
            second.say("play", action=offered(second.state)[0])
            assert closing(second) == (1011, NO_ANSWER)
            expect_told(ben, table_id, NO_ANSWER)
            answer = httpx.get(
                f"http://{server.base}/api/tables/{table_id}", timeout=PATIENCE, verify=NO_TLS
            )
            assert answer.status_code == 503
            postgres.start()
            # Whoever left meanwhile is not there any more, and is seen when they come again.
            while first.table["seats"]["second"]["present"]:
                first.hear("presence")
            expect_well(ben, table_id, "Kd4")
            first.reach(2)
            postgres.kill()
            server.end()  # in order, also without a database
            assert closing(first)[0] == 1012
            assert "Traceback" not in server.log()


# Clocks of machines.


@pytest.mark.parametrize(("ahead_ms", "said"), [(3_000, "ahead of"), (-3_000, "behind")])
def test_a_clock_that_is_wrong_keeps_a_server_from_starting(
    config: Config,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    ahead_ms: int,
    said: str,
) -> None:
    url = postgres_url.replace("postgresql://", "postgresql+asyncpg://")
    shared = msgspec.structs.replace(config, database_url=url)
    asyncio.run(server_run._prepare(shared))
    monkeypatch.setattr(server_run, "wall_ms", lambda: wall_ms() + ahead_ms)
    with pytest.raises(server_run.CannotStart, match=f"clock is .* {said} the database's"):
        asyncio.run(server_run._prepare(shared))


def test_clocks_that_differ_lose_and_double_nothing(config: Config, postgres_url: str) -> None:
    """A clock that goes wrong later is logged; what happened first is decided by versions."""
    url = postgres_url.replace("postgresql://", "postgresql+asyncpg://")
    shared = msgspec.structs.replace(config, database_url=url, secret="of both processes")

    def off(by_ms: int) -> Callable[[], int]:
        return lambda: wall_ms() + by_ms

    with (
        capture_logs() as logged,
        TestClient(create_app(shared, now_ms=off(30_000))) as early,
        TestClient(create_app(shared, now_ms=off(-30_000))) as late,
    ):
        new = {"game": "daikuni", "first": "me", "second": "me"}
        table_id = early.post("/api/tables", json=new).json()["id"]
        late.cookies = early.cookies
        path = f"/api/tables/{table_id}/live"
        with early.websocket_connect(path) as here, late.websocket_connect(path) as there:
            for socket in (here, there):
                assert socket.receive_json()["type"] == "welcome"
            for version in range(6):
                states = [_fresh(socket) for socket in (here, there)]
                assert [state["version"] for state in states] == [version] * 2
                acting = (here, there)[version % 2]
                action = offered(states[0])[0]
                for socket in (acting, here, there):  # once, and twice too late
                    socket.send_json({"type": "play", "version": version, "action": action})
            assert [_fresh(socket)["version"] for socket in (here, there)] == [6] * 2
    differing = [line["ahead_ms"] > 0 for line in logged if line["event"] == "clock-differs"]
    assert sorted(differing) == [False, True]


def _fresh(socket: WebSocketTestSession) -> dict[str, Any]:
    """The state of the table after everything that was sent before."""
    socket.send_json({"type": "resync"})
    while (message := socket.receive_json())["type"] != "welcome":
        pass
    state: dict[str, Any] = message["table"]["state"]
    return state
