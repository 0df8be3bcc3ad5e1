# cython: cdivision=True
"""A game to test the machinery with: rules that are right, or wrong on purpose.

A number goes down by 1, 2 or 3 at a time; who brings it to 0 wins. The code of an action holds the
number it is played from, so that an action of another position is noticed when it is played.
"""

from __future__ import annotations

from typing import Annotated

import cython
from cython.cimports.strata.core.kernel.bits import fold
from cython.cimports.strata.core.kernel.state import State

_illegal = cython.declare(cython.longlong, 0)


class Stairs(State):
    """Where the number is, and what is wrong with the rules."""

    number: Annotated[cython.int, "public"]
    most: Annotated[cython.int, "public"]
    """What `bound` says."""
    wide: Annotated[cython.int, "public"]
    """The number from which there are `width` actions."""
    width: Annotated[cython.int, "public"]
    keys: Annotated[cython.int, "public"]
    """How many different keys there are, for search; 0: as many as positions."""
    odd_only: Annotated[cython.int, "public"]
    """Restriction 0: a step is odd."""
    short_only: Annotated[cython.int, "public"]
    """Restriction 1: a step is no longer than this, where it is not 0."""

    def bound(self) -> cython.int:
        return self.most

    def legal(self, actions: cython.p_longlong) -> cython.int:
        variant: cython.int
        kept: cython.int = 0
        steps: cython.int = self.number if self.number < 3 else 3
        count: cython.int = self.width if self.number == self.wide else steps
        if self.number <= 0:
            return 0
        for variant in range(count):
            if self.is_refused(1 + variant % steps):
                continue
            actions[kept] = (
                (cython.cast(cython.longlong, self.number) << 32)
                | (variant << 2)
                | (1 + variant % steps)
            )
            kept += 1
        return kept

    def is_refused(self, step: cython.int) -> cython.bint:
        """Whether a restriction that is not waived refuses a step."""
        if self.odd_only and step % 2 == 0 and not self.waived & 1:
            return True
        return 0 < self.short_only < step and not self.waived & 2

    def apply(self, action: cython.longlong) -> cython.void:
        global _illegal
        if action >> 32 != self.number:
            _illegal += 1
        self.number -= cython.cast(cython.int, action & 3)
        self.mover = 1 - self.mover

    def outcome(self) -> cython.int:
        return 1 - self.mover

    def key(self) -> cython.ulonglong:
        return fold(fold(0, self.number), self.mover)

    def memo_key(self) -> cython.ulonglong:
        key: cython.ulonglong = self.key()
        return 1 + key % self.keys if self.keys else key | 1


def make_stairs(number: int, most: int = 8, wide: int = 0, width: int = 0, keys: int = 0) -> Stairs:
    """The position from which `number` is left; first acts."""
    state: Stairs = Stairs()
    state.number = number
    state.most = most
    state.wide = wide
    state.width = width
    state.keys = keys
    return state


def illegal_actions() -> int:
    """How many actions were played since the last call that are not legal where they were."""
    global _illegal
    count = _illegal
    _illegal = 0
    return count
