"""The index of the first plane of each group (planes.py). A header."""

from __future__ import annotations

PIECES = 0
TILES = 6
WAITING = 8
STOCK = 14
ACTING = 16
PLANES = 17

WORDS = 3
"""The number of tokens beside the cells: one for each kind of piece off the board."""
LONGEST = 2
