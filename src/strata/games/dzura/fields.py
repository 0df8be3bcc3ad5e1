"""A position of Dzura taken apart: what its text says by the grammar of Z90, for any definition.

Whether it is a position, by Z92, is asked in validity.py.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from strata.core.errors import InvalidPosition, listed, shown
from strata.games.dzura.definition import Definition
from strata.games.dzura.rules.constants import BARRAGED, PLACING, ROTATING, START

SIDES: Final = "12"
_PIECE: Final = re.compile(r"(\+?[A-Za-z])(?:~([1-5]))?(\*)?")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")
_IN_HAND: Final = re.compile(r"([1-9][0-9]{0,2})?([A-Z])")


class Piece(NamedTuple):
    """A piece as text has it: `kind` is its number in the definition."""

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
    """A position taken apart: what its text says, before Z92 is asked. Tokens: None for `-`."""

    board: dict[int, Tile]
    seat: int
    phase: Phase
    hands: tuple[dict[int, int], dict[int, int]]
    tokens: tuple[int, int] | None


def read_fields(definition: Definition, text: str) -> Fields:
    """Z90: the fields of a position string."""
    fields = text.split(" ")
    if len(fields) != 5:
        raise InvalidPosition(
            f"dzura position {shown(text)}: got {len(fields)} fields, expected board, side, phase, "
            "hands and tokens with one blank between"
        )
    board, side, phase, hands, tokens = fields
    if side not in SIDES or len(side) != 1:
        raise InvalidPosition(f"dzura position, side: got {shown(side)}, expected 1 or 2")
    return Fields(
        read_board(definition, board),
        SIDES.index(side),
        _read_phase(definition, phase),
        read_hands(definition, hands),
        _read_tokens(tokens),
    )


def read_board(definition: Definition, text: str) -> dict[int, Tile]:
    columns = text.split("/")
    if len(columns) != len(definition.board.columns):
        raise InvalidPosition(
            f"dzura position, board {shown(text)}: got {len(columns)} columns, "
            f"expected {len(definition.board.columns)}"
        )
    board: dict[int, Tile] = {}
    for tiles, column in zip(definition.board.columns, columns, strict=True):
        _read_column(definition, column, tiles, board)
    return board


def _read_column(
    definition: Definition, text: str, tiles: tuple[int, ...], board: dict[int, Tile]
) -> None:
    letter = definition.board.names[tiles[0]][0]
    where = f"dzura position, column {letter} {shown(text)}"
    place = number = 0
    after_run = False
    while place < len(text):
        here = f"{where}, character {place + 1}"
        if run := _NUMBER.match(text, place):
            if after_run or run[0] == "0":
                raise InvalidPosition(
                    f"{here}: got {run[0]}, expected the number of all empty tiles up to the next "
                    "piece, without leading zeros"
                )
            number += int(run[0])
            place = run.end()
        else:
            tile, place = _read_tile(definition, text, place, here)
            if number < len(tiles):
                board[tiles[number]] = tile
            number += 1
        after_run = run is not None
    if number != len(tiles):
        raise InvalidPosition(f"{where}: {number} tiles, expected {len(tiles)}")


def _read_tile(definition: Definition, text: str, place: int, here: str) -> tuple[Tile, int]:
    """The tile that begins at `place`, and where the text goes on."""
    if text[place] != "[":
        top, place = _read_piece(definition, text, place, here)
        return Tile(top, None), place
    top, place = _read_piece(definition, text, place + 1, here)
    covered, place = _read_piece(definition, text, place, here)
    if text[place : place + 1] != "]":
        raise InvalidPosition(f"{here}: a stack that is not closed, expected ] after two pieces")
    return Tile(top, covered), place + 1


def _read_piece(definition: Definition, text: str, place: int, here: str) -> tuple[Piece, int]:
    found = _PIECE.match(text, place)
    letters = definition.numbers
    if found is None or found[1].upper() not in letters:
        got = found[1] if found else text[place : place + 1]
        raise InvalidPosition(
            f"{here}: got {shown(got)}, expected a number of empty tiles or one of the letters "
            f"{listed(letters, 32)}, in lower case for second"
        )
    letter, facing, mark = found.groups()
    seat = 1 if letter[-1].islower() else 0
    return Piece(letters[letter.upper()], seat, int(facing or 0), mark is not None), found.end()


def _read_phase(definition: Definition, text: str) -> Phase:
    where = f"dzura position, phase: got {shown(text)}"
    if text in ("t", "b"):
        return Phase(START if text == "t" else BARRAGED, ())
    names = text[2:].split(",")
    most = {"r:": 2, "p:": 1}.get(text[:2], 0)
    if not 1 <= len(names) <= most:
        raise InvalidPosition(f"{where}, expected t, b, r:TILE, r:TILE,TILE or p:TILE")
    known = definition.board.names
    for name in names:
        if name not in known:
            raise InvalidPosition(f"{where}, expected tiles {known[0]} to {known[-1]}")
    tiles = tuple(map(known.index, names))
    return Phase(ROTATING if text[0] == "r" else PLACING, tiles)


def read_hands(definition: Definition, text: str) -> tuple[dict[int, int], dict[int, int]]:
    hands = text.split("/")
    if len(hands) != 2:
        raise InvalidPosition(
            f"dzura position, hands {shown(text)}: got {len(hands)}, expected first's / second's"
        )
    return _read_hand(definition, hands[0]), _read_hand(definition, hands[1])


def _read_hand(definition: Definition, text: str) -> dict[int, int]:
    """Counts by kind. Z92 item 7: in piece order, each letter once, a count only from 2 on."""
    hand: dict[int, int] = {}
    if text == "-":
        return hand
    where = f"dzura position, hand {shown(text)}"
    place = 0
    while place < len(text) or not text:
        found = _IN_HAND.match(text, place)
        if found is None or found[2] not in definition.numbers:
            got = shown(text[place : place + 1])
            raise InvalidPosition(
                f"{where}, character {place + 1}: got {got}, expected - or counts and letters of "
                f"{listed(_plain_letters(definition), 32)}"
            )
        kind = definition.numbers[found[2]]
        if found[1] == "1":
            raise InvalidPosition(f"{where}: a count of 1 is not written (Z92 item 7)")
        if hand and kind <= max(hand):
            raise InvalidPosition(
                f"{where}: {found[2]} out of order, expected each letter once, in the order "
                f"{' '.join(_plain_letters(definition))} (Z92 item 7)"
            )
        hand[kind] = int(found[1] or 1)
        place = found.end()
    return hand


def _plain_letters(definition: Definition) -> list[str]:
    return [kind.letter for kind in definition.pieces if not kind.is_promoted_form]


def _read_tokens(text: str) -> tuple[int, int] | None:
    if text == "-":
        return None
    parts = text.split("/")
    if len(parts) != 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        raise InvalidPosition(
            f"dzura position, tokens: got {shown(text)}, expected - or first's / second's number "
            "without leading zeros"
        )
    return int(parts[0]), int(parts[1])
