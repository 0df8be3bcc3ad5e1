"""Boards as text: written and read back to the letter, refused with the place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from strata.core.board_text import (
    EMPTY,
    format_board,
    format_rows,
    format_texts,
    parse_board,
    parse_rows,
)
from strata.core.geometry import Board, HexagonalBoard, RectangularBoard, RhombicBoard
from strata.core.scanner import Scanner
from tests.volume import everyday

DARK = RectangularBoard(7, 7, used=lambda file, rank: (file + rank) % 2 == 0)
BOARDS: tuple[Board, ...] = (
    RectangularBoard(3, 2),
    RectangularBoard(12, 3),
    DARK,
    HexagonalBoard(2),
    RhombicBoard(3, 4),
)


def _parsed(text: str, board: Board, letters: str = "Rr*", highest: int = 1) -> dict[str, str]:
    return parse_board(Scanner(text, "board"), board, letters, highest)


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
@settings(max_examples=everyday(50, full=150))
@given(data=st.data())
def test_what_is_written_is_read(board: Board, data: st.DataObject) -> None:
    some = st.text(st.sampled_from("Rr*"), min_size=1, max_size=4)
    stacks = data.draw(st.dictionaries(st.sampled_from(board.names), some))
    assert _parsed(format_board(board, stacks), board, highest=4) == stacks


@pytest.mark.parametrize("board", BOARDS, ids=str)
@settings(max_examples=everyday(50, full=150))
@given(text=st.text(st.sampled_from("Rr*()/0123456789 "), max_size=20))
def test_what_is_read_is_written(board: Board, text: str) -> None:
    try:
        stacks = _parsed(text, board, highest=3)
    except strata.InvalidPosition:
        return
    assert format_board(board, stacks) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "board: got '', expected 2 rows, rank 2 to rank 1, not 1"),
        ("2R/3/3", "board: got '2R/3/3', expected 2 rows, rank 2 to rank 1, not 3"),
        ("/3", "board, rank 2 '', character 1: got 0 cells, expected 3"),
        ("3/1R", "board, rank 1 '1R', character 3: got 2 cells, expected 3"),
        ("3/1RRR", "rank 1 '1RRR', character 4: got 'R', expected the end after 3 cells"),
        ("4/3", "rank 2 '4', character 1: empty cells: got '4', expected 1 to 3"),
        ("12/3", "empty cells: got '12'"),
        ("1R1/11R", "rank 1 '11R', character 1: empty cells: got '11', expected 1 to 3"),
        ("2x/3", "character 2: got 'x', expected a number of empty cells, one of R r *, a stack"),
        ("2(R)/3", "one piece in parentheses"),
        ("2(Rr*R)/3", "character 6: got 'R', expected ), at most 3 pieces"),
        ("2(/3", "character 3: got the end, expected one of R r *"),
    ],
)
def test_refusals_name_the_place(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition) as refusal:
        _parsed(text, RectangularBoard(3, 2), highest=3)
    assert problem in str(refusal.value)


def test_stacks_are_refused_where_there_are_none() -> None:
    with pytest.raises(
        strata.InvalidPosition, match="got '\\(', expected a number of empty cells, one"
    ):
        _parsed("(Rr)2/3", RectangularBoard(3, 2))


def _commas(text: str) -> dict[int, str]:
    """A board of 5×2 with commas between and words of R on its cells."""
    words: dict[int, str] = {}

    def read_cell(row: Scanner, cell: int) -> None:
        words[cell] = row.take_all("R") or row.expected("R")

    parse_rows(Scanner(text, "board"), RectangularBoard(5, 2), read_cell, ",")
    return words


def test_a_game_reads_and_writes_its_own_cells() -> None:
    words = {0: "R", 1: "RR", 7: "RRR"}
    text = "2,RRR,2/R,RR,3"
    assert format_rows(RectangularBoard(5, 2), lambda cell: words.get(cell, ""), ",") == text
    assert _commas(text) == words


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5/2,3", "rank 1 '2,3', character 3: got two adjacent numbers, expected their sum"),
        ("5/R4", "rank 1 'R4', character 2: got '4', expected , and the next of 5 cells"),
        ("5/4,", "rank 1 '4,', character 3: got 4 cells, expected 5"),
        ("5/5,", "rank 1 '5,', character 2: got ',', expected the end after 5 cells"),
    ],
)
def test_what_is_between_items_is_needed(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition) as refusal:
        _commas(text)
    assert problem in str(refusal.value)


def test_hexagonal_boards_name_their_columns() -> None:
    with pytest.raises(strata.InvalidPosition, match="board, column b '4', character 1: empty"):
        _parsed("2/4/2", HexagonalBoard(1))


NARROW = (RectangularBoard(1, 4), RectangularBoard(1, 1))


@pytest.mark.parametrize("between", ["", ","])
@given(board=st.sampled_from((*BOARDS, *NARROW)), data=st.data())
def test_texts_of_cells_are_written_and_read_again(
    board: Board, between: str, data: st.DataObject
) -> None:
    words = st.sampled_from([EMPTY, EMPTY, "R", "(R)", "(RR)"])
    texts = data.draw(st.lists(words, min_size=len(board), max_size=len(board)))
    read = [EMPTY] * len(board)

    def read_cell(row: Scanner, cell: int) -> None:
        read[cell] = row.take("R") or row.take("(") + row.take_all("R") + row.take(")")

    parse_rows(Scanner(format_texts(board, texts, between), "board"), board, read_cell, between)
    assert read == texts
