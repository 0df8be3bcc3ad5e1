"""Constants of the Daikuni rules. A header, compiled into every module that uses it.

A set of cells is a 64-bit number: bit `file + 8 * rank`, both counted from 0.

    56 57 … 63   rank 8        up    << 8      right << 1
     …                         down  >> 8      left  >> 1
     0  1 …  7   rank 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

# Kinds of pieces.
KING = 0
QUEEN = 1
SOLDIER = 2

OFF_BOARD = 64
"""The place of a piece that has not entered."""
MOST_ACTIONS = 3 * 64

# Indices into the reasons of the game.
NO_MOVES = 0
KING_IN_CHECK = 1

# The bits of the restrictions in a waiver (restrictions.py).
WALLED = 1
OCCUPIED = 2
FRIEND_ON_ROAD = 4
ENTRIES_FIRST = 8
KING_CHECKED = 16
QUEENS_SEE = 32
SOLDIER_TIED = 64

# Sets of cells.
FILE_A: cython.ulonglong = 0x0101010101010101
FILE_H: cython.ulonglong = 0x8080808080808080
NOT_FILE_A: cython.ulonglong = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H: cython.ulonglong = 0x7F7F7F7F7F7F7F7F
RANK_1: cython.ulonglong = 0x00000000000000FF
RANK_8: cython.ulonglong = 0xFF00000000000000
EDGES: cython.ulonglong = 0xFF818181818181FF
CORNERS: cython.ulonglong = 0x8100000000000081


# An action is 64 * kind + target.


def kind_of(action: cython.longlong) -> cython.int:
    """Return the kind of the piece that an action moves."""
    return action >> 6


def target_of(action: cython.longlong) -> cython.int:
    """Return the cell on which an action ends."""
    return action & 63
