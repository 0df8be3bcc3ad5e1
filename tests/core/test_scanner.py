"""The text scanner: what it takes, and that every refusal names the place."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import InvalidDefinition
from strata.core.geometry import RectangularBoard
from strata.core.scanner import Scanner


def test_letters_are_taken_one_by_one() -> None:
    scanner = Scanner("ab", "text")
    assert scanner.peek() == "a"
    assert scanner.take("xyz") == ""
    assert scanner.take("xa") == "a"
    assert scanner.need("b", "a b") == "b"
    assert scanner.peek() == ""
    assert scanner.take("b") == ""
    scanner.end()


def test_numbers_have_bounds_and_no_leading_zeros() -> None:
    assert Scanner("12x", "text").number(1, 12, "count") == 12
    assert Scanner("0", "text").number(0, 9, "count") == 0
    for text in ("", "x", "13", "012", "00", "-1", "9" * 30, "1\N{SUPERSCRIPT TWO}"):
        with pytest.raises(strata.InvalidPosition, match=r"count: got .*expected 1 to 12"):
            Scanner(text, "text").number(1, 12, "count")


def test_cells_are_taken_by_their_longest_name() -> None:
    board = RectangularBoard(3, 12)
    scanner = Scanner("a12b1c", "text")
    assert [scanner.cell(board), scanner.cell(board)] == [board.cell("a12"), board.cell("b1")]
    with pytest.raises(strata.InvalidPosition, match="character 6: got 'c', expected a cell, a1"):
        scanner.cell(board)


def test_errors_say_what_where_and_what_else() -> None:
    scanner = Scanner("abc", "nim position, heaps")
    scanner.take("a")
    with pytest.raises(strata.InvalidPosition) as refusal:
        scanner.need("xy", "x or y")
    assert str(refusal.value) == (
        "nim position, heaps 'abc', character 2: got 'b', expected x or y"
    )
    with pytest.raises(strata.InvalidPosition, match="got 'b', expected the end"):
        scanner.end()
    with pytest.raises(strata.InvalidPosition, match="character 1: got the end, expected x"):
        Scanner("", "text").need("x", "x")


def test_another_error_can_be_raised() -> None:
    with pytest.raises(InvalidDefinition):
        Scanner("a", "text", InvalidDefinition).end()
