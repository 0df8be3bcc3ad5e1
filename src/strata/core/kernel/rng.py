"""Random numbers that are the same on every machine, compiled or not: SplitMix64.

Game number `index` of a run draws from a stream of its own, so that a run split into batches or
over workers plays the very same games.
"""

import cython

FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)
_LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


def mix(number):
    """Scatters the bits of `number`: a one-to-one map of the 64-bit numbers."""
    number = ((number ^ (number >> 30)) * _FIRST) & FULL
    number = ((number ^ (number >> 27)) * _SECOND) & FULL
    return number ^ (number >> 31)


def stream(seed, index):
    """Where the stream of game `index` of the run `seed` begins."""
    return mix((mix((seed + _STEP) & FULL) + index * _STEP) & FULL)


class Random:
    """A stream of random numbers."""

    def restart(self, seed, index):
        self.state = stream(seed, index)

    def draw(self):
        """The next 64 bits."""
        self.state = (self.state + _STEP) & FULL
        return mix(self.state)

    @cython.cdivision(True)
    def below(self, limit):
        """A number from 0 to `limit` - 1, all equally likely; `limit` is below 2**31."""
        product: cython.ulonglong = (self.draw() >> 32) * limit
        if (product & _LOW) < limit:
            floor: cython.ulonglong = (_LOW + 1 - limit) % limit
            while (product & _LOW) < floor:
                product = (self.draw() >> 32) * limit
        return product >> 32
