"""Boards as text: rows separated by `/`, runs of empty cells as numbers.

    2S1s/7/1(Ssb)5        a cell with several pieces is in parentheses, from bottom to top
    2,SS,1,s/7/1,Ssb,5    or in a game's own notation, here with commas between the items of a row

`format_rows`, `format_texts` and `parse_rows` leave the text of a cell to the game; `format_board`
and `parse_board` write pieces as single letters. The rows are those of `Board.rows`.
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
EMPTY: Final = " "
"""The text of an empty cell, for `format_texts`."""
_SHORT_RUNS: Final = str.maketrans({str(run): " " * run for run in range(1, 10)})
_UNUSUAL: Final = re.compile(r"[0-9]{2}| ")


@lru_cache(maxsize=64)
def _rows(board: Board) -> tuple[tuple[str, _Row], ...]:
    """Return the rows with their names."""
    return tuple((board.row_name(row), row) for row in board.rows())


def format_rows(board: Board, text_at: Callable[[int], str], between: str = "") -> str:
    """Return the rows of `board`; `text_at` returns the text of a cell, empty for an empty cell.

    `between` separates the items of a row: runs of empty cells and the texts of the others.
    """
    return format_texts(board, [text_at(cell) or EMPTY for cell in range(len(board))], between)


def format_texts(board: Board, texts: Sequence[str], between: str = "") -> str:
    """Return the rows of `board` from the text of each cell; the text of an empty cell is `EMPTY`.

    No other text may contain a blank.
    """
    in_order, runs = _layout(board, between)
    text = between.join(in_order((*texts, "/")))[: -1 - len(between)]
    for part, written in runs:
        text = text.replace(part, written)
    return text


@lru_cache(maxsize=64)
def _layout(
    board: Board, between: str
) -> tuple[Callable[[tuple[str, ...]], tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """Return how to join the texts of cells to rows: a getter and replacements.

    The getter puts the texts, followed by a `/`, in the order of the rows, with a `/` after each
    row. The replacements apply to the joined text: the ends of rows, then runs of blanks, longest
    first.
    """
    rows = [row for _, row in _rows(board)]
    order = [place for row in rows for place in (*row, len(board))]
    ends = ((f"{between}/", "/"), (f"/{between}", "/")) if between else ()
    longest = max(map(len, rows))
    runs = ((between.join(EMPTY * run), str(run)) for run in range(longest, 0, -1))
    return itemgetter(*order), (*ends, *runs)


def parse_rows(
    scanner: Scanner,
    board: Board,
    read_cell: Callable[[Scanner, int], None],
    between: str = "",
) -> None:
    """Read what `format_rows` writes; it must be the whole text of `scanner`.

    `read_cell` takes the text of an occupied cell, or fails. Its arguments are the scanner of the
    row, whose errors name the row, and the cell. It is called in the order of the text.
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
            scanner.fail(f"got {place} cells, expected {width}")
        if letter not in _DIGITS:
            try:
                read_cell(scanner, row[place])
            except InvalidPosition as error:
                raise error.on(names[row[place]]) from None
            place += 1
            after_run = False
            continue
        if after_run:
            scanner.fail("got two adjacent numbers, expected their sum")
        place += scanner.number(1, width - place, "empty cells")
        after_run = True
    if scanner.at < len(text):
        scanner.expected(f"the end after {width} cells")


def format_board(board: Board, stacks: Mapping[str, str]) -> str:
    """Return the rows of `board`; `stacks` has the letters on each occupied cell, by its name."""
    names = board.names

    def text_at(cell: int) -> str:
        stack = stacks.get(names[cell], "")
        return f"({stack})" if len(stack) > 1 else stack

    return format_rows(board, text_at)


def parse_board(scanner: Scanner, board: Board, letters: str, highest: int = 1) -> dict[str, str]:
    """Read what `format_board` writes, with the pieces `letters`, at most `highest` on a cell.

    Only the text that `format_board` itself writes is accepted.
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
    """Return a pattern for boards of single letters, and the cells in its order.

    This is a fast path for the usual case. An empty cell is a blank.
    """
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
        scanner.fail("got one piece in parentheses, expected it without parentheses")
    return stack
