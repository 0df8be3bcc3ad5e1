"""What stands on a board as text: rows with `/` between, runs of empty cells as numbers.

    2S1s/7/1(Ssb)5        a cell with several pieces is in parentheses, from bottom to top

Pieces are single letters. The rows are those of the board (`Board.rows`).
"""

from __future__ import annotations

from collections.abc import Mapping

from strata.core.geometry import Board
from strata.core.scanner import Scanner


def format_board(board: Board, stacks: Mapping[str, str]) -> str:
    """The rows of `board`; `stacks` has the letters on each cell that is not empty, by its name."""
    return "/".join(
        _format_row([stacks.get(board.names[cell], "") for cell in row]) for row in board.rows()
    )


def _format_row(stacks: list[str]) -> str:
    text = ""
    run = 0
    for stack in stacks:
        if not stack:
            run += 1
            continue
        text += f"{run or ''}{stack if len(stack) == 1 else f'({stack})'}"
        run = 0
    return f"{text}{run or ''}"


def parse_board(scanner: Scanner, board: Board, letters: str, highest: int = 1) -> dict[str, str]:
    """Read what `format_board` writes; `letters` are the pieces, `highest` the most in a cell.

    Only the one text that `format_board` writes is accepted.
    """
    stacks: dict[str, str] = {}
    rows = board.rows()
    for number, row in enumerate(rows):
        _parse_row(scanner, [board.names[cell] for cell in row], letters, highest, stacks)
        if number < len(rows) - 1:
            scanner.need("/", f"/ and the next of {len(rows)} rows")
    return stacks


def _parse_row(
    scanner: Scanner, names: list[str], letters: str, highest: int, stacks: dict[str, str]
) -> None:
    place = 0
    after_number = False
    while place < len(names):
        left = len(names) - place
        if scanner.peek().isdecimal():
            if after_number:
                scanner.fail("two numbers side by side, expected their sum")
            place += scanner.number(1, left, "empty cells")
            after_number = True
            continue
        after_number = False
        stacks[names[place]] = _parse_cell(scanner, letters, highest, left)
        place += 1


def _parse_cell(scanner: Scanner, letters: str, highest: int, left: int) -> str:
    pieces = f"one of {' '.join(letters)}"
    if highest == 1 or not scanner.take("("):
        stacked = "" if highest == 1 else ", a stack in parentheses"
        return scanner.need(letters, f"1–{left}, {pieces}{stacked}")
    stack = scanner.need(letters, pieces)
    while not scanner.take(")"):
        if len(stack) == highest:
            scanner.expected(f"), at most {highest} pieces")
        stack += scanner.need(letters, f"{pieces}, )")
    if len(stack) == 1:
        scanner.fail("one piece in parentheses, expected it without")
    return stack
