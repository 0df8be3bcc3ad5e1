"""The features of a position of Rhodium: their weights and their places.

features.pxd has the places, the kinds and the marks as constants of C.
"""

from __future__ import annotations

# In the order of the places.
WEIGHTS: dict[str, int] = {
    # Pieces on the board.
    "platinum": 158,
    "titanium": 168,
    "diamond": 61,
    "gold": 94,
    "silver": 48,
    # Pieces in the graveyard.
    "buried_platinum": 106,
    "buried_titanium": 120,
    "buried_diamond": 45,
    "buried_gold": 47,
    "buried_silver": 39,
    # The balance is at least 1, 2, 3, 4.
    "lead_1": 56,
    "lead_2": 69,
    "lead_3": 86,
    "lead_4": 131,
    # Goal files: at least 1, 2, 3.
    "goal_1": 81,
    "goal_2": 126,
    "goal_3": 249,
    # The way to the goal row.
    "entries": 8,
    "safe_entries": 14,
    "advance": 2,
    # Threats; the first three in units of ten points.
    "prey": 5,
    "menace": 3,
    "loose": 3,
    "guarded": 2,
    "decided": 1500,
    # The Rhodium.
    "check": -42,
    "ring": -13,
    "shelter": 4,
    "escapes": 4,
    # Activity.
    "lines": 3,
    "leaps": 3,
    "reach": 2,
    "outposts": 26,
    "light": -6,
    "tempo": 12,
    # The set-up.
    "array": 2,
    "cover": 4,
}

# What a captured piece is worth with all that its capture brings, in kind order, in units of ten
# points.
PRIZE_LIST = (90, 34, 36, 18, 18, 14)

# Places; a kind, or what is counted from 1, is added.
PIECES = -1
BURIED = 4
LEADS = 10
GOALS = 14
ENTRIES = 17
SAFE_ENTRIES = 18
ADVANCE = 19
PREY = 20
MENACE = 21
LOOSE = 22
GUARDED = 23
DECIDED = 24
CHECK = 25
RING = 26
SHELTER = 27
ESCAPES = 28
LINES = 29
LEAPING = 30
REACH = 31
OUTPOSTS = 32
LIGHT = 33
TEMPO = 34
ARRAY = 35
COVER = 36

# The kinds, as in piles.py.
RHODIUM = 0
PLATINUM = 1
TITANIUM = 2
DIAMOND = 3
GOLD = 4
SILVER = 5

# What reaches a cell: a bit for each kind that could capture there, and one for what could score.
CAPTURES = 63
SCORES = 64
WALL_CELL = 100
SECOND_MAN = 16
