"""The game's evaluation as a search uses it: cached, and offset on purpose for weak levels.

The cache is indexed by the low bits of a key. An entry is the key with its low 16 bits replaced by
the points.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.strata.core.kernel.bits import FULL, mix
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import JUDGEMENTS


class EvaluationCache:
    """The cached evaluations of one tree."""

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
        """Offset every evaluation by up to `points`, always alike for the same position."""
        self.error = points
        self.seed = seed

    @cython.cdivision(True)
    def evaluate(self, state: State, key: cython.ulonglong) -> cython.int:
        """Return the points of a position that is not over, for the seat that acts.

        `key` is the position's `memo_key`.
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
