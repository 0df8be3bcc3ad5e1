"""Runs the command line: in this process, in another one, or in a terminal of its own."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from pexpect import fdpexpect

import strata
from strata.cli.main import main
from tests.forked import start_in_terminal
from tests.patience import PATIENCE
from tests.volume import outermost

PROGRAM = [sys.executable, "-c", "import sys; from strata.cli.main import main; sys.exit(main())"]


@dataclass(frozen=True)
class Ran:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
Spawn = Callable[..., Any]
END = pexpect.EOF
SIZE = (50, 160)
"""The rows and columns of a terminal."""


@pytest.fixture(autouse=True)
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the games of whoever runs it."""
    folder = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.fixture
def saved(data_home: Path) -> Callable[[], list[Path]]:
    """The games saved so far."""
    return lambda: sorted((data_home / "strata" / "games").glob("*"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the program in this process. `typed` is its standard input."""

    def run(*arguments: object, typed: str | bytes = "") -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        seen = capsys.readouterr()
        return Ran(code, seen.out, seen.err)

    return run


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs the program, which must refuse with one line; returns what that says."""

    def refused(*arguments: object, typed: str | bytes = "") -> str:
        ran = run(*arguments, typed=typed)
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.startswith("error: ")
        assert ran.err.count("\n") == 1
        return ran.err.removeprefix("error: ").rstrip("\n")

    return refused


class Terminal(fdpexpect.fdspawn):  # type: ignore[misc]  # has no types
    """The program in a terminal of its own, as `pexpect.spawn` has it."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        screen, keyboard_and_screen = pty.openpty()
        termios.tcsetwinsize(keyboard_and_screen, SIZE)
        super().__init__(screen, encoding="utf-8", timeout=PATIENCE)
        self._process = start_in_terminal(arguments, environment, keyboard_and_screen)
        os.close(keyboard_and_screen)
        self.pid = self._process.pid

    def isalive(self) -> bool:
        return self._process.is_alive()

    def sendintr(self) -> None:
        self.send("\x03")

    def sendeof(self) -> None:
        self.send("\x04")

    def kill(self, number: int) -> None:
        assert self.pid is not None
        os.kill(self.pid, number)

    def wait(self) -> None:
        self._process.join(PATIENCE)
        assert not self.isalive()
        self.exitstatus = self._process.exitcode

    def close(self) -> None:
        """The terminal goes away, and the program with it, which nobody has to end."""
        super().close()
        self.wait()


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Runs the program in a terminal of its own; `anew` in a new interpreter, which takes long."""
    children: list[Any] = []

    def spawn(*arguments: object, terminal: str = "dumb", anew: bool = False) -> Any:
        environment = os.environ | {"TERM": terminal, "PAGER": "cat"}
        words = [str(argument) for argument in arguments]
        if anew:
            child = pexpect.spawn(
                PROGRAM[0],
                [*PROGRAM[1:], *words],
                encoding="utf-8",
                timeout=PATIENCE,
                dimensions=SIZE,
                env=environment,
            )
        else:
            child = Terminal(words, environment)
        children.append(child)
        return child

    yield spawn
    for child in children:
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()  # `close` alone waits for a tenth of a second only
        child.close()


def run_apart(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)], input=typed, capture_output=True, text=True, check=False
    )


def write_record(file: Path, record: strata.Record) -> Path:
    file.write_text(record.export(), encoding="utf-8")
    return file


@pytest.fixture(params=strata.games())
def game(request: pytest.FixtureRequest) -> strata.Game:
    """Every registered game."""
    return strata.game(request.param)


@pytest.fixture(params=outermost(strata.games()))
def any_game(request: pytest.FixtureRequest) -> strata.Game:
    """A game for tests of the program around it: its process, its terminal, its files."""
    return strata.game(request.param)


ENDLESS = """\
from strata.plain import PlainGame, RectangularBoard

class Endless(PlainGame):
    "Pass, and pass, and pass."
    board = RectangularBoard(2, 1)
    pieces = {"S": "stone"}
    setup = "Ss"
    fields = ("note",)
    repetition = 0

    def actions(self, position):
        return ["pass"]

    def play(self, position, action):
        return position.end_turn(note=str(int(position.note or 0) + 1))
"""


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A plain game that never ends."""
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS, encoding="utf-8")
    return file


def begun(game: strata.Game, actions: int) -> strata.Record:
    """A game of so many actions, every time the same."""
    record = game.record()
    for number in range(actions):
        legal = record.actions()
        record.play(legal[(7 * number + 3) % len(legal)])
    return record
