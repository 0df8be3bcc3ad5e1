"""The position and action notation of Daikuni (sections 8 and 9 of the rulebook)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from strata.core.action import Action
from strata.core.board_text import format_board, format_texts, parse_board
from strata.core.errors import PositionProblem, on_cells, refuse_position
from strata.core.outcome import SEATS
from strata.core.scanner import Scanner
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES

KIND_LETTERS: Final = "KQS"
# The letters of cells: for first, then for second, the bare tile followed by the kinds of pieces.
_CELL_LETTERS: Final = "TKQStkqs"
_CELLS: Final = {letter: (place // 4, place % 4 - 1) for place, letter in enumerate(_CELL_LETTERS)}
_PIECES: Final = tuple((letter, seat, kind) for letter, (seat, kind) in _CELLS.items() if kind >= 0)
_TILES: Final = bytes.maketrans(b"\0\1\2", b"Tt ")
_SIDES: Final = "fs"


ACTIONS: Final = tuple(
    Action(letter + name, 64 * kind + cell)
    for kind, letter in enumerate(KIND_LETTERS)
    for cell, name in enumerate(BOARD.names)
)
"""All actions, by their codes."""


def read_action(text: str) -> int:
    """Return the code of the action written as `text`, legal or not; -1 if it is not an action."""
    kind, name = text[:1].upper(), text[1:].lower()
    if kind not in KIND_LETTERS or name not in BOARD.names or not kind:
        return -1
    return 64 * KIND_LETTERS.index(kind) + BOARD.cell(name)


def format_position(state: DaikuniState) -> str:
    letters = list(state.tile_owners().translate(_TILES).decode())
    for letter, seat, kind in _PIECES:
        place = state.place(seat, kind)
        if place != OFF_BOARD:
            letters[place] = letter
    return f"{format_texts(BOARD, letters)} {_SIDES[state.get_seat()]}"


class Fields(NamedTuple):
    """The fields of a position string: letters by cell name, and the seat to move."""

    letters: dict[str, str]
    seat: int


def read_fields(text: str) -> Fields:
    """Return the fields of a position string. Only the grammar is checked."""
    board, mover = Scanner(text, "daikuni position").split(" ", ("board", "player to move"))
    letters = parse_board(board, BOARD, _CELL_LETTERS)
    return Fields(letters, mover.one_of(_SIDES))


def write_fields(fields: Fields) -> str:
    """Return the position string that `read_fields` reads as `fields`."""
    return f"{format_board(BOARD, fields.letters)} {_SIDES[fields.seat]}"


def parse_position(text: str, state: DaikuniState) -> DaikuniState:
    """Set up the position `text` on the empty board `state`, whose options are set."""
    fields = read_fields(text)
    refuse_position("daikuni position", _problems(fields.letters, state))
    for name, letter in fields.letters.items():
        seat, kind = _CELLS[letter]
        state.lay(seat, BOARD.cell(name), kind)
    state.set_mover(fields.seat)
    return state


def _problems(letters: Mapping[str, str], state: DaikuniState) -> Iterator[PositionProblem]:
    """Yield the violations of the limits: one piece of each kind, tiles within the stock."""
    everything = "".join(letters.values())
    for seat, owner in enumerate(SEATS):
        own = _CELL_LETTERS[4 * seat : 4 * seat + 4]
        for letter, name in zip(own[1:], KIND_NAMES, strict=True):
            if everything.count(letter) > 1:
                cells = tuple(cell for cell, found in letters.items() if found == letter)
                yield PositionProblem(
                    f"{len(cells)} {name}s of {owner} {on_cells(cells)}, expected one at most",
                    cells,
                )
        stock = state.tiles_left(seat)
        if sum(map(everything.count, own)) > stock:
            tiles = tuple(cell for cell, letter in letters.items() if letter in own)
            yield PositionProblem(
                f"{len(tiles)} tiles of {owner} on the board, expected at most {stock} "
                "(option tiles)",
                tiles,
            )
