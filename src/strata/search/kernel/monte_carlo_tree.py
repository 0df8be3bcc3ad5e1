"""Monte-Carlo tree search, compiled: the inner loop behind `strata.search.monte_carlo_searcher`.

One atomic action is one level of the tree, so that turns of many actions need no special handling:
each node knows which seat acts in it. A node that is proven won, lost or drawn is marked, and
proofs are backed up. The nodes themselves are in tree_nodes.py.

With `informed`, a leaf is valued by the game's evaluation after a quiescence search, and priors
come from one static evaluation of each action (PUCT). Without it this is plain UCT: UCB1, uniform
random playouts to the end, and each action of a node tried once before any is tried again.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.libc.math import exp, log, sqrt
from cython.cimports.strata.core.kernel.constants import DRAWN, SCALE
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.rng import Random
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import (
    DRAW,
    EXPECTED_LOSS,
    LONGEST_GAME,
    MOST_LEVELS,
    NOISY_A_DEPTH,
    NOISY_BONUS,
    SHARPNESS,
    UNKNOWN,
    WORST,
)
from cython.cimports.strata.search.kernel.move_ordering import Frame
from cython.cimports.strata.search.kernel.quiescence import Quiescence
from cython.cimports.strata.search.kernel.tree_nodes import TreeNodes

from strata.core.kernel.state import action_buffer
from strata.search.kernel.move_ordering import chain


class MonteCarloTree:
    """A search tree from one position."""

    root: State
    state: State
    probe: State
    evaluation: Evaluation
    settler: Quiescence
    frames: Frame
    random: Random
    actions: cython.longlong[::1]
    buffer: cython.p_longlong
    nodes: TreeNodes
    way: cython.int[MOST_LEVELS]
    keys: cython.ulonglong[::1]
    key_count: cython.int
    earlier_count: cython.int
    repetition: cython.int
    informed: cython.bint
    exploration: cython.double
    simulations: cython.longlong
    judged: cython.longlong
    deepest: cython.int

    def __init__(
        self,
        like: State,
        evaluation: Evaluation,
        repetition: int,
        size: int,
        informed: bool,
        exploration: float,
    ) -> None:
        """Make room for `size` nodes; once they are used up, the tree no longer grows."""
        self.root = like.copy()
        self.state = like.copy()
        self.probe = like.copy()
        self.evaluation = evaluation
        self.settler = Quiescence(like, evaluation, True)
        self.frames = chain(like, NOISY_A_DEPTH + 1)
        self.random = Random()
        self.repetition = repetition
        self.informed = informed
        self.exploration = exploration
        self.actions = action_buffer(like)
        self.buffer = cython.address(self.actions[0])
        self.nodes = TreeNodes(size)
        self.keys = array("Q", bytes(8))

    # For Python callers.

    def begin(self, state: State, earlier: list[int], seed: int) -> None:
        """Start a new tree at `state`; `earlier` are the keys of the turns of the game so far."""
        self.root.assign(state)
        self.random.restart(seed, 0)
        self.nodes.plant()
        self.begin_search(earlier)

    def begin_search(self, earlier: list[int]) -> None:
        self.settler.begin_search(0)
        self.simulations = 0
        self.judged = 0
        self.deepest = 0
        self.keys = array("Q", [*earlier, *([0] * (MOST_LEVELS + 2))])
        self.earlier_count = len(earlier)

    def advance(self, action: int, earlier: list[int]) -> bool:
        """Continue with the subtree after `action`; return False if there is none.

        An action that the root does not list is never played.
        """
        child: cython.int = self.nodes.child_by(action)
        if child == 0 or self.nodes.counts[child] == 0:
            return False
        self.root.apply(action)
        self.nodes = self.nodes.from_child(child)
        self.begin_search(earlier)
        return True

    def ready(self) -> None:
        self.settler.halted = False

    def halt(self) -> None:
        self.settler.halted = True

    def is_halted(self) -> bool:
        return bool(self.settler.halted)

    def done(self) -> int:
        """Return the number of simulations since the tree was begun or advanced."""
        return self.simulations

    def looked(self) -> int:
        """Return the number of leaves expanded since then."""
        return self.judged

    def height(self) -> int:
        return self.deepest

    def decided(self) -> bool:
        return self.nodes.certain[1] != UNKNOWN

    def run(self, simulations: cython.longlong) -> None:
        """Run simulations until there are as many, the root is proven, or the tree is halted.

        Raises BoundTooLow.
        """
        number: cython.longlong = 0
        with cython.nogil:
            while (
                number < simulations
                and not self.settler.halted
                and self.nodes.certain[1] == UNKNOWN
            ):
                self.simulate()
                number += 1
        self.settler.check_bound(self.root)

    def choices(self) -> list[tuple[int, int, float, int]]:
        """Return the root's actions: code, visits, mean result for the acting seat, and proof."""
        return self.nodes.choices()

    def line_after(self, action: int) -> list[int]:
        """Return `action` and the most visited actions after it."""
        return self.nodes.line_after(action)

    # One simulation.

    def simulate(self) -> cython.void:
        """Select a leaf, expand and evaluate it, and back the result up."""
        node: cython.int = 1
        depth: cython.int = 0
        value: cython.double = -1.0
        self.state.assign(self.root)
        self.key_count = self.earlier_count
        self.way[0] = 1
        while self.nodes.counts[node] and depth < MOST_LEVELS - 1:
            node = self.select(node)
            self.state.apply(self.nodes.actions[node])
            depth += 1
            self.way[depth] = node
            if self.nodes.certain[node] != UNKNOWN:
                value = self.nodes.certain_value(node)
                break
            if self.repetition and self.state.turn_start() and self.has_repeated():
                value = 0.5
                break
        if value < 0:
            value = self.open_leaf(node)
        if depth > self.deepest:
            self.deepest = depth
        self.simulations += 1
        self.spread(depth, value)

    def has_repeated(self) -> cython.bint:
        key: cython.ulonglong = self.state.key()
        number: cython.int
        times: cython.int = 0
        for number in range(self.key_count):
            if self.keys[number] == key:
                times += 1
                if number >= self.earlier_count or times >= self.repetition - 1:
                    return True
        self.keys[self.key_count] = key
        self.key_count += 1
        return False

    def select(self, node: cython.int) -> cython.int:
        """Return the child to visit next, by PUCT or UCB1."""
        number: cython.int
        child: cython.int
        best: cython.int = self.nodes.firsts[node]
        value: cython.double
        mean: cython.double
        highest: cython.double = WORST
        seat: cython.int = self.nodes.seats[node]
        known: cython.double = log(self.nodes.visits[node] + 1.0)
        root: cython.double = sqrt(self.nodes.visits[node] + 1.0)
        start: cython.double = self.nodes.mean(node, seat) - EXPECTED_LOSS
        for number in range(self.nodes.counts[node]):
            child = self.nodes.firsts[node] + number
            if self.nodes.certain[child] != UNKNOWN:
                if self.nodes.certain[child] != DRAW:  # lost; a win would have decided the node
                    continue
                mean = 0.5
            elif self.nodes.visits[child]:  # TreeNodes.mean, without a call
                mean = self.nodes.totals[child] / self.nodes.visits[child]
                mean = 1.0 - mean if seat else mean
            else:
                mean = start
            if self.informed:
                value = mean + self.exploration * self.nodes.priors[child] * root / (
                    1 + self.nodes.visits[child]
                )
            elif self.nodes.visits[child] == 0:
                return child
            else:
                value = mean + self.exploration * sqrt(known / self.nodes.visits[child])
            if value > highest:
                highest = value
                best = child
        return best

    def open_leaf(self, node: cython.int) -> cython.double:
        """Expand a leaf; return its expected result for first, from 0 to 1."""
        count: cython.int
        winner: cython.int
        number: cython.int
        self.judged += 1
        count = self.state.legal(self.buffer)
        self.nodes.seats[node] = self.state.seat()
        if self.settler.is_too_many(count):
            return 0.5
        if count == 0:
            winner = self.state.outcome() & 3
            self.nodes.certain[node] = DRAW if winner == DRAWN else 1 + winner
            return self.nodes.certain_value(node)
        if self.nodes.used + count <= self.nodes.size:
            self.nodes.firsts[node] = self.nodes.used
            for number in range(count):
                self.nodes.clear(self.nodes.used + number, self.buffer[number], 1.0 / count)
            self.nodes.used += count
            self.nodes.counts[node] = count
            if self.informed:
                self.weigh(node)
                self.nodes.certain[node] = self.nodes.conclusion(node)
                if self.nodes.certain[node] != UNKNOWN:
                    return self.nodes.certain_value(node)
            else:
                self.mingle(node)
        if self.informed:
            return 1.0 / (1.0 + exp(-self.settler.settle(self.frames, self.state) / SCALE))
        return self.play_out()

    def weigh(self, node: cython.int) -> cython.void:
        """Set the priors of a node's children by static evaluation, with a bonus for noisy actions.

        A child in which the game is over is proven at once.
        """
        number: cython.int
        child: cython.int
        promise: cython.int
        winner: cython.int
        points: cython.double
        worth: cython.double
        total: cython.double = 0
        seat: cython.int = self.nodes.seats[node]
        for number in range(self.nodes.counts[node]):
            child = self.nodes.firsts[node] + number
            if self.settler.halted:
                self.nodes.priors[child] = 1.0
                total += 1.0
                continue
            self.probe.assign(self.state)
            self.probe.apply(self.nodes.actions[child])
            if self.probe.over(self.buffer):
                winner = self.probe.outcome() & 3
                self.nodes.certain[child] = DRAW if winner == DRAWN else 1 + winner
            points = self.evaluation.score(self.probe)
            worth = 1.0 / (1.0 + exp((points if seat else -points) / SCALE))
            promise = self.evaluation.promise(self.state, self.nodes.actions[child])
            worth = exp((worth + (NOISY_BONUS if promise > 0 else 0.0)) / SHARPNESS)
            self.nodes.priors[child] = cython.cast(cython.float, worth)
            total += worth
        for number in range(self.nodes.counts[node]):
            child = self.nodes.firsts[node] + number
            self.nodes.priors[child] = cython.cast(cython.float, self.nodes.priors[child] / total)

    def mingle(self, node: cython.int) -> cython.void:
        """Shuffle a node's children, which are first tried in their order."""
        number: cython.int = self.nodes.counts[node] - 1
        other: cython.int
        first: cython.int = self.nodes.firsts[node]
        action: cython.longlong
        while number > 0:
            other = self.random.below(number + 1)
            action = self.nodes.actions[first + number]
            self.nodes.actions[first + number] = self.nodes.actions[first + other]
            self.nodes.actions[first + other] = action
            number -= 1

    def play_out(self) -> cython.double:
        """Return the result for first of a uniform random playout from the current state."""
        count: cython.int
        winner: cython.int
        left: cython.int = LONGEST_GAME
        while left > 0 and not self.settler.halted:
            left -= 1
            count = self.state.legal(self.buffer)
            if self.settler.is_too_many(count):
                return 0.5
            if count == 0:
                winner = self.state.outcome() & 3
                return 0.5 if winner == DRAWN else 1.0 - winner
            self.state.apply(self.buffer[self.random.below(count)])
        return 0.5

    def spread(self, depth: cython.int, value: cython.double) -> cython.void:
        """Back a result, and what it proves, up along the path."""
        node: cython.int
        deciding: cython.bint = True
        while depth >= 0:
            node = self.way[depth]
            if deciding and self.nodes.certain[node] == UNKNOWN:
                self.nodes.certain[node] = self.nodes.conclusion(node)
            deciding = self.nodes.certain[node] != UNKNOWN
            self.nodes.visits[node] += 1
            self.nodes.totals[node] += value
            depth -= 1
