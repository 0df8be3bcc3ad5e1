"""Tables by which pieces and tiles of Dzura are valued. A header."""

from __future__ import annotations

from strata.core.geometry import HEXAGONAL
from strata.games.dzura.rules.constants import LONGEST_VECTOR, ROW

ADJACENT = tuple(ROW * q + r for q, r in HEXAGONAL)
"""The numbers of the vectors to the six tiles next to one."""
DECAY = (0, *(round(1000 * 0.7**times) for times in range(1, LONGEST_VECTOR + 1)))
"""What the tiles beyond the first of a stride count: the tiles before them must be empty."""
CLOSENESS = (1, 8, 5, 3, 2, 1)
"""By the distance to the far end of the column; what was dropped on it must leave it first."""
