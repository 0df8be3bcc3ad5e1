"""`--definition` on every command that takes a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run, begun, write_record

DEFINED = [
    (name, definition)
    for name in strata.games()
    for definition in strata.game(name).shipped_definitions()
    if strata.game(name, definition=definition).definition
]
COMMANDS = ("show", "actions", "perft", "playouts", "play")


@pytest.fixture(params=DEFINED, ids="-".join)
def defined(request: pytest.FixtureRequest) -> strata.Game:
    """A game by a definition that comes with it and is not the game as it is."""
    name, definition = request.param
    return strata.game(name, definition=definition)


@pytest.fixture
def file(defined: strata.Game, tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(defined.definition or "", encoding="utf-8")
    return path


def test_there_is_one() -> None:
    assert DEFINED


def test_show(run: Run, defined: strata.Game, file: Path) -> None:
    shown = run("show", defined.name, "--definition", file).out
    assert str(defined.start()) in shown
    position = begun(defined, 3).position
    assert str(position) in run("show", defined.name, str(position), "--definition", file).out
    drawn = run("show", defined.name, "--definition", file, "--svg", "-").out
    assert drawn == defined.start().svg()


def test_names_of_definitions_that_come_with_the_game(run: Run) -> None:
    for name, definition in DEFINED:
        start = strata.game(name, definition=definition).start()
        assert str(start) in run("show", name, "--definition", definition).out


def test_actions(run: Run, defined: strata.Game, file: Path) -> None:
    out = run("actions", defined.name, "--definition", file).out
    assert out.splitlines() == list(defined.start().actions())


def test_perft(run: Run, defined: strata.Game, file: Path) -> None:
    ran = run("perft", defined.name, "--definition", file, "--depth", 2, "--json")
    assert json.loads(ran.out)["nodes"] == defined.start().perft(2)


def test_playouts(run: Run, defined: strata.Game, file: Path) -> None:
    ran = run("playouts", defined.name, "--definition", file, "-n", 20, "--seed", 4, "--json")
    played = json.loads(ran.out)
    assert played["actions"]["longest"] == max(defined.playouts(20, seed=4).lengths)


def test_options_besides(run: Run, defined: strata.Game, file: Path) -> None:
    for option in defined.options:
        given = ["-o", f"{option.name}={option.values[-1]}"]
        ran = run("show", defined.name, "--definition", file, *given, "--json")
        assert json.loads(ran.out)["options"][option.name] == option.values[-1]


def test_play_resume_and_replay(
    run: Run,
    refused: Callable[..., str],
    defined: strata.Game,
    file: Path,
    saved: Callable[[], list[Path]],
    tmp_path: Path,
) -> None:
    action = defined.start().actions()[0]
    ran = run("play", defined.name, "--definition", file, typed=f"{action}\nquit\n")
    assert ran.code == 0
    (game_file,) = saved()
    record = strata.load(game_file.read_text(encoding="utf-8"))
    assert record.rules == defined.rules
    assert record.played == (action,)
    file.unlink()  # the record holds the definition
    again = record.position.actions()[0]
    assert run("play", "--resume", game_file, typed=f"{again}\nquit\n").code == 0
    assert strata.load(game_file.read_text(encoding="utf-8")).played == (action, again)
    assert defined.title in run("replay", game_file).out
    file.write_text((defined.definition or "").replace('name = "', 'name = "X', 1))
    said = refused("play", "--resume", game_file, "--definition", file)
    assert "another definition" in said


def test_resume_with_the_same_definition(run: Run, defined: strata.Game, file: Path) -> None:
    record = write_record(file.with_name("game.strata"), begun(defined, 2))
    assert run("play", "--resume", record, "--definition", file, typed="quit\n").code == 0
    option = defined.options[0]
    given = ["-o", f"{option.name}={defined.settings[option.name]}"]
    assert run("play", "--resume", record, *given, typed="quit\n").code == 0


@pytest.mark.parametrize("command", COMMANDS)
class TestRefusals:
    @staticmethod
    def more(command: str) -> list[str]:
        return ["--depth", "1"] if command == "perft" else []

    def test_bad_definition(
        self, refused: Callable[..., str], defined: strata.Game, file: Path, command: str
    ) -> None:
        file.write_text(f"nonsense = 1\n{defined.definition}", encoding="utf-8")
        said = refused(command, defined.name, "--definition", file, *self.more(command))
        assert said.startswith(f"{file}: line 1, key nonsense: ")

    def test_no_file(
        self, refused: Callable[..., str], defined: strata.Game, tmp_path: Path, command: str
    ) -> None:
        missing = tmp_path / "none.toml"
        said = refused(command, defined.name, "--definition", missing, *self.more(command))
        assert said == f"'{missing}' cannot be read: No such file or directory"

    def test_games_without_definitions(
        self, refused: Callable[..., str], file: Path, command: str
    ) -> None:
        for name in strata.games():
            if not strata.game(name).rules.definable:
                said = refused(command, name, "--definition", file, *self.more(command))
                assert said.startswith(f"{name} takes no definition")

    def test_a_definition_is_no_option(
        self, refused: Callable[..., str], defined: strata.Game, command: str
    ) -> None:
        said = refused(command, defined.name, "-o", "definition=x", *self.more(command))
        assert said == "'definition' is not an option of the game: give --definition FILE"
