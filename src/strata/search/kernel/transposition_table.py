"""The transposition table of alpha-beta: results about positions, by their keys.

Entries come in pairs: the first is replaced by depth, the second always. An entry has four numbers:
the key, the best action, the data of the value, and an unused one.

    bits 0–15  value + 32768     32–39  depth     40–41  EXACT, AT_LEAST or AT_MOST     48–55  age

Positions whose keys collide share an entry: its action may be played only if it is listed as legal.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.objects import prefetch
from cython.cimports.strata.search.kernel.constants import AT_LEAST, AT_MOST, EXACT, PROVEN

from strata.core.memory import zeros


class TranspositionTable:
    """The transposition table of one search tree."""

    entries: cython.ulonglong[::1]
    slots: cython.p_ulonglong
    mask: cython.ulonglong
    age: cython.int

    def __init__(self, bits: int) -> None:
        """Make room for 2 to the power of `bits` entries of 32 bytes."""
        self.entries = zeros("Q", 4 << bits)
        self.slots = cython.address(self.entries[0])
        self.mask = (1 << (bits - 1)) - 1

    def clear(self) -> None:
        number: cython.longlong
        for number in range(len(self.entries)):
            self.slots[number] = 0
        self.age = 0

    def begin_search(self) -> None:
        """Start a new age: entries of earlier searches are replaced first."""
        self.age = (self.age + 1) & 255

    def pair_of(self, key: cython.ulonglong) -> cython.ulonglong:
        return ((key ^ (key >> 32)) & self.mask) << 3

    def expect(self, key: cython.ulonglong) -> cython.void:
        """Prefetch the entries of `key`: loading them takes as long as evaluating a position."""
        prefetch(self.slots, self.pair_of(key))

    def place_of(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return the place of `key`, or the second place of its pair if it is not stored."""
        place: cython.ulonglong = self.pair_of(key)
        return place if self.slots[place] == key else place + 4

    def decides(
        self,
        place: cython.ulonglong,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.bint:
        """Return whether `value_at(place)` cuts off a search of this depth and window."""
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

    def value_at(self, place: cython.ulonglong, ply: cython.int) -> cython.int:
        """Return the value of an entry; the distance of a win is counted from the root."""
        value: cython.int = cython.cast(cython.int, self.slots[place + 2] & 0xFFFF) - 32768
        if value >= PROVEN:
            return value - ply
        return value + ply if value <= -PROVEN else value

    def keep(
        self,
        place: cython.ulonglong,
        key: cython.ulonglong,
        action: cython.longlong,
        value: cython.int,
        depth: cython.int,
        ply: cython.int,
        floor: cython.int,
        beta: cython.int,
    ) -> cython.void:
        """Store a result. `place` is that of `key`; `value` is exact between `floor` and `beta`."""
        known: cython.ulonglong
        first: cython.ulonglong = place - (place & 7)
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
            | (cython.cast(cython.ulonglong, self.age) << 48)
        )
