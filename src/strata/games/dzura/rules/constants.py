"""Constants of the Dzura rules, and functions that combine them. A header.

A tile is its number in tile order (Z2). A set of tiles is two words of 64 bits: bit `tile & 63` of
word `tile >> 6`; a board of up to 64 tiles needs only the first. Kinds count from 1. A *variant* is
a kind with its direction, `6 * kind + turns`, where `turns` is the facing for first and, modulo 6,
the facing + 3 for second (Z5). A piece is `variant << 2 | seat << 1 | barraged`, 0 for none.

An action is `kind << 14 | from << 7 | to`. A drop has the kind of piece as `from`, a barrage only
`to`, and a facing is `to`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

# Limits of a definition (Z81, Z82).
MOST_RADIUS = 6
LONGEST_VECTOR = 2 * MOST_RADIUS
MOST_KINDS = 32
MOST_VECTORS = 60

# Sizes derived from the limits.
TILES = 128
KINDS = MOST_KINDS + 1
VARIANTS = 6 * KINDS
NOWHERE = 127
"""No tile: beyond the edge, or none at all."""

# Numbers of vectors: `ROW * q + r`, with which no vector from a tile wraps; and `SPAN * q + r`,
# with which no difference between tiles wraps.
ROW = 2 * (MOST_RADIUS + LONGEST_VECTOR) + 1
GRID = ROW * ROW
GRID_CENTRE = GRID // 2
SPAN = 2 * LONGEST_VECTOR + 1
SPANS = SPAN * SPAN
SPANS_CENTRE = SPANS // 2

# Kinds of actions (Z95); an attack is a move.
MOVE = 0
SWAP = 1
DROP = 2
BARRAGE = 3
FACE = 4

# Phases (Z12).
START = 0
BARRAGED = 1
ROTATING = 2
PLACING = 3

# Indices into the reasons of the game.
KING_CAPTURED = 0
CHECKMATE = 1
NO_MOVES = 2

# Restrictions: the bits of `waived`, in the order in which reasons are given (restrictions.py).
(
    ONTO_OWN,
    BLOCKED,
    SHORT_STRIDE,
    BARRAGED_ATTACK,
    STACKED_ATTACK,
    NO_SWAP,
    NOT_IN_HAND,
    DROP_ONTO,
    BEYOND_ENEMY,
    DROP_CHECK,
    SAME_COLUMN,
    FACING_DUE,
    TURNED_TOO_FAR,
    NO_TOKEN,
    TWICE_BARRAGED,
    NOT_TARGETED,
    NOT_COMPLETABLE,
    KING_UNSAFE,
) = (1 << place for place in range(18))

# Indices into a view (safety.py), and its size.
ALLOWED = 0
DANGER = 2
PINNED = 4
STRIDERS = 6
PINS = 8
VIEW = PINS + 2 * TILES

# What distinguishes the hashes of a covered piece and of a hand from that of a top piece.
COVERED = 128
IN_HAND = 1 << 40


def variant_of(kind: cython.int, seat: cython.int, facing: cython.int) -> cython.int:
    """Return the variant of a kind of `seat` with that facing."""
    return 6 * kind + facing + 3 * seat - (6 if facing + 3 * seat >= 6 else 0)


def facing_of(variant: cython.int, kind: cython.int, seat: cython.int) -> cython.int:
    """Return the facing of a variant, the inverse of `variant_of`."""
    return variant - 6 * kind + 3 * seat - (6 if variant - 6 * kind + 3 * seat >= 6 else 0)


def set_place(variant: cython.int, tile: cython.int) -> cython.int:
    """Return the index of a set's first word in a table by variant and tile."""
    return 2 * (TILES * variant + tile)
