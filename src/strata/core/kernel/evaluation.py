"""What a position is worth: what a game's `evaluation.py` derives from.

A game measures features of a position, each of them what first has less what second has; the score
is their weighted sum. 100 points are about one ordinary piece, and `SCALE` points are an expected
result of 73 % (the logistic curve), which is what the weights are tuned to.

`measure`, `promise`, `noisy`, `is_quiet` and `score` are C methods when compiled, under the rules
of core/state.py: no allocation, no exception, no Python object. One thread at a time uses an
evaluation: the game makes a new one for each. `between_turns` says that a judgement in the middle
of a turn is worth little, so that search follows turns to their end. `breadth` is how many noisy
actions are enough to follow from a leaf, for a game that has hundreds; 0 leaves it to search.

A game may weigh the same features otherwise in each of several phases: its weights are then those
of the first phase, those of the second and so on, and `measure` sets `phase`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.kernel.state import State
else:
    from cython.cimports.strata.core.kernel.state import State

SCALE = 200
MOST_FEATURES = 96
HEAVIEST = 10_000
"""The largest weight: the sum of 96 features of up to 2,000 each fits a number of 32 bits."""
_LIMIT = cython.declare(cython.int, 20000)


def _bounded(name: str, weight: int) -> int:
    if abs(weight) > HEAVIEST:
        raise ValueError(f"weight {weight} of {name}: expected at most {HEAVIEST} either way")
    return weight


class Evaluation:
    """Judges positions of one game. This one knows nothing: every position is worth 0."""

    def __init__(self, weights: Mapping[str, int] | None = None, phases: int = 1) -> None:
        """`weights` by the name of the feature, in the order in which `measure` writes them."""
        given = dict(weights or {})
        if len(given) > MOST_FEATURES:
            raise ValueError(f"{len(given)} features, expected at most {MOST_FEATURES}")
        if not cython.compiled:
            self.weights = [0] * 100
            self.room = [0] * 100
        self.between_turns = False
        self.breadth = 0
        self.names = tuple(given)
        self.size = len(given) // phases
        self.phase = 0
        for index, (name, weight) in enumerate(given.items()):
            self.weights[index] = _bounded(name, weight)

    def measure(self, state, features):
        """Writes the features of `state`, first's less second's, in the order of the weights."""

    def promise(self, state, action):
        """How much a legal action deserves to be looked at early, before it is played.

        Over 0 for what is noisy (it captures, gives check, or changes the balance at once), the
        more the better; 0 for quiet actions; below 0 for what is seldom any good.
        """
        return 0

    def promises(self, state, actions, count, ranks):
        """Writes the promise of each of `count` actions; a game may know a quicker way."""
        number: cython.int
        for number in range(count):
            ranks[number] = self.promise(state, actions[number])

    def noisy(self, state, actions, ranks):
        """Writes the legal actions that have a promise over 0, and that; returns how many.

        A game may know a quicker way than to list all of its actions.
        """
        number: cython.int
        count: cython.int = state.legal(actions)
        found: cython.int = 0
        self.promises(state, actions, count, ranks)
        for number in range(count):
            if ranks[number] > 0:
                actions[found] = actions[number]
                ranks[found] = ranks[number]
                found += 1
        return found

    def is_quiet(self, state):
        """Whether it is plain at a glance that no action has a promise over 0 here."""
        return False

    def score(self, state):
        """The weighted sum of the features: over 0 is good for first."""
        index: cython.int
        begin: cython.int
        total: cython.int = 0
        for index in range(self.size):
            self.room[index] = 0
        if cython.compiled:
            self.measure(state, cython.address(self.room[0]))
        else:
            self.measure(state, self.room)
        begin = self.phase * self.size
        for index in range(0, self.size, 4):  # by fours: what is over the size is 0 in the room
            total += (
                self.weights[begin + index] * self.room[index]
                + self.weights[begin + index + 1] * self.room[index + 1]
                + self.weights[begin + index + 2] * self.room[index + 2]
                + self.weights[begin + index + 3] * self.room[index + 3]
            )
        if total > _LIMIT:
            return _LIMIT
        return -_LIMIT if total < -_LIMIT else total

    # For Python callers.

    def judge(self, state: State) -> int:
        """`score`."""
        return self.score(state)

    def features(self, state: State) -> dict[str, int]:
        """What `measure` writes, by name; what belongs to another phase is 0."""
        self.score(state)
        found = dict.fromkeys(self.names, 0)
        for index in range(self.size):
            found[self.names[self.phase * self.size + index]] = self.room[index]
        return found

    def quiet(self, state: State) -> bool:
        return bool(self.is_quiet(state))

    def promise_of(self, state: State, action: int) -> int:
        return self.promise(state, action)

    def noisy_of(self, state: State) -> dict[int, int]:
        """What `noisy` writes: the promises of the actions that have one."""
        codes = array("q", bytes(8 * state.bound()))
        order = array("i", bytes(4 * state.bound()))
        actions: cython.longlong[::1] = codes
        ranks: cython.int[::1] = order
        count: cython.int
        if cython.compiled:
            count = self.noisy(state, cython.address(actions[0]), cython.address(ranks[0]))
        else:
            count = self.noisy(state, codes, order)
        return dict(zip(codes[:count], order[:count], strict=True))

    def weights_by_name(self) -> dict[str, int]:
        return {name: self.weights[index] for index, name in enumerate(self.names)}

    def set_weights(self, weights: Mapping[str, int]) -> None:
        """Changes the named weights; for tuning."""
        for name, weight in weights.items():
            self.weights[self.names.index(name)] = _bounded(name, weight)
