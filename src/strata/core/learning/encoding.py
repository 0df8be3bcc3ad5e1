"""Encodings: the numbers that learning programs see and choose from, and what they mean.

A game makes one (hook `Rules.encoding`): the compiled encoder and, for people, what each plane
shows and what each token stands for. `strata.batch` and the adapters build on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec

from strata.core.errors import StrataError, UnknownToken
from strata.core.geometry import Board
from strata.core.gesture import Gesture, Token
from strata.core.kernel.encoder import Encoder
from strata.core.outcome import SEATS, Seat

HOLE: Final = ""
"""The name in a grid where the board has no cell."""
SIDES: Final = ("own", "the other's")
ActionSpace = Literal["tokens", "whole"]


class NoEncoding(StrataError):
    """The game has no encoding, or not the one that was asked for."""


class Word(msgspec.Struct, frozen=True):
    """A token other than a cell: an item off the board, or a labelled choice."""

    kind: Literal["item", "choice"]
    ids: tuple[str, str]
    """The id of the click, for first and for second."""


class Encoding(msgspec.Struct, frozen=True, dict=True):
    """How positions and actions of one game read as numbers, and what these mean."""

    encoder: Encoder
    planes: tuple[str, ...]
    """What each plane shows, in order. `own` is the seat that observes."""
    grid: tuple[tuple[str, ...], tuple[str, ...]]
    """For each seat, the names of the cells, row by row from its own end; HOLE for none."""
    words: tuple[Word, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The numbers of planes, rows and columns of a position."""
        return self.encoder.planes, self.encoder.rows, self.encoder.columns

    @property
    def spaces(self) -> tuple[ActionSpace, ...]:
        """What a choice can be: always a token, and a whole action if these are numbered."""
        return ("tokens", "whole") if self.encoder.numbers else ("tokens",)

    def token(self, number: int, seat: Seat) -> Token:
        """Return the click that a token stands for when `seat` acts. Raises UnknownToken."""
        cells = self.grid[SEATS.index(seat)]
        if 0 <= number < len(cells) and cells[number] != HOLE:
            return Token("cell", cells[number])
        if len(cells) <= number < len(cells) + len(self.words):
            word = self.words[number - len(cells)]
            return Token(word.kind, word.ids[SEATS.index(seat)])
        raise UnknownToken(
            f"got token {number!r}, expected one of the {self.encoder.tokens} of this game"
        )

    def number(self, token: Token, seat: Seat) -> int:
        """Return the number of a click when `seat` acts: the reverse of `token`.

        Raises UnknownToken.
        """
        try:
            return self._numbers[SEATS.index(seat)][token]
        except KeyError:
            raise UnknownToken(f"got {token.kind} {token.id!r}, which has no number") from None

    @cached_property
    def _numbers(self) -> tuple[dict[Token, int], ...]:
        cells = range(len(self.grid[0]))
        known = [number for number in cells if self.grid[0][number] != HOLE]
        known += range(len(cells), self.encoder.tokens)
        return tuple({self.token(number, seat): number for number in known} for seat in SEATS)

    def gesture(self, numbers: Sequence[int], seat: Seat) -> Gesture:
        """Return the clicks that these tokens stand for. Raises UnknownToken."""
        return tuple(self.token(number, seat) for number in numbers)


def rotated_grid(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the grid of a board numbered row by row, which second sees rotated by 180°."""
    return tuple(board.names), tuple(reversed(board.names))


def mirrored_grid(board: Board, columns: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the grid of a board numbered row by row, which second sees with its rows reversed.

    The columns are the same for both seats.
    """
    names = tuple(board.names)
    rows = [names[at : at + columns] for at in range(0, len(names), columns)]
    return names, tuple(name for row in reversed(rows) for name in row)


def items(ids: Iterable[tuple[str, str]]) -> tuple[Word, ...]:
    return tuple(Word("item", both) for both in ids)


def choices(ids: Iterable[str]) -> tuple[Word, ...]:
    return tuple(Word("choice", (each, each)) for each in ids)
