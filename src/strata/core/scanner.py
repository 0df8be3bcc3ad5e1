"""Reads text from left to right; every error says where, what was found and what was expected."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from strata.core.errors import InvalidPosition, StrataError, shown
from strata.core.geometry import Board

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}")


class Scanner:
    """A text and a place in it. `what` names the text in errors: `lasca position, board`.

    The methods that expect something raise `error`, InvalidPosition by default.
    """

    def __init__(self, text: str, what: str, error: type[StrataError] = InvalidPosition) -> None:
        self.text: Final = text
        self.what: Final = what
        self.at = 0
        self._error: Final = error

    def fail(self, problem: str) -> NoReturn:
        raise self._error(f"{self.what} {shown(self.text)}, character {self.at + 1}: {problem}")

    def expected(self, what: str) -> NoReturn:
        """Fail at what comes next, where `what` should be."""
        self.fail(f"got {shown(self.peek()) if self.peek() else 'the end'}, expected {what}")

    def peek(self) -> str:
        """The next letter, or nothing at the end; it is not taken."""
        return self.text[self.at : self.at + 1]

    def take(self, letters: str) -> str:
        """Take the next letter if it is one of these, else nothing."""
        letter = self.peek()
        if not letter or letter not in letters:
            return ""
        self.at += 1
        return letter

    def need(self, letters: str, what: str) -> str:
        """Take the next letter, which must be one of these; `what` says so in words."""
        return self.take(letters) or self.expected(what)

    def number(self, least: int, most: int, what: str) -> int:
        """Take a number in bounds, without leading zeros."""
        found = _NUMBER.match(self.text, self.at)
        wrong = found is None or self.text[found.end() : found.end() + 1].isdigit()
        if found is None or wrong or not least <= int(found[0]) <= most:
            self.fail(
                f"{what}: got {shown(self.text[self.at : self.at + 8])}, "
                f"expected {least} to {most}, without leading zeros"
            )
        self.at = found.end()
        return int(found[0])

    def cell(self, board: Board) -> int:
        """Take the name of a cell."""
        for length in (4, 3, 2, 1):
            name = self.text[self.at : self.at + length]
            if len(name) == length and name in board:
                self.at += length
                return board.cell(name)
        return self.expected(f"a cell, {board.names[0]} to {board.names[-1]}")

    def end(self) -> None:
        if self.peek():
            self.expected("the end")
