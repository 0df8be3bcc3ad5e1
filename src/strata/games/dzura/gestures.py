"""The gestures of Dzura.

A move is the piece and the tile; a swap the lower piece, `swap` and the other; a drop the piece in
hand and the tile; a barrage a token in hand and the target. A facing is a single choice.
"""

from __future__ import annotations

from typing import Final

from strata.core.gesture import ChoiceHelp, Gesture, cell_clicks, choice_token, item_token
from strata.core.outcome import SEATS
from strata.games.dzura.board import FACING_NAMES
from strata.games.dzura.definition import Definition
from strata.games.dzura.notation import split_action
from strata.games.dzura.rules.constants import BARRAGE, DROP, FACE, SWAP
from strata.games.dzura.rules.state import DzuraState

_SWAP: Final = choice_token("=", "swap with")
CHOICES: Final = {
    "=": ChoiceHelp("The two pieces change places.", cost="the turn"),
    "face": ChoiceHelp("The piece looks this way, and its moves turn with it."),
}


def hand_id(seat: int, letter: str) -> str:
    """Return the item id of the pieces of one kind in a hand."""
    return f"{SEATS[seat]}:{letter}"


def token_id(seat: int) -> str:
    """Return the item id of the tokens in a hand."""
    return f"{SEATS[seat]}:token"


def gesture(definition: Definition, state: DzuraState, code: int) -> Gesture:
    kind, one, other = split_action(code)
    if kind == FACE:
        return (choice_token(f"~{other}", f"face {FACING_NAMES[other]}", "face"),)
    seat, board = state.get_seat(), definition.board
    if kind == BARRAGE:
        return item_token(token_id(seat), "barrage"), *cell_clicks(board, other)
    if kind == DROP:
        piece = definition.kind(one)
        return item_token(hand_id(seat, piece.letter), piece.name), *cell_clicks(board, other)
    clicks = cell_clicks(board, one, other)
    return (clicks[0], _SWAP, clicks[1]) if kind == SWAP else clicks
