"""Numbers that the compiled rules share; for them bits.pxd has the same as constants of C.

A set of cells is a 64-bit number: bit `file + 8 * rank`, both from 0.

    56 57 … 63   rank 8        up    << 8      right << 1
     …                         down  >> 8      left  >> 1
     0  1 …  7   rank 1
"""

from __future__ import annotations

ONE = 1
FULL = (1 << 64) - 1
NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F
FILE_A = 0x0101010101010101
FILE_H = 0x8080808080808080
RANK_1 = 0x00000000000000FF
RANK_8 = 0xFF00000000000000

# Kinds of pieces, in the order of the action numbers.
KING = 0
QUEEN = 1
SOLDIER = 2
# The place of a piece that has not entered.
OFF_BOARD = 64


def lowest(bits: int) -> int:
    """The place of the lowest bit of `bits`, which has one."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits of `bits` are set."""
    return bits.bit_count()
