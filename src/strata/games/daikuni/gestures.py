"""The gestures of Daikuni: a click on the piece, on the board or off it, then on the cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from strata.core.gesture import Gesture, cell_clicks, item_token
from strata.core.outcome import SEATS
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import OFF_BOARD, kind_of, target_of
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES


def waiting_id(seat: int, kind: int) -> str:
    """Return the item id of a piece off the board."""
    return f"{SEATS[seat]}:{KIND_NAMES[kind].lower()}"


def gestures(state: DaikuniState, codes: Sequence[int]) -> list[Gesture]:
    """Return the clicks that make actions of `state`, in the order of their codes."""
    seat = state.get_seat()
    if len(codes) == 1:
        kind = kind_of(codes[0])
        return [_clicks_from(seat, kind, state.place(seat, kind))[target_of(codes[0])]]
    by_kind = [_clicks_from(seat, kind, state.place(seat, kind)) for kind in range(len(KIND_NAMES))]
    return [by_kind[kind_of(code)][target_of(code)] for code in codes]


@lru_cache(maxsize=2 * len(KIND_NAMES) * (len(BOARD) + 1))
def _clicks_from(seat: int, kind: int, place: int) -> tuple[Gesture, ...]:
    """Return the clicks that bring a piece from its place to each cell of the board."""
    if place != OFF_BOARD:
        return tuple(cell_clicks(BOARD, place, target) for target in range(len(BOARD)))
    piece = item_token(waiting_id(seat, kind), KIND_NAMES[kind])
    return tuple((piece, *cell_clicks(BOARD, target)) for target in range(len(BOARD)))
