"""Numbers that the compiled rules share; for them bits.pxd has the same as constants of C.

A set of tiles is two words of 64 bits, bit `tile & 63` of word `tile >> 6`. An action is
`kind << 14 | from << 7 | to`; a drop has the kind of piece for `from`, a barrage only `to`, and a
facing is `to`.
"""

from __future__ import annotations

ONE = 1
FULL = (1 << 64) - 1
# No tile: beyond the edge, or nothing.
NOWHERE = 127

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

# Places in a view (safety.py).
ALLOWED = 0
DANGER = 2
PINNED = 4
STRIDERS = 6
PINS = 8


def lowest(bits: int) -> int:
    """The place of the lowest bit of `bits`, which has one."""
    return (bits & -bits).bit_length() - 1


def count_bits(bits: int) -> int:
    """How many bits of `bits` are set."""
    return bits.bit_count()
