"""Boards as text: written and read back to the letter, refused with the place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata
from strata.core.board_text import format_board, parse_board
from strata.core.geometry import Board, HexagonalBoard, RectangularBoard, RhombicBoard
from strata.core.scanner import Scanner

DARK = RectangularBoard(7, 7, used=lambda file, rank: (file + rank) % 2 == 0)
BOARDS: tuple[Board, ...] = (
    RectangularBoard(3, 2),
    RectangularBoard(12, 3),
    DARK,
    HexagonalBoard(2),
    RhombicBoard(3, 4),
)


def _parsed(text: str, board: Board, letters: str = "Rr*", highest: int = 1) -> dict[str, str]:
    scanner = Scanner(text, "board")
    stacks = parse_board(scanner, board, letters, highest)
    scanner.end()
    return stacks


def test_ranks_are_written_from_the_top() -> None:
    board = RectangularBoard(3, 2)
    assert format_board(board, {}) == "3/3"
    assert format_board(board, {"a1": "R", "c2": "r"}) == "2r/R2"
    assert format_board(board, {"b1": "Rr*", "c1": "R"}) == "3/1(Rr*)R"
    assert format_board(RectangularBoard(12, 1), {"l1": "R"}) == "11R"


def test_cells_that_are_not_used_are_not_written() -> None:
    assert format_board(DARK, {"a1": "R", "b2": "r"}) == "4/3/4/3/4/r2/R3"


def test_hexagons_are_written_by_columns() -> None:
    assert format_board(RhombicBoard(2, 3), {"a1": "R", "b3": "r"}) == "R2/2r"
    assert format_board(HexagonalBoard(1), {"a1": "R", "c2": "r"}) == "R1/3/1r"


@pytest.mark.parametrize("board", BOARDS, ids=str)
@given(data=st.data())
def test_what_is_written_is_read(board: Board, data: st.DataObject) -> None:
    some = st.text(st.sampled_from("Rr*"), min_size=1, max_size=4)
    stacks = data.draw(st.dictionaries(st.sampled_from(board.names), some))
    assert _parsed(format_board(board, stacks), board, highest=4) == stacks


@pytest.mark.parametrize("board", BOARDS, ids=str)
@given(text=st.text(st.sampled_from("Rr*()/0123456789"), max_size=20))
def test_what_is_read_is_written(board: Board, text: str) -> None:
    try:
        stacks = _parsed(text, board, highest=3)
    except strata.InvalidPosition:
        return
    assert format_board(board, stacks) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "character 1: got the end, expected 1–3, one of R r *, a stack in parentheses"),
        ("3", "character 2: got the end, expected / and the next of 2 rows"),
        ("4/3", "character 1: empty cells: got '4/3', expected 1 to 3"),
        ("12/3", "empty cells: got '12/3'"),
        ("1R1/11R", "character 5: empty cells: got '11R', expected 1 to 3"),
        ("2R/3/3", "character 5: got '/', expected the end"),
        ("2x/3", "character 2: got 'x', expected 1–1, one of R r *"),
        ("2(R)/3", "one piece in parentheses"),
        ("2(Rr*R)/3", "character 6: got 'R', expected ), at most 3 pieces"),
        ("2(/3", "character 3: got '/'"),
    ],
)
def test_refusals_name_the_place(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition) as refusal:
        _parsed(text, RectangularBoard(3, 2), highest=3)
    assert problem in str(refusal.value)


def test_stacks_are_refused_where_there_are_none() -> None:
    with pytest.raises(strata.InvalidPosition, match="got '\\(', expected 1–3, one of R r"):
        _parsed("(Rr)2/3", RectangularBoard(3, 2))
