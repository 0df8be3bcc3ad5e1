"""The first plane or token of each group in the encoding of Kyo (planes.py). A header."""

from __future__ import annotations

PAWNS = 0
"""Seven kinds for each side."""
HEIGHT = 14
CHIPS = 15
"""The five uppermost chips: own dark and light, the other's dark and light, shield."""
DEEP = 40
"""The chips below, three in a plane: 1 to 5 as above, 0 for none, times 36, 6 and 1."""
DEEP_PLANES = 21
TILE = 61
PHASE = 62
DIRECTION = 65
MANA_MOVES_MADE = 66
ON_ENEMY = 67
SHUFFLED = 68
CLOCK = 69
ACTING = 70
PLANES = 71

# Tokens beside the cells.
END_WORD = 100
SHUFFLE_WORD = 101
ATTACK_WORD = 102
FIRE_WORD = 103
WITH_CHIPS = 104
"""The token of a pawn with k chips, 0 to 5, is WITH_CHIPS + k."""
ONLY_CHIPS = 109
"""The token of k chips alone, from 1 on, is ONLY_CHIPS + k."""
MOST_CHIPS = 26
"""The number of one seat's mana chips: no bare stack offers a longer slice."""
ORDERS = 136
"""The first token of the orders of two to five chips: mana at the bottom, shields above it."""
ORDER_COUNT = 116
WORDS = 36 + ORDER_COUNT
LONGEST = 3
