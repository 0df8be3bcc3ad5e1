"""Tables for the values of Dzura's pieces and tiles. A header."""

from __future__ import annotations

from strata.core.geometry import HEXAGONAL
from strata.games.dzura.rules.constants import LONGEST_VECTOR, ROW

ADJACENT = tuple(ROW * q + r for q, r in HEXAGONAL)
"""The numbers of the vectors to the six adjacent tiles."""
DECAY = (0, *(round(1000 * 0.7**times) for times in range(1, LONGEST_VECTOR + 1)))
"""The weight of each tile of a stride after the first, in 1/1000: tiles before must be empty."""
CLOSENESS = (1, 8, 5, 3, 2, 1)
"""By the distance to the far end of the column; a piece dropped on the end must first leave it."""
