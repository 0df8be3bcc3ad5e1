"""The planes and tokens of Dzura (planes.py) that are the same for all definitions. A header.

The planes of kinds come first: the tops of each side, then the hands of each side.
"""

from __future__ import annotations

# After the planes of kinds.
FACING = 0
BARRAGED_TOP = 1
COVERED_KIND = 2
"""For each side."""
COVERED_FACING = 4
COVERED_BARRAGED = 5
TOKENS = 6
PHASE = 8
PENDING = 11
ACTING = 13
CELLS = 14
OTHER_PLANES = 15

# After the cells and the kinds.
TOKEN_WORD = 0
SWAP_WORD = 1
FACINGS = 2
OTHER_WORDS = 8
LONGEST = 3
