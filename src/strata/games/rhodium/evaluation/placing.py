"""The values of placements in the set-up of Rhodium (R1–R3)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.evaluation.features import ARRAY, COVER
from cython.cimports.strata.games.rhodium.evaluation.tables import PLACES
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import RHODIUM, SECOND_MAN
from cython.cimports.strata.games.rhodium.rules.tables import PLACED_KINDS


def measure_set_up(board: Board, features: cython.p_int) -> cython.void:
    """Add the features of the set-up, in which only the places count: no piece is lost yet."""
    cell: cython.int
    side: cython.int
    kind: cython.int
    seen: cython.int
    step: cython.int
    for cell in range(100):
        if board.men[cell] == 0:
            continue
        side = 1 if board.men[cell] < SECOND_MAN else -1
        kind = board.men[cell] & 7
        features[ARRAY] += side * PLACES[30 * kind + (cell if side > 0 else 99 - cell)]
        if kind == RHODIUM:
            step = 10 * side
            seen = cell + step
            while 0 <= seen < 100 and (board.men[seen] >> 3) != (board.men[cell] >> 3):
                seen += step
            features[COVER] += side * (0 <= seen < 100)


def promise_place(board: Board, target: cython.int) -> cython.int:
    """Return the promise of placing the next piece: 0 for the best cells, less for others."""
    kind: cython.int = PLACED_KINDS[board.placed]
    return (PLACES[30 * kind + (99 - target if board.mover else target)] - 2) >> 2
