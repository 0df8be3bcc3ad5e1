"""The restrictions of Daikuni, and the cells at fault when one refuses an action."""

from __future__ import annotations

from typing import Final

from strata.core.explaining.restriction import Restriction, in_order
from strata.games.daikuni.attackers import attackers, without
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import (
    ENTRIES_FIRST,
    FRIEND_ON_ROAD,
    KING,
    KING_CHECKED,
    OCCUPIED,
    OFF_BOARD,
    QUEEN,
    QUEENS_SEE,
    SOLDIER,
    SOLDIER_TIED,
    WALLED,
    kind_of,
    target_of,
)
from strata.games.daikuni.rules.state import DaikuniState

RESTRICTIONS: Final = in_order(
    {
        WALLED: Restriction(
            "walls", "D2", "{other's} tiles are walls: no piece enters or passes them."
        ),
        OCCUPIED: Restriction(
            "occupied", "D3", "a move ends on a free cell, but a tile lies there."
        ),
        FRIEND_ON_ROAD: Restriction(
            "friend-on-road",
            "D6",
            "a piece that rides its tiles cannot turn off where another piece stands.",
        ),
        ENTRIES_FIRST: Restriction(
            "entries-first", "D11", "all three pieces must enter before one of them moves."
        ),
        KING_CHECKED: Restriction("check", "D15", "{mover's} King would be in check."),
        QUEENS_SEE: Restriction("queens", "D16", "the two Queens would see each other."),
        SOLDIER_TIED: Restriction(
            "tied-soldier",
            "D17",
            "{mover's} Soldier sees {other's} Queen, so he must move to where he sees her again.",
        ),
    }
)
_BITS: Final = {restriction: 1 << index for index, restriction in enumerate(RESTRICTIONS)}


def fault_cells(
    state: DaikuniState, empty: DaikuniState, code: int, restriction: Restriction
) -> tuple[str, ...]:
    """Return the cells at fault. `empty` is an empty board with the same options."""
    seat, kind = state.get_seat(), kind_of(code)
    bit = _BITS[restriction]
    cells: list[int] = []
    if bit in (KING_CHECKED, QUEENS_SEE):
        after = state.after(code)
        assert isinstance(after, DaikuniState)
        if bit == KING_CHECKED:
            cells = [after.place(seat, KING), *attackers(after, empty, seat)]
        else:
            cells = [after.place(seat, QUEEN), after.place(1 - seat, QUEEN)]
    elif bit == SOLDIER_TIED:
        cells = [state.place(seat, SOLDIER), state.place(1 - seat, QUEEN)]
    elif bit == FRIEND_ON_ROAD:
        cells = [state.place(seat, other) for other in (KING, QUEEN, SOLDIER) if other != kind]
    elif bit == WALLED:
        cells = _walls(state, empty, code)
    elif bit == OCCUPIED:
        cells = [target_of(code)]
    return tuple(BOARD.names[cell] for cell in cells if cell != OFF_BOARD)


def _walls(state: DaikuniState, empty: DaikuniState, code: int) -> list[int]:
    """Return each enemy tile whose removal alone would allow the action."""
    enemy = 1 - state.get_seat()
    others = sum(_BITS.values()) - WALLED
    found = []
    for cell in range(len(BOARD.names)):
        if state.tile_owner(cell) == enemy:
            twin = without(state, empty, (cell,))
            twin.set_mover(state.get_seat())
            if code in twin.waiving(others).codes():
                found.append(cell)
    return found
