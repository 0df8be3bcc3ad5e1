"""Games that differ only in what is hidden give every other eye the same bytes.

The secret set-up of Rhodium is made in several ways; the opponent and a spectator listen, ask for
everything that can be asked for, and try what is refused.
"""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

import strata
from strata.server.app import create_app
from strata.server.config import Config, read_config
from strata.server.live import table_making
from strata.server.views.table_views import TableViews
from tests.server.conftest import Client
from tests.server.test_secrecy import Watcher

TABLE = "0123456789ab"
NOW = 1_700_000_000_000
# With an increment for each turn that ends: how many ended is not to be seen.
CLOCK = {"main_ms": 300_000, "increment_ms": 10_000}
TOKEN = "for the tests only, and long enough"
ASKED = (
    "",
    "/frames",
    "/frames?first=3&count=5",
    "/frames?first=22",
    "/record",
    "/look",
    "/preview?action=R%40e5",
)
# What depends on how long something took, and when.
TIMED = re.compile(r"^strata_\w+_(seconds|created)\w*({.*})? .*$", re.MULTILINE)


@dataclass
class Stream:
    """All that somebody could know of a game."""

    heard: dict[str, str] = field(default_factory=dict)
    answers: list[tuple[str, int, bytes, tuple[tuple[str, str], ...]]] = field(default_factory=list)
    logs: list[Any] = field(default_factory=list)
    metrics: str = ""


class Session:
    """A table of Rhodium: first makes a set-up in secret, the others listen."""

    def __init__(self, client: Client, still_open: ExitStack) -> None:
        self.client = client
        self.stream = Stream()
        made = client.post(
            "/api/tables",
            json={"game": "rhodium", "first": "me", "second": "link", "clock": CLOCK},
        ).json()
        assert made["id"] == TABLE
        cookies = {"first": self._take_cookie()}
        client.post(f"/api/tables/{TABLE}/join", json={"key": made["keys"]["second"]})
        cookies["second"] = self._take_cookie()
        self.headers: dict[str, dict[str, str]] = {
            who: {"cookie": f"strata={cookie}"} for who, cookie in cookies.items()
        }
        self.headers["spectator"] = {}
        self.watchers = {
            who: Watcher(
                still_open.enter_context(
                    client.websocket_connect(f"/api/tables/{TABLE}/live", headers=headers)
                )
            )
            for who, headers in self.headers.items()
        }

    def _take_cookie(self) -> str:
        cookie: str = self.client.cookies["strata"]
        self.client.cookies.clear()
        return cookie

    def set_up(self, actions: list[str]) -> None:
        """One word is the name of an array; others are placed one by one."""
        first = self.watchers["first"]
        if len(actions) == 1:
            first.say("play-preset", name=actions[0])
            first.reach(22)
            return
        for number, action in enumerate(actions, 1):
            first.say("play", action=action)
            first.reach(number)

    def place_and_undo(self, actions: list[str]) -> int:
        """Place pieces one by one; every third is undone and placed once more. How many undone."""
        first = self.watchers["first"]
        undone = 0
        for number, action in enumerate(actions):
            last = number == len(actions) - 1
            for again in range(2 if number % 3 == 0 and not last else 1):
                if again:
                    first.say("undo-step")
                    first.reach(first.state["version"] + 1)
                    undone += 1
                first.say("play", action=action)
                first.reach(first.state["version"] + 1)
        return undone

    def rearrange(self, actions: list[str]) -> None:
        """Lay pieces out, move them and take them back, until they are as `actions` say."""
        first = self.watchers["first"]
        wanted = {cell: f"first:{kind}" for kind, cell in (one.split("@") for one in actions)}
        cells, kinds = list(wanted), list(wanted.values())
        for pieces in (
            dict(zip(cells[:4], kinds, strict=False)),
            dict(zip(reversed(cells), kinds, strict=False)),
            {},
            dict(zip(cells[5:9], kinds[12:], strict=False)),
            wanted,
        ):
            first.say("arrange", pieces=pieces)
            first.reach(first.state["version"] + 1)
            assert first.state["arranging"]["pieces"] == pieces
        first.say("arrange-preset", name="hedge")
        first.reach(first.state["version"] + 1)
        first.say("arrange", pieces=wanted)
        first.reach(first.state["version"] + 1)

    def ask(self) -> list[tuple[str, int, bytes, tuple[tuple[str, str], ...]]]:
        """What the others are answered, whatever they ask for."""
        found = []
        for who in ("second", "spectator"):
            headers = self.headers[who] | {"accept-encoding": "gzip"}
            asked = [(path, self._get(path, headers)) for path in ASKED]
            asked.append(
                ("/analysis", self._post("/analysis", {"number": 3, "time_ms": 10}, headers))
            )
            asked.append(("/join", self._post("/join", {"key": "guess"}, headers)))
            for path, answer in asked:
                kept = tuple(
                    (name, value)
                    for name, value in sorted(answer.headers.items())
                    if name not in ("date", "set-cookie")
                )
                found.append((f"{who} {path}", answer.status_code, answer.content, kept))
        return found

    def _get(self, path: str, headers: dict[str, str]) -> Any:
        return self.client.get(f"/api/tables/{TABLE}{path}", headers=headers)

    def _post(self, path: str, body: Any, headers: dict[str, str]) -> Any:
        answer = self.client.post(f"/api/tables/{TABLE}{path}", json=body, headers=headers)
        self.client.cookies.clear()
        return answer

    def try_what_is_refused(self) -> None:
        """The answers are heard by the one who tries."""
        for who in ("second", "spectator"):
            watcher = self.watchers[who]
            for kind, more in (
                ("play", {"action": "R@e5"}),
                ("play-preset", {"name": "none"}),
                ("ask-take-back", {}),
                ("undo-step", {}),
                ("arrange", {"pieces": {"e1": "first:R"}}),
                ("finish-arrangement", {}),
                ("withdraw", {"request": "draw"}),
                ("claim-abandoned", {}),
                ("want-rematch", {}),
            ):
                watcher.say(kind, **more)
                while watcher.hear()["type"] != "refused":
                    pass


def listen(
    config: Config,
    actions: list[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    undoing: bool | None = None,
    arranging: bool = False,
) -> Stream:
    """With `undoing` given something is tried in the midst of the set-up, too."""
    attempts = undoing is not None
    monkeypatch.setattr(table_making, "new_table_id", lambda: TABLE)
    with ExitStack() as still_open, capture_logs() as logs:
        app = create_app(config, now_ms=lambda: NOW)
        session = Session(still_open.enter_context(TestClient(app)), still_open)
        before = session.ask()
        session.try_what_is_refused()
        if arranging:
            session.set_up(actions[:3])
            session.rearrange(actions)
            assert session.ask() == before
            session.try_what_is_refused()
            session.watchers["first"].say("finish-arrangement")
            session.watchers["first"].reach(22 + 3 + 7)
        elif undoing:
            undone = session.place_and_undo(actions[:9])
            assert session.ask() == before
            session.try_what_is_refused()
            undone += session.place_and_undo(actions[9:])
            assert undone > 5
            assert session.watchers["first"].state["version"] == 22 + 2 * undone
        elif len(actions) > 1:  # in the midst of it all is as before it
            session.set_up(actions[:9])
            assert session.ask() == before
            if attempts:
                session.try_what_is_refused()
            first = session.watchers["first"]
            for number, action in enumerate(actions[9:], 10):
                first.say("play", action=action)
                first.reach(number)
        else:
            session.set_up(actions)
        for who in ("second", "spectator"):
            session.watchers[who].reach(22)
        session.try_what_is_refused()
        second = session.watchers["second"]
        for cell in ("R@f10", "P@c9"):
            second.say("play", action=cell)
            second.reach(second.state["version"] + 1)
        session.watchers["spectator"].socket.send_text('{"type": "resync"}')
        while session.watchers["spectator"].hear()["type"] != "welcome":
            pass
        stream = session.stream
        stream.answers = before + session.ask()
        stream.heard = {who: session.watchers[who].heard for who in ("second", "spectator")}
        metrics = session.client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
        stream.metrics = TIMED.sub("", metrics)
        stream.logs = list(logs)
    return stream


def set_ups() -> dict[str, list[str]]:
    presets = {one.name: one for one in strata.game("rhodium").start().presets(7)}
    by_hand = {f"{name} by hand": list(presets[name].actions) for name in ("castle", "random")}
    return by_hand | {name: [name] for name in ("castle", "hedge", "varied")}


def own_config(folder: Path, migrated: Path) -> Config:
    shutil.copy(migrated, folder / "strata.db")
    return msgspec.structs.replace(
        read_config({}, data_dir=folder),
        secret="s" * 40,
        hosts=("testserver.local",),
        metrics_token=TOKEN,
    )


def test_all_eyes_see_the_same(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = {
        name: listen(own_config(tmp_path_factory.mktemp("eyes"), migrated), actions, monkeypatch)
        for name, actions in set_ups().items()
    }
    expected = streams["castle"]
    assert "22" in expected.heard["second"]
    for name, stream in streams.items():
        assert stream.heard == expected.heard, name
        assert stream.answers == expected.answers, name
        assert stream.logs == expected.logs, name
    # How many messages a set-up took is known to who may read the metrics, and nothing else.
    assert streams["hedge"].metrics == expected.metrics == streams["varied"].metrics
    assert streams["castle by hand"].metrics == streams["random by hand"].metrics
    # Were something else shown, it would be noticed.
    assert streams["castle"].heard["second"] != streams["castle"].heard["spectator"]


def test_frames_that_are_not_told_take_no_time(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for the past in the midst of a secret set-up has nothing drawn because of it."""
    monkeypatch.setattr(table_making, "new_table_id", lambda: TABLE)
    drawn: list[int] = []
    draw = TableViews.frames

    def noted(self: TableViews, held: Any, first: int, count: int) -> Any:
        drawn.append(first)
        return draw(self, held, first, count)

    monkeypatch.setattr(TableViews, "frames", noted)
    with ExitStack() as still_open:
        app = create_app(config, now_ms=lambda: NOW)
        session = Session(still_open.enter_context(TestClient(app)), still_open)
        session.set_up(set_ups()["castle by hand"][:9])
        for who in ("second", "spectator"):
            session._get("/frames", session.headers[who])
            assert drawn == [0], who
            drawn.clear()
        session._get("/frames", session.headers["first"])
        assert drawn == list(range(10))


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> dict[str, Stream]:
    """Set-ups placed piece by piece, with which others are compared."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return {
            name: listen(
                own_config(tmp_path_factory.mktemp("placed"), migrated),
                actions,
                monkeypatch,
                undoing=False,
            )
            for name, actions in by_hand().items()
        }


def by_hand() -> dict[str, list[str]]:
    return {name: actions for name, actions in set_ups().items() if len(actions) > 1}


@pytest.mark.parametrize("how", ["undone", "rearranged"])
def test_how_pieces_were_placed_is_not_seen(
    how: str,
    tmp_path_factory: pytest.TempPathFactory,
    migrated: Path,
    monkeypatch: pytest.MonkeyPatch,
    placed: dict[str, Stream],
) -> None:
    """Steps that were undone and pieces that were moved about leave no trace: versions, moves,
    answers and logs are those of a set-up placed piece by piece, and stay so."""
    others = {
        name: listen(
            own_config(tmp_path_factory.mktemp(how), migrated),
            actions,
            monkeypatch,
            undoing=how == "undone",
            arranging=how == "rearranged",
        )
        for name, actions in by_hand().items()
    }
    expected = placed["castle by hand"]
    for name, stream in (*placed.items(), *others.items()):
        assert stream.heard == expected.heard, name
        assert stream.answers == expected.answers, name
        assert stream.logs == expected.logs, name
    assert len(placed) == len(others) == 2
