"""What attacks a King of Daikuni: found by taking it away, so that no rule is written twice."""

from __future__ import annotations

from collections.abc import Collection

from strata.core.outcome import SEATS
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES


def attackers(state: DaikuniState, empty: DaikuniState, seat: int) -> tuple[int, ...]:
    """The enemy cells without which the King of `seat`, who is in check, would not be.

    None of them is idle: each alone keeps him in check when it is put back. `empty` is an empty
    board with the same options.
    """
    away = [cell for cell in range(len(BOARD.names)) if state.tile_owner(cell) == 1 - seat]
    for cell in tuple(away):
        fewer = [each for each in away if each != cell]
        if not without(state, empty, fewer).in_check(seat):
            away = fewer
    return tuple(away)


def without(state: DaikuniState, empty: DaikuniState, cells: Collection[int]) -> DaikuniState:
    """The board without what lies on `cells`; first is to move."""
    twin = empty.copy()
    assert isinstance(twin, DaikuniState)
    kinds = {
        state.place(owner, kind): kind
        for owner in range(len(SEATS))
        for kind in range(len(KIND_NAMES))
    }
    for cell in range(len(BOARD.names)):
        owner = state.tile_owner(cell)
        if owner >= 0 and cell not in cells:
            twin.lay(owner, cell, kinds.get(cell, -1))
    return twin
