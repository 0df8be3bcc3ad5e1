"""`Evaluation`: the value of a position in points. A game's `evaluation/` derives from it.

A game measures features of a position, each of them first's less second's; the score is their
weighted sum. 100 points are about one ordinary piece, and `SCALE` points mean an expected result of
73 % (the logistic curve), for which the weights are tuned.

`measure`, `promise`, `promises`, `noisy`, `is_quiet` and `score` are C methods when compiled, under
the rules of core/kernel/state.py: no allocation, no exception, no Python object. An evaluation is
used by one thread at a time; the game makes a new one for each. `between_turns` says that a score
in the middle of a turn means little, so that search follows turns to their end. `breadth` is the
number of noisy actions that are enough to follow from a leaf, for a game that has hundreds; 0
leaves it to search.

A game can weight the same features differently in several phases (core/features.py); `measure` then
sets `phase`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import cython
from cython.cimports.strata.core.kernel.constants import MOST_POINTS
from cython.cimports.strata.core.kernel.state import State

from strata.core.errors import BoundTooLow, UnknownFeature, listed, shown
from strata.core.features import FeatureList, check_weight
from strata.core.kernel.state import action_buffer, bound_problem
from strata.core.memory import zeros


class Evaluation:
    """The scores of positions of one game. The base class scores every position as 0."""

    names: Annotated[tuple[str, ...], "readonly"]
    size: Annotated[cython.int, "readonly"]
    between_turns: Annotated[cython.bint, "public"]
    breadth: Annotated[cython.int, "public"]
    phase: cython.int
    weights: cython.int[100]
    buffer: cython.int[100]

    def __init__(
        self, features: FeatureList | None = None, weights: Mapping[str, int] | None = None
    ) -> None:
        """Score by `features`; `weights` replaces the weights of the features that it names.

        Raises UnknownFeature for a name that no feature has.
        """
        declared = features or FeatureList()
        by_name = declared.by_name()
        self.between_turns = False
        self.breadth = 0
        self.names = tuple(by_name)
        self.size = len(declared)
        self.phase = 0
        for index, weight in enumerate(by_name.values()):
            self.weights[index] = weight
        Evaluation.set_weights(self, weights or {})

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        """Write the features of `state`, first's less second's, in the order of the weights."""

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        """Return how early a legal action deserves to be searched, before it is played.

        Over 0 for noisy actions (those that capture, give check, or change the balance at once),
        the more the better; 0 for quiet actions; below 0 for actions that are seldom any good.
        """
        return 0

    def promises(
        self, state: State, actions: cython.p_longlong, count: cython.int, ranks: cython.p_int
    ) -> cython.void:
        """Write the promise of each of `count` actions; a game may know a faster way."""
        number: cython.int
        for number in range(count):
            ranks[number] = self.promise(state, actions[number])

    def noisy(self, state: State, actions: cython.p_longlong, ranks: cython.p_int) -> cython.int:
        """Write the legal actions with a promise over 0, and these promises; return their number.

        A game may know a faster way than listing all of its actions. A result over `bound` says
        that the game lists too many actions; then no promises were written.
        """
        number: cython.int
        count: cython.int = state.legal(actions)
        found: cython.int = 0
        if count > state.bound():
            return count
        self.promises(state, actions, count, ranks)
        for number in range(count):
            if ranks[number] > 0:
                actions[found] = actions[number]
                ranks[found] = ranks[number]
                found += 1
        return found

    def is_quiet(self, state: State) -> cython.bint:
        """Return whether it is clear at a glance that no action has a promise over 0 here."""
        return False

    def score(self, state: State) -> cython.int:
        """Return the weighted sum of the features, which is good for first if over 0.

        It is limited to MOST_POINTS either way.
        """
        index: cython.int
        begin: cython.int
        total: cython.int = 0
        for index in range(self.size):
            self.buffer[index] = 0
        self.measure(state, cython.address(self.buffer[0]))
        begin = self.phase * self.size
        for index in range(0, self.size, 4):  # by fours: `buffer` is 0 beyond the size
            total += (
                self.weights[begin + index] * self.buffer[index]
                + self.weights[begin + index + 1] * self.buffer[index + 1]
                + self.weights[begin + index + 2] * self.buffer[index + 2]
                + self.weights[begin + index + 3] * self.buffer[index + 3]
            )
        if total > MOST_POINTS:
            return MOST_POINTS
        return -MOST_POINTS if total < -MOST_POINTS else total

    # For Python callers.

    def get_score(self, state: State) -> int:
        return self.score(state)

    def features(self, state: State) -> dict[str, int]:
        """Return what `measure` writes, by name; features of other phases are 0."""
        self.score(state)
        found = dict.fromkeys(self.names, 0)
        for index in range(self.size):
            found[self.names[self.phase * self.size + index]] = self.buffer[index]
        return found

    def get_quiet(self, state: State) -> bool:
        return bool(self.is_quiet(state))

    def get_promise(self, state: State, action: int) -> int:
        return self.promise(state, action)

    def get_noisy(self, state: State) -> dict[int, int]:
        """Return what `noisy` writes: the promises of the noisy actions, by code."""
        codes = action_buffer(state)
        order = zeros("i", len(codes))
        actions: cython.longlong[::1] = codes
        ranks: cython.int[::1] = order
        count: cython.int
        count = self.noisy(state, cython.address(actions[0]), cython.address(ranks[0]))
        if count > state.bound():
            raise BoundTooLow(bound_problem(state, count))
        return dict(zip(codes[:count], order[:count], strict=True))

    def weights_by_name(self) -> dict[str, int]:
        return {name: self.weights[index] for index, name in enumerate(self.names)}

    def set_weights(self, weights: Mapping[str, int]) -> None:
        """Change the named weights. Raises UnknownFeature for a name that no feature has."""
        for name, weight in weights.items():
            if name not in self.names:
                raise UnknownFeature(f"got feature {shown(name)}, expected {listed(self.names)}")
            self.weights[self.names.index(name)] = check_weight(name, weight)
