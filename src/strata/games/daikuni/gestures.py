"""The gestures of Daikuni: a click on the piece, on the board or off it, then on the cell."""

from __future__ import annotations

from strata.core.gesture import Gesture, cell_clicks, item_token
from strata.core.outcome import SEATS
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES


def waiting_id(seat: int, kind: int) -> str:
    """Return the item id of a piece off the board."""
    return f"{SEATS[seat]}:{KIND_NAMES[kind].lower()}"


def gesture(state: DaikuniState, code: int) -> Gesture:
    seat, kind = state.get_seat(), code >> 6
    place, target = state.place(seat, kind), code & 63
    if place != OFF_BOARD:
        return cell_clicks(BOARD, place, target)
    piece = item_token(waiting_id(seat, kind), KIND_NAMES[kind])
    return piece, *cell_clicks(BOARD, target)
