"""Constants of the Daikuni evaluation. A header, compiled into every module that uses it."""

from __future__ import annotations

ENOUGH_CELLS = 8
"""The number of reachable cells from which on a player is not short of actions."""

# Promises of actions.
CHECK_BY_TILE = 100
CHECK_BY_SIGHT = 50
KING_ENTERS = -50
