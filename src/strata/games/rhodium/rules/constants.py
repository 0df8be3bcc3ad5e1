"""Constants of the Rhodium rules. A header."""

from __future__ import annotations

# The kinds, in kind order.
RHODIUM = 0
PLATINUM = 1
TITANIUM = 2
DIAMOND = 3
GOLD = 4
SILVER = 5

# A man is FIRST_MAN * (seat + 1) + kind, for all pieces of a pile.
FIRST_MAN = 8
SECOND_MAN = 16
WALL = 24
WALL_CELL = 100
"""The cell that stands for everything off the board."""

# Kinds of actions: an action is `kind << KIND_SHIFT | from << FROM_SHIFT | to << TO_SHIFT | k`.
PLACE = 0
MOVE = 1
DISMANTLE = 2
SACRIFICE = 3
REVIVE = 4
RELOCATE = 5
KIND_SHIFT = 20
FROM_SHIFT = 12
TO_SHIFT = 5
CELL_MASK = 127
NUMBER_MASK = 31

# Phases (section 4), in the order of their names in the notation.
SET = 0
PLAY = 1
PLAY_ON = 2
BREAK = 3
SACRIFICED = 4
SCATTERED = 5
OVER = 6

# Indices into the reasons of the game.
RHODIUM_CAPTURED = 0
FIVE_CAPTURES = 1
FOUR_POINTS = 2
NO_MOVES = 3

CAPTURES_TO_WIN = 5
FILES_TO_WIN = 4

# Restrictions: the bits of `waived`, in the order in which reasons are given (restrictions.py).
(
    OUTSIDE_AREA,
    TAKEN_CELL,
    DISMANTLING,
    BREAKING,
    SCATTERING,
    BLOCKED,
    OTHER_KIND,
    LARGE_GROUP,
    SHORT_REACH,
    RHODIUM_TAKES,
    FAR_FROM_PLATINUM,
    PLATINUM_AT_HOME,
    SINGLE_PIECE,
    NO_ENEMY_STACK,
    NOT_BURIED,
    REVIVED_ONTO,
    BESIDE_RHODIUM,
    BESIDE_PLATINUM,
    THREATENS,
    THREATENS_MORE,
    TOUCHES,
    OUT_OF_RANGE,
    FARTHER_RING,
    RELOCATED_ONTO,
) = (1 << place for place in range(24))

# Bits of a cell where a piece may not be revived (revivals.py).
NEAR_RHODIUM = 256
NEAR_PLATINUM = 512
