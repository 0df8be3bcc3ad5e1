"""The key of a position (F79): equal if the position strings differ at most in the turn number.

Each item is one number, folded into the key. Its highest 11 bits say what it is and on which cell,
so that no two positions give the same numbers. The numbers of units depend on how a position came
about, so the unit of a wall is identified by the order in which units are met here.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import fold
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import (
    DIGEST_BODY,
    DIGEST_CARGO,
    DIGEST_CELL,
    DIGEST_DEAD,
    DIGEST_MEMBER,
    DIGEST_WALL,
)


def tagged(tag: cython.int, part: cython.ulonglong) -> cython.ulonglong:
    return part | cython.cast(cython.ulonglong, tag) << 53


def unit_part(b: Board, u: cython.int) -> cython.ulonglong:
    """Return the unit attributes in 29 bits."""
    part: cython.ulonglong = b.kind[u]
    part = part | b.owner[u] << 5 | b.ortho[u] << 6 | b.diag[u] << 11 | b.pieces[u] << 16
    return part | b.pawns[u] << 18 | b.multi[u] << 22 | b.held[u] << 25


def body_part(b: Board, base: cython.int) -> cython.ulonglong:
    """Return the body attributes in 24 bits."""
    part: cython.ulonglong = b.par[base]
    part = part | b.trapped[base] << 6 | b.stay[base] << 7 | b.delay[base] << 11
    return part | b.travelled[base] << 14 | b.place[base] << 21


def body_key(
    b: Board, key: cython.ulonglong, base: cython.int, tag: cython.int
) -> cython.ulonglong:
    """Return `key` with a body, its members and their cargo folded in."""
    u: cython.int = base
    cargo: cython.int
    key = fold(key, tagged(tag, body_part(b, base) << 29 | unit_part(b, base)))
    while u:
        b.work.met += 1
        b.work.marked[u] = b.work.met
        if u != base:
            key = fold(key, tagged(DIGEST_MEMBER, unit_part(b, u)))
        cargo = b.hold[u]
        while cargo:
            key = body_key(b, key, cargo, DIGEST_CARGO)
            cargo = b.along[cargo]
        u = b.mate[u]
    return key


def position_digest(b: Board) -> cython.ulonglong:
    part: cython.ulonglong = b.mover | b.phase << 1 | b.phase_cell << 5
    key: cython.ulonglong
    c: cython.int
    u: cython.int
    key = fold(0, part | b.phase_number << 13 | b.phase_shadow << 20)
    b.work.met = 0
    for c in range(256):
        if b.ground[c]:
            key = body_key(b, key, b.ground[c], DIGEST_BODY + c)
        if b.shadow[c]:
            key = body_key(b, key, b.shadow[c], DIGEST_BODY + c)
    for c in range(256):
        if b.wall[c]:
            key = fold(key, tagged(DIGEST_WALL + c, b.work.marked[b.wall[c]]))
        part = b.trap[c] | b.tornado[c] << 2 | b.flow[c] << 8 | b.tomb[c] << 14 | b.rot[c] << 16
        if part:
            key = fold(key, tagged(DIGEST_CELL + c, part))
            u = b.queue_first[c]
            while u:
                key = fold(key, tagged(DIGEST_DEAD, unit_part(b, u)))
                u = b.mate[u]
    return key
