"""Constants of the Dzura evaluation. A header, compiled into every module that uses it."""

from __future__ import annotations

# Ranks of pieces by their value.
CHEAP = 0
ORDINARY = 1
DEAR = 2
ROYAL = 3

# Promises.
KING_TAKEN = 100_000
CHECK_GIVEN = 20
EMPTY_SWAP = -10
LIKE_SWAP = -30
IDLE_DROP = -20
