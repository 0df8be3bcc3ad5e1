"""Several server processes behind one port: to players they are one server."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator

import httpx
import psutil
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from strata.server.server_processes import most_silent
from tests.patience import PATIENCE
from tests.server.processes import Device, Player, Server, wait_until


class Pool(Server):
    workers = 2

    def is_running(self) -> bool:
        return self._process is not None


@pytest.fixture(scope="module")
def shared_pool(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Pool]:
    pool = Pool(tmp_path_factory.mktemp("pool"), STRATA_REDIS_URL=redis_url)
    yield pool
    pool.end()


@pytest.fixture
def pool(shared_pool: Pool) -> Pool:
    """Started where no test did so yet, and again where one ended it; which takes long."""
    if not shared_pool.is_running():
        shared_pool.start()
    return shared_pool


def workers(server: Server) -> list[psutil.Process]:
    """The worker processes that serve; each of them has others that help it."""
    return [each for each in psutil.Process(server.pid).children() if _serves(each)]


def _serves(process: psutil.Process) -> bool:
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # it ended meanwhile, or waits to be reaped
        return False


def test_a_game_at_each_of_many_tables(pool: Pool) -> None:
    """Tables are spread over the workers; both seats of each see the same."""
    assert len(workers(pool)) == Pool.workers
    ann, ben = Device(pool), Device(pool)
    for _ in range(6):
        made = ann.make()
        with ann.sit(made["id"]) as first:
            ben.join(made["id"], made["keys"]["second"])  # told to first, whoever was asked
            while not first.table["seats"]["second"]["taken"]:
                first.hear("presence")
            with ben.sit(made["id"]) as second:
                for version in range(1, 9):
                    (first if version % 2 else second).play()
                    assert first.reach(version)["position"] == second.reach(version)["position"]
        assert len(ben.http.get(f"/api/tables/{made['id']}").json()["moves"]) == 8


def test_a_worker_that_is_killed_is_replaced(pool: Pool) -> None:
    ann = Device(pool)
    made = [ann.make("me", "me") for _ in range(6)]
    for each in made:
        with ann.sit(each["id"]) as player:
            player.play("Kd4")
    before = {worker.pid for worker in workers(pool)}
    killed = workers(pool)[0]
    killed.kill()
    # The other serves meanwhile.
    for each in made:
        with _sit_again(ann, each["id"]) as player:
            assert player.version == 1
    # One that dies before it serves is replaced as well.
    wait_until(lambda: len({one.pid for one in workers(pool)} - before) == 1, "a new worker")
    young = next(one for one in workers(pool) if one.pid not in before)
    young.kill()
    before.add(young.pid)
    wait_until(lambda: len({one.pid for one in workers(pool)} - before) == 1, "another one")
    for each in made:
        with _sit_again(ann, each["id"]) as player:
            player.play("Kg7")


def _sit_again(device: Device, table_id: str) -> Player:
    """Connects as a browser does: again, where the process that was asked died just then."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return device.sit(table_id)
        except (OSError, WebSocketException):
            assert time.monotonic() < give_up
            time.sleep(0.1)


def test_the_end_is_told_to_everybody(pool: Pool) -> None:
    ann = Device(pool)
    players = [ann.sit(ann.make("me", "me")["id"]) for _ in range(6)]
    processes = workers(pool)
    pool.end()
    for player in players:
        with pytest.raises(ConnectionClosed) as closed:
            player.hear("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    assert not alive


def test_silent_connections_of_one_address_keep_out_nobody_else(pool: Pool) -> None:
    host, port = pool.base.split(":")
    with contextlib.ExitStack() as held:
        for _ in range(most_silent() + 50):
            silent = socket.create_connection((host, int(port)), source_address=("127.0.0.9", 0))
            held.enter_context(silent)
        with httpx.Client(base_url=f"http://{pool.base}", timeout=PATIENCE) as client:
            assert client.get("/api/games").status_code == 200
