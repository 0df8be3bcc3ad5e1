"""The planes of Daikuni (planes.py), each by the number of its first. A header."""

from __future__ import annotations

PIECES = 0
TILES = 6
WAITING = 8
STOCK = 14
ACTING = 16
PLANES = 17

WORDS = 3
"""Tokens beside the cells: the pieces that wait."""
LONGEST = 2
