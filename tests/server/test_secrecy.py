"""Nothing hidden leaves the server: not in states, moves, frames, records or take-backs.

The game is Daikuni, in which the pieces and tiles of the other seat are hidden from everybody until
both have laid three; it stands in for games with a hidden set-up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any

import pytest
from litestar.testing import TestClient, WebSocketTestSession

from strata.core.outcome import Seat
from strata.games.daikuni.game import Daikuni
from strata.games.daikuni.rules.state import DaikuniState
from strata.server.app import create_app
from strata.server.config import Config
from tests.patience import PATIENCE
from tests.server.conftest import Client

HIDDEN_TILES = 3
FIRST = ("Kd4", "Qa1", "Sh8")
SECOND = ("Kg7", "Qb6", "Se2")


class HiddenDaikuni(Daikuni):
    def conceal(self, state: DaikuniState, viewer: Seat | None) -> DaikuniState:
        text = self.format(state)
        board = text.split(" ")[0]
        laid = [sum(letter.isupper() for letter in board), sum(map(str.islower, board))]
        if min(laid) >= HIDDEN_TILES:
            return state
        seen = board
        if viewer != "first":
            seen = "".join("." if letter.isupper() else letter for letter in seen)
        if viewer != "second":
            seen = "".join("." if letter.islower() else letter for letter in seen)
        return state if seen == board else self.parse(f"{_joined(seen)} {text[-1]}")


def _joined(board: str) -> str:
    """Free cells counted: `3..2` is 7."""
    ranks = []
    for rank in board.split("/"):
        cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in rank)
        parts = [(str(len(run)) if run[0] == "." else run) for run in _runs(cells)]
        ranks.append("".join(parts))
    return "/".join(ranks)


def _runs(cells: str) -> Iterator[str]:
    start = 0
    for index in range(1, len(cells) + 1):
        if index == len(cells) or (cells[index] == ".") != (cells[start] == "."):
            yield cells[start:index]
            start = index


@pytest.fixture
def client(config: Config, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(import_module("strata.games.daikuni"), "GAME", HiddenDaikuni)
    with TestClient(create_app(config)) as client:
        yield client


@pytest.fixture
def sitting(client: Client) -> Iterator[Sitting]:
    with ExitStack() as still_open:
        yield Sitting(client, still_open)


class Watcher:
    """A socket that remembers everything it was ever sent."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard = ""
        self.told: list[Any] = []
        self.moves: list[Any] = []
        self.state: dict[str, Any] = {}
        self.hear()

    def hear(self) -> dict[str, Any]:
        text = self.socket.receive_text(timeout=PATIENCE)
        message: dict[str, Any] = json.loads(text)
        self.heard += text
        if message["type"] == "welcome":
            self.moves, self.state = message["table"]["moves"], message["table"]["state"]
            self.told += self.moves
        if message["type"] == "changed":
            self.told += message["moves"]
            self.moves = [*self.moves[: message["keep"]], *message["moves"]]
            self.state = message["state"]
        return message

    def reach(self, version: int) -> None:
        while self.state["version"] < version:
            self.hear()

    def say(self, kind: str, **more: Any) -> None:
        version = self.state["version"]
        self.socket.send_text(json.dumps({"type": kind, "version": version} | more))


class Sitting:
    """Both seats and a spectator at one table."""

    def __init__(self, client: Client, still_open: ExitStack) -> None:
        self.client = client
        self._open = still_open
        wanted = {"game": "daikuni", "first": "me", "second": "link"}
        made = client.post("/api/tables", json=wanted).json()
        self.url = f"/api/tables/{made['id']}"
        self.cookies: dict[str | None, str | None] = {"first": self._take_cookie(), None: None}
        client.post(f"{self.url}/join", json={"key": made["keys"]["second"]})
        self.cookies["second"] = self._take_cookie()
        self.watchers = {who: Watcher(self._connect(who)) for who in ("first", "second", None)}

    def _take_cookie(self) -> str:
        cookie: str = self.client.cookies["strata"]
        self.client.cookies.clear()
        return cookie

    def _headers(self, who: str | None) -> dict[str, str]:
        cookie = self.cookies[who]
        return {"cookie": f"strata={cookie}"} if cookie else {}

    def _connect(self, who: str | None) -> WebSocketTestSession:
        session = self.client.websocket_connect(f"{self.url}/live", headers=self._headers(who))
        return self._open.enter_context(session)

    def get(self, who: str | None, path: str = "") -> Any:
        return self.client.get(self.url + path, headers=self._headers(who))

    def play(self, who: str, action: str) -> None:
        version = self.watchers[who].state["version"]
        self.watchers[who].say("play", action=action)
        for watcher in self.watchers.values():
            watcher.reach(version + 1)


def play_hidden(sitting: Sitting) -> None:
    """Until one action before everything is shown."""
    for first, second in zip(FIRST, SECOND, strict=True):
        sitting.play("first", first)
        if second != SECOND[-1]:
            sitting.play("second", second)


def test_nothing_hidden_is_sent(sitting: Sitting) -> None:
    play_hidden(sitting)
    for who, secrets in (("first", SECOND), ("second", FIRST), (None, FIRST + SECOND)):
        watcher = sitting.watchers[who]
        told = watcher.told + sitting.get(who).json()["moves"]
        told += [frame["move"] for frame in sitting.get(who, "/frames").json()[1:]]
        for action in secrets:
            assert action not in {move[1] for move in told if move[0] != who}
        frames = sitting.get(who, "/frames").json()
        for frame in frames[1:]:
            if frame["move"][0] != who:
                assert all(mark["kind"] != "last" for mark in frame["scene"]["marks"])
        hidden_letters = {"first": str.islower, "second": str.isupper, None: str.isalpha}[who]
        for position in [watcher.state["position"], *(frame["position"] for frame in frames)]:
            assert not any(map(hidden_letters, position.split(" ")[0])), (who, position)
        assert [move[1] for move in watcher.moves if move[0] != who].count("?") >= 2
        assert sitting.get(who, "/record").status_code == 409
        for number in range(len(frames)):
            if frames[number]["seat"] != who:
                for cell in ("a1", "e1", "e8", "h8"):
                    reach = sitting.get(who, f"/reach?cell={cell}&number={number}").json()
                    assert reach == {"moves": [], "attacks": []}, (who, number, cell)


def test_what_is_shown_at_last_is_shown_whole(sitting: Sitting) -> None:
    play_hidden(sitting)
    sitting.play("second", SECOND[-1])
    played = [action for pair in zip(FIRST, SECOND, strict=True) for action in pair]
    for who, watcher in sitting.watchers.items():
        assert [move[1] for move in watcher.moves] == played, who
        frames = sitting.get(who, "/frames").json()
        assert [frame["move"][1] for frame in frames[1:]] == played
        record = sitting.get(who, "/record")
        assert record.status_code == 200
        assert " ".join(played) in record.text


def test_nothing_is_taken_back_across_what_was_hidden(sitting: Sitting) -> None:
    play_hidden(sitting)
    second = sitting.watchers["second"]
    second.say("ask-take-back")
    assert second.hear()["code"] == "not-allowed"
    sitting.play("second", SECOND[-1])  # now everything is known
    first = sitting.watchers["first"]
    first.say("ask-take-back")
    assert first.hear()["code"] == "not-allowed"
