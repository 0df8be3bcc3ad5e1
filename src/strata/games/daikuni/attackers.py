"""The attackers of a King in Daikuni, found by removing tiles and pieces and asking the rules."""

from __future__ import annotations

from collections.abc import Collection

from strata.core.outcome import SEATS
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES


def attackers(state: DaikuniState, empty: DaikuniState, seat: int) -> tuple[int, ...]:
    """Return the enemy cells whose contents keep the King of `seat`, who is in check, in check.

    Found by emptying all enemy cells and filling them again one by one: a cell stays in the result
    if refilling it restores the check. This is repeated, since what is refilled later may block the
    sight of what was left out earlier. `empty` is an empty board with the same options.
    """
    away = [cell for cell in range(len(BOARD.names)) if state.tile_owner(cell) == 1 - seat]
    found: list[int] = []
    while found != away:
        found = away
        for cell in found:
            fewer = [each for each in away if each != cell]
            if not without(state, empty, fewer).in_check(seat):
                away = fewer
    return tuple(found)


def without(state: DaikuniState, empty: DaikuniState, cells: Collection[int]) -> DaikuniState:
    """Return a copy of the board with `cells` emptied and first to move."""
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
