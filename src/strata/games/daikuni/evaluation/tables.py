"""Tables that the evaluation of Daikuni looks things up in. A header: part of whatever uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strata.games.daikuni.rules.bits import cell_bit, seen_from, touching

if TYPE_CHECKING:
    import cython

SHARES: cython.int[65] = (0, *(102400 // free for free in range(1, 65)))
"""What one cell is, in 1024ths of a per cent, by the number of free cells."""

# By cell; none for OFF_BOARD.
BESIDE: cython.ulonglong[65] = tuple(touching(cell_bit(cell)) for cell in range(65))
"""The cells that share a side with it."""
IN_LINE: cython.ulonglong[65] = tuple(seen_from(cell, 0) for cell in range(65))
"""The other cells of its file and rank."""
