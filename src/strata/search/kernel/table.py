"""The table of alpha-beta: what was found out about positions, by their keys.

Pairs of entries of four numbers, of which the fourth is free: the key, the best action, and what is
known of the value. The first of a pair keeps what was searched deeper, the second what came last.
"""

from __future__ import annotations

import cython

from strata.core.memory import zeros
from strata.search import values

if not cython.compiled:
    fetch = id  # in C it loads memory ahead of its use: table.pxd

PROVEN = cython.declare(cython.int, values.PROVEN)

# What is known of a value.
EXACT = cython.declare(cython.int, 0)
AT_LEAST = cython.declare(cython.int, 1)
AT_MOST = cython.declare(cython.int, 2)


class Table:
    def __init__(self, bits: int) -> None:
        """2 to the power of `bits` entries of 32 bytes."""
        self.entries = zeros("Q", 4 << bits)
        if cython.compiled:
            self.slots = cython.address(self.entries[0])
        else:
            self.slots = self.entries
        self.mask = (1 << (bits - 1)) - 1
        self.age = 0

    def clear(self) -> None:
        number: cython.longlong
        for number in range(len(self.entries)):
            self.slots[number] = 0

    def begin_search(self) -> None:
        """What was kept before gives way to what comes now."""
        self.age = (self.age + 1) & 255

    def pair_of(self, key):
        return ((key ^ (key >> 32)) & self.mask) << 3

    def expect(self, key):
        """Has the entry of `key` brought near: it takes as long to come as a position to judge."""
        if cython.compiled:
            fetch(cython.address(self.slots[self.pair_of(key)]))

    def place_of(self, key):
        """Where `key` is, or else the second place of its pair."""
        place: cython.ulonglong = self.pair_of(key)
        return place if self.slots[place] == key else place + 4

    def decides(self, place, depth, ply, alpha, beta):
        """Whether the entry at `place` makes a search to `depth` needless: `value_at` says all."""
        known: cython.ulonglong = self.slots[place + 2]
        value: cython.int
        bound: cython.int
        if cython.cast(cython.int, (known >> 32) & 255) < depth:
            return False
        value = self.value_at(place, ply)
        bound = cython.cast(cython.int, (known >> 40) & 3)
        return (
            bound == EXACT
            or (bound == AT_LEAST and value >= beta)
            or (bound == AT_MOST and value <= alpha)
        )

    def value_at(self, place, ply):
        """A win is as far away as from here, not as from where it was found."""
        value: cython.int = cython.cast(cython.int, self.slots[place + 2] & 0xFFFF) - 32768
        if value >= PROVEN:
            return value - ply
        return value + ply if value <= -PROVEN else value

    def is_only(self, place):
        """Whether the action of the entry is the only one there is."""
        return (self.slots[place + 2] >> 42) & 1 != 0

    def keep(self, place, key, action, value, depth, ply, floor, beta, only):
        """`place` is the one of `key`; the value is exact between `floor` and `beta`."""
        known: cython.ulonglong
        first: cython.ulonglong = place & ~cython.cast(cython.ulonglong, 7)
        bound: cython.int = EXACT
        if value >= beta:
            bound = AT_LEAST
        elif value <= floor:
            bound = AT_MOST
        if value >= PROVEN:
            value += ply
        elif value <= -PROVEN:
            value -= ply
        if self.slots[place] != key:
            known = self.slots[first + 2]
            if (
                self.slots[first] == 0
                or cython.cast(cython.int, (known >> 48) & 255) != self.age
                or cython.cast(cython.int, (known >> 32) & 255) <= depth
            ):
                place = first
        self.slots[place] = key
        self.slots[place + 1] = cython.cast(cython.ulonglong, action)
        self.slots[place + 2] = (
            cython.cast(cython.ulonglong, value + 32768)
            | (cython.cast(cython.ulonglong, depth) << 32)
            | (cython.cast(cython.ulonglong, bound) << 40)
            | (cython.cast(cython.ulonglong, only) << 42)
            | (cython.cast(cython.ulonglong, self.age) << 48)
        )
