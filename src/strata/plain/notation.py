"""Positions of plain games as text: the board, who acts, and the fields that the game uses.

ssss/sss/ssss/3/SSSS/SSS/SSSS f            the board (core/board_text.py), f or s
2k1/1p2/2P1/1K2 s Bp                       with a field: `-` where it is empty, a clock is `0`
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from strata.core.board_text import format_board, parse_board
from strata.core.errors import InvalidPosition, listed, shown
from strata.core.geometry import Board
from strata.core.outcome import SEATS
from strata.core.scanner import Scanner
from strata.plain.position import PlainPosition

FIELDS: Final = ("hand", "step", "note", "clock")
"""What a position may have besides the board and the seat, in the order in which it is written."""
_SIDES: Final = "fs"
_EMPTY: Final = "-"
_MOST: Final = 10**9


class Notation:
    """Reads and writes positions of one game."""

    def __init__(
        self, name: str, board: Board, letters: str, highest: int, fields: tuple[str, ...]
    ) -> None:
        """`letters` are the pieces, `highest` the most on a cell, `fields` a part of FIELDS."""
        self._name: Final = name
        self._board: Final = board
        self._letters: Final = letters
        self._highest: Final = highest
        self._fields: Final = tuple(field for field in FIELDS if field in fields)

    def format(self, position: PlainPosition) -> str:
        fields = (getattr(position, field) for field in self._fields)
        return " ".join(
            (
                format_board(self._board, position.stacks),
                _SIDES[SEATS.index(position.seat)],
                *(str(field) or _EMPTY for field in fields),
            )
        )

    def parse(self, text: str) -> PlainPosition:
        """Raises InvalidPosition. What it accepts is what `format` writes."""
        names = ("the board", "who acts", *self._fields)
        words = text.split(" ")
        if len(words) != len(names):
            raise InvalidPosition(
                f"{self._name} position {shown(text)}: got {len(words)} fields, expected "
                f"{listed(names)}, with one blank between"
            )
        scanner = Scanner(words[0], f"{self._name} position, board")
        stacks = parse_board(scanner, self._board, self._letters, self._highest)
        scanner.end()
        if words[1] not in tuple(_SIDES):
            raise InvalidPosition(
                f"{self._name} position, who acts: got {shown(words[1])}, expected f or s"
            )
        values = {
            field: self._parse_field(field, word)
            for field, word in zip(self._fields, words[2:], strict=True)
        }
        return PlainPosition(
            MappingProxyType(stacks),
            SEATS[_SIDES.index(words[1])],
            board=self._board,
            **values,  # type: ignore[arg-type]
        )

    def _parse_field(self, field: str, word: str) -> str | int:
        scanner = Scanner(word, f"{self._name} position, {field}")
        if field == "clock":
            number = scanner.number(0, _MOST, "clock")
            scanner.end()
            return number
        if word == _EMPTY:
            return ""
        if not word:
            scanner.expected(f"{_EMPTY} for nothing")
        if field == "hand":
            while scanner.peek():
                scanner.need(self._letters, f"one of {' '.join(self._letters)}")
            if list(word) != sorted(word):
                scanner.at = 0
                scanner.fail(f"expected the letters in order: {''.join(sorted(word))}")
        return word
