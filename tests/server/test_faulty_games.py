"""Games in files with mistakes: the server starts, and visitors are told what failed, not where."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from strata.games.time_limit import overtime_words
from tests.places import ROOT
from tests.server.processes import Device, Player, Server

FAULTY = '''"""Pass the pawn; an option says which function fails after the first action."""
from strata.plain import Option, PlainGame, RectangularBoard

FUNCTIONS = ("none", "actions", "play", "seen_by", "status", "label", "unseen", "exit")


class Faulty(PlainGame):
    option_list = (Option("fault", FUNCTIONS, "none", "the function that fails"),)
    board = RectangularBoard(3, 1)
    pieces = {"P": "pawn"}
    setup = "P2"
    fields = ("clock",)

    def fail(self, position, function):
        if position.clock and self.settings["fault"] == function:
            raise KeyError(f"{__file__} has a mistake in {position.stacks}")

    def actions(self, position):
        self.fail(position, "actions")
        return ["a", "b"]

    def play(self, position, action):
        self.fail(position, "play")
        if position.clock and self.settings["fault"] == "exit":
            raise SystemExit(3)
        return position.end_turn(clock=position.clock + 1)

    def status(self, position):
        self.fail(position, "status")
        return ()

    def label(self, position, action):
        self.fail(position, "label")
        return action

    def seen_by(self, position, viewer):
        self.fail(position, "seen_by")
        hides = position.clock and self.settings["fault"] == "unseen"
        return position.masked({"a1": ""}) if hides else position

    def unseen(self, position, action):
        if self.settings["fault"] == "unseen":
            raise KeyError(f"{__file__} has a mistake in {position.stacks}")
        return "?"
'''
LOOP = FAULTY.replace("class Faulty", "class Loop").replace(
    '        return ["a", "b"]', '        while True:\n            pass\n        return ["a", "b"]'
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    (folder / "faulty.py").write_text(FAULTY)
    (folder / "loop.py").write_text(LOOP)
    shutil.copy(ROOT / "examples" / "games" / "lasca.py", folder)
    return folder


@pytest.fixture(scope="module")
def faulty_server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), STRATA_GAMES=str(folder)) as server:
        yield server


@pytest.fixture
def device(faulty_server: Server) -> Device:
    return Device(faulty_server)


def test_an_endless_loop_does_not_keep_a_server_from_starting(device: Device, folder: Path) -> None:
    names = [game["name"] for game in device.http.get("/api/games").json()]
    assert {"faulty", "lasca"} <= set(names)
    assert "loop" not in names
    line = LOOP.splitlines().index("        while True:") + 1
    said = f"{folder / 'loop.py'}, line {line}, in actions: {overtime_words()}"
    log = device.server.log()
    assert said in log or said.replace(f"line {line}", f"line {line + 1}") in log


def test_visitors_are_not_told_where_a_broken_game_is(device: Device, folder: Path) -> None:
    answer = device.http.get("/api/games/loop/look")
    assert answer.status_code == 500
    assert answer.json()["detail"] == "game loop is broken; the server has logged why"
    assert str(folder) not in answer.text


def expect_told(server: Server, said: str, folder: Path, function: str) -> None:
    """Visitors are told the kind of error and the line: nothing that is hidden, and no path."""
    line = r"KeyError \(faulty\.py, line \d+\)"
    assert re.fullmatch(f"the rules of faulty failed: {function}: {line}", said), said
    log = server.log()
    assert f"{folder / 'faulty.py'}, line " in log
    assert "has a mistake in {'" in log


@pytest.mark.parametrize(
    ("function", "for_player", "for_spectator"),
    [
        ("seen_by", True, True),
        ("status", True, True),
        ("label", True, False),
        ("unseen", False, True),
    ],
)
def test_a_table_whose_game_fails_says_so_and_ends(
    device: Device, folder: Path, function: str, *, for_player: bool, for_spectator: bool
) -> None:
    """No client is told to try again: that would fail alike."""
    table_id = device.make(game="faulty", second="me", options={"fault": function})["id"]
    first, watching = device.sit(table_id), Player(device.server.base, table_id, {})
    first.say("play", action="a")
    told = [first] * for_player + [watching] * for_spectator
    for code, reason in (player.ending() for player in told):
        assert code == 4500
        assert len(reason.encode()) <= 123
        expect_told(device.server, reason, folder, function)


@pytest.mark.parametrize("function", ["actions", "play"])
def test_a_faulty_action_changes_nothing(device: Device, folder: Path, function: str) -> None:
    table_id = device.make(game="faulty", second="me", options={"fault": function})["id"]
    player = device.sit(table_id)
    if function == "play":
        player.play("a")
    version = player.version
    player.say("play", action="b")
    expect_told(device.server, player.hear("refused")["detail"], folder, function)
    player.say("resync")
    player.hear("welcome")
    assert player.version == version


def test_pages_tell_no_more_than_sockets(device: Device, folder: Path) -> None:
    table_id = device.make(game="faulty", second="me", options={"fault": "seen_by"})["id"]
    player = device.sit(table_id)
    player.say("play", action="a")
    assert player.ending()[0] == 4500
    for page in ("", "/frames", "/picture.svg", "/record"):
        answer = device.http.get(f"/api/tables/{table_id}{page}")
        assert answer.status_code == 500, page
        expect_told(device.server, answer.json()["detail"], folder, "seen_by")


def test_rules_that_end_the_program_end_nothing_else(device: Device) -> None:
    table_id = device.make(game="faulty", second="me", options={"fault": "exit"})["id"]
    player = device.sit(table_id)
    player.play("a")
    player.say("play", action="b")
    assert "failed: play: SystemExit (faulty.py, " in player.hear("refused")["detail"]
    other = device.sit(device.make("me", "me")["id"])
    other.play("Kd4")
    assert device.http.get("/health").status_code == 200
