"""What a position of Daikuni consists of, and the options. Changed by state.py alone."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.daikuni.rules.constants import OFF_BOARD


class Board(State):
    """Tiles and pieces: by seat, or by `3 * seat + kind`. Sets of cells are as in constants.py."""

    tiles: cython.ulonglong[2]
    laid: cython.int[2]
    """How many tiles each seat has laid."""
    places: cython.int[6]
    """The cell of each piece, or OFF_BOARD."""
    standing: cython.ulonglong[2]
    """The cells that the seat's pieces stand on."""
    chains: cython.ulonglong[6]
    """D5: the chain of each piece; empty off the board."""
    entries_first: cython.bint
    tiles_block: cython.bint
    stock: cython.int

    def __init__(self) -> None:
        index: cython.int
        for index in range(6):
            self.places[index] = OFF_BOARD
