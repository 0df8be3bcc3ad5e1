"""`Scanner`: a text read from left to right.

Errors say where they are, what was found and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from strata.core.errors import InvalidPosition, StrataError, shown
from strata.core.geometry import Board

NOTHING: Final = "-"
"""The text of an empty field or list."""
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}")
_DIGITS: Final = re.compile(r"[0-9]{1,18}")


class Scanner:
    """A text and a place in it. `what` names the text in errors: `lasca position, board`.

    Methods that expect something raise `error`, InvalidPosition by default.
    """

    def __init__(self, text: str, what: str, error: type[StrataError] = InvalidPosition) -> None:
        self.text: Final = text
        self.what: Final = what
        self.at = 0
        self._error: Final = error

    def fail(self, problem: str) -> NoReturn:
        """Raise an error at this place."""
        raise self._error(f"{self.what} {shown(self.text)}, character {self.at + 1}: {problem}")

    def expected(self, what: str) -> NoReturn:
        """Raise an error about the next letter, where `what` was expected."""
        self.fail(f"got {shown(self.peek()) if self.peek() else 'the end'}, expected {what}")

    def refuse(self, expected: str) -> NoReturn:
        """Raise an error about the whole text, where `expected` says what was expected."""
        raise self._error(f"{self.what}: got {shown(self.text)}, expected {expected}")

    def part(self, text: str, name: str) -> Scanner:
        """Return a scanner of a part of this text, called `name` in its errors."""
        return Scanner(text, f"{self.what}, {name}", self._error)

    def split(self, between: str, names: Sequence[str]) -> list[Scanner]:
        """Return a scanner for each part of this text, by `names`; `between` separates parts."""
        texts = self.text.split(between)
        if len(texts) != len(names):
            fields = "field" if len(texts) == 1 else "fields"
            raise self._error(
                f"{self.what} {shown(self.text)}: got {len(texts)} {fields}, expected "
                f"{', '.join(names)}, with {'one blank' if between == ' ' else between} between"
            )
        return [self.part(text, name) for text, name in zip(texts, names, strict=True)]

    def one_of(self, words: Sequence[str], what: str = "") -> int:
        """Return the index of the whole text in `words`; `what` describes these in errors."""
        if self.text not in tuple(words):
            self.refuse(what or f"{', '.join(words[:-1])} or {words[-1]}")
        return words.index(self.text)

    def whole_number(self, least: int, most: int) -> int:
        """Return the number that is the whole text, within bounds and without leading zeros."""
        if not _NUMBER.fullmatch(self.text) or not least <= int(self.text) <= most:
            self.refuse(f"{least} to {most}, without leading zeros")
        return int(self.text)

    def peek(self) -> str:
        """Return the next letter without taking it; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, letters: str) -> str:
        """Take the next letter if it is one of `letters`; else return an empty string."""
        letter = self.text[self.at : self.at + 1]
        if not letter or letter not in letters:
            return ""
        self.at += 1
        return letter

    def need(self, letters: str, what: str) -> str:
        """Take the next letter, which must be one of `letters`; `what` describes them in errors."""
        return self.take(letters) or self.expected(what)

    def take_all(self, letters: str) -> str:
        """Take the following letters as long as they are among `letters`."""
        rest = self.text[self.at :]
        taken = rest[: len(rest) - len(rest.lstrip(letters))]
        self.at += len(taken)
        return taken

    def number(self, least: int, most: int, what: str) -> int:
        """Take a number within bounds, without leading zeros; `what` names it in errors."""
        found = _NUMBER.match(self.text, self.at)
        wrong = found is None or self.text[found.end() : found.end() + 1].isdigit()
        if found is None or wrong or not least <= (number := int(found[0])) <= most:
            digits = _DIGITS.match(self.text, self.at)
            got = digits[0] if digits else self.peek()
            self.fail(
                f"{what}: got {shown(got) if got else 'the end'}, "
                f"expected {least} to {most}, without leading zeros"
            )
        self.at = found.end()
        return number

    def cell(self, board: Board) -> int:
        """Take the name of a cell and return the cell."""
        for length in (4, 3, 2, 1):
            name = self.text[self.at : self.at + length]
            if len(name) == length and name in board:
                self.at += length
                return board.cell(name)
        return self.expected(f"a cell, {board.names[0]} to {board.names[-1]}")

    def items(self, between: str) -> Iterator[None]:
        """Yield before each item of a list of at least one, separated by `between`."""
        yield
        while self.take(between):
            yield

    def entries(self, between: str = "") -> Iterator[None]:
        """Yield before each item of a list that is the whole text; an empty list is `-`."""
        if self.text == NOTHING:
            return
        yield
        while self.take(between) if between else self.peek():
            yield
        self.end()

    def end(self) -> None:
        if self.peek():
            self.expected("the end")
