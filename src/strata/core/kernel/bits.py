"""Sets as 64-bit numbers, and 64-bit arithmetic. A header: part of each module that uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strata.core.intrinsic import intrinsic

if TYPE_CHECKING:
    import cython

ONE: cython.ulonglong = 1
FULL = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
"""The odd number nearest to 2**64 divided by the golden ratio: its multiples are well spread."""
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


@intrinsic("return __builtin_ctzll(bits);", "int n = 0; while (!((bits >> n) & 1)) n++; return n;")
def lowest(bits: cython.ulonglong) -> cython.int:
    """Return the index of the lowest bit of `bits`, which must not be 0."""
    return (bits & -bits).bit_length() - 1


@intrinsic("return 63 ^ __builtin_clzll(bits);", "int n = 63; while (!(bits >> n)) n--; return n;")
def highest(bits: cython.ulonglong) -> cython.int:
    """Return the index of the highest bit of `bits`, which must not be 0."""
    return bits.bit_length() - 1


def count(bits: cython.ulonglong) -> cython.int:
    """Return the number of bits that are set."""
    bits -= (bits >> 1) & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) & FULL) >> 56


def mix(number: cython.ulonglong) -> cython.ulonglong:
    """Scatter the bits of `number`: a one-to-one map of the 64-bit numbers (SplitMix64)."""
    number = ((number ^ (number >> 30)) * _FIRST) & FULL
    number = ((number ^ (number >> 27)) * _SECOND) & FULL
    return number ^ (number >> 31)


def fold(key: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Add `value` to the `key` of a sequence, which begins with 0; return the new key.

    For a given key, different values give different keys. The order of values matters. A bit that
    changes flips every bit of the result with a probability of about 1/2. Two different sequences
    have the same key with a probability of 2**-64.
    """
    return mix(((key + GOLDEN) & FULL) ^ mix((value + GOLDEN) & FULL))
