"""Layer 6 (section 4.1): which units may be engaged, captured and swapped with (F18, F67).

The layers must be fresh.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import unit_attacks
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import (
    C_BIT,
    CHANCELLOR_STAYS,
    GUARDED,
    IMMORTAL,
    IMMORTALITY,
    K_BIT,
    KING,
    KING_SPARED,
    P_BIT,
    PAWN,
    SAME_KIND,
    SHIELD,
    TEMPLAR,
)


def may_engage(b: Board, kind: cython.int, base: cython.int) -> cython.bint:
    """Return whether `kind` may engage the body (F18)."""
    if kind == PAWN or b.kinds[base] & ~(cython.cast(cython.uint, 1) << kind) != 0:
        return True
    return b.waived & SAME_KIND != 0


def is_shielded(b: Board, e: cython.int, f: cython.int) -> cython.bint:
    """Return whether the shield of the body on `e` stops an attacker on `f` (F56)."""
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
    """Return whether `kind` on `f` may capture member kind `t` of the enemy on `e` (layer 6)."""
    if (b.guarded[e] or (IMMORTAL >> t) & 1 or (t == kind and kind != PAWN)) and (
        b.waived == 0 or not is_waived(b, kind, e, t)
    ):
        return False
    return t != TEMPLAR or not is_shielded(b, e, f) or b.waived & SHIELD != 0


def is_waived(b: Board, kind: cython.int, e: cython.int, t: cython.int) -> cython.bint:
    """Return whether everything that forbids this capture, except a shield, is waived."""
    if b.guarded[e] and not b.waived & GUARDED:
        return False
    if (IMMORTAL >> t) & 1 and not b.waived & IMMORTALITY:
        return False
    return t != kind or kind == PAWN or b.waived & SAME_KIND != 0


def spared_kinds(b: Board, kind: cython.int) -> cython.uint:
    """Return the kinds of friends that `kind` neither pulls nor swaps with (F67, F69)."""
    spared: cython.uint = 0
    if not b.waived & IMMORTALITY:
        spared |= IMMORTAL
    if kind != PAWN and not b.waived & SAME_KIND:
        spared |= cython.cast(cython.uint, 1) << kind
    return spared


def may_capture_some(b: Board, kind: cython.int, f: cython.int, e: cython.int) -> cython.bint:
    u: cython.int = b.ground[e]
    while u:
        if may_capture(b, kind, f, e, b.kind[u]):
            return True
        u = b.mate[u]
    return False


def can_swap(b: Board, c: cython.int, t: cython.int, kind: cython.int) -> cython.bint:
    """Return whether `kind` on `c` may swapshot the body on `t` (F67, F55)."""
    other: cython.int = b.ground[t]
    kinds: cython.uint = b.kinds[other]
    if kind == KING or (kinds & K_BIT and not b.waived & KING_SPARED):
        return False
    if b.owner[other] != b.owner[b.ground[c]]:
        if kinds & C_BIT and not b.waived & CHANCELLOR_STAYS:
            return False
        return may_capture_some(b, kind, c, t)
    if kind == PAWN and kinds == P_BIT and not b.waived & SAME_KIND:
        return False
    return kinds & ~spared_kinds(b, kind) != 0
