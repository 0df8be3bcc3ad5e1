"""The cells that a search of ways finds, and those that it finds only where rules are waived.

A search lists each cell once, with the way that reaches it first. ways.py makes the searches; when
restrictions are waived each goes on from where it ended.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import Board, is_free
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    BODY_IN_WAY,
    CAPTURING,
    FROG,
    FROG_TOMB,
    LEAP,
    NO_CAPTURING,
    ONTO_OWN,
    OTHER_CAPTURE,
    OUT_OF_RANGE,
    PAWN,
    PAWN_ASIDE,
    PAWN_LEAP,
    RIDE,
    WALLED,
)
from cython.cimports.strata.games.frozen.rules.tables import LEAP_START, LEAPS, NEXT, forward


def begin_search(b: Board) -> cython.void:
    b.work.seens += 1
    b.work.founds = 0


def find(b: Board, c: cython.int, way: cython.int) -> cython.void:
    if b.work.seen[c] != b.work.seens:
        b.work.seen[c] = b.work.seens
        b.work.found[b.work.founds] = c
        b.work.found_way[b.work.founds] = way
        b.work.founds += 1


# What lies beyond, where restrictions are waived.


def refusal(b: Board, t: cython.int, kind: cython.int, owner: cython.int) -> cython.ulonglong:
    """The restriction that refuses a plain move of `kind` onto `t`; 0 where none does."""
    if b.wall[t]:
        return WALLED
    if b.ground[t] == 0:
        return FROG_TOMB if kind == FROG and b.tomb[t] else 0
    if b.owner[b.ground[t]] == owner:
        return ONTO_OWN
    return OTHER_CAPTURE if (CAPTURING >> kind) & 1 else NO_CAPTURING


def obstacle(b: Board, t: cython.int) -> cython.ulonglong:
    """The restriction by which a ride ends on `t`; 0 where it goes on."""
    if b.wall[t]:
        return WALLED
    return BODY_IN_WAY if b.ground[t] else 0


def ride_on(
    b: Board,
    t: cython.int,
    heading: cython.int,
    steps: cython.int,
    reach: cython.int,
    kind: cython.int,
    owner: cython.int,
) -> cython.void:
    """Go on with a ride of plain moves, which ended before `t`."""
    refused: cython.ulonglong = 0
    needed: cython.ulonglong
    while t >= 0:
        if steps > reach:
            refused |= OUT_OF_RANGE
        needed = refused | refusal(b, t, kind, owner)
        if needed & b.waived == needed:
            find(b, t, RIDE | heading << 2 | steps << 5)
        refused |= obstacle(b, t)
        steps += 1
        t = NEXT[256 * heading + t]


def strike_on(
    b: Board, t: cython.int, heading: cython.int, steps: cython.int, reach: cython.int
) -> cython.void:
    """Go on with a ride to ground bodies, which came as far as `t`."""
    refused: cython.ulonglong = 0
    while t >= 0:
        if steps > reach:
            refused |= OUT_OF_RANGE
        if b.ground[t] and refused & b.waived == refused:
            find(b, t, RIDE | heading << 2 | steps << 5)
        refused |= obstacle(b, t)
        steps += 1
        t = NEXT[256 * heading + t]


def press_on(b: Board, c: cython.int, owner: cython.int, marked: cython.bint) -> cython.void:
    """Where a pawn may not go: onto a body or wall, two cells over nothing, aside to nothing."""
    start: cython.int = ((ATTACKS * 18 + PAWN) * 2 + owner) * 256 + c
    index: cython.int
    ahead: cython.int = forward(owner, c, 1)
    beyond: cython.int = forward(owner, c, 2)
    if b.waived & refusal(b, ahead, PAWN, owner):
        find(b, ahead, LEAP)
    if marked:
        return
    if b.waived & PAWN_LEAP and beyond >= 0 and is_free(b, beyond):
        find(b, beyond, LEAP)
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        if b.waived & PAWN_ASIDE and is_free(b, LEAPS[index]):
            find(b, LEAPS[index], LEAP)
