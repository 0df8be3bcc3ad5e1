"""The planes and tokens of Dzura that all definitions share (planes.py). A header.

The planes of kinds come first: the top pieces of each side, then the hands of each side.
"""

from __future__ import annotations

# Indices after the planes of kinds.
FACING = 0
BARRAGED_TOP = 1
COVERED_KIND = 2
"""The first of two planes, one for each side."""
COVERED_FACING = 4
COVERED_BARRAGED = 5
TOKENS = 6
PHASE = 8
PENDING = 11
ACTING = 13
CELLS = 14
OTHER_PLANES = 15

# Indices after the tokens of cells and kinds.
TOKEN_WORD = 0
SWAP_WORD = 1
FACINGS = 2
OTHER_WORDS = 8
LONGEST = 3
