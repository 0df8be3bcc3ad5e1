"""Two server processes, PostgreSQL and Redis: one game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import strata
from strata.server.app import create_app
from strata.server.cluster.notices import CHANNEL, Notice, Notices, Reaction
from strata.server.config import Config
from strata.server.live.open_table import OpenTable
from strata.server.live.open_tables import OpenTables
from tests.patience import PATIENCE
from tests.server.offered import offered
from tests.server.processes import Device, Player, Server, wait_until
from tests.server.push_service import PushService
from tests.server.services import Redis
from tests.server.test_http import make

SECRET = "the same secret in all processes of a cluster"


@pytest.fixture(scope="module")
def cluster(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> Iterator[tuple[Server, Server]]:
    """Both start at once on an empty database: one of them migrates it, the other waits."""
    servers = [
        Server(
            tmp_path_factory.mktemp("cluster"),
            STRATA_DATABASE_URL=postgres_url,
            STRATA_REDIS_URL=redis_url,
            STRATA_SECRET=SECRET,
            STRATA_PUSH_LOCAL="1",
        )
        for _ in range(2)
    ]
    starting = [Thread(target=server.start) for server in servers]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    yield servers[0], servers[1]
    for server in servers:
        server.end()


def test_a_game_across_two_processes(cluster: tuple[Server, Server]) -> None:
    one, two = cluster
    ann, ben = Device(one), Device(two)
    made = ann.make()
    assert ben.join(made["id"], made["keys"]["second"]).json()["mine"] == ["second"]
    first, second = ann.sit(made["id"]), ben.sit(made["id"])
    record, picks = strata.game("daikuni").record(), random.Random(2)
    while first.state["outcome"] is None:
        acting, other = (first, second) if first.state["seat"] == "first" else (second, first)
        acting.play(picks.choice(offered(acting.state)))
        record.play(acting.moves[-1][1])
        assert other.reach(acting.version)["position"] == str(record.position)
    assert [move[1] for move in second.moves] == [*record.played]
    assert second.state["outcome"] == first.state["outcome"]


def test_presence_across_two_processes(cluster: tuple[Server, Server]) -> None:
    one, two = cluster
    ann, ben = Device(one), Device(two)
    made = ann.make()
    ben.join(made["id"], made["keys"]["second"])
    first = ann.sit(made["id"])
    with ben.sit(made["id"]) as second:
        assert second.table["seats"]["first"]["present"]
        assert first.hear("presence")["seats"]["second"]["present"]
    assert not first.hear("presence")["seats"]["second"]["present"]


def test_players_talk_across_two_processes(cluster: tuple[Server, Server]) -> None:
    one, two = cluster
    ann, ben = Device(one), Device(two)
    made = ann.make()
    ben.join(made["id"], made["keys"]["second"])
    with ann.sit(made["id"]) as first, ben.sit(made["id"]) as second:
        first.say("say", phrase="hello")
        for player in (first, second):
            said = player.hear("said")
            assert (said["seat"], said["phrase"]) == ("first", "hello")


def test_a_seat_hears_at_another_process_that_a_device_has_joined(
    cluster: tuple[Server, Server],
) -> None:
    one, two = cluster
    ann, phone = Device(one), Device(two)
    made = ann.make()
    link = ann.http.post(f"/api/tables/{made['id']}/links", json={"seat": "first"}).json()
    with ann.sit(made["id"]) as first:
        phone.join(made["id"], link["key"], share=True).raise_for_status()
        assert first.hear("device-joined")["seat"] == "first"


def test_who_is_faster_is_first(cluster: tuple[Server, Server]) -> None:
    """The same version is spoken of at both processes at once: one is done, one is refused."""
    ann = Device(cluster[0])
    made = ann.make("me", "me")
    tabs = [ann.sit(made["id"], server) for server in cluster]
    for turn in range(10):
        for tab in tabs:
            tab.say("play", action=offered(tab.state)[0])
        heard = {tab: _kinds(tab, turn + 1) for tab in tabs}
        assert sorted(len(kinds) for kinds in heard.values()) == [0, 1], heard
        assert len({tab.state["position"] for tab in tabs}) == 1
        assert [len(tab.moves) for tab in tabs] == [turn + 1] * 2


def _kinds(tab: Player, version: int) -> list[str]:
    """What was refused until the tab is at that version, and is answered again."""
    refused = []
    tab.say("resync")
    while True:
        message = tab.hear_any()
        if message["type"] == "refused":
            refused.append(message["code"])
        if message["type"] == "welcome" and tab.version == version:
            return refused
        if message["type"] == "welcome":
            tab.say("resync")


def test_a_process_dies_and_the_other_serves_on(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    shared = {
        "STRATA_DATABASE_URL": postgres_url,
        "STRATA_REDIS_URL": redis_url,
        "STRATA_SECRET": SECRET,
    }
    with Server(tmp_path, **shared) as one, Server(tmp_path, **shared) as two:
        ann = Device(one)
        made = ann.make("me", "me", clock={"main_ms": 2000, "increment_ms": 0})
        watching = ann.sit(made["id"], two)
        player = ann.sit(made["id"])
        player.play("Kd4")
        player.play("Kg7")
        one.kill()
        outcome = watching.until(lambda state: state["outcome"])["outcome"]
        assert outcome == {"winner": "second", "reason": "time"}


def test_the_broker_goes_away_and_comes_again(tmp_path: Path, postgres_url: str) -> None:
    with Redis(tmp_path) as broker:
        shared = {
            "STRATA_DATABASE_URL": postgres_url,
            "STRATA_REDIS_URL": broker.url,
            "STRATA_SECRET": SECRET,
        }

        def is_heard_by_both() -> bool:
            return broker.ask("pubsub", "numsub", CHANNEL).split() == [CHANNEL, "2"]

        with Server(tmp_path, **shared) as one, Server(tmp_path, **shared) as two:
            ann = Device(one)
            made = ann.make("me", "me")
            here, there = ann.sit(made["id"]), ann.sit(made["id"], two)
            here.play("Kd4")
            there.reach(1)
            broker.kill()
            here.play("Kg7")  # the game goes on; the other process looks for itself
            assert there.reach(2)["position"] == here.state["position"]
            there.play()
            assert here.reach(3)["position"] == there.state["position"]
            broker.start()
            wait_until(is_heard_by_both, "the processes to subscribe again")
            for version in (4, 5):
                here.play()
                assert there.reach(version)["version"] == version
            assert there.moves == here.moves


def test_one_push_for_an_event_however_many_processes(cluster: tuple[Server, Server]) -> None:
    """They share the key, and who is connected to either of them is told nothing."""
    one, two = cluster
    keys = {Device(each).http.get("/api/notifications").json()["push_key"] for each in cluster}
    assert len(keys) == 1
    with PushService() as pushes:
        ann, ben, cat = Device(one), Device(two), Device(two)
        watched, left = ann.make(), ann.make()
        for other, made in ((ben, watched), (cat, left)):
            other.join(made["id"], made["keys"]["second"])
            body = pushes.subscription(made["id"]).body()
            assert other.http.post("/api/notifications/push", json=body).status_code == 204
        with ben.sit(watched["id"]) as second:
            for made in (watched, left):  # in this order they are due
                with ann.sit(made["id"]) as first:
                    first.play("Kd4")
            second.reach(1)
            assert pushes.next().name == left["id"]
            with cat.sit(left["id"]) as back, ann.sit(left["id"], two) as first:
                back.play()
                first.reach(2)
                first.play()
                back.reach(3)
        assert pushes.tried == [left["id"]]


def test_alone_nobody_is_told(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Redis no other process can hear of a change: nothing is published."""
    told: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Notices, "tell", lambda _, *given, **named: told.append(given))
    with TestClient(create_app(config)) as client:
        table_id = make(client, second="me")["id"]
        with client.websocket_connect(f"/api/tables/{table_id}/live") as socket:
            state = socket.receive_json(timeout=PATIENCE)["table"]["state"]
            socket.send_json({"type": "play", "version": 0, "action": offered(state)[0]})
            assert socket.receive_json(timeout=PATIENCE)["state"]["version"] == 1
    assert told == []


def test_a_table_that_nobody_watches_is_read_when_it_is_asked_for(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has only answered a request about a table does not follow its game."""
    reactions: list[Reaction] = []
    monkeypatch.setattr(Notices, "start", noted_start(reactions))
    read: list[str] = []
    reload = OpenTables.reload

    async def counted(self: OpenTables, open_table: OpenTable) -> None:
        read.append(open_table.id)
        await reload(self, open_table)

    monkeypatch.setattr(OpenTables, "reload", counted)
    with TestClient(create_app(config)) as here, TestClient(create_app(config)) as there:
        table_id = make(here, second="me")["id"]
        address = f"/api/tables/{table_id}"
        assert there.get(address).json()["state"]["version"] == 0
        with here.websocket_connect(f"{address}/live") as socket, there.portal() as portal:
            state = socket.receive_json(timeout=PATIENCE)["table"]["state"]
            for version in range(3):
                play = {"type": "play", "version": version, "action": offered(state)[0]}
                socket.send_json(play)
                state = socket.receive_json(timeout=PATIENCE)["state"]
                for about in ("version", "presence"):
                    portal.call(reactions[1], Notice("here", about, table_id, version + 1))
        assert read == []
        assert there.get(address).json()["state"]["version"] == 3
        assert read == [table_id]


def noted_start(reactions: list[Reaction]) -> Callable[[Notices], Awaitable[None]]:
    """Instead of `Notices.start`: what it would do with a notice is added to `reactions`."""

    async def start(self: Notices) -> None:
        reactions.append(self._react)

    return start


class Channels:
    """Channels that keep what is published."""

    def __init__(self) -> None:
        self.published: list[bytes] = []

    def publish(self, data: bytes, channel: str) -> None:
        assert channel == CHANNEL
        self.published.append(data)


def test_what_happens_at_once_is_told_in_one_message() -> None:
    """In its order; a process that ends tells what it has not told yet."""
    channels = Channels()
    given: Any = channels

    async def ignore(notice: Notice) -> None:
        """Nobody hears here."""

    async def work() -> None:
        notices = Notices(given, "here", ignore)
        for version in (1, 2, 3):
            notices.tell("version", "table", version)
        assert channels.published == []
        while not channels.published:
            await asyncio.sleep(0.001)
        notices.tell("presence", "table")
        await notices.stop()

    asyncio.run(work())
    told = [msgspec.json.decode(message, type=list[Notice]) for message in channels.published]
    assert [[(notice.about, notice.version) for notice in notices] for notices in told] == [
        [("version", 1), ("version", 2), ("version", 3)],
        [("presence", 0)],
    ]
