"""Lookup tables of the Daikuni evaluation. A header, compiled into every module that uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strata.games.daikuni.rules.bits import cell_bit, seen_from, touching

if TYPE_CHECKING:
    import cython

SHARES: cython.int[65] = (0, *(102400 // free for free in range(1, 65)))
"""The share of one cell in the free cells, in 1/1024 of a percent, by the number of free cells."""

# By cell; empty for OFF_BOARD.
BESIDE: cython.ulonglong[65] = tuple(touching(cell_bit(cell)) for cell in range(65))
"""The cells that touch the cell."""
IN_LINE: cython.ulonglong[65] = tuple(seen_from(cell, 0) for cell in range(65))
"""The other cells of its file and its rank."""
