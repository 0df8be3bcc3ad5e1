"""Monte-Carlo tree search, compiled: the inner loop behind `strata.search.montecarlo`.

One atomic action is one level of the tree, so that turns of many actions need nothing special: each
node knows which seat acts in it. A position that is won, lost or drawn for certain is marked, and
what follows from that is marked upwards. The nodes themselves are in nodes.py.

With `informed` a leaf is judged by the game's evaluation, its captures played out, and actions are
tried in proportion to what one look at each promises. Without it this is plain UCT: uniform random
games to the end, every action of a node tried once before any is tried again.
"""

from __future__ import annotations

from array import array

import cython

from strata.core.kernel.evaluation import SCALE as POINTS
from strata.search.kernel.ordering import chain

if not cython.compiled:
    from math import exp, log, sqrt

    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.rng import Random
    from strata.core.kernel.state import State
    from strata.search.kernel.leaves import NOISY_A_DEPTH, Leaves
    from strata.search.kernel.nodes import DRAW, UNKNOWN, Nodes
    from strata.search.kernel.ordering import Frame
else:
    from cython.cimports.libc.math import exp, log, sqrt
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.rng import Random
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.search.kernel.leaves import NOISY_A_DEPTH, Leaves
    from cython.cimports.strata.search.kernel.nodes import DRAW, UNKNOWN, Nodes
    from cython.cimports.strata.search.kernel.ordering import Frame

LONGEST_GAME = cython.declare(cython.int, 4000)  # a random game this long counts as drawn
DEEPEST = cython.declare(cython.int, 256)
DRAWN = cython.declare(cython.int, 2)
SCALE = cython.declare(cython.double, POINTS)
EXPECTED_LOSS = cython.declare(cython.double, 0.1)  # by which an untried action is thought worse
SHARPNESS = cython.declare(cython.double, 0.08)  # results this far apart differ e-fold in priors
WORST = cython.declare(cython.double, -1e9)


@cython.cclass
class Tree:
    """A tree from one position."""

    root: State
    state: State
    probe: State
    evaluation: Evaluation
    settler: Leaves
    frames: Frame
    random: Random
    room: cython.longlong[::1]
    nodes: Nodes
    way: cython.int[256]
    keys: cython.ulonglong[::1]
    key_count: cython.int
    earlier_count: cython.int
    repetition: cython.int
    informed: cython.bint
    exploration: cython.double
    halted: cython.bint
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
        """Room for `size` nodes; when they are used up the tree grows no more."""
        if not cython.compiled:
            self.way = [0] * 256
        self.root = like.copy()
        self.state = like.copy()
        self.probe = like.copy()
        self.evaluation = evaluation
        self.settler = Leaves(evaluation, True)
        self.frames = chain(like, NOISY_A_DEPTH + 1)
        self.random = Random()
        self.repetition = repetition
        self.informed = informed
        self.exploration = exploration
        self.room = array("q", bytes(8 * like.bound()))
        self.nodes = Nodes(size)
        self.keys = array("Q", bytes(8))
        self.halted = False
        self.deepest = 0

    # For Python callers.

    def begin(self, state: State, earlier: list[int], seed: int) -> None:
        """A new tree from `state`; `earlier` are the keys of the turns of the game so far."""
        self.root.assign(state)
        self.random.restart(seed, 0)
        self.nodes.plant()
        self.simulations = 0
        self.judged = 0
        self.deepest = 0
        self.follow(earlier)

    def follow(self, earlier: list[int]) -> None:
        self.keys = array("Q", [*earlier, *([0] * (DEEPEST + 2))])
        self.earlier_count = len(earlier)

    def advance(self, action: int, earlier: list[int]) -> bool:
        """Goes on with the part of the tree after `action`; False if there is none."""
        child: cython.int = self.nodes.child_by(action)
        if child == 0 or self.nodes.counts[child] == 0:
            return False
        self.root.apply(action)
        self.nodes = self.nodes.from_child(child)
        self.simulations = 0
        self.judged = 0
        self.deepest = 0
        self.follow(earlier)
        return True

    def ready(self) -> None:
        self.halted = False
        self.settler.halted = False

    def halt(self) -> None:
        self.halted = True
        self.settler.halted = True

    def is_halted(self) -> bool:
        return bool(self.halted)

    def done(self) -> int:
        """Simulations since the tree was begun or advanced."""
        return self.simulations

    def looked(self) -> int:
        """Positions judged or played out since then."""
        return self.judged

    def height(self) -> int:
        return self.deepest

    def decided(self) -> bool:
        return self.nodes.certain[1] != UNKNOWN

    def run(self, simulations: cython.longlong) -> None:
        """Simulates until it was done that often, the root is decided, or the tree is halted."""
        number: cython.longlong = 0
        with cython.nogil:
            while number < simulations and not self.halted and self.nodes.certain[1] == UNKNOWN:
                self.simulate()
                number += 1

    def choices(self) -> list[tuple[int, int, float, int]]:
        """The actions of the root: code, visits, mean result for the acting seat, certainty."""
        return self.nodes.choices()

    def line_after(self, action: int) -> list[int]:
        """`action` and the actions most visited after it."""
        return self.nodes.line_after(action)

    # One simulation.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def simulate(self) -> cython.void:
        """Down the tree to a leaf, which is opened and judged, and up again."""
        node: cython.int = 1
        depth: cython.int = 0
        value: cython.double = -1.0
        self.state.assign(self.root)
        self.key_count = self.earlier_count
        self.way[0] = 1
        while self.nodes.counts[node] and depth < DEEPEST - 1:
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, node: cython.int) -> cython.int:
        """The child to look at next."""
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
                if self.nodes.certain[child] != DRAW:  # lost: a win would have decided the node
                    continue
                mean = 0.5
            elif self.nodes.visits[child]:  # Nodes.mean, without a call
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_leaf(self, node: cython.int) -> cython.double:
        """Gives a leaf its children; returns what it is worth for first, from 0 to 1."""
        count: cython.int
        winner: cython.int
        number: cython.int
        self.judged += 1
        count = self.list_actions()
        self.nodes.seats[node] = self.state.seat()
        if count == 0:
            winner = self.state.outcome() & 3
            self.nodes.certain[node] = DRAW if winner == DRAWN else 1 + winner
            return self.nodes.certain_value(node)
        if self.nodes.used + count <= self.nodes.size:
            self.nodes.firsts[node] = self.nodes.used
            for number in range(count):
                self.nodes.clear(self.nodes.used + number, self.room[number], 1.0 / count)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_actions(self) -> cython.int:
        if cython.compiled:
            return self.state.legal(cython.address(self.room[0]))
        return self.state.legal(self.room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ends(self) -> cython.bint:
        if cython.compiled:
            return self.probe.over(cython.address(self.room[0]))
        return self.probe.over(self.room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh(self, node: cython.int) -> cython.void:
        """The priors of a node's children: what each looks worth at once, noisy ones a bit more.

        A child in which the game is over is certain already.
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
            if self.halted:
                self.nodes.priors[child] = 1.0
                total += 1.0
                continue
            self.probe.assign(self.state)
            self.probe.apply(self.nodes.actions[child])
            if self.ends():
                winner = self.probe.outcome() & 3
                self.nodes.certain[child] = DRAW if winner == DRAWN else 1 + winner
            points = self.evaluation.score(self.probe)
            worth = 1.0 / (1.0 + exp((points if seat else -points) / SCALE))
            promise = self.evaluation.promise(self.state, self.nodes.actions[child])
            worth = exp((worth + (0.04 if promise > 0 else 0.0)) / SHARPNESS)
            self.nodes.priors[child] = cython.cast(cython.float, worth)
            total += worth
        for number in range(self.nodes.counts[node]):
            child = self.nodes.firsts[node] + number
            self.nodes.priors[child] = cython.cast(cython.float, self.nodes.priors[child] / total)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mingle(self, node: cython.int) -> cython.void:
        """Puts a node's children into a random order: they are tried in it."""
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_out(self) -> cython.double:
        """The result for first of a uniform random game from here."""
        count: cython.int
        winner: cython.int
        left: cython.int = LONGEST_GAME
        while left > 0 and not self.halted:
            left -= 1
            count = self.list_actions()
            if count == 0:
                winner = self.state.outcome() & 3
                return 0.5 if winner == DRAWN else 1.0 - winner
            self.state.apply(self.room[self.random.below(count)])
        return 0.5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, depth: cython.int, value: cython.double) -> cython.void:
        """Counts the result on the whole way, and what has become certain."""
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
