"""Games in files with mistakes: the server starts, and visitors are told what failed, not where."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from strata.games.time_limit import overtime_words
from tests.places import ROOT
from tests.server.processes import Device, Player, Server

FAULTY = '''"""Pass the pawn; an option says which function fails after the first action."""
from strata.plain import Option, PlainGame, RectangularBoard

FUNCTIONS = ("none", "actions", "play", "seen_by", "status", "label", "unseen")


class Faulty(PlainGame):
    option_list = (Option("fault", FUNCTIONS, "none", "the function that fails"),)
    board = RectangularBoard(3, 1)
    pieces = {"P": "pawn"}
    setup = "P2"
    fields = ("clock",)

    def fail(self, position, function):
        if position.clock and self.settings["fault"] == function:
            raise KeyError(f"{__file__} has a mistake")

    def actions(self, position):
        self.fail(position, "actions")
        return ["a", "b"]

    def play(self, position, action):
        self.fail(position, "play")
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
            raise KeyError(f"{__file__} has a mistake")
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


def expect_no_path(server: Server, said: str, folder: Path, function: str) -> None:
    assert said.startswith(f"the rules of faulty failed: {function}"), said
    assert "KeyError" in said
    assert str(folder) not in said
    assert f"{folder / 'faulty.py'}, line " in server.log()


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
        expect_no_path(device.server, reason, folder, function)


@pytest.mark.parametrize("function", ["actions", "play"])
def test_a_faulty_action_changes_nothing(device: Device, folder: Path, function: str) -> None:
    table_id = device.make(game="faulty", second="me", options={"fault": function})["id"]
    player = device.sit(table_id)
    if function == "play":
        player.play("a")
    version = player.version
    player.say("play", action="b")
    detail = player.hear("refused")["detail"]
    expect_no_path(device.server, detail, folder, function)
    assert "in 'P2 s 1'" in detail
    player.say("resync")
    player.hear("welcome")
    assert player.version == version
