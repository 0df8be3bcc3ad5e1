"""Bounces (F8): rides that turn by a right angle where they collide.

A way is how a cell is reached: its type, the heading << 2 and the number of squares << 5. A bounce
has the type of the ride (0 orthogonal, 1 diagonal) in place of the heading.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import BOUNCED
from cython.cimports.strata.games.frozen.rules.tables import DIAG_BOUNCE, NEXT, ORTHO_BOUNCE, RIDES


def find_bounces(b: Board, c: cython.int, u: cython.int) -> cython.void:
    """Add what the unit `u` on `c` reaches by bounces to the cells found."""
    kind: cython.int = b.kind[u]
    ways: cython.int = RIDES[2 * kind + b.owner[u]]
    if ORTHO_BOUNCE[kind]:
        search(b, c, ways & 0x55, b.ortho[u], -1, 0)
    if DIAG_BOUNCE[kind]:
        search(b, c, ways & 0xAA, b.diag[u], -1, 1)


def note(b: Board, c: cython.int, steps: cython.int, kind: cython.int) -> cython.void:
    """A bounce to `c`: new, or shorter than the one found before (orthogonal ones come first)."""
    index: cython.int
    if b.seen[c] != b.seens:
        b.seen[c] = b.seens
        b.bounce_at[c] = b.seens
        b.bounce_steps[c] = steps + 256 * b.founds
        b.found[b.founds] = c
        b.found_way[b.founds] = BOUNCED | kind << 2
        b.founds += 1
    elif b.bounce_at[c] == b.seens and steps < (b.bounce_steps[c] & 255):
        index = b.bounce_steps[c] >> 8
        b.bounce_steps[c] = steps + 256 * index
        b.found_way[index] = BOUNCED | kind << 2


def search(
    b: Board,
    start: cython.int,
    ways: cython.int,
    reach: cython.int,
    goal: cython.int,
    kind: cython.int,
) -> cython.int:
    """The search of F8. With a `goal`, stop there and return the last entry of the path."""
    head: cython.int = 0
    tail: cython.int = 0
    heading: cython.int
    turn: cython.int
    steps: cython.int
    x: cython.int
    t: cython.int
    g: cython.int
    turned: cython.bint
    b.marks += 1
    for heading in range(8):
        if (ways >> heading) & 1:
            b.line_cell[tail] = start
            b.line_from[tail] = -1
            b.line_heading[tail] = heading
            b.line_steps[tail] = 0
            b.line_turned[tail] = 0
            tail += 1
    while head < tail:
        x = b.line_cell[head]
        heading = b.line_heading[head]
        steps = b.line_steps[head]
        turned = b.line_turned[head]
        if turned and b.listed[x] != b.marks:
            b.listed[x] = b.marks
            if x == goal:
                return b.line_from[head]
            if goal < 0:
                note(b, x, steps, kind)
        if steps < reach:
            t = NEXT[256 * heading + x]
            if t >= 0 and b.ground[t] == 0 and b.wall[t] == 0:
                if b.mark[256 * heading + t] != b.marks:
                    b.mark[256 * heading + t] = b.marks
                    b.line_cell[tail] = t
                    b.line_from[tail] = head
                    b.line_heading[tail] = heading
                    b.line_steps[tail] = steps + 1
                    b.line_turned[tail] = turned
                    tail += 1
            else:
                if t >= 0 and turned and t != start and b.ground[t] and b.listed[t] != b.marks:
                    b.listed[t] = b.marks
                    if t == goal:
                        return head
                    if goal < 0:
                        note(b, t, steps + 1, kind)
                if steps > 0:
                    for turn in range(2):
                        g = (heading + (6 if turn else 2)) & 7
                        t = NEXT[256 * g + x]
                        if t < 0 or b.ground[t] or b.wall[t] or b.mark[256 * g + t] == b.marks:
                            continue
                        b.mark[256 * g + t] = b.marks
                        b.line_cell[tail] = t
                        b.line_from[tail] = head
                        b.line_heading[tail] = g
                        b.line_steps[tail] = steps + 1
                        b.line_turned[tail] = 1
                        tail += 1
        head += 1
    return -1


def trace_bounce(
    b: Board, start: cython.int, u: cython.int, kind: cython.int, goal: cython.int
) -> cython.void:
    """Write the path of the bounce of the unit `u` from `start` to `goal`."""
    ways: cython.int = RIDES[2 * b.kind[u] + b.owner[u]] & (0xAA if kind else 0x55)
    entry: cython.int = search(b, start, ways, b.diag[u] if kind else b.ortho[u], goal, kind)
    b.path_length = 0
    while entry >= 0 and b.line_steps[entry] > 0:
        b.path[b.path_length] = b.line_cell[entry]
        b.path_length += 1
        entry = b.line_from[entry]
