"""Counts of action sequences: every legal sequence of exactly `depth` actions."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State

from strata.core.errors import BoundTooLow
from strata.core.kernel.state import action_buffer, bound_problem


class Level:
    """The memory for one depth of the count, and the level below it."""

    state: State
    actions: cython.longlong[::1]
    bound: cython.int
    exceeded: cython.int
    below: Level

    def __init__(self, like: State, depth: int) -> None:
        self.state = like.copy()
        self.actions = action_buffer(like)
        self.bound = like.bound()
        self.exceeded = 0
        if depth > 1:
            self.below = Level(like, depth - 1)

    def count(self, state: State, depth: cython.int) -> cython.longlong:
        """Return the number of sequences of `depth` actions from `state`; 0 for a finished game."""
        number: cython.int = state.legal(cython.address(self.actions[0]))
        total: cython.longlong = 0
        index: cython.int
        if number > self.bound:
            self.exceeded = number
            return 0
        if depth == 1:
            return number
        for index in range(number):
            self.state.assign(state)
            self.state.apply(self.actions[index])
            total += self.below.count(self.state, depth - 1)
            if self.below.exceeded:
                self.exceeded = self.below.exceeded
                return 0
        return total


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    level = Level(state, depth)
    total = level.count(state, depth)
    state.raise_error()
    if level.exceeded:
        raise BoundTooLow(bound_problem(state, level.exceeded))
    return total


def divide(state: State, depth: int) -> list[tuple[int, int]]:
    """Return for each legal action its code and the number of sequences that begin with it."""
    return [(code, perft(state.after(code), depth - 1)) for code in state.codes()]
