"""Paralysis (F4, F22), and the consequences of a capture for the capturer (F20, F21)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import beside_king
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import (
    DRAGON,
    K_BIT,
    LANCER,
    M_BIT,
    PAWN,
    QUEEN,
    ROOK,
    TEMPLAR,
)


def inflict(b: Board, base: cython.int, n: cython.int) -> cython.void:
    """Inflict `n` turns of paralysis on a body (F4); kings pay nothing (F45)."""
    if n <= 0 or b.kinds[base] & K_BIT:
        return
    if b.owner[base] == b.mover:
        n += 1
    if b.par[base] < n:
        b.par[base] = n


def is_susceptible(b: Board, base: cython.int, c: cython.int, source: cython.int) -> cython.bint:
    """Return whether a ground body, as if on `c`, is susceptible (F22).

    `source` is a kind, or -1 for none.
    """
    spared: cython.uint = M_BIT
    if source >= 0:
        spared |= cython.cast(cython.uint, 1) << source
    if b.kinds[base] & K_BIT or not b.kinds[base] & ~spared:
        return False
    return not beside_king(b, base, c)


def award(b: Board, u: cython.int, t: cython.int) -> cython.void:
    """Count a captured body of kind `t` for the member `u` (F21)."""
    if b.kind[u] == PAWN:
        return
    if t == PAWN:
        b.pawns[u] += 1
        if b.pawns[u] < 10:
            return
        b.pawns[u] = 0
    else:
        b.pieces[u] += 1
        if b.pieces[u] < 3:
            return
        b.pieces[u] = 0
    if b.multi[u] < 6:
        b.multi[u] += 1


def shorten(b: Board, u: cython.int, t: cython.int, way: cython.int) -> cython.void:
    """Reduce the range of the member `u` (F20).

    `way` is 0 for an orthogonal ride, 1 for a diagonal one or the lancer's.
    """
    kind: cython.int = b.kind[u]
    loss: cython.int = 1 if t == PAWN else 3
    if way == 0 and (kind in (ROOK, QUEEN, TEMPLAR)):
        b.ortho[u] = b.ortho[u] - loss if b.ortho[u] - loss > 3 else 3
    elif way == 1 and (kind in (QUEEN, DRAGON, LANCER)):
        b.diag[u] = b.diag[u] - loss if b.diag[u] - loss > 3 else 3
