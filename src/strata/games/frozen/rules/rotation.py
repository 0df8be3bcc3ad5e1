"""Rotation F76: the majority in a block, and turning it."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import K_BIT, P_BIT, Q_BIT


def sum_values(b: Board) -> cython.void:
    """Fill `sums`: entry 17 * y + x is the mover's lead on all cells below and left of (x, y)."""
    x: cython.int
    y: cython.int
    row: cython.int
    for x in range(17):
        b.work.sums[x] = 0
    for y in range(16):
        row = 0
        b.work.sums[17 * (y + 1)] = 0
        for x in range(16):
            row += lead_on(b, 16 * y + x)
            b.work.sums[17 * (y + 1) + x + 1] = b.work.sums[17 * y + x + 1] + row


def lead_on(b: Board, c: cython.int) -> cython.int:
    """Return the value of the bodies on a cell for the mover; the layers must be fresh."""
    base: cython.int = b.ground[c]
    value: cython.int
    lead: cython.int = 0
    if base and not b.frozen[c]:
        value = 2
        if b.size[base] > 1 or b.kinds[base] & (K_BIT | Q_BIT):
            value = 3
        elif b.kinds[base] == P_BIT:
            value = 1
        lead = owned(b, c, base, value)
    base = b.shadow[c]
    if base and b.par[base] == 0:
        lead += owned(b, c, base, 1)
    return lead


def owned(b: Board, c: cython.int, base: cython.int, value: cython.int) -> cython.int:
    """Return the value, doubled on the owner's colour (light for first), negative for the enemy."""
    light: cython.int = ((c >> 4) + c) & 1
    if light != b.owner[base]:
        value *= 2
    return value if b.owner[base] == b.mover else -value


def qualifies(b: Board, c: cython.int, n: cython.int) -> cython.bint:
    """Return whether the mover outweighs the enemy in the block with the south-west corner `c`."""
    x: cython.int = c & 15
    y: cython.int = c >> 4
    if x < 1 or y < 1 or x + n > 15 or y + n > 15:
        return False
    return (
        b.work.sums[17 * (y + n) + x + n]
        - b.work.sums[17 * y + x + n]
        - b.work.sums[17 * (y + n) + x]
        + b.work.sums[17 * y + x]
    ) > 0


def rotate(b: Board, c: cython.int, n: cython.int, quarters: cython.int) -> cython.void:
    """Turn the block clockwise, a quarter at a time, then update what changed its cell."""
    i: cython.int
    j: cython.int
    _turn: cython.int
    t: cython.int
    for _turn in range(quarters):
        for j in range(n // 2):
            for i in range((n + 1) // 2):
                cycle(b, c, n, i, j)
        t = c + 17 * (n // 2)
        if n & 1 and b.flow[t]:
            b.flow[t] = turned_flow(b.flow[t])
    for j in range(n):
        for i in range(n):
            t = c + 16 * j + i
            settle(b, b.ground[t], t)
            settle(b, b.shadow[t], t)
            settle_tomb(b, t)


def cycle(b: Board, c: cython.int, n: cython.int, i: cython.int, j: cython.int) -> cython.void:
    """Turn four cells by a quarter: offset (i, j) goes to (j, n - 1 - i)."""
    a1: cython.int = c + 16 * j + i
    a2: cython.int = c + 16 * (n - 1 - i) + j
    a3: cython.int = c + 16 * (n - 1 - j) + n - 1 - i
    a4: cython.int = c + 16 * i + n - 1 - j
    swap_cells(b, a1, a2)
    swap_cells(b, a1, a3)
    swap_cells(b, a1, a4)
    if b.flow[a1]:
        b.flow[a1] = turned_flow(b.flow[a1])
    if b.flow[a2]:
        b.flow[a2] = turned_flow(b.flow[a2])
    if b.flow[a3]:
        b.flow[a3] = turned_flow(b.flow[a3])
    if b.flow[a4]:
        b.flow[a4] = turned_flow(b.flow[a4])


def turned_flow(flow: cython.int) -> cython.int:
    """Return the flow with its heading turned by a quarter."""
    return (flow & 0b100111) | (((flow >> 3) + 1) & 3) << 3


def swap_cells(b: Board, one: cython.int, other: cython.int) -> cython.void:
    b.ground[one], b.ground[other] = b.ground[other], b.ground[one]
    b.shadow[one], b.shadow[other] = b.shadow[other], b.shadow[one]
    b.wall[one], b.wall[other] = b.wall[other], b.wall[one]
    b.trap[one], b.trap[other] = b.trap[other], b.trap[one]
    b.tornado[one], b.tornado[other] = b.tornado[other], b.tornado[one]
    b.flow[one], b.flow[other] = b.flow[other], b.flow[one]
    b.queue_first[one], b.queue_first[other] = b.queue_first[other], b.queue_first[one]
    b.queue_last[one], b.queue_last[other] = b.queue_last[other], b.queue_last[one]
    b.tomb[one], b.tomb[other] = b.tomb[other], b.tomb[one]
    b.rot[one], b.rot[other] = b.rot[other], b.rot[one]


def settle(b: Board, base: cython.int, c: cython.int) -> cython.void:
    u: cython.int = base
    if base == 0 or b.cell[base] == c:
        return
    b.stay[base] = 0
    b.trapped[base] = 0
    while u:
        b.cell[u] = c
        u = b.mate[u]


def settle_tomb(b: Board, c: cython.int) -> cython.void:
    u: cython.int = b.queue_first[c]
    while u:
        b.cell[u] = c
        u = b.mate[u]
