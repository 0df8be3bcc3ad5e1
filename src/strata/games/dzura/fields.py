"""The fields of a position string of Dzura (Z90), for any definition.

Only the grammar is checked here; validity.py checks Z92.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from strata.core.board_text import parse_rows
from strata.core.errors import listed, shown
from strata.core.scanner import NOTHING, Scanner
from strata.games.dzura.definition import Definition
from strata.games.dzura.rules.constants import BARRAGED, PLACING, ROTATING, START

SIDES: Final = "12"
_PIECE: Final = re.compile(r"(\+?[A-Za-z])(?:~([1-5]))?(\*)?")
_FIELDS: Final = ("board", "side", "phase", "hands", "tokens")
_OWNERS: Final = ("first's", "second's")
_MOST: Final = 999


class Piece(NamedTuple):
    """A piece as written; `kind` is its number in the definition."""

    kind: int
    seat: int
    facing: int
    barraged: bool


class Tile(NamedTuple):
    top: Piece
    covered: Piece | None


class Phase(NamedTuple):
    number: int
    tiles: tuple[int, ...]


class Fields(NamedTuple):
    """The fields of a position string, before Z92 is checked. `tokens` is None for `-`."""

    board: dict[int, Tile]
    seat: int
    phase: Phase
    hands: tuple[dict[int, int], dict[int, int]]
    tokens: tuple[int, int] | None


def read_fields(definition: Definition, text: str) -> Fields:
    """Return the fields of a position string (Z90)."""
    board, side, phase, hands, tokens = Scanner(text, "dzura position").split(" ", _FIELDS)
    return Fields(
        read_board(definition, board),
        side.one_of(SIDES),
        _read_phase(definition, phase),
        read_hands(definition, hands),
        _read_tokens(tokens),
    )


def read_board(definition: Definition, text: Scanner) -> dict[int, Tile]:
    board: dict[int, Tile] = {}

    def read_tile(column: Scanner, tile: int) -> None:
        if not column.take("["):
            board[tile] = Tile(_read_piece(definition, column), None)
            return
        board[tile] = Tile(_read_piece(definition, column), _read_piece(definition, column))
        column.need("]", "] after two pieces")

    parse_rows(text, definition.board, read_tile)
    return board


def _read_piece(definition: Definition, text: Scanner) -> Piece:
    found = _PIECE.match(text.text, text.at)
    letters = definition.numbers
    if found is None or found[1].upper() not in letters:
        got = found[1] if found else text.peek()
        text.fail(
            f"got {shown(got) if got else 'the end'}, expected a number of empty tiles or one of "
            f"the letters {listed(letters, 32)}, in lower case for second"
        )
    text.at = found.end()
    letter, facing, mark = found.groups()
    seat = 1 if letter[-1].islower() else 0
    return Piece(letters[letter.upper()], seat, int(facing or 0), mark is not None)


def _read_phase(definition: Definition, field: Scanner) -> Phase:
    if field.text in ("t", "b"):
        return Phase(START if field.text == "t" else BARRAGED, ())
    letter, _, tiles = field.text.partition(":")
    names = tiles.split(",")
    if len(names) > {"r": 2, "p": 1}.get(letter, 0):
        field.refuse("t, b, r:TILE, r:TILE,TILE or p:TILE")
    known = definition.board.names
    expected = f"tiles {known[0]} to {known[-1]}"
    found = tuple(field.part(name, "tile").one_of(known, expected) for name in names)
    return Phase(ROTATING if letter == "r" else PLACING, found)


def read_hands(definition: Definition, text: Scanner) -> tuple[dict[int, int], dict[int, int]]:
    first, second = text.split("/", _OWNERS)
    return _read_hand(definition, first), _read_hand(definition, second)


def _read_hand(definition: Definition, text: Scanner) -> dict[int, int]:
    """Return the number of pieces by kind.

    Z92 item 7: letters stand in piece order, each once, with a count only from 2 on.
    """
    hand: dict[int, int] = {}
    letters = "".join(kind.letter for kind in definition.pieces if not kind.is_promoted_form)
    for _ in text.entries():
        number = text.number(1, _MOST, "count") if text.peek().isdigit() else 0
        if number == 1:
            text.fail("a count of 1 is not written (Z92 item 7)")
        letter = text.need(letters, f"- or counts and letters of {listed(letters, 32)}")
        kind = definition.numbers[letter]
        if hand and kind <= max(hand):
            text.fail(
                f"{letter} out of order, expected each letter once, in the order "
                f"{' '.join(letters)} (Z92 item 7)"
            )
        hand[kind] = number or 1
    return hand


def _read_tokens(field: Scanner) -> tuple[int, int] | None:
    if field.text == NOTHING:
        return None
    first, second = field.split("/", _OWNERS)
    return first.whole_number(0, _MOST), second.whole_number(0, _MOST)
