"""Sets of tiles as two words of 64 bits, bit `tile & 63` of word `tile >> 6`.

For the compiled rules bits.pxd has the same as inline functions of C.
"""

from __future__ import annotations

ONE = 1


def lowest(bits: int) -> int:
    """The place of the lowest bit of `bits`, which has one."""
    return (bits & -bits).bit_length() - 1


def number(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()
