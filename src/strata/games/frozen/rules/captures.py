"""Layer 6 (section 4.1): which enemy units may be engaged and captured. Needs fresh layers."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import unit_attacks
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import IMMORTAL, PAWN, TEMPLAR


def may_engage(b: Board, kind: cython.int, base: cython.int) -> cython.bint:
    """F18."""
    return kind == PAWN or b.kinds[base] & ~(cython.cast(cython.uint, 1) << kind) != 0


def is_shielded(b: Board, e: cython.int, f: cython.int) -> cython.bint:
    """F56: whether the shield of the body on `e` stops an attacker on `f`."""
    u: cython.int = b.ground[e]
    if b.frozen[e] or b.tomb[e]:
        return False
    while u:
        if b.kind[u] == TEMPLAR and unit_attacks(b, u, e, f):
            return True
        u = b.mate[u]
    return False


def may_capture(
    b: Board, kind: cython.int, f: cython.int, e: cython.int, t: cython.int
) -> cython.bint:
    """Layer 6: `kind` on `f`, member kind `t` of the enemy ground body on `e`."""
    if b.guarded[e] or (IMMORTAL >> t) & 1 or (t == kind and kind != PAWN):
        return False
    return t != TEMPLAR or not is_shielded(b, e, f)


def may_capture_some(b: Board, kind: cython.int, f: cython.int, e: cython.int) -> cython.bint:
    u: cython.int = b.ground[e]
    while u:
        if may_capture(b, kind, f, e, b.kind[u]):
            return True
        u = b.mate[u]
    return False
