"""How often each position occurred, by key: a hash table with open addressing.

It runs without the interpreter lock, except where it grows.
"""

from __future__ import annotations

from array import array

import cython


class Repetitions:
    """Counts of keys. The table starts small and grows; `clear` keeps its size."""

    keys: cython.ulonglong[::1]
    counts: cython.int[::1]
    size: cython.int
    used: cython.int

    def __init__(self) -> None:
        self.size = 1024
        self.used = 0
        self.keys = array("Q", bytes(8 * 1024))
        self.counts = array("i", bytes(4 * 1024))

    def clear(self) -> cython.void:
        index: cython.int
        self.used = 0
        for index in range(self.size):
            self.counts[index] = 0

    def slot(self, key: cython.ulonglong) -> cython.int:
        """Return the place of `key`, or the free place where it belongs."""
        place: cython.int = cython.cast(cython.int, key & (self.size - 1))
        while self.counts[place] != 0 and self.keys[place] != key:
            place = (place + 1) & (self.size - 1)
        return place

    def add(self, key: cython.ulonglong) -> cython.int:
        """Count `key` once more and return its count."""
        place: cython.int = self.slot(key)
        if self.counts[place] == 0:
            if 2 * (self.used + 1) > self.size:
                self.grow()
                place = self.slot(key)
            self.used += 1
            self.keys[place] = key
        self.counts[place] += 1
        return self.counts[place]

    def grow(self) -> cython.void:
        index: cython.int
        place: cython.int
        with cython.gil:
            old_keys: cython.ulonglong[::1] = self.keys
            old_counts: cython.int[::1] = self.counts
            self.size *= 2
            self.keys = array("Q", bytes(8 * self.size))
            self.counts = array("i", bytes(4 * self.size))
            for index in range(self.size // 2):
                if old_counts[index] != 0:
                    place = self.slot(old_keys[index])
                    self.keys[place] = old_keys[index]
                    self.counts[place] = old_counts[index]

    def take_over(self, other: Repetitions) -> None:
        """Become a copy of `other`."""
        index: cython.int
        if self.size != other.size:
            self.size = other.size
            self.keys = array("Q", bytes(8 * self.size))
            self.counts = array("i", bytes(4 * self.size))
        self.used = other.used
        for index in range(self.size):
            self.keys[index] = other.keys[index]
            self.counts[index] = other.counts[index]
