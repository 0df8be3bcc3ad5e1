"""Positions and actions of Daikuni as text (sections 8 and 9 of the rulebook)."""

from __future__ import annotations

from typing import Final

from strata.core.errors import InvalidPosition, shown
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState

KIND_LETTERS: Final = "KQS"
# A cell's letter, upper case: the bare tile, then the kinds.
_CELL_LETTERS: Final = "TKQS"
_SIDES: Final = "fs"


def format_action(code: int) -> str:
    return KIND_LETTERS[code >> 6] + BOARD.names[code & 63]


def format_position(state: DaikuniState) -> str:
    ranks = (_format_rank(state, rank) for rank in range(7, -1, -1))
    return f"{'/'.join(ranks)} {_SIDES[state.get_seat()]}"


def _format_rank(state: DaikuniState, rank: int) -> str:
    text = ""
    run = 0
    for cell in range(8 * rank, 8 * rank + 8):
        letter = _letter_at(state, cell)
        if not letter:
            run += 1
            continue
        text += f"{run or ''}{letter}"
        run = 0
    return f"{text}{run or ''}"


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
    fields = text.split(" ")
    if len(fields) != 2:
        raise InvalidPosition(
            f"daikuni position {shown(text)}: got {len(fields)} fields, "
            "expected the board, one blank and the player to move"
        )
    ranks = fields[0].split("/")
    if len(ranks) != 8:
        raise InvalidPosition(
            f"daikuni position, board {shown(fields[0])}: got {len(ranks)} ranks, expected 8"
        )
    for rank, cells in zip(range(7, -1, -1), ranks, strict=True):
        _parse_rank(cells, rank, state)
    if fields[1] not in _SIDES or len(fields[1]) != 1:
        raise InvalidPosition(
            f"daikuni position, player to move: got {shown(fields[1])}, expected f or s"
        )
    for seat, name in enumerate(("first", "second")):
        if state.tiles_left(seat) < 0:
            raise InvalidPosition(
                f"daikuni position: {name} has {-state.tiles_left(seat)} tiles on the board "
                "more than the stock holds (option tiles)"
            )
    state.set_mover(_SIDES.index(fields[1]))
    return state


def _parse_rank(text: str, rank: int, state: DaikuniState) -> None:
    file = 0
    for column, letter in enumerate(text):
        wrong = ""
        if letter in "12345678":
            if column and text[column - 1].isdigit():
                wrong = "two numbers side by side, expected their sum"
            file += int(letter)
        elif letter.upper() in _CELL_LETTERS:
            if file < 8:
                wrong = _lay(letter, 8 * rank + file, state)
            file += 1
        else:
            wrong = f"got {shown(letter)}, expected 1–8 or one of T K Q S t k q s"
        if wrong:
            raise InvalidPosition(
                f"daikuni position, rank {rank + 1} {shown(text)}, character {column + 1}: {wrong}"
            )
    if file != 8:
        raise InvalidPosition(
            f"daikuni position, rank {rank + 1} {shown(text)}: {file} cells, expected 8"
        )


def _lay(letter: str, cell: int, state: DaikuniState) -> str:
    """Lays one letter on its cell; returns what is wrong with that, or nothing."""
    seat = 0 if letter.isupper() else 1
    kind = _CELL_LETTERS.index(letter.upper()) - 1
    if kind >= 0 and state.place(seat, kind) != OFF_BOARD:
        return f"a second {letter}, expected one at most"
    state.lay(seat, cell, kind)
    return ""
