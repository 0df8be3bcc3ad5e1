"""What stands on a board as text: rows with `/` between, runs of empty cells as numbers.

    2S1s/7/1(Ssb)5        a cell with several pieces is in parentheses, from bottom to top
    2,SS,1,s/7/1,Ssb,5    or as a game writes it, here with commas between the items of a row

`format_rows` and `parse_rows` leave the text of a cell to the game; `format_board` and
`parse_board` write pieces as single letters. The rows are those of the board (`Board.rows`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from strata.core.errors import InvalidPosition
from strata.core.geometry import Board
from strata.core.scanner import Scanner

_Row = tuple[int, ...]
_DIGITS: Final = "0123456789"
_SHORT_RUNS: Final = str.maketrans({str(run): " " * run for run in range(1, 10)})
_UNUSUAL: Final = re.compile(r"[0-9]{2}| ")


@lru_cache(maxsize=64)
def _rows(board: Board) -> tuple[tuple[str, _Row], ...]:
    """The rows with their names."""
    return tuple((board.row_name(row), row) for row in board.rows())


def format_rows(board: Board, text_at: Callable[[int], str], between: str = "") -> str:
    """The rows of `board`; `text_at` has the text of a cell, nothing for an empty one.

    `between` separates the items of a row: runs of empty cells and the texts of the others.
    """
    return "/".join(between.join(_row_items(row, text_at)) for _, row in _rows(board))


def format_letters(board: Board, letters: Sequence[str]) -> str:
    """The rows of `board` by the letter on each cell; a blank is an empty cell.

    `format_rows` writes the same, but asks for each cell: it takes several times as long.
    """
    in_order, runs = _letter_order(board)
    text = "".join(in_order((*letters, "/")))
    for blanks, number in runs:
        text = text.replace(blanks, number)
    return text


@lru_cache(maxsize=64)
def _letter_order(
    board: Board,
) -> tuple[Callable[[tuple[str, ...]], tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """A getter that puts letters, followed by a `/`, in the order of the text; and runs of blanks,
    the longest first, with the numbers for which they stand."""
    rows = [row for _, row in _rows(board)]
    order = [place for row in rows for place in (*row, len(board))][:-1]
    longest = max(map(len, rows))
    return itemgetter(*order), tuple((" " * run, str(run)) for run in range(longest, 0, -1))


def _row_items(row: _Row, text_at: Callable[[int], str]) -> list[str]:
    items = []
    run = 0
    for cell in row:
        text = text_at(cell)
        if not text:
            run += 1
            continue
        if run:
            items.append(str(run))
            run = 0
        items.append(text)
    if run:
        items.append(str(run))
    return items


def parse_rows(
    scanner: Scanner,
    board: Board,
    read_cell: Callable[[Scanner, int], None],
    between: str = "",
) -> None:
    """Read what `format_rows` writes, the whole text of `scanner`.

    `read_cell` takes the text of a cell that is not empty, or fails; it is given the scanner of
    the row, whose errors name the row, and the cell. It is called in the order of the text.
    """
    rows = _rows(board)
    texts = scanner.text.split("/")
    if len(texts) != len(rows):
        scanner.refuse(f"{len(rows)} rows, {rows[0][0]} to {rows[-1][0]}, not {len(texts)}")
    for (name, row), text in zip(rows, texts, strict=True):
        _parse_row(scanner.part(text, name), board.names, row, read_cell, between)
    scanner.at = len(scanner.text)


def _parse_row(
    scanner: Scanner,
    names: tuple[str, ...],
    row: _Row,
    read_cell: Callable[[Scanner, int], None],
    between: str,
) -> None:
    text, width = scanner.text, len(row)
    place = 0
    after_run = False
    while place < width:
        if between and place and scanner.peek():
            scanner.need(between, f"{between} and the next of {width} cells")
        letter = text[scanner.at : scanner.at + 1]
        if not letter:
            scanner.fail(f"{place} cells, expected {width}")
        if letter not in _DIGITS:
            try:
                read_cell(scanner, row[place])
            except InvalidPosition as error:
                raise error.on(names[row[place]]) from None
            place += 1
            after_run = False
            continue
        if after_run:
            scanner.fail("two numbers side by side, expected their sum")
        place += scanner.number(1, width - place, "empty cells")
        after_run = True
    if scanner.at < len(text):
        scanner.expected(f"the end after {width} cells")


def format_board(board: Board, stacks: Mapping[str, str]) -> str:
    """The rows of `board`; `stacks` has the letters on each cell that is not empty, by its name."""
    names = board.names

    def text_at(cell: int) -> str:
        stack = stacks.get(names[cell], "")
        return f"({stack})" if len(stack) > 1 else stack

    return format_rows(board, text_at)


def parse_board(scanner: Scanner, board: Board, letters: str, highest: int = 1) -> dict[str, str]:
    """Read what `format_board` writes; `letters` are the pieces, `highest` the most in a cell.

    Only the one text that `format_board` writes is accepted.
    """
    pattern, names = _single_letters(board, letters)
    cells = scanner.text.translate(_SHORT_RUNS)
    if pattern.fullmatch(cells) and not _UNUSUAL.search(scanner.text):
        scanner.at = len(scanner.text)
        found = zip(names, cells.replace("/", ""), strict=True)
        return {name: letter for name, letter in found if letter != " "}
    stacks: dict[str, str] = {}

    def read_cell(row: Scanner, cell: int) -> None:
        stacks[board.names[cell]] = _parse_stack(row, letters, highest)

    parse_rows(scanner, board, read_cell)
    return stacks


@lru_cache(maxsize=64)
def _single_letters(board: Board, letters: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The usual case, read at once: single letters, a blank for an empty cell; and the cells."""
    rows = board.rows()
    pattern = "/".join(f"[{re.escape(letters)} ]{{{len(row)}}}" for row in rows)
    return re.compile(pattern), tuple(board.names[cell] for row in rows for cell in row)


def _parse_stack(scanner: Scanner, letters: str, highest: int) -> str:
    pieces = f"one of {' '.join(letters)}"
    if highest == 1 or not scanner.take("("):
        stacked = "" if highest == 1 else ", a stack in parentheses"
        return scanner.need(letters, f"a number of empty cells, {pieces}{stacked}")
    stack = scanner.need(letters, pieces)
    while not scanner.take(")"):
        if len(stack) == highest:
            scanner.expected(f"), at most {highest} pieces")
        stack += scanner.need(letters, f"{pieces}, )")
    if len(stack) == 1:
        scanner.fail("one piece in parentheses, expected it without")
    return stack
