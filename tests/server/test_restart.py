"""The server goes away in the middle of a game and comes again; nobody loses anything."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.storage.backup import back_up
from tests.forked import CLOCK, start_server, write_clock
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.offered import offered
from tests.server.processes import Device, Server, free_port, wait_until


def test_killed_in_mid_turn(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    ann, ben = Device(server), Device(server)
    made = ann.make(game="kyo", clock={"main_ms": 600_000, "increment_ms": 5_000})
    ben.join(made["id"], made["keys"]["second"])
    first, second = ann.sit(made["id"]), ben.sit(made["id"])
    players = {"first": first, "second": second}
    while not (first.state["in_turn"] and len(first.moves) > 6):
        acting = players[first.state["seat"]]
        acting.play(pick=len(acting.moves))
        for each in players.values():
            each.reach(acting.version)
    before = first.state
    server.kill()
    with pytest.raises(ConnectionClosed):
        first.socket.recv(timeout=PATIENCE)
    with server:
        again, other = ann.sit(made["id"]), ben.sit(made["id"])
        # A clock that was stopped for long gets its time back, which is a version too.
        assert again.version - before["version"] in (0, 1)
        for name in ("position", "seat", "in_turn", "choices", "tokens"):
            assert again.state[name] == before[name], name
        assert again.table["scene"] == first.table["scene"]
        assert again.moves == first.moves
        running = before["clock"]["running"]
        assert again.state["clock"]["running"] == running
        for seat in ("first", "second"):
            then, now = before["clock"][f"{seat}_ms"], again.state["clock"][f"{seat}_ms"]
            if seat != running:
                assert now == then
            elif again.version == before["version"]:
                assert now < then
        acting = {"first": again, "second": other}[before["seat"]]
        acting.play()


def test_a_flag_that_falls_while_nobody_runs(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    ann = Device(server)
    made = ann.make("me", "me", clock={"main_ms": 1000, "increment_ms": 0})
    player = ann.sit(made["id"])
    player.play("Kd4")
    player.play("Kg7")
    server.kill()
    with server:
        again = ann.sit(made["id"])
        outcome = again.until(lambda state: state["outcome"])["outcome"]
        assert outcome == {"winner": "second", "reason": "time"}


def test_the_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Stopped in every moment of a game against the computer."""
    server = Server(tmp_path).start()
    ann = Device(server)
    made = ann.make("me", "computer")
    for _ in range(3):
        with ann.sit(made["id"]) as player:
            player.until(lambda state: state["choices"])
            player.say("play", action=offered(player.state)[0])
            player.hear("changed")  # stored, and the computer begins to think
            server.kill()
        server.start()
    with ann.sit(made["id"]) as player:
        assert player.until(lambda state: state["choices"])["version"] == 6
    server.end()


def test_a_polite_end_says_so(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    ann = Device(server)
    player = ann.sit(ann.make("me", "me")["id"])
    server.end()
    with pytest.raises(ConnectionClosed) as closed:
        player.socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (1001, 1012)


def test_two_servers_without_a_broker(tmp_path: Path, postgres_url: str) -> None:
    """They find each other's changes by looking."""
    shared = {
        "STRATA_DATABASE_URL": postgres_url,
        "STRATA_SECRET": "the same secret in both servers, long",
    }
    with Server(tmp_path, **shared) as one, Server(tmp_path, **shared) as two:
        ann = Device(one)
        made = ann.make("me", "me")
        here, there = ann.sit(made["id"]), ann.sit(made["id"], two)
        here.play("Kd4")
        assert there.refusal("play", action="Kd4") == "stale"
        assert there.reach(1)["position"] == here.state["position"]
        there.play("Kg7")
        assert here.reach(2)["position"] == there.state["position"]


def test_a_second_server_on_one_folder_says_who_uses_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table_id = Device(server).make("me", "me")["id"]
        arguments = ("serve", "--port", str(free_port()), "--no-browser")
        linked = tmp_path / "linked"
        linked.mkdir()
        (linked / "strata.db").symlink_to(tmp_path / "strata.db")
        for folder in (tmp_path, linked):
            given = os.environ | {"STRATA_DATA_DIR": str(folder)}
            second = start_server(arguments, given, folder / "second.log", program="strata")
            second.join(PATIENCE)
            (line,) = (folder / "second.log").read_text().splitlines()
            assert second.exitcode == 2
            assert f"{tmp_path} is in use by another server (process {server.pid})" in line
        copy = tmp_path / "copy.db"
        assert back_up(f"sqlite+aiosqlite:///{tmp_path}/strata.db", copy) > 0
        server.kill()  # the lock goes with the process
        server.start()
        assert Device(server).http.get(f"/api/tables/{table_id}").status_code == 200


def test_nobody_wins_by_an_outage(tmp_path: Path) -> None:
    """The time in which no server ran is nobody's absence."""
    clock = tmp_path / "clock"
    write_clock(clock, 0)
    with Server(tmp_path, STRATA_ABANDON_SECONDS="600", **{CLOCK: str(clock)}) as server:
        ann, ben = Device(server), Device(server)
        made = ann.make()
        ben.join(made["id"], made["keys"]["second"])
        with ann.sit(made["id"]) as first, ben.sit(made["id"]):
            first.play("Kd4")
            server.kill()
        write_clock(clock, 3600)  # longer than the patience
        server.start()
        assert ann.sit(made["id"]).refusal("claim-abandoned") == "not-allowed"


def test_servers_that_start_together_give_the_time_back(config: Config) -> None:
    """None of them lets a clock run out to which another has not come yet."""
    clock = [1_700_000_000_000]

    def app() -> Litestar:
        return create_app(config, now_ms=lambda: clock[0])

    with TestClient(app()) as client:
        table_id = begin_game(client)
    with contextlib.closing(sqlite3.connect(config.data_dir / "strata.db")) as database, database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(tables)")]
        rest = ", ".join(name for name in columns if name != "id")
        copy = f"INSERT INTO tables (id, {rest}) SELECT ?, {rest} FROM tables WHERE id = ?"
        for number in range(60):
            database.execute(copy, (f"copy{number}", table_id))
    clock[0] += 100_000
    with contextlib.ExitStack() as ending, ThreadPoolExecutor(2) as threads:
        clients = [TestClient(app()) for _ in range(2)]
        list(threads.map(lambda each: ending.enter_context(each), clients))
        with contextlib.closing(sqlite3.connect(config.data_dir / "strata.db")) as database:
            ended = database.execute("SELECT count(*) FROM tables WHERE ended IS NOT NULL")
            assert ended.fetchone() == (0,)
        for each in clients:
            state = each.get(f"/api/tables/{table_id}").json()["state"]
            assert state["clock"]["first_ms"] == 60_000


def test_a_table_that_cannot_be_opened_stops_nobody_else(tmp_path: Path) -> None:
    """As after a change of the rules: its clock is due, and so is another's."""
    with Server(tmp_path) as server:
        tables = [
            Device(server).make("me", "me", clock={"main_ms": 1500, "increment_ms": 0})["id"]
            for _ in range(2)
        ]
        device = Device(server)
        own = device.make("me", "me", clock={"main_ms": 1500, "increment_ms": 0})["id"]
        player = device.sit(own)
        for action in ("Kd4", "Kg7"):  # the first turn of each seat is free
            player.play(action)
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / "strata.db")) as database:
            spoil = "UPDATE tables SET actions = 'Kd4 Kz9', deadline_ms = 1 WHERE id = ?"
            database.execute(spoil, (tables[0],))
            database.commit()
        server.start()
        answer = device.http.get(f"/api/tables/{tables[0]}")
        assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
        assert "legal" not in answer.text
        with pytest.raises(ConnectionClosed) as closed:
            device.sit(tables[0])
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4500, answer.json()["detail"])
        wait_until(
            lambda: device.http.get(f"/api/tables/{own}").json()["state"]["outcome"] is not None,
            "the flag of the other table",
        )
        wait_until(lambda: "table-failed" in server.log(), "the line of the log")


def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    # The tests fork servers and workers from one process.
    earlier = set(psutil.Process().children(recursive=True))
    with Server(tmp_path) as server:
        device = Device(server)
        made = device.make(second="computer", level=1)
        player = device.sit(made["id"])
        player.play("Kd4")
        player.reach(2)
        origin = psutil.Process(server.pid).parent()
        assert origin is not None
        workers = [
            child for child in origin.children() if child.pid != server.pid and child not in earlier
        ]
        assert len(workers) >= 2
        server.kill()
        gone, left = psutil.wait_procs(workers, timeout=PATIENCE)
        assert (len(gone), left) == (len(workers), [])


def test_a_seat_that_is_left_can_be_claimed(tmp_path: Path) -> None:
    with Server(tmp_path, STRATA_ABANDON_SECONDS="1", STRATA_CLAIM_GRACE_SECONDS="1") as server:
        ann, ben = Device(server), Device(server)
        made = ann.make(clock={"main_ms": 600_000})
        ben.join(made["id"], made["keys"]["second"])
        first = ann.sit(made["id"])
        with ben.sit(made["id"]) as second:
            for number, player in enumerate((first, second, first)):
                player.reach(number)
                player.play()
            assert first.refusal("claim-abandoned") == "not-allowed"

        def claimed() -> bool:
            first.say("claim-abandoned")
            return first.hear_until(("refused", "changed")) == "changed"

        wait_until(claimed, "the end of the patience")
        assert first.state["claim"]["by"] == "first"
        # Nobody says anything: the timer of the server ends it.
        outcome = first.until(lambda state: state["outcome"])["outcome"]
        assert outcome == {"winner": "first", "reason": "abandonment"}


def begin_game(client: Client) -> str:
    """Make a table at which the clock of the first seat runs, with a minute."""
    clock = {"main_ms": 60_000, "increment_ms": 0}
    wanted = {"game": "daikuni", "first": "me", "second": "me", "clock": clock}
    table_id: str = client.post("/api/tables", json=wanted).json()["id"]
    with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
        for version, action in enumerate(("Kd4", "Kg7")):
            socket.send_json({"type": "play", "version": version, "action": action})
            while socket.receive_json(timeout=PATIENCE)["type"] != "changed":
                pass
    return table_id


def test_an_outage_costs_nobody_time(config: Config) -> None:
    """However long no server runs, whose turn it is has as much time left as before."""
    clock = [1_700_000_000_000]

    def left_ms(client: Client, table_id: str) -> int:
        state = client.get(f"/api/tables/{table_id}").json()["state"]
        assert state["outcome"] is None
        left: int = state["clock"]["first_ms"]
        return left

    with TestClient(create_app(config, now_ms=lambda: clock[0])) as client:
        table_id = begin_game(client)
        clock[0] += 5_000
        assert left_ms(client, table_id) == 55_000
    clock[0] += 3_600_000
    with TestClient(create_app(config, now_ms=lambda: clock[0])) as client:
        assert left_ms(client, table_id) == 55_000
        clock[0] += 1_000
        assert left_ms(client, table_id) == 54_000
    clock[0] += 3_000  # so short an outage may be another process that goes on
    with TestClient(create_app(config, now_ms=lambda: clock[0])) as client:
        assert left_ms(client, table_id) == 51_000
