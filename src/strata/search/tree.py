"""Monte-Carlo tree search, compiled: the inner loop behind `strata.search.montecarlo`.

One atomic action is one level of the tree, so that turns of many actions need nothing special: each
node knows which seat acts in it, and its total is the sum of results for first. A position that is
won, lost or drawn for certain is marked, and what follows from that is marked upwards.

With `informed` a leaf is judged by the game's evaluation, its captures played out, and actions are
tried in proportion to what one look at each promises. Without it this is plain UCT: uniform random
games to the end, every action of a node tried once before any is tried again.
"""

from __future__ import annotations

from array import array

import cython

from strata.core.evaluation import SCALE as POINTS
from strata.search.memory import zeros

if not cython.compiled:
    from math import exp, log, sqrt

    from strata.core.evaluation import Evaluation
    from strata.core.rng import Random
    from strata.core.state import State
    from strata.search.alphabeta import AlphaBeta
else:
    from cython.cimports.libc.math import exp, log, sqrt
    from cython.cimports.strata.core.evaluation import Evaluation
    from cython.cimports.strata.core.rng import Random
    from cython.cimports.strata.core.state import State
    from cython.cimports.strata.search.alphabeta import AlphaBeta

LONGEST_GAME = cython.declare(cython.int, 4000)  # a random game this long counts as drawn
DEEPEST = cython.declare(cython.int, 256)
DRAWN = cython.declare(cython.int, 2)
SCALE = cython.declare(cython.double, POINTS)
EXPECTED_LOSS = cython.declare(cython.double, 0.1)  # by which an untried action is thought worse
SHARPNESS = cython.declare(cython.double, 0.08)  # results this far apart differ e-fold in priors
WORST = cython.declare(cython.double, -1e9)

# What is certain of a node: nothing, or 1 + the winner, or a draw.
UNKNOWN = cython.declare(cython.int, 0)
DRAW = cython.declare(cython.int, 3)


@cython.cclass
class Tree:
    """A tree from one position. Its nodes lie in arrays; node 0 is free, node 1 the root."""

    root: State
    state: State
    probe: State
    evaluation: Evaluation
    settler: AlphaBeta
    random: Random
    room: cython.longlong[::1]
    actions: cython.longlong[::1]
    visits: cython.int[::1]
    totals: cython.double[::1]
    priors: cython.float[::1]
    firsts: cython.int[::1]
    counts: cython.int[::1]
    seats: cython.schar[::1]
    certain: cython.schar[::1]
    size: cython.int
    used: cython.int
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
        self.settler = AlphaBeta(like, evaluation, 0, 1)
        self.random = Random()
        self.repetition = repetition
        self.informed = informed
        self.exploration = exploration
        self.size = size
        self.room = array("q", bytes(8 * like.bound()))
        self.actions = zeros("q", size)
        self.visits = zeros("i", size)
        self.totals = zeros("d", size)
        self.priors = zeros("f", size)
        self.firsts = zeros("i", size)
        self.counts = zeros("i", size)
        self.seats = zeros("b", size)
        self.certain = zeros("b", size)
        self.keys = array("Q", bytes(8))
        self.halted = False
        self.used = 2
        self.deepest = 0

    # For Python callers.

    def begin(self, state: State, earlier: list[int], seed: int) -> None:
        """A new tree from `state`; `earlier` are the keys of the turns of the game so far."""
        self.root.assign(state)
        self.random.restart(seed, 0)
        self.used = 2
        self.clear_node(1, 0, 1.0)
        self.simulations = 0
        self.judged = 0
        self.deepest = 0
        self.follow(earlier)

    def follow(self, earlier: list[int]) -> None:
        self.keys = array("Q", [*earlier, *([0] * (DEEPEST + 2))])
        self.earlier_count = len(earlier)

    def advance(self, action: int, earlier: list[int]) -> bool:
        """Goes on with the part of the tree after `action`; False if there is none."""
        number: cython.int
        child: cython.int = 0
        for number in range(self.counts[1]):
            if self.actions[self.firsts[1] + number] == action:
                child = self.firsts[1] + number
        if child == 0 or self.counts[child] == 0:
            return False
        self.root.apply(action)
        self.keep(child)
        self.simulations = 0
        self.judged = 0
        self.deepest = 0
        self.follow(earlier)
        return True

    def ready(self) -> None:
        self.halted = False
        self.settler.ready()

    def halt(self) -> None:
        self.halted = True
        self.settler.halt()

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
        return self.certain[1] != UNKNOWN

    def run(self, simulations: cython.longlong) -> None:
        """Simulates until it was done that often, the root is decided, or the tree is halted."""
        number: cython.longlong = 0
        with cython.nogil:
            while number < simulations and not self.halted and self.certain[1] == UNKNOWN:
                self.simulate()
                number += 1

    def choices(self) -> list[tuple[int, int, float, int]]:
        """The actions of the root: code, visits, mean result for the acting seat, certainty."""
        return [self.choice(self.firsts[1] + number) for number in range(self.counts[1])]

    def choice(self, node: cython.int) -> tuple[int, int, float, int]:
        mean = self.mean(node, self.seats[1])
        return self.actions[node], self.visits[node], mean, self.certain[node]

    def line_after(self, action: int) -> list[int]:
        """`action` and the actions most visited after it."""
        node: cython.int = 1
        child: cython.int
        number: cython.int
        best: cython.int
        codes: list[int] = []
        wanted = action
        while self.counts[node] and len(codes) < 60:
            best = 0
            for number in range(self.counts[node]):
                child = self.firsts[node] + number
                if not codes:
                    if self.actions[child] == wanted:
                        best = child
                elif self.is_better(child, best, self.seats[node]):
                    best = child
            if best == 0 or (codes and self.visits[best] < 2 and self.certain[best] == UNKNOWN):
                break
            codes.append(self.actions[best])
            node = best
        return codes

    # One simulation.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_better(self, node: cython.int, other: cython.int, seat: cython.int) -> cython.bint:
        """Whether the seat would rather play `node`: a certain win, or what it tried more."""
        if other == 0:
            return True
        if (self.certain[node] == 1 + seat) != (self.certain[other] == 1 + seat):
            return self.certain[node] == 1 + seat
        if (self.certain[node] == 2 - seat) != (self.certain[other] == 2 - seat):
            return self.certain[other] == 2 - seat
        return self.visits[node] > self.visits[other]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear_node(
        self, node: cython.int, action: cython.longlong, prior: cython.double
    ) -> cython.void:
        self.actions[node] = action
        self.visits[node] = 0
        self.totals[node] = 0
        self.priors[node] = cython.cast(cython.float, prior)
        self.firsts[node] = 0
        self.counts[node] = 0
        self.seats[node] = 0
        self.certain[node] = 0

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
        while self.counts[node] and depth < DEEPEST - 1:
            node = self.select(node)
            self.state.apply(self.actions[node])
            depth += 1
            self.way[depth] = node
            if self.certain[node] != UNKNOWN:
                value = self.certain_value(node)
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
    def certain_value(self, node: cython.int) -> cython.double:
        if self.certain[node] == DRAW:
            return 0.5
        return 1.0 if self.certain[node] == 1 else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, node: cython.int) -> cython.int:
        """The child to look at next."""
        number: cython.int
        child: cython.int
        best: cython.int = self.firsts[node]
        value: cython.double
        mean: cython.double
        highest: cython.double = WORST
        seat: cython.int = self.seats[node]
        known: cython.double = log(self.visits[node] + 1.0)
        root: cython.double = sqrt(self.visits[node] + 1.0)
        start: cython.double = self.mean(node, seat) - EXPECTED_LOSS
        for number in range(self.counts[node]):
            child = self.firsts[node] + number
            if self.certain[child] != UNKNOWN:
                if self.certain[child] != DRAW:  # lost: a win would have decided the node
                    continue
                mean = 0.5
            elif self.visits[child]:
                mean = self.mean(child, seat)
            else:
                mean = start
            if self.informed:
                value = mean + self.exploration * self.priors[child] * root / (
                    1 + self.visits[child]
                )
            elif self.visits[child] == 0:
                return child
            else:
                value = mean + self.exploration * sqrt(known / self.visits[child])
            if value > highest:
                highest = value
                best = child
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def mean(self, node: cython.int, seat: cython.int) -> cython.double:
        """The mean result of a node for `seat`; a half while there is none."""
        result: cython.double
        if self.visits[node] == 0:
            return 0.5
        result = self.totals[node] / self.visits[node]
        return 1.0 - result if seat else result

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
        self.seats[node] = self.state.seat()
        if count == 0:
            winner = self.state.outcome() & 3
            self.certain[node] = DRAW if winner == DRAWN else 1 + winner
            return self.certain_value(node)
        if self.used + count <= self.size:
            self.firsts[node] = self.used
            for number in range(count):
                self.clear_node(self.used + number, self.room[number], 1.0 / count)
            self.used += count
            self.counts[node] = count
            if self.informed:
                self.weigh(node)
                self.certain[node] = self.conclusion(node)
                if self.certain[node] != UNKNOWN:
                    return self.certain_value(node)
            else:
                self.mingle(node)
        if self.informed:
            return 1.0 / (1.0 + exp(-self.settler.settle(self.state) / SCALE))
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
        seat: cython.int = self.seats[node]
        for number in range(self.counts[node]):
            child = self.firsts[node] + number
            if self.halted:
                self.priors[child] = 1.0
                total += 1.0
                continue
            self.probe.assign(self.state)
            self.probe.apply(self.actions[child])
            if self.ends():
                winner = self.probe.outcome() & 3
                self.certain[child] = DRAW if winner == DRAWN else 1 + winner
            points = self.evaluation.score(self.probe)
            worth = 1.0 / (1.0 + exp((points if seat else -points) / SCALE))
            promise = self.evaluation.promise(self.state, self.actions[child])
            worth = exp((worth + (0.04 if promise > 0 else 0.0)) / SHARPNESS)
            self.priors[child] = cython.cast(cython.float, worth)
            total += worth
        for number in range(self.counts[node]):
            child = self.firsts[node] + number
            self.priors[child] = cython.cast(cython.float, self.priors[child] / total)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mingle(self, node: cython.int) -> cython.void:
        """Puts a node's children into a random order: they are tried in it."""
        number: cython.int = self.counts[node] - 1
        other: cython.int
        first: cython.int = self.firsts[node]
        action: cython.longlong
        while number > 0:
            other = self.random.below(number + 1)
            action = self.actions[first + number]
            self.actions[first + number] = self.actions[first + other]
            self.actions[first + other] = action
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
            if deciding and self.certain[node] == UNKNOWN:
                self.certain[node] = self.conclusion(node)
            deciding = self.certain[node] != UNKNOWN
            self.visits[node] += 1
            self.totals[node] += value
            depth -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def conclusion(self, node: cython.int) -> cython.int:
        """What is certain of a node because of its children."""
        number: cython.int
        known: cython.int
        seat: cython.int = self.seats[node]
        open_ones: cython.bint = self.counts[node] == 0
        drawn: cython.bint = False
        for number in range(self.counts[node]):
            known = self.certain[self.firsts[node] + number]
            if known == 1 + seat:
                return known
            if known == UNKNOWN:
                open_ones = True
            elif known == DRAW:
                drawn = True
        if open_ones:
            return UNKNOWN
        return DRAW if drawn else 2 - seat

    def keep(self, child: cython.int) -> None:
        """Makes `child` the root: what hangs on it is moved together, the rest is dropped."""
        node: cython.int
        number: cython.int
        source: cython.int
        target: cython.int
        old = [child]
        new = [1]
        moved = _Moved(self.size)
        self.used = 2
        moved.take(self, child, 1)
        index = 0
        while index < len(old):
            node = old[index]
            target = new[index]
            if self.counts[node]:
                moved.firsts[target] = self.used
                for number in range(self.counts[node]):
                    source = self.firsts[node] + number
                    moved.take(self, source, self.used + number)
                    if self.counts[source]:
                        old.append(source)
                        new.append(self.used + number)
                self.used += self.counts[node]
            index += 1
        self.actions = moved.actions
        self.visits = moved.visits
        self.totals = moved.totals
        self.priors = moved.priors
        self.firsts = moved.firsts
        self.counts = moved.counts
        self.seats = moved.seats
        self.certain = moved.certain


@cython.cclass
class _Moved:
    """The arrays of a tree, new."""

    actions: cython.longlong[::1]
    visits: cython.int[::1]
    totals: cython.double[::1]
    priors: cython.float[::1]
    firsts: cython.int[::1]
    counts: cython.int[::1]
    seats: cython.schar[::1]
    certain: cython.schar[::1]

    def __init__(self, size: int) -> None:
        self.actions = zeros("q", size)
        self.visits = zeros("i", size)
        self.totals = zeros("d", size)
        self.priors = zeros("f", size)
        self.firsts = zeros("i", size)
        self.counts = zeros("i", size)
        self.seats = zeros("b", size)
        self.certain = zeros("b", size)

    @cython.cfunc
    def take(self, tree: Tree, source: cython.int, target: cython.int) -> cython.void:
        self.actions[target] = tree.actions[source]
        self.visits[target] = tree.visits[source]
        self.totals[target] = tree.totals[source]
        self.priors[target] = tree.priors[source]
        self.firsts[target] = 0
        self.counts[target] = tree.counts[source]
        self.seats[target] = tree.seats[source]
        self.certain[target] = tree.certain[source]
