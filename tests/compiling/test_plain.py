"""Compiled modules run as plain Python: what C supplies is supplied."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

import strata
from strata.core.kernel.state import State
from tests.plainly import load_plainly


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    text = """
        import cython
        from cython.cimports.strata.core.kernel.constants import DRAWN

        class Board:
            clock: cython.int
            pawns: cython.uchar[DRAWN + 3]
            other: Board

            def __init__(self, clock=0):
                self.clock = clock

            def total(self) -> cython.int:
                seen: cython.int[4]
                if self.clock:
                    words: cython.ulonglong[2]
                    words[1] = 5
                    return len(seen) + sum(words)
                return sum(seen)

        def first(values: cython.p_longlong) -> cython.longlong:
            return cython.address(values[0])[1]

        def write(values: cython.p_longlong, place: cython.int) -> cython.void:
            cython.address(values[place + 1])[1] = 7
    """
    path = tmp_path / "some.py"
    path.write_text("from __future__ import annotations\n" + textwrap.dedent(text), "utf-8")
    return load_plainly("some", path)


def test_fields_begin_as_zeros(module: ModuleType) -> None:
    one, other = module.Board(), module.Board(7)
    assert (one.clock, other.clock, one.other) == (0, 7, None)
    assert one.pawns == [0] * 5
    one.pawns[0] = 3
    assert other.pawns == [0] * 5


def test_local_arrays_are_lists(module: ModuleType) -> None:
    assert module.Board().total() == 0
    assert module.Board(1).total() == 9


def test_addresses_are_sequences(module: ModuleType) -> None:
    assert module.first([3, 4]) == 4


def test_addresses_inside_a_sequence_are_the_rest_of_it(module: ModuleType) -> None:
    values = bytearray(4)
    module.write(memoryview(values), 1)
    assert list(values) == [0, 0, 0, 7]


def test_lines_are_those_of_the_source(module: ModuleType) -> None:
    """A debugger and a traceback show the source."""
    assert module.Board.total.__code__.co_firstlineno == 14


@pytest.mark.skipif(not strata.compiled(), reason="the extensions are not built")
def test_a_state_that_is_not_compiled_is_refused() -> None:
    class Mine(State):
        pass

    with pytest.raises(strata.NotCompiled, match=r"class .*Mine derives from the compiled State"):
        Mine()


@pytest.mark.skipif(not strata.compiled(), reason="the extensions are not built")
def test_a_module_that_is_not_compiled_is_named(root: Path, tmp_path: Path) -> None:
    """One game's module is missing: that game says so, the others play."""
    shutil.copytree(
        root / "src" / "strata", tmp_path / "strata", ignore=shutil.ignore_patterns("__pycache__")
    )
    rules = tmp_path / "strata" / "games" / "daikuni" / "rules"
    for built in [*rules.glob("state.*.so"), *rules.glob("state.*.pyd")]:
        built.unlink()
    code = textwrap.dedent(
        """
        import strata
        print(len(strata.game("kyo").start().actions()) > 0)
        try:
            strata.game("daikuni")
        except strata.StrataError as error:
            print(error)
        """
    )
    environment = {name: value for name, value in os.environ.items() if name != "STRATA_UNCOMPILED"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment | {"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("True\n")
    assert (
        "game daikuni: the module strata.games.daikuni.rules.state is not compiled" in done.stdout
    )
    assert "scripts/prepare" in done.stdout
