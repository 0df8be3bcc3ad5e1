"""The program as a whole: help, version, errors, warnings, streams."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

import strata
from strata import source_only
from tests.cli.conftest import PROGRAM, Run, run_apart

COMMANDS = (
    *("games", "rules", "show", "actions", "check", "perft", "playouts", "play", "replay"),
    *("analyse", "match", "tournament", "engine"),
)


def test_without_arguments_it_shows_its_help(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    for command in COMMANDS:
        assert command in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    ran = run(command, "-h")
    assert ran.code == 0
    assert f"strata {command}" in ran.out


def test_version(run: Run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ran.out.startswith(f"strata {strata.__version__} (")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["nonsense"],
            "no command 'nonsense' in strata: expected one of games, rules, learn, show, ",
        ),
        (["pley"], "no command 'pley' in strata: did you mean 'play'?"),
        (["games", "--nonsense"], "--nonsense"),
        (["show"], "GAME"),
        (["perft", strata.games()[0]], "--depth"),
        (["perft", strata.games()[0], "--depth", "two"], "--depth"),
        (["playouts", strata.games()[0], "-n", "0"], "-n"),
        (["play", strata.games()[0], "--first", "nobody"], "player of first"),
    ],
)
def test_wrong_usage_is_one_line(
    refused: Callable[..., str], arguments: list[str], said: str
) -> None:
    assert said in refused(*arguments)


@pytest.mark.parametrize("command", ["show", "actions", "perft", "playouts", "play"])
class TestGameAndOptions:
    @staticmethod
    def more(command: str) -> list[str]:
        return ["--depth", "1"] if command == "perft" else []

    def test_unknown_game(self, refused: Callable[..., str], command: str) -> None:
        said = refused(command, "chess", *self.more(command))
        assert said.startswith("no game 'chess'; there are ")
        assert all(name in said for name in strata.games())

    @pytest.mark.parametrize("option", ["colour=red", "name=x", "self=x"])
    def test_unknown_option(
        self, refused: Callable[..., str], game: strata.Game, command: str, option: str
    ) -> None:
        said = refused(command, game.name, "-o", option, *self.more(command))
        assert said.startswith(f"{game.name} has no option '{option.partition('=')[0]}'")

    def test_wrong_value(
        self, refused: Callable[..., str], game: strata.Game, command: str
    ) -> None:
        for option in game.options:
            said = refused(command, game.name, "-o", f"{option.name}=?", *self.more(command))
            head, _, expected = said.partition(", expected ")
            assert head == f"option {option.name}: got '?'"
            assert str(option.values[0]) in expected
            assert str(option.values[-1]) in expected

    @pytest.mark.parametrize("given", ["", "entry", "=x", "entry=", "a=b c=d"])
    def test_malformed_option(self, refused: Callable[..., str], command: str, given: str) -> None:
        """The same for every game: one reader of options serves all commands."""
        said = refused(command, strata.games()[0], "-o", given, *self.more(command))
        assert "expected NAME=VALUE" in said

    def test_option_given_twice(
        self, refused: Callable[..., str], game: strata.Game, command: str
    ) -> None:
        for option in game.options[:1]:
            given = ["-o", f"{option.name}={option.default}"]
            said = refused(command, game.name, *given, *given, *self.more(command))
            assert said == f"option {option.name!r} is given twice"


def test_uncompiled_rules_are_noted_once_on_stderr(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_only, "is_compiled", lambda: False)
    monkeypatch.setattr(source_only, "_asked", lambda: False)
    monkeypatch.setattr(source_only, "_warned", False)
    ran = run("games", "--json")
    assert ran.code == 0
    assert ran.err.startswith("note: strata is running uncompiled")
    assert ran.err.count("\n") == 1
    assert ran.out.startswith("[")
    assert run("games").err == ""


def test_a_reader_that_leaves_early_is_no_error() -> None:
    child = subprocess.Popen(
        [*PROGRAM, "actions", strata.games()[0]], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    complaints = child.stderr.read()
    child.stderr.close()
    child.wait()
    assert complaints == b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/dev/full is of Linux")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ran = subprocess.run(
            [*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr == "error: No space left on device\n"


def test_a_terminal_without_unicode_still_shows_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    ran = run_apart("show", strata.games()[0])
    assert ran.returncode == 0
    assert ran.stderr == ""
