"""The features of a position of Rhodium: their weights and their places.

features.pxd has the places, the kinds and the marks as constants of C.
"""

from __future__ import annotations

# In the order of the places.
WEIGHTS: dict[str, int] = {
    # Pieces on the board.
    "platinum": 170,
    "titanium": 190,
    "diamond": 75,
    "gold": 75,
    "silver": 55,
    # Pieces in the graveyard.
    "buried_platinum": 105,
    "buried_titanium": 125,
    "buried_diamond": 42,
    "buried_gold": 46,
    "buried_silver": 34,
    # The balance is at least 1, 2, 3, 4.
    "lead_1": 55,
    "lead_2": 65,
    "lead_3": 85,
    "lead_4": 130,
    # Goal files: at least 1, 2, 3.
    "goal_1": 85,
    "goal_2": 130,
    "goal_3": 240,
    # The way to the goal row.
    "entries": 8,
    "safe_entries": 14,
    "advance": 1,
    # Threats; the first three in units of ten points.
    "prey": 6,
    "menace": 3,
    "loose": 2,
    "guarded": 3,
    "decided": 1500,
    # The Rhodium.
    "check": -40,
    "ring": -11,
    "shelter": 4,
    "escapes": 5,
    # Activity.
    "lines": 2,
    "leaps": 3,
    "reach": 2,
    "outposts": 25,
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
