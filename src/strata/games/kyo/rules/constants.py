"""Constants of the Kyo rules. A header."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

# A pawn is kind + 8 * seat; 0 is none.
LIGHT_PAWN = 1
HEAVY_PAWN = 2
TOWER = 3
QUEEN = 4
KING = 5
KNIGHT = 6
CANNON = 7
# A chip is 0 (dark) or 1 (light) + 2 * seat, or a shield.
SHIELD_CHIP = 4
# The top of a tile (K2) is one of these three, or mana + seat, or pawn + seat.
EMPTY = 0
SHIELDED = 1
WALL = 2
MANA = 4
PAWN = 6

# Kinds of actions.
MOVE = 0
CHIPS = 1
ATTACK = 2
SHOT = 3
SHUFFLE = 4
END = 5
# An action is `kind | from | to | k`, each from its bit on; a shuffle is `kind | from | order`.
KIND_SHIFT = 19
FROM_SHIFT = 12
TO_SHIFT = 5

# Phases of a turn: nothing done yet, B, M, D.
START = 0
BEFORE = 1
MANA_MOVES = 2
DEPLOYING = 3
NO_DIRECTION = 8
MOST_MANA_MOVES = 20
"""The limit of mana moves in a turn (K10)."""
LAST_CLOCK = 200
"""The clock at which the game is drawn (K32)."""
LATE_CLOCK = 180
"""The clock from which on it is part of the key that search uses."""

# Indices into the reasons of the game.
KING_CAPTURED = 0
MANA_DESTROYED = 1
NO_MOVES = 2
NO_PROGRESS = 3

# The bits of the restrictions in a waiver (restrictions.py).
OWN_PAWN = 1 << 0
OUTNUMBERED = 1 << 1
WITHOUT_MANA = 1 << 2
OTHER_WAY = 1 << 3
TWENTY_MOVES = 1 << 4
KNIGHT_STEP = 1 << 5
OTHER_STACK = 1 << 6
TOWER_MOVED = 1 << 7
LATE_CHIPS = 1 << 8
MANA_ON_SHIELD = 1 << 9
SHIELD_UNDER_PAWN = 1 << 10
CHIPS_ON_ENEMY = 1 << 11
LIGHT_PAWN_LIFTS = 1 << 12
TOO_MANY_CHIPS = 1 << 13
DEPLOYED_SHIELD = 1 << 14
SECOND_SHUFFLE = 1 << 15
SHOT_LINE = 1 << 16
NOTHING_DONE = 1 << 17

# The numbers of slices that may go onto a tile: eight bits for each kind of top.
TO_OPEN: cython.ulonglong = 1 << 8 * EMPTY | 1 << 8 * MANA | 1 << 8 * (MANA + 1)
TO_SHIELD: cython.ulonglong = 1 << 8 * SHIELDED
TO_PAWN: cython.ulonglong = 1 << 8 * PAWN

CHAIN = 0xD1342543DE82EF95
"""The factor between the chips of a stack in its hash."""


def kind_of(action: cython.longlong) -> cython.int:
    return action >> KIND_SHIFT


def from_of(action: cython.longlong) -> cython.int:
    return (action >> FROM_SHIFT) & 127


def to_of(action: cython.longlong) -> cython.int:
    return (action >> TO_SHIFT) & 127


def chips_of(action: cython.longlong) -> cython.int:
    return action & 31


def order_of(action: cython.longlong) -> cython.int:
    """Return the order of a shuffle, a slice (slices.py)."""
    return action & 4095
