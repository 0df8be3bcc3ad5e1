"""Counts of action sequences: every legal sequence of exactly `depth` atomic actions."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from strata.core.kernel.state import State
else:
    from cython.cimports.strata.core.kernel.state import State


@cython.cclass
class Level:
    """Room for one depth of the count."""

    state: State
    actions: cython.longlong[::1]

    def __init__(self, like: State) -> None:
        self.state = like.copy()
        self.actions = array("q", bytes(8 * like.bound()))


@cython.cfunc
def generate(state: State, level: Level) -> cython.int:
    count: cython.int
    if cython.compiled:
        count = state.legal(cython.address(level.actions[0]))
    else:
        count = state.legal(level.actions)
    return count


@cython.cfunc
def count_from(state: State, levels: list[Level], depth: cython.int) -> cython.longlong:
    """Sequences of `depth` actions from `state`; a finished game has none."""
    level: Level = levels[depth]
    count: cython.int = generate(state, level)
    total: cython.longlong = 0
    index: cython.int
    if depth == 1:
        return count
    for index in range(count):
        level.state.assign(state)
        level.state.apply(level.actions[index])
        total += count_from(level.state, levels, depth - 1)
    return total


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return count_from(state, [Level(state) for _ in range(depth + 1)], depth)


def divide(state: State, depth: int) -> list[tuple[int, int]]:
    """For every legal action: its code and the number of sequences that begin with it."""
    return [(code, perft(state.after(code), depth - 1)) for code in state.codes()]
