"""Tables of Rhodium's board and army. A header."""

from __future__ import annotations

from strata.core.geometry import KNIGHT
from strata.games.rhodium.board import BOARD, WAYS
from strata.games.rhodium.rules.constants import (
    DIAMOND,
    GOLD,
    PLATINUM,
    RHODIUM,
    SILVER,
    TITANIUM,
    WALL_CELL,
)


def _distance(cell: int, other: int) -> int:
    return max(abs(other % 10 - cell % 10), abs(other // 10 - cell // 10))


def _within(line: int, ring: int) -> int:
    """Return the number of the ten ranks or files at most `ring` away from `line`."""
    return min(9, line + ring) - max(0, line - ring) + 1


# The eight neighbours of each cell and of the wall, and the eight leaps from each cell.
STEPS = BOARD.table(WAYS, edge=WALL_CELL) + len(WAYS) * (WALL_CELL,)
LEAPS = BOARD.table(KNIGHT, edge=WALL_CELL)

# R11: the cells by their distance from each cell; the first RING_ENDS[10 * cell + r] are within r.
RINGS = tuple(
    other
    for cell in range(100)
    for other in sorted(range(100), key=lambda other: _distance(cell, other))
)
RING_ENDS = tuple(
    _within(cell % 10, ring) * _within(cell // 10, ring)
    for cell in range(100)
    for ring in range(10)
)

# R1: the kinds in the order in which they are placed.
PLACED_KINDS = (
    RHODIUM,
    *2 * (PLATINUM,),
    *2 * (TITANIUM,),
    *4 * (DIAMOND,),
    *4 * (GOLD,),
    *9 * (SILVER,),
)
ARMY_SIZE = len(PLACED_KINDS)

# The bits of `bars` (revivals.py) by kind: nothing bars a Rhodium or a Diamond.
BARS = (0, 8, 4, 0, 2, 1)
