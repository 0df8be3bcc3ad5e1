"""Positions and actions of Daikuni as text (sections 8 and 9 of the rulebook)."""

from __future__ import annotations

from functools import partial
from typing import Final

from strata.core.board_text import format_rows, parse_board
from strata.core.errors import InvalidPosition
from strata.core.outcome import SEATS
from strata.core.scanner import Scanner
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState

KIND_LETTERS: Final = "KQS"
# A cell's letters of first and second: the bare tile, then the kinds.
_CELL_LETTERS: Final = "TKQStkqs"
_CELLS: Final = {letter: (place // 4, place % 4 - 1) for place, letter in enumerate(_CELL_LETTERS)}
_SIDES: Final = "fs"


def format_action(code: int) -> str:
    return KIND_LETTERS[code >> 6] + BOARD.names[code & 63]


def read_action(text: str) -> int:
    """The action that is written so, legal or not; -1 if none is."""
    kind, name = text[:1].upper(), text[1:].lower()
    if kind not in KIND_LETTERS or name not in BOARD.names or not kind:
        return -1
    return 64 * KIND_LETTERS.index(kind) + BOARD.cell(name)


def format_position(state: DaikuniState) -> str:
    return f"{format_rows(BOARD, partial(_letter_at, state))} {_SIDES[state.get_seat()]}"


def _letter_at(state: DaikuniState, cell: int) -> str:
    owner = state.tile_owner(cell)
    if owner < 0:
        return ""
    letter = "T"
    for kind, name in enumerate(KIND_LETTERS):
        if state.place(owner, kind) == cell:
            letter = name
    return letter if owner == 0 else letter.lower()


def parse_position(text: str, state: DaikuniState) -> DaikuniState:
    """Lays what `text` says on the empty board `state`, whose options are set."""
    board, mover = Scanner(text, "daikuni position").split(" ", ("board", "player to move"))
    for name, letter in parse_board(board, BOARD, _CELL_LETTERS).items():
        seat, kind = _CELLS[letter]
        if kind >= 0 and state.place(seat, kind) != OFF_BOARD:
            board.refuse(f"one {letter} at most, not a second on {name}")
        state.lay(seat, BOARD.cell(name), kind)
    for seat, name in enumerate(SEATS):
        if state.tiles_left(seat) < 0:
            raise InvalidPosition(
                f"daikuni position: {name} has {-state.tiles_left(seat)} tiles on the board "
                "more than the stock holds (option tiles)"
            )
    state.set_mover(mover.one_of(_SIDES))
    return state
