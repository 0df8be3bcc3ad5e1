"""What takes long: it is done elsewhere, once, within limits, and paid for by who asks."""

from __future__ import annotations

import asyncio
import gzip
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import strata
from strata.play.table import Table
from strata.server.app import create_app
from strata.server.config import Config
from strata.server.engines.metered_worker import MeteredWorker, WorkerBusy
from strata.server.http.access.compression import compressed
from strata.server.live import open_tables as module
from strata.server.live.open_tables import OpenTables
from strata.server.ops.long_work import LongWork
from strata.server.storage.stored_game import StoredGame, find_codes
from strata.server.storage.tables import TableStorage, insertion, new_row
from strata.server.views.move_list import MoveList
from strata.server.views.table_views import TableViews
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.offered import offered
from tests.server.test_http import make, problem
from tests.server.test_storage import opened

NOW = 1_700_000_000_000


def long_record(game: str, actions: int) -> strata.Record:
    """A random game; one that is over goes on no more."""
    for seed in range(100):
        chance = random.Random(seed)
        record = strata.game(game).record()
        while record.length < actions and record.seat is not None:
            record.play(chance.choice(record.actions()))
        if record.length == actions:
            return record
    raise AssertionError("no game is that long")


def test_a_record_that_is_too_long_is_refused(limited: Callable[..., Config]) -> None:
    text = long_record("kyo", 40).export()
    with TestClient(create_app(limited(game_actions=39))) as client:
        status, detail = problem(client.post("/api/records", json={"text": text}))
        assert status == 400
        assert "got 40 actions, expected at most 39" in detail
    with TestClient(create_app(limited(game_actions=40))) as client:
        assert client.post("/api/records", json={"text": text}).status_code == 201


def test_a_game_that_is_too_long_ends_otherwise(limited: Callable[..., Config]) -> None:
    with TestClient(create_app(limited(game_actions=2))) as client:
        table_id = make(client, second="me")["id"]
        with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
            heard: dict[str, Any] = socket.receive_json(timeout=PATIENCE)["table"]["state"]
            for _ in range(2):
                action = offered(heard)[0]
                socket.send_json({"type": "play", "version": heard["version"], "action": action})
                heard = socket.receive_json(timeout=PATIENCE)["state"]
            action = offered(heard)[0]
            socket.send_json({"type": "play", "version": 2, "action": action})
            refused = socket.receive_json(timeout=PATIENCE)
            assert refused["code"] == "not-allowed"
            assert "agree to a draw or resign" in refused["detail"]
            socket.send_json({"type": "resign", "version": 2})
            assert socket.receive_json(timeout=PATIENCE)["state"]["outcome"]


def test_a_long_table_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = long_record("kyo", 120)
    read: list[str] = []

    class Counting(MeteredWorker):
        async def run(self, owner: str, work: Any, *given: Any) -> Any:  # type: ignore[override]
            read.append(owner)
            await asyncio.sleep(0.05)
            return work(*given)

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage = TableStorage(engine, write_queue)
            table = Table(record, {"first": "me", "second": "me"}, imported=True)
            await storage.insert("long", insertion(new_row("long", table, NOW), []))
            tables = OpenTables(storage, Counting(), LongWork(), 10)
            found = await asyncio.gather(*(tables.open("long", "ann") for _ in range(20)))
            assert read == ["ann"]
            assert len(set(map(id, found))) == 1
            open_table = found[0]
            assert open_table is not None
            assert open_table.table.record.export() == record.export()
            assert open_table.unpaid_seconds > 0
            assert await tables.open("none") is None

    asyncio.run(work())


def test_a_long_table_is_rebuilt_in_steps() -> None:
    record = long_record("kyo", 120)
    table = Table(record, {"first": "me", "second": "me"}, imported=True)
    row = new_row("long", table, NOW)
    stored = StoredGame(
        **{name: row[name] for name in ("id", "game", "definition", "settings", "start", "tags")},
        kinds=table.kinds,
        levels={},
        imported=True,
        made_ms=NOW,
        version=0,
        actions=row["actions"],
        kept=row["kept"],
        held=frozenset(),
    )
    tables: list[Table] = []
    lengths = []
    for _ in stored.rebuild(find_codes(stored), tables):
        assert not tables
        lengths.append(1)
    assert len(lengths) == record.length
    (rebuilt,) = tables
    assert rebuilt.record.export() == record.export()
    assert rebuilt.turns.actions == table.turns.actions

    views = TableViews(rebuilt)
    assert sum(1 for _ in views.prepare(())) >= record.length
    moves = views.of(()).moves
    assert [move.action for move in moves] == [str(action) for action in record.played]

    listed = MoveList(rebuilt)
    steps = listed.prepare()
    next(steps)
    assert [*listed.current()] == [*moves], "a reader that does not lock the table"
    assert list(steps) == []
    assert [*listed.current()] == [*moves]


def test_few_actions_are_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ACTIONS", 25)
    monkeypatch.setattr(module, "_COUNTED_EVERY", 1)

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage = TableStorage(engine, write_queue)
            for name in "abcd":
                table = Table(long_record("kyo", 10), {"first": "me", "second": "me"})
                await storage.insert(name, insertion(new_row(name, table, NOW), []))
            tables = OpenTables(storage, MeteredWorker(), LongWork(), 200)
            for name in "abcd":
                await tables.open(name)
            assert [name for name in "abcd" if tables.opened(name)] == ["c", "d"]

    asyncio.run(work())


def test_what_another_process_changed_is_not_replayed_whole(tmp_path: Path) -> None:
    record = long_record("kyo", 150)

    class NotNeeded(MeteredWorker):
        async def run(self, owner: str, work: Any, *given: Any) -> Any:  # type: ignore[override]
            raise AssertionError("the game is known already")

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage = TableStorage(engine, write_queue)
            begun = strata.game("kyo").record().play_all(record.played[:20])
            table = Table(begun, {"first": "me", "second": "me"})
            await storage.insert("t", insertion(new_row("t", table, NOW), []))
            here = OpenTables(storage, NotNeeded(), LongWork(), 10)
            open_table = await here.open("t")
            assert open_table is not None
            assert open_table.table.record is not begun
            for action in record.played[20:25]:
                known = table.version
                table.play(table.seat or "first", action, NOW)
                await storage.save("t", table, known, NOW)
            await here.reload(open_table)
            assert open_table.table.record.export() == table.record.export()
            known = table.version
            table.undo_turn(table.turns.last_seat or "first", NOW)
            await storage.save("t", table, known, NOW)
            await here.reload(open_table)
            assert open_table.table.record.export() == table.record.export()
            assert open_table.table.version == table.version

    asyncio.run(work())


def test_work_is_paid_for(limited: Callable[..., Config]) -> None:
    """A client in debt gets nothing that takes long, and everything else."""
    text = strata.game("dzura").shipped_definitions()["mini"]
    with TestClient(create_app(limited(work_ms_per_second=1))) as client:
        answers = [
            client.post("/api/games/dzura/definition", json={"text": text + "# more\n" * 5000})
            for _ in range(3)
        ]
        assert answers[0].status_code == 200
        status, detail = problem(answers[-1])
        assert (status, "too many expensive requests" in detail) == (429, True)
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert client.get("/api/games").status_code == 200
        make(client)


def test_errors_come_back_from_the_worker_as_they_are(client: Client) -> None:
    status, detail = problem(client.post("/api/records", json={"text": '[Strata "1"]\nnonsense'}))
    assert (status, detail.startswith("line 2: ")) == (400, True)
    answer = client.post("/api/games/dzura/definition", json={"text": "format = 7\n"})
    assert problem(answer)[0] == 400
    assert "format" in problem(answer)[1]
    answer = client.post("/api/games/nonsense/definition", json={"text": "a\n"})
    assert problem(answer)[0] == 404


def test_a_reader_that_fails_says_so() -> None:
    async def work() -> None:
        worker = MeteredWorker()
        with pytest.raises(WorkerBusy, match="the request took too long"):
            await worker.run("ann", _end_the_process)
        assert await worker.run("ann", abs, -3) == 3
        worker.stop()

    asyncio.run(work())


def test_work_without_end_is_ended() -> None:
    """By its processor time: a machine that does much else makes nothing too long."""

    async def work() -> None:
        paid: list[float] = []
        worker = MeteredWorker(lambda owner, seconds: paid.append(seconds), most_seconds=0.2)
        with pytest.raises(WorkerBusy, match="the request took too long"):
            await worker.run("ann", _never_end)
        await worker.run("ann", time.sleep, 0.4)
        worker.stop()
        assert paid[0] == 0.2
        assert paid[1] < 0.2

    asyncio.run(work())


def _never_end() -> None:
    while True:
        pass


def test_what_fails_is_paid_for_too() -> None:
    """Also if it takes less than a tick of the system."""

    async def work() -> None:
        paid: list[tuple[str, float]] = []
        worker = MeteredWorker(lambda owner, seconds: paid.append((owner, seconds)))
        for _ in range(20):
            with pytest.raises(strata.InvalidPosition):
                await worker.run("ann", _fail_after_work)
        with pytest.raises(WorkerBusy):
            await worker.run("ben", _end_the_process)
        worker.stop()
        assert [owner for owner, _ in paid] == ["ann"] * 20 + ["ben"]
        assert all(seconds > 0 for _, seconds in paid)

    asyncio.run(work())


def _fail_after_work() -> None:
    sum(range(200_000))
    raise strata.InvalidPosition("no")


def test_nobody_has_many_waiting() -> None:
    """Who asks for more is refused at once, and somebody else is served."""

    async def work() -> None:
        worker = MeteredWorker()
        asked = [asyncio.create_task(worker.run("ann", abs, -number)) for number in range(20)]
        await asyncio.sleep(0)
        served = asyncio.create_task(worker.run("ben", abs, -100))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert await served == 100
        refused = [answer for answer in answers if isinstance(answer, WorkerBusy)]
        assert 10 <= len(refused) < 20
        assert len(refused) + sum(isinstance(answer, int) for answer in answers) == 20
        worker.stop()

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["imported", "defined", "own"])
def test_what_nobody_knows_is_opened_elsewhere(tmp_path: Path, kind: str) -> None:
    """A short game may take long all the same, if a stranger wrote its position or its rules."""
    read: list[str] = []

    class Counting(MeteredWorker):
        async def run(self, owner: str, work: Any, *given: Any) -> Any:  # type: ignore[override]
            read.append(owner)
            return work(*given)

    async def work() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path}/strata.db") as (engine, write_queue):
            storage = TableStorage(engine, write_queue)
            dzura = strata.game("dzura")
            if kind == "defined":
                text = dzura.shipped_definitions()["mini"].replace("Mini", "Other")
                dzura = strata.game("dzura", definition=text)
            record = dzura.record()
            record.play(record.actions()[0])
            table = Table(record, {"first": "me", "second": "me"}, imported=kind == "imported")
            await storage.insert("short", insertion(new_row("short", table, NOW), []))
            tables = OpenTables(storage, Counting(), LongWork(), 10)
            open_table = await tables.open("short", "ann")
            assert open_table is not None
            assert open_table.table.record.export() == record.export()
            assert read == ([] if kind == "own" else ["ann"])

    asyncio.run(work())


def _end_the_process() -> int:
    import os

    os._exit(1)


def test_pages_are_compressed_once(client: Client) -> None:
    first, second = (
        client.get("/api/games/kyo/rules", headers={"accept-encoding": "gzip"}) for _ in range(2)
    )
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["etag"] == second.headers["etag"]
    assert int(first.headers["content-length"]) < len(first.content) / 4
    plain = client.get("/api/games/kyo/rules", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    same = client.get("/api/games/kyo/rules", headers={"if-none-match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")


def test_frames_let_others_go_first(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few are drawn one by one, many by a worker; they are the same."""
    from strata.server.live import frames

    record = long_record("daikuni", 20)
    record.resign()
    table_id = client.post("/api/records", json={"text": record.export()}).json()["id"]
    made: list[int] = []
    draw = TableViews.frames

    def noted(self: TableViews, held: Any, first: int, count: int) -> Any:
        made.append(count)
        return draw(self, held, first, count)

    monkeypatch.setattr(TableViews, "frames", noted)
    few = client.get(f"/api/tables/{table_id}/frames?first=3&count=100").json()
    assert [frame["number"] for frame in few] == list(range(3, 21))
    assert made == [1] * 18
    assert [bool(frame["outcome"]) for frame in few] == [False] * 17 + [True]
    monkeypatch.setattr(frames, "_FEW_CELLS", 0)
    assert client.get(f"/api/tables/{table_id}/frames?first=3&count=100").json() == few
    assert made == [1] * 18
    assert client.get(f"/api/tables/{table_id}/frames?first=21").json() == []
    assert client.get(f"/api/tables/{table_id}/frames?first=900").json() == []


def test_long_bodies_are_compressed_in_parts() -> None:
    """Between two parts a thread pauses: otherwise it would keep a processor from the players."""
    for body, expected in ((b"", 0), (b"short", 0), (b"a" * 16384, 0), (b"long " * 20_000, 6)):
        pauses: list[float] = []
        packed = compressed(body, pauses.append)
        assert gzip.decompress(packed) == body
        assert packed == compressed(body)
        assert len(pauses) == expected
        assert all(seconds > 0 for seconds in pauses)
