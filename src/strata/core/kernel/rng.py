"""Random numbers that are the same on every machine, compiled or not: SplitMix64.

Game number `index` of a run draws from its own stream, so a run that is split into batches or over
threads plays the same games.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN, mix

_LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)


def stream(seed: cython.ulonglong, index: cython.ulonglong) -> cython.ulonglong:
    """Return where the stream of game `index` of the run `seed` begins."""
    return mix((mix((seed + GOLDEN) & FULL) + index * GOLDEN) & FULL)


class Random:
    """A stream of random numbers."""

    state: cython.ulonglong

    def restart(self, seed: cython.ulonglong, index: cython.ulonglong) -> cython.void:
        self.state = stream(seed, index)

    def draw(self) -> cython.ulonglong:
        """Return the next 64 bits."""
        self.state = (self.state + GOLDEN) & FULL
        return mix(self.state)

    @cython.cdivision(True)
    def below(self, limit: cython.ulonglong) -> cython.int:
        """Return a number from 0 to `limit` - 1, all equally likely; `limit` is below 2**31."""
        product: cython.ulonglong = (self.draw() >> 32) * limit
        if (product & _LOW) < limit:
            floor: cython.ulonglong = (_LOW + 1 - limit) % limit
            while (product & _LOW) < floor:
                product = (self.draw() >> 32) * limit
        return product >> 32
