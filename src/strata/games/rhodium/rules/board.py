"""A position of Rhodium as numbers: piles (section 3), graveyards, scores, the turn in progress.

A cell is the number `file + 10 * rank`, both from 0; cell 100 is the wall around the board.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.rhodium.rules.constants import WALL, WALL_CELL


class Board(State):
    """The fields of a position. Piles change in piles.py only, which keeps `board_hash`."""

    men: cython.uchar[101]
    """8 * (seat + 1) + kind of the pieces on a cell; 0: empty, 24: the wall."""
    heights: cython.uchar[101]
    """How many pieces lie on a cell."""
    themes: cython.uint[101]
    """Bit i is set when the i-th piece from the bottom is light."""
    yards: cython.ulonglong[2]
    """The graveyards: four bits for each sort, which is 2 * kind + theme."""
    board_hash: cython.ulonglong
    """The board's part of the key."""
    place: cython.int
    """The cell of a break, a sacrifice or a scatter."""
    owed: cython.int
    """R13: how many pieces of a break are still bound to their range."""
    balance: cython.int
    """R9: what first has captured less what second has."""
    goals: cython.int[2]
    """R23: the goal files of each seat as bits."""
    left_kind: cython.int
    left_height: cython.int
    left_themes: cython.uint
    """R11: the pieces of a captured stack that are still to be placed."""
    placed: cython.int
    """How many pieces the mover has placed in the set-up."""
    veil: cython.int
    """Bit s is set in a concealed state that does not show the area of seat s."""

    def __init__(self) -> None:
        self.men[WALL_CELL] = WALL
