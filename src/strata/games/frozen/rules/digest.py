"""The key of a position (F79): equal for positions whose strings differ at most in the turn number.

Units have numbers that depend on how a position came about; so the owners of walls are known here
by the order in which the units are met.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN, mix
from cython.cimports.strata.games.frozen.rules.board import Board


def chain(number: cython.ulonglong, part: cython.ulonglong) -> cython.ulonglong:
    return mix(((number ^ part) + GOLDEN) & FULL)


def body_key(b: Board, number: cython.ulonglong, base: cython.int) -> cython.ulonglong:
    """A body with its members and all that they carry."""
    u: cython.int = base
    cargo: cython.int
    part: cython.ulonglong = b.par[base]
    part = part | b.trapped[base] << 6 | b.stay[base] << 7 | b.delay[base] << 11
    part = part | b.travelled[base] << 14 | b.place[base] << 21
    number = chain(number, part)
    while u:
        b.met += 1
        b.marked[u] = b.met
        part = b.kind[u]
        part = part | b.owner[u] << 5 | b.ortho[u] << 6 | b.diag[u] << 11 | b.pieces[u] << 16
        part = part | b.pawns[u] << 18 | b.multi[u] << 22 | b.held[u] << 25 | (1 << 29)
        number = chain(number, part)
        cargo = b.hold[u]
        while cargo:
            number = body_key(b, number, cargo)
            cargo = b.along[cargo]
        u = b.mate[u]
    return number


def position_digest(b: Board) -> cython.ulonglong:
    number: cython.ulonglong = b.mover | b.phase << 1 | b.phase_cell << 5
    part: cython.ulonglong
    c: cython.int
    u: cython.int
    number = number | b.phase_number << 13 | b.phase_shadow << 20
    b.met = 0
    for c in range(256):
        if b.ground[c]:
            number = body_key(b, chain(number, c + 256), b.ground[c])
        if b.shadow[c]:
            number = body_key(b, chain(number, c + 512), b.shadow[c])
    for c in range(256):
        if b.wall[c]:
            part = b.marked[b.wall[c]]
            number = chain(number, c + 768 + (part << 20))
        part = b.trap[c] | b.tornado[c] << 2 | b.flow[c] << 8 | b.tomb[c] << 14 | b.rot[c] << 16
        if part:
            number = chain(number, c + (part << 20))
            u = b.queue_first[c]
            while u:
                part = b.kind[u] | b.owner[u] << 5 | b.pieces[u] << 16 | b.pawns[u] << 18
                number = chain(number, part | b.multi[u] << 22 | (1 << 30))
                u = b.mate[u]
    return number
