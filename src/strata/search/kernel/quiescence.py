"""Leaves of a search: finished games, and quiescence search at the horizon.

Quiescence search plays noisy actions only (captures and the like: `Evaluation.promise`), so that a
position is evaluated when nothing is about to be taken.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.constants import DRAWN
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import (
    INFINITE,
    MOST,
    NOISY_A_DEPTH,
    NOISY_PLIES,
    WIN,
)
from cython.cimports.strata.search.kernel.evaluation_cache import EvaluationCache
from cython.cimports.strata.search.kernel.move_ordering import Frame

from strata.core.errors import BoundTooLow
from strata.core.kernel.state import bound_problem


class Quiescence:
    """The leaves of one tree, its count of nodes, and whether the search must stop."""

    evaluation: Evaluation
    cache: EvaluationCache
    selective: cython.bint
    halted: cython.bint
    bound: cython.int
    exceeded: cython.int
    """The number of listed actions where it exceeded `bound`; 0 if it never did."""
    nodes: cython.longlong
    most_nodes: cython.longlong
    noisy_plies: cython.int

    def __init__(self, like: State, evaluation: Evaluation, selective: bool) -> None:
        self.evaluation = evaluation
        self.cache = EvaluationCache(evaluation)
        self.selective = selective
        self.bound = like.bound()

    def begin_search(self, most_nodes: int) -> None:
        self.nodes = 0
        self.most_nodes = most_nodes
        self.exceeded = 0

    def check_bound(self, state: State) -> None:
        """Raise BoundTooLow if the search met more actions than the game's `bound` allows."""
        if self.exceeded:
            raise BoundTooLow(bound_problem(state, self.exceeded))

    def begin_depth(self, depth: cython.int) -> cython.void:
        """Set the depth of quiescence search, which grows with `depth`."""
        self.noisy_plies = NOISY_A_DEPTH * (depth - 1)
        if self.noisy_plies > NOISY_PLIES:
            self.noisy_plies = NOISY_PLIES

    def is_too_many(self, count: cython.int) -> cython.bint:
        """Return whether `count` exceeds `bound`; if so, stop the search.

        The buffers have room to spare (`chain` in move_ordering.py), but the rest of the search
        does not.
        """
        if count <= self.bound:
            return False
        self.exceeded = count
        self.halted = True
        return True

    def settle(self, frame: Frame, state: State) -> cython.int:
        """Return the value for first of `state` after quiescence search; `state` must not be over.

        `frame` is the first of `NOISY_A_DEPTH` + 1.
        """
        value: cython.int
        frame.state.assign(state)
        self.noisy_plies = NOISY_A_DEPTH
        value = self.quiesce(frame, -INFINITE, INFINITE, 0, NOISY_A_DEPTH)
        return -value if state.seat() else value

    def look(self) -> cython.bint:
        """Count one more node; return whether the search goes on."""
        self.nodes += 1
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.halted = True
        return not self.halted

    def final(self, frame: Frame, ply: cython.int) -> cython.int:
        """Return the value of a finished game for the seat that acts according to the state."""
        winner: cython.int = frame.state.outcome() & 3
        if winner == DRAWN:
            return 0
        return WIN - ply if winner == frame.state.seat() else ply - WIN

    def most_followed(self, left: cython.int) -> cython.int:
        """Return how many noisy actions of a position are followed, with `left` plies remaining.

        Games with hundreds of actions allow few, half as many with each ply of quiescence.
        """
        most: cython.int = 1 + 2 * left
        narrow: cython.int
        if not self.selective:
            return MOST
        if self.evaluation.breadth:
            narrow = self.evaluation.breadth >> (self.noisy_plies - left)
            narrow = narrow if narrow > 1 else 1
            most = narrow if narrow < most else most
        return most

    def quiesce(
        self,
        frame: Frame,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        left: cython.int,
    ) -> cython.int:
        """Return the fail-soft value of a quiescence search, in which the seat may stand pat."""
        noisy: cython.int
        enough: cython.int
        number: cython.int
        value: cython.int
        best: cython.int
        seat: cython.int
        if frame.state.over(frame.buffer):
            return self.final(frame, ply)
        best = self.cache.evaluate(frame.state, frame.state.memo_key())
        if best >= beta or left == 0 or self.evaluation.is_quiet(frame.state):
            return best
        if best > alpha:
            alpha = best
        noisy = self.evaluation.noisy(frame.state, frame.buffer, frame.ranks)
        if noisy == 0 or self.is_too_many(noisy):
            return best
        seat = frame.state.seat()
        enough = self.most_followed(left)
        for number in range(enough if enough < noisy else noisy):
            frame.bring_forward(number, noisy)
            frame.next.state.assign(frame.state)
            frame.next.state.apply(frame.buffer[number])
            if not self.look():
                return best
            if frame.next.state.seat() == seat:
                value = self.quiesce(frame.next, alpha, beta, ply + 1, left - 1)
            else:
                value = -self.quiesce(frame.next, -beta, -alpha, ply + 1, left - 1)
            if self.halted:
                return best
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best
