"""Games whose other player has gone away: when they can be claimed, and what ends a claim."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from typing import Any

import pytest
from litestar.testing import TestClient

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.live import housekeeping
from strata.server.live.table_service import TableService
from strata.server.storage.failures import DatabaseUnavailable
from strata.server.storage.writers import Entry, SqliteWriter
from tests.server.conftest import Client, generous_config
from tests.server.offered import offered
from tests.server.processes import wait_until
from tests.server.test_secrecy import Watcher

SECOND = 1000
DAY = 24 * 3600 * SECOND


class House:
    """A server whose time of day the tests set, which only goes on."""

    def __init__(self, config: Config, still_open: ExitStack) -> None:
        self.now_ms = 1_700_000_000_000
        app = create_app(config, now_ms=lambda: self.now_ms)
        provider: Any = app.dependencies["service"]
        self.service: TableService = provider.dependency()
        self.client: Client = still_open.enter_context(TestClient(app))


class Club:
    """One table with two players, in a house."""

    def __init__(self, house: House, still_open: ExitStack) -> None:
        self._house = house
        self._open = still_open
        self.client = house.client
        self.client.cookies.clear()

    @property
    def now_ms(self) -> int:
        return self._house.now_ms

    @now_ms.setter
    def now_ms(self, now_ms: int) -> None:
        self._house.now_ms = now_ms

    def seat(self, clock: dict[str, int] | None = None, *, moves: int) -> None:
        wanted = {"game": "daikuni", "first": "me", "second": "link", "clock": clock}
        made = self.client.post("/api/tables", json=wanted).json()
        self.id = made["id"]
        self.cookies = {"first": self._take_cookie()}
        self.client.post(f"/api/tables/{self.id}/join", json={"key": made["keys"]["second"]})
        self.cookies["second"] = self._take_cookie()
        self.first = Watcher(self._open.enter_context(self.connect("first")))
        with self.connect("second") as socket:
            players = (self.first, Watcher(socket))
            for number in range(moves):
                for player in players:
                    player.reach(number)
                acting = players[number % 2]
                acting.say("play", action=offered(acting.state)[0])
            for player in players:
                player.reach(moves)
        # Until the server knows that second has gone: its time of day must not go on before.
        while True:
            message = self.first.hear()
            if message["type"] == "presence" and not message["seats"]["second"]["present"]:
                return

    def _take_cookie(self) -> str:
        cookie: str = self.client.cookies["strata"]
        self.client.cookies.clear()
        return cookie

    def _headers(self, seat: str) -> dict[str, str]:
        return {"cookie": f"strata={self.cookies[seat]}"}

    def connect(self, seat: str) -> Any:
        return self.client.websocket_connect(
            f"/api/tables/{self.id}/live", headers=self._headers(seat)
        )

    def arrive(self, seat: str) -> None:
        with self.connect(seat) as socket:
            Watcher(socket)

    def say_here(self, seat: str, table: str | None = None) -> Any:
        return self.client.post(
            "/api/here", json={"table": table or self.id}, headers=self._headers(seat)
        ).json()

    def claim(self) -> str:
        """What the first seat's claim is answered: nothing if it is taken."""
        self.first.say("claim-abandoned")
        while True:
            message = self.first.hear()
            if message["type"] == "refused":
                return str(message["detail"])
            if message["type"] == "changed":
                return ""

    def state(self) -> Any:
        answer = self.client.get(f"/api/tables/{self.id}", headers=self._headers("first"))
        return answer.json()["state"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as still_open:
        yield House(generous_config(tmp_path_factory.mktemp("house")), still_open)


@pytest.fixture
def club(house: House) -> Iterator[Club]:
    with ExitStack() as still_open:
        yield Club(house, still_open)


def test_with_a_running_clock(club: Club) -> None:
    club.seat({"main_ms": 600 * SECOND}, moves=3)
    club.now_ms += 59 * SECOND
    assert "claim in 1 s" in club.claim()
    club.now_ms += SECOND
    assert club.claim() == ""
    assert club.state()["claim"] == {"by": "first", "left_ms": 60 * SECOND}
    club.now_ms += 60 * SECOND - 1
    assert club.state()["outcome"] is None
    club.now_ms += 1
    assert club.state()["outcome"] == {"winner": "first", "reason": "abandonment"}
    assert club.state()["claim"] is None


@pytest.mark.parametrize("days", [1, 14])
def test_before_days_run_a_turn_has_its_days(club: Club, days: int) -> None:
    """As long as not both have moved, the clock does not run."""
    club.seat({"turn_ms": days * DAY}, moves=1)
    assert club.state()["claim_in_ms"] == days * DAY
    club.now_ms += days * DAY - SECOND
    assert "claim in 1 s" in club.claim()
    club.now_ms += SECOND
    assert club.claim() == ""
    assert club.state()["claim"] == {"by": "first", "left_ms": DAY}


def test_who_is_connected_is_not_away(club: Club) -> None:
    """Even if what is stored of it is old, as when the database was away for a while."""
    club.seat({"main_ms": 600 * SECOND}, moves=3)
    club.now_ms += 60 * SECOND
    with club.connect("second") as socket:
        second = Watcher(socket)
        club.now_ms += 120 * SECOND  # nobody has said meanwhile that it is still there
        assert "is present" in club.claim()
        second.say("play", action=offered(second.state)[0])
        second.reach(4)


def test_nobody_loses_time_while_the_database_is_away(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_SWEEP_SECONDS", "_RETRY_SECONDS"):
        monkeypatch.setattr(housekeeping, name, 0.02)
    is_away = [False]
    write = SqliteWriter.write

    async def write_or_fail(self: SqliteWriter, entries: Sequence[Entry]) -> list[bool]:
        if is_away[0]:
            raise DatabaseUnavailable("the database is away")
        return await write(self, entries)

    monkeypatch.setattr(SqliteWriter, "write", write_or_fail)
    with ExitStack() as still_open:
        house = House(config, still_open)
        club = Club(house, still_open)
        club.seat({"main_ms": 20 * SECOND}, moves=2)
        club.now_ms += 5 * SECOND
        wait_until(lambda: house.service.outage is None, "the server")
        is_away[0] = True
        club.now_ms += 60 * SECOND
        club.client.get(f"/api/tables/{club.id}")  # which finds the time up, if it comes first
        wait_until(lambda: house.service.outage is not None, "the outage")
        assert club.state()["outcome"] is None
        is_away[0] = False
        wait_until(lambda: house.service.outage is None, "the end of it")
        state = club.state()
        assert state["outcome"] is None
        assert state["clock"]["first_ms"] == pytest.approx(15 * SECOND, abs=5 * SECOND)
        club.now_ms += 20 * SECOND
        assert club.state()["outcome"] == {"winner": "second", "reason": "time"}


def test_who_leaves_a_table_that_was_deleted(config: Config) -> None:
    """Nothing is left to be noted of it: that would fail again and again."""
    with ExitStack() as still_open:
        house = House(config, still_open)
        club = Club(house, still_open)
        club.seat(moves=1)
        with closing(sqlite3.connect(config.data_dir / "strata.db")) as database, database:
            for name in ("alerts", "reviews", "presence", "holders"):
                database.execute(f"DELETE FROM {name} WHERE table_id = ?", (club.id,))
            database.execute("DELETE FROM tables WHERE id = ?", (club.id,))
    assert house.service._unnoted == set()


def test_without_a_clock_only_days_of_silence_count(club: Club) -> None:
    club.seat(moves=1)
    club.now_ms += DAY
    assert "claim in 6 days" in club.claim()
    club.now_ms += 6 * DAY
    assert club.claim() == ""
    club.now_ms += DAY - 1
    assert club.state()["outcome"] is None
    club.now_ms += 1
    assert club.state()["outcome"] == {"winner": "first", "reason": "abandonment"}


def test_it_is_told_from_when_a_game_can_be_claimed(club: Club) -> None:
    club.seat({"main_ms": 600 * SECOND, "increment_ms": 0}, moves=1)
    club.now_ms += DAY
    assert club.state()["claim_in_ms"] == 6 * DAY  # the first turn is free: no clock runs
    club.now_ms += 6 * DAY
    assert club.state()["claim_in_ms"] == 0
    assert club.claim() == ""
    assert club.state()["claim_in_ms"] is None


def test_with_a_running_clock_it_can_be_claimed_at_once(club: Club) -> None:
    club.seat({"main_ms": 600 * SECOND, "increment_ms": 0}, moves=3)
    assert club.state()["claim_in_ms"] == 0


def test_not_in_ones_own_turn(club: Club) -> None:
    club.seat(moves=2)
    club.now_ms += 30 * DAY
    assert "it is first's turn" in club.claim()
    assert club.state()["claim_in_ms"] is None


def test_not_from_a_seat_that_nobody_took(club: Club) -> None:
    club.seat(moves=1)
    wanted = {"game": "daikuni", "first": "me", "second": "link"}
    club.id = club.client.post("/api/tables", json=wanted).json()["id"]
    club.cookies["first"] = club.client.cookies["strata"]
    club.client.cookies.clear()
    with club.connect("first") as socket:
        club.first = Watcher(socket)
        club.first.say("play", action="Kd4")
        club.first.reach(1)
        club.now_ms += 30 * DAY
        assert "nobody has taken the seat" in club.claim()


def test_from_a_seat_that_its_player_gave_up(club: Club) -> None:
    club.seat(moves=1)
    club.client.post("/api/forget", headers={"cookie": f"strata={club.cookies['second']}"})
    club.now_ms += 30 * DAY
    assert club.claim() == ""


@pytest.mark.parametrize("how", ["comes", "reads another page"])
def test_a_sign_of_presence_ends_it(club: Club, how: str) -> None:
    club.seat(moves=1)
    club.now_ms += 8 * DAY
    assert club.claim() == ""
    club.now_ms += 60 * SECOND
    if how == "comes":
        club.arrive("second")
    else:
        assert club.say_here("second") == {"playing": True}
    assert club.state()["claim"] is None
    club.now_ms += 2 * DAY
    assert club.state()["outcome"] is None


def test_a_page_elsewhere_is_not_away(club: Club) -> None:
    club.seat({"main_ms": 600 * SECOND}, moves=3)
    for _ in range(4):
        club.now_ms += 30 * SECOND
        assert club.say_here("second") == {"playing": True}
    club.now_ms += 30 * SECOND
    assert "claim in 30 s" in club.claim()
    assert club.state()["claim"] is None


def test_only_who_plays_there_can_be_here(club: Club) -> None:
    club.seat({"main_ms": 600 * SECOND}, moves=3)
    club.now_ms += 60 * SECOND
    club.cookies["stranger"] = "nobody"
    assert club.say_here("stranger") == {"playing": False}
    assert club.say_here("first") == {"playing": True}
    assert club.say_here("second", "nosuchtableX") == {"playing": False}
    assert club.claim() == ""
    club.first.say("withdraw", request="claim")
    club.first.reach(5)
    assert club.state()["claim"] is None
    club.first.say("resign")
    club.first.reach(6)
    assert club.say_here("second") == {"playing": False}


def test_days_a_turn(club: Club) -> None:
    club.seat({"turn_ms": 3 * DAY}, moves=3)
    assert club.state()["clock"] == {
        "first_ms": 3 * DAY,
        "second_ms": 3 * DAY,
        "running": "second",
    }
    club.now_ms += 3 * DAY - 1
    assert "the clock decides" in club.claim()
    assert club.state()["clock"]["second_ms"] == 1
    club.now_ms += 1
    assert club.state()["outcome"] == {"winner": "first", "reason": "time"}


@pytest.mark.parametrize(
    "clock",
    [
        {"turn_ms": 1000},
        {"turn_ms": 15 * DAY},
        {"turn_ms": DAY, "main_ms": 60_000},
        {"turn_ms": -1},
        {},
    ],
)
def test_clocks_that_cannot_be(club: Club, clock: dict[str, int]) -> None:
    wanted = {"game": "daikuni", "first": "me", "second": "link", "clock": clock}
    assert club.client.post("/api/tables", json=wanted).status_code == 400
