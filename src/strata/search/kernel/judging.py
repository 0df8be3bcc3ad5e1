"""What positions are worth to alpha-beta: the game's evaluation, kept for a while, or misjudged.

Judgements are kept by the last bits of the positions' keys: the key, and in place of its last 16
bits the points.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from strata.core.kernel.bits import FULL, mix
    from strata.core.kernel.evaluation import Evaluation
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.evaluation import Evaluation

    FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

KEPT = cython.declare(cython.int, (1 << 15) - 1)


class Judging:
    """The judgements of one tree."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.kept = array("Q", bytes(8 * (KEPT + 1)))
        self.error = 0
        self.seed = 0

    def misjudge(self, points: int, seed: int) -> None:
        """Makes every judgement wrong by up to `points`, always alike for the same position."""
        self.error = points
        self.seed = seed

    def judge(self, state, key):
        """What a position that goes on is worth for the seat that acts; `key` is its memo_key."""
        known: cython.ulonglong = self.kept[key & KEPT]
        points: cython.int
        scattered: cython.ulonglong
        if key and known and (known ^ key) >> 16 == 0:
            points = cython.cast(cython.int, known & 0xFFFF) - 32768
        else:
            points = self.evaluation.score(state)
            self.kept[key & KEPT] = (key ^ (key & 0xFFFF)) | (points + 32768)
        if self.error:
            scattered = mix((state.key() + self.seed) & FULL)
            points += cython.cast(cython.int, scattered % (2 * self.error + 1)) - self.error
        return -points if state.seat() else points
