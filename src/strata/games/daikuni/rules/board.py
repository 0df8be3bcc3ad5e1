"""The fields of a Daikuni position, options included. Only state.py changes them."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.daikuni.rules.constants import OFF_BOARD


class Board(State):
    """Tiles and pieces, by seat or by `3 * seat + kind`; constants.py describes sets of cells."""

    tiles: cython.ulonglong[2]
    laid: cython.int[2]
    """The number of tiles that each seat has laid."""
    places: cython.int[6]
    """The cell of each piece, or OFF_BOARD."""
    standing: cython.ulonglong[2]
    """The cells on which the seat's pieces stand."""
    chains: cython.ulonglong[6]
    """The chain of each piece (D5); empty for a piece off the board."""
    entries_first: cython.bint
    tiles_block: cython.bint
    stock: cython.int

    def __init__(self) -> None:
        index: cython.int
        for index in range(6):
            self.places[index] = OFF_BOARD
