"""The fields of a Rhodium position: piles (section 3), graveyards, scores, the turn in progress.

A cell is the number `file + 10 * rank`, both counted from 0; cell 100 is the wall around the board.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.rhodium.rules.constants import WALL, WALL_CELL


class Board(State):
    """The fields of a position. Only piles.py changes piles, which keeps `board_hash` correct."""

    men: cython.uchar[101]
    """8 * (seat + 1) + kind of the pieces on a cell; 0 for an empty cell, 24 for the wall."""
    heights: cython.uchar[101]
    """The number of pieces on a cell."""
    themes: cython.uint[101]
    """Bit i is set if the piece i from the bottom, counted from 0, is light."""
    yards: cython.ulonglong[2]
    """The graveyards: four bits for each sort, which is 2 * kind + theme."""
    board_hash: cython.ulonglong
    """The part of the key for the piles."""
    place: cython.int
    """The cell of a break, a sacrifice or a scatter."""
    owed: cython.int
    """The number of pieces of a break that are still bound to their range (R13)."""
    balance: cython.int
    """The captures of first minus those of second (R9)."""
    goals: cython.int[2]
    """The goal files of each seat, as bits (R23)."""
    left_kind: cython.int
    left_height: cython.int
    left_themes: cython.uint
    """The themes of the leftover pieces of a captured stack (R11), as for `themes`."""
    placed: cython.int
    """The number of pieces that the mover has placed in the set-up."""
    veil: cython.int
    """Bit s is set in a concealed state that hides the area of seat s."""

    def __init__(self) -> None:
        self.men[WALL_CELL] = WALL
