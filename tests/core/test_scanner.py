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


def test_fields_are_named_in_their_errors() -> None:
    heaps, side = Scanner("3/4 s", "nim position").split(" ", ("heaps", "side"))
    assert heaps.text == "3/4"
    assert side.one_of("fs") == 1
    with pytest.raises(
        strata.InvalidPosition, match="nim position, side: got 's', expected a, b or"
    ):
        side.one_of(("a", "b", "c"))
    with pytest.raises(
        strata.InvalidPosition, match="heaps, second: got '4', expected 0 to 3, with"
    ):
        heaps.part("4", "second").whole_number(0, 3)
    assert [heap.whole_number(0, 9) for heap in heaps.split("/", ("first", "second"))] == [3, 4]
    with pytest.raises(
        strata.InvalidPosition, match=r"heaps '3/4': got 2 fields, .*with / between"
    ):
        heaps.split("/", ("only",))
    with pytest.raises(strata.InvalidPosition, match="got 1 field, expected heaps, side, with one"):
        Scanner("3/4", "nim position").split(" ", ("heaps", "side"))


def test_runs_of_letters_are_taken() -> None:
    scanner = Scanner("aabc", "text")
    assert scanner.take_all("ab") == "aab"
    assert scanner.take_all("ab") == ""
    assert scanner.peek() == "c"


def test_lists_are_read_item_by_item() -> None:
    def entries(text: str, between: str) -> list[str]:
        scanner = Scanner(text, "text")
        return [scanner.need("ab", "a or b") for _ in scanner.entries(between)]

    assert entries("-", ",") == []
    assert entries("a,b", ",") == entries("ab", "") == ["a", "b"]
    with pytest.raises(strata.InvalidPosition, match="character 1: got the end, expected a or b"):
        entries("", "")
    with pytest.raises(strata.InvalidPosition, match="character 2: got ';', expected the end"):
        entries("a;b", ",")
    scanner = Scanner("a.b,a", "text")
    assert [scanner.need("ab", "a or b") for _ in scanner.items(".")] == ["a", "b"]
    assert scanner.peek() == ","
