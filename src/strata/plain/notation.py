"""Positions of plain games as text: the board, the seat to act, and the fields of the game.

ssss/sss/ssss/3/SSSS/SSS/SSSS f    the board (core/board_text.py), then f or s
2k1/1p2/2P1/1K2 s Bp               with a field: `-` if it is empty; an empty clock is `0`
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from strata.core.board_text import format_board, parse_board
from strata.core.geometry import Board
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING, Scanner
from strata.plain.position import PlainPosition

FIELDS: Final = ("hand", "step", "note", "clock")
"""What a position may have besides board and seat, in the order in which it is written."""
_SIDES: Final = "fs"
_MOST: Final = 10**9


class Notation:
    """The position strings of one game."""

    def __init__(
        self, name: str, board: Board, letters: str, highest: int, fields: tuple[str, ...]
    ) -> None:
        """Read and write the pieces `letters`, at most `highest` on a cell.

        `fields` are some of FIELDS.
        """
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
                *(str(field) or NOTHING for field in fields),
            )
        )

    def parse(self, text: str) -> PlainPosition:
        """Return the position that a string describes. Raises InvalidPosition.

        Only what `format` writes is accepted.
        """
        whole = Scanner(text, f"{self._name} position")
        fields = whole.split(" ", ("board", "seat", *self._fields))
        stacks = parse_board(fields[0], self._board, self._letters, self._highest)
        seat = SEATS[fields[1].one_of(_SIDES)]
        values = {
            name: self._parse_field(name, field)
            for name, field in zip(self._fields, fields[2:], strict=True)
        }
        return PlainPosition(
            MappingProxyType(stacks),
            seat,
            board=self._board,
            **values,  # type: ignore[arg-type]
        )

    def _parse_field(self, name: str, field: Scanner) -> str | int:
        if name == "clock":
            return field.whole_number(0, _MOST)
        if field.text == NOTHING:
            return ""
        if not field.text:
            field.expected(f"{NOTHING} for nothing")
        if name == "hand":
            while field.peek():
                field.need(self._letters, f"one of {' '.join(self._letters)}")
            if list(field.text) != sorted(field.text):
                field.refuse(f"the letters in order: {''.join(sorted(field.text))}")
        return field.text
