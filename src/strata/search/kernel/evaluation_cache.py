"""What positions are worth to a search: the game's evaluation, cached, or misjudged on purpose.

The evaluation cache is indexed by the last bits of a key. An entry is the key with the points in
place of its last 16 bits.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.strata.core.kernel.bits import FULL, mix
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import JUDGEMENTS


class EvaluationCache:
    """The judgements of one tree."""

    evaluation: Evaluation
    cache: cython.ulonglong[::1]
    error: cython.int
    seed: cython.ulonglong

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.clear()

    def clear(self) -> None:
        self.cache = array("Q", bytes(8 * JUDGEMENTS))

    def misjudge(self, points: int, seed: int) -> None:
        """Make every judgement wrong by up to `points`, always alike for the same position."""
        self.error = points
        self.seed = seed

    @cython.cdivision(True)
    def evaluate(self, state: State, key: cython.ulonglong) -> cython.int:
        """The points of a position that is not over, for the seat that acts.

        `key` is its memo_key.
        """
        place: cython.ulonglong = key & (JUDGEMENTS - 1)
        known: cython.ulonglong = self.cache[place]
        points: cython.int
        scattered: cython.ulonglong
        if key and known and (known ^ key) >> 16 == 0:
            points = cython.cast(cython.int, known & 0xFFFF) - 32768
        else:
            points = self.evaluation.score(state)
            self.cache[place] = (key ^ (key & 0xFFFF)) | (points + 32768)
        if self.error:
            scattered = mix((state.key() + self.seed) & FULL)
            points += cython.cast(cython.int, scattered % (2 * self.error + 1)) - self.error
        return -points if state.seat() else points
