"""Declarations derived from annotations: what becomes C, and what is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from strata.compiling import write_declarations
from strata.compiling.declarations import ClassTree, InvalidDeclaration, declare, read_module
from strata.compiling.places import (
    game_of,
    is_compiled,
    is_header,
    is_in_place,
    modules_in_place,
)

HEAD = "# Derived from module.py; not kept in the repository."


def _declared(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "module.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    module = read_module("strata.games.some.rules.module", path)
    lines = declare(module, ClassTree([module])).splitlines()
    assert lines[:2] == [HEAD, "cimport cython"]
    return [line for line in lines[2:] if line]


def test_functions_with_c_results_are_c_functions(tmp_path: Path) -> None:
    text = """
        from cython.cimports.strata.core.kernel.state import State

        def lift(state: State, tile: cython.int, found: cython.p_longlong) -> cython.ulonglong: ...
        def fill(words: cython.ulonglong[2]) -> cython.void: ...
        def read(state: State, tile: int) -> int: ...
        def name(tile: cython.int): ...
    """
    assert _declared(tmp_path, text) == [
        "from strata.core.kernel.state cimport State",
        "cdef unsigned long long lift(State state, int tile, long long* found) noexcept nogil",
        "cdef void fill(unsigned long long* words) noexcept nogil",
    ]


def test_classes_have_fields_and_methods(tmp_path: Path) -> None:
    text = """
        from cython.cimports.strata.core.kernel.state import State

        class Board(State):
            "What lies where."
            clock: cython.int
            pawns: cython.uchar[101]
            names: Annotated[tuple[str, ...], "readonly"]
            size: Annotated[cython.int, "public"]
            other: Board
            room: cython.longlong[::1]

            def seat(self) -> cython.int: ...
            def at(self, tile: int) -> int: ...

        class Whole(Board):
            pass
    """
    assert _declared(tmp_path, text) == [
        "from strata.core.kernel.state cimport State",
        "cdef class Board",
        "cdef class Whole",
        "cdef class Board(State):",
        "    cdef int clock",
        "    cdef unsigned char[101] pawns",
        "    cdef readonly object names",
        "    cdef public int size",
        "    cdef Board other",
        "    cdef long long[::1] room",
        "    cdef int seat(self) noexcept nogil",
        "@cython.final",
        "cdef class Whole(Board):",
        "    pass",
    ]


def test_overriding_methods_are_declared_above(tmp_path: Path) -> None:
    """Cython takes an override declared again in a final class for one of a final method."""
    text = """
        class Board:
            def seat(self) -> cython.int: ...

        class Whole(Board):
            def seat(self) -> cython.int: ...
            def reach(self) -> cython.int: ...
    """
    assert _declared(tmp_path, text)[-3:] == [
        "@cython.final",
        "cdef class Whole(Board):",
        "    cdef int reach(self) noexcept nogil",
    ]


def test_sizes_may_be_constants_of_headers(tmp_path: Path) -> None:
    text = """
        from cython.cimports.strata.games.some.rules.constants import TILES

        class Board:
            pawns: cython.uchar[TILES]
    """
    assert "from strata.games.some.rules.constants cimport TILES" in _declared(tmp_path, text)
    assert "    cdef unsigned char[TILES] pawns" in _declared(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def f(a) -> cython.int: ...", "line 1: f returns a C type.*its parameter 'a' too"),
        ("def f(a: int) -> cython.int: ...", "its parameter 'a' too"),
        ("def f(a: cython.int = 1) -> cython.int: ...", "f: expected plain parameters only"),
        ("class A(dict): ...", "line 1: class A: expected at most one base, a C class"),
        ("class A:\n    x = 3", "line 2: in a C class: expected a field"),
        ("x = 1\ny = (", "module.py, line 2: SyntaxError: '\\(' was never closed"),
    ],
)
def test_what_cannot_be_declared_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InvalidDeclaration, match=problem):
        _declared(tmp_path, text)


def test_a_state_with_objects_needs_an_assign_of_its_own(tmp_path: Path) -> None:
    """Else its memory would be copied, references included, and uncounted."""
    rules = tmp_path / "strata" / "games" / "some" / "rules"
    rules.mkdir(parents=True)
    board = """
        from cython.cimports.strata.core.kernel.state import State

        class Board(State):
            spare: Board
    """
    state = """
        from cython.cimports.strata.games.some.rules.board import Board

        class SomeState(Board):
            clock: cython.int
    """
    (rules / "board.py").write_text(textwrap.dedent(board), encoding="utf-8")
    (rules / "state.py").write_text(textwrap.dedent(state), encoding="utf-8")
    with pytest.raises(
        InvalidDeclaration, match=r"board.py, line 5: class SomeState refers to objects.*assign"
    ):
        write_declarations(tmp_path)
    own = "    def assign(self, other: Board) -> cython.void: ...\n"
    (rules / "state.py").write_text(textwrap.dedent(state) + own, encoding="utf-8")
    assert len(write_declarations(tmp_path)) == 2


def test_places(root: Path) -> None:
    assert is_compiled("strata.core.kernel.state")
    assert is_compiled("strata.games.kyo.rules.state")
    assert is_header("strata.games.kyo.rules.constants")
    assert not is_compiled("strata.games.kyo.rules.constants")
    assert not is_in_place("strata.games.kyo.notation")
    assert not is_in_place("strata.core.rules")
    assert game_of("strata.games.kyo.rules.state") == "kyo"
    assert game_of("strata.core.kernel.state") is None
    names = [name for name, _ in modules_in_place(root / "src")]
    assert "strata.core.kernel.bits" in names
    assert "strata.core.kernel" not in names
