"""SplitMix64 after Steele, Lea and Flood (2014), and how playouts draw from it.

Written from the paper and the description in core/kernel/rng.py, sharing no code with it: the tests
replay random games with it.
"""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15


def scramble(z: int) -> int:
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 % 2**64
    z ^= z >> 27
    z = z * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


class SplitMix:
    """The stream of one game of a run."""

    def __init__(self, state: int) -> None:
        self.state = state

    @classmethod
    def of_game(cls, seed: int, number: int) -> SplitMix:
        return cls(scramble((scramble((seed + GOLDEN) % 2**64) + number * GOLDEN) % 2**64))

    def draw(self) -> int:
        self.state = (self.state + GOLDEN) % 2**64
        return scramble(self.state)

    def below(self, limit: int) -> int:
        """Lemire's method on the upper 32 bits: the high half of a product, rejecting the bias."""
        while True:
            product = (self.draw() >> 32) * limit
            if product % 2**32 >= (2**32 - limit) % limit:
                return product >> 32
