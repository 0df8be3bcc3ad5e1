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
    """Add a bounce to `c` if it is new, or shorter than the one found before.

    Orthogonal bounces come first and win ties.
    """
    index: cython.int
    if b.work.seen[c] != b.work.seens:
        b.work.seen[c] = b.work.seens
        b.work.bounce_at[c] = b.work.seens
        b.work.bounce_steps[c] = steps + 256 * b.work.founds
        b.work.found[b.work.founds] = c
        b.work.found_way[b.work.founds] = BOUNCED | kind << 2
        b.work.founds += 1
    elif b.work.bounce_at[c] == b.work.seens and steps < (b.work.bounce_steps[c] & 255):
        index = b.work.bounce_steps[c] >> 8
        b.work.bounce_steps[c] = steps + 256 * index
        b.work.found_way[index] = BOUNCED | kind << 2


def search(
    b: Board,
    start: cython.int,
    ways: cython.int,
    reach: cython.int,
    goal: cython.int,
    kind: cython.int,
) -> cython.int:
    """Search as F8 says. With a `goal`, stop there and return the last entry of the path."""
    head: cython.int = 0
    tail: cython.int = 0
    heading: cython.int
    turn: cython.int
    steps: cython.int
    x: cython.int
    t: cython.int
    g: cython.int
    turned: cython.bint
    b.work.marks += 1
    for heading in range(8):
        if (ways >> heading) & 1:
            b.work.line_cell[tail] = start
            b.work.line_from[tail] = -1
            b.work.line_heading[tail] = heading
            b.work.line_steps[tail] = 0
            b.work.line_turned[tail] = 0
            tail += 1
    while head < tail:
        x = b.work.line_cell[head]
        heading = b.work.line_heading[head]
        steps = b.work.line_steps[head]
        turned = b.work.line_turned[head]
        if turned and b.work.listed[x] != b.work.marks:
            b.work.listed[x] = b.work.marks
            if x == goal:
                return b.work.line_from[head]
            if goal < 0:
                note(b, x, steps, kind)
        if steps < reach:
            t = NEXT[256 * heading + x]
            if t >= 0 and b.ground[t] == 0 and b.wall[t] == 0:
                if b.work.mark[256 * heading + t] != b.work.marks:
                    b.work.mark[256 * heading + t] = b.work.marks
                    b.work.line_cell[tail] = t
                    b.work.line_from[tail] = head
                    b.work.line_heading[tail] = heading
                    b.work.line_steps[tail] = steps + 1
                    b.work.line_turned[tail] = turned
                    tail += 1
            else:
                if (
                    t >= 0
                    and turned
                    and t != start
                    and b.ground[t]
                    and b.work.listed[t] != b.work.marks
                ):
                    b.work.listed[t] = b.work.marks
                    if t == goal:
                        return head
                    if goal < 0:
                        note(b, t, steps + 1, kind)
                if steps > 0:
                    for turn in range(2):
                        g = (heading + (6 if turn else 2)) & 7
                        t = NEXT[256 * g + x]
                        if (
                            t < 0
                            or b.ground[t]
                            or b.wall[t]
                            or b.work.mark[256 * g + t] == b.work.marks
                        ):
                            continue
                        b.work.mark[256 * g + t] = b.work.marks
                        b.work.line_cell[tail] = t
                        b.work.line_from[tail] = head
                        b.work.line_heading[tail] = g
                        b.work.line_steps[tail] = steps + 1
                        b.work.line_turned[tail] = 1
                        tail += 1
        head += 1
    return -1


def trace_bounce(
    b: Board, start: cython.int, u: cython.int, kind: cython.int, goal: cython.int
) -> cython.void:
    """Write the path of the bounce of the unit `u` from `start` to `goal`."""
    ways: cython.int = RIDES[2 * b.kind[u] + b.owner[u]] & (0xAA if kind else 0x55)
    entry: cython.int = search(b, start, ways, b.diag[u] if kind else b.ortho[u], goal, kind)
    b.work.path_length = 0
    while entry >= 0 and b.work.line_steps[entry] > 0:
        b.work.path[b.work.path_length] = b.work.line_cell[entry]
        b.work.path_length += 1
        entry = b.work.line_from[entry]
