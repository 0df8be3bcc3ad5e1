"""The first plane or token of each group in the encoding of Rhodium (planes.py). A header."""

from __future__ import annotations

PIECES = 0
"""Six kinds for each side."""
HEIGHT = 12
LIGHT_TOP = 13
THEMES = 14
"""Three planes of eight pieces each, from the bottom."""
YARDS = 17
"""Twelve sorts for each side."""
AHEAD = 41
GOALS = 43
PHASE = 45
PLACE = 52
OWED = 53
LEFT_KIND = 54
LEFT_HEIGHT = 60
LEFT_THEMES = 61
"""Two planes of eight pieces each."""
PLACED = 63
ACTING = 64
PLANES = 65

MOST_PIECES = 18
"""The highest pile: the Silvers of both armies."""
# Tokens beside the cells.
SORTS = 100
DISMANTLE_WORD = 112
SACRIFICE_WORD = 113
CAPTURE_WORD = 114
TOP_WORD = 115
UNDER_WORD = 116
COUNTS = 116
"""The token of k pieces is COUNTS + k."""
WORDS = 17 + MOST_PIECES
LONGEST = 3
