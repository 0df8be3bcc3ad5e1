"""The nodes of a Monte-Carlo tree, in arrays.

Node 0 is unused, node 1 is the root, and the children of a node are adjacent. A node knows the
action that leads to it and which seat acts in it; its total is the sum of results for first.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.search.kernel.constants import DRAW, UNKNOWN

from strata.core.memory import zeros


class TreeNodes:
    """A fixed number of nodes."""

    actions: cython.longlong[::1]
    visits: cython.int[::1]
    totals: cython.double[::1]
    priors: cython.float[::1]
    firsts: cython.int[::1]
    counts: cython.int[::1]
    seats: cython.schar[::1]
    certain: cython.schar[::1]
    """UNKNOWN, 1 + the winner, or DRAW."""
    size: cython.int
    used: cython.int

    def __init__(self, size: int) -> None:
        self.size = size
        self.used = 2
        self.actions = zeros("q", size)
        self.visits = zeros("i", size)
        self.totals = zeros("d", size)
        self.priors = zeros("f", size)
        self.firsts = zeros("i", size)
        self.counts = zeros("i", size)
        self.seats = zeros("b", size)
        self.certain = zeros("b", size)

    # For Python callers.

    def plant(self) -> None:
        """Reset the tree to a bare root."""
        self.used = 2
        self.clear(1, 0, 1.0)

    def child_by(self, action: int) -> int:
        """Return the child of the root to which `action` leads; 0 if there is none."""
        number: cython.int
        for number in range(self.counts[1]):
            if self.actions[self.firsts[1] + number] == action:
                return self.firsts[1] + number
        return 0

    def choices(self) -> list[tuple[int, int, float, int]]:
        """Return the root's actions: code, visits, mean result for the acting seat, and proof."""
        return [self.choice(self.firsts[1] + number) for number in range(self.counts[1])]

    def choice(self, node: cython.int) -> tuple[int, int, float, int]:
        mean = self.mean(node, self.seats[1])
        return self.actions[node], self.visits[node], mean, self.certain[node]

    def line_after(self, action: int) -> list[int]:
        """Return `action` and the most visited actions after it."""
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

    def from_child(self, child: cython.int) -> TreeNodes:
        """Return the subtree of `child` as a tree of its own."""
        node: cython.int
        number: cython.int
        source: cython.int
        target: cython.int
        moved: TreeNodes = TreeNodes(self.size)
        old = [child]
        new = [1]
        moved.take(self, child, 1)
        index = 0
        while index < len(old):
            node = old[index]
            target = new[index]
            if self.counts[node]:
                moved.firsts[target] = moved.used
                for number in range(self.counts[node]):
                    source = self.firsts[node] + number
                    moved.take(self, source, moved.used + number)
                    if self.counts[source]:
                        old.append(source)
                        new.append(moved.used + number)
                moved.used += self.counts[node]
            index += 1
        return moved

    # For the tree.

    def clear(self, node: cython.int, action: cython.longlong, prior: cython.double) -> cython.void:
        self.actions[node] = action
        self.visits[node] = 0
        self.totals[node] = 0
        self.priors[node] = cython.cast(cython.float, prior)
        self.firsts[node] = 0
        self.counts[node] = 0
        self.seats[node] = 0
        self.certain[node] = 0

    def take(self, other: TreeNodes, source: cython.int, target: cython.int) -> cython.void:
        """Copy a node of `other`, without its children."""
        self.actions[target] = other.actions[source]
        self.visits[target] = other.visits[source]
        self.totals[target] = other.totals[source]
        self.priors[target] = other.priors[source]
        self.firsts[target] = 0
        self.counts[target] = other.counts[source]
        self.seats[target] = other.seats[source]
        self.certain[target] = other.certain[source]

    def mean(self, node: cython.int, seat: cython.int) -> cython.double:
        """Return the mean result of a node for `seat`; 0.5 for an unvisited node."""
        result: cython.double
        if self.visits[node] == 0:
            return 0.5
        result = self.totals[node] / self.visits[node]
        return 1.0 - result if seat else result

    def is_better(self, node: cython.int, other: cython.int, seat: cython.int) -> cython.bint:
        """Return whether the seat prefers `node`: by proven result, else by visits."""
        if other == 0:
            return True
        if (self.certain[node] == 1 + seat) != (self.certain[other] == 1 + seat):
            return self.certain[node] == 1 + seat
        if (self.certain[node] == 2 - seat) != (self.certain[other] == 2 - seat):
            return self.certain[other] == 2 - seat
        return self.visits[node] > self.visits[other]

    def certain_value(self, node: cython.int) -> cython.double:
        if self.certain[node] == DRAW:
            return 0.5
        return 1.0 if self.certain[node] == 1 else 0.0

    def conclusion(self, node: cython.int) -> cython.int:
        """Return what the children prove of a node."""
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
