"""Numbers that the evaluation of Daikuni is made of. A header: part of whatever uses it."""

from __future__ import annotations

ENOUGH_CELLS = 8
"""How many cells to go to are enough for a player."""

# What actions promise.
CHECK_BY_TILE = 100
CHECK_BY_SIGHT = 50
KING_ENTERS = -50
