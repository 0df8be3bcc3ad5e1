"""Native, lent and stolen ways of units (F7, F9, F30); bounces.py has the bounces.

A search lists cells, each once, with the way that reaches it first in the order of precedence: free
cells for plain moves, cells with a ground body for captures, fusing and loading.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import unit_attacks
from cython.cimports.strata.games.frozen.rules.board import Board, is_free
from cython.cimports.strata.games.frozen.rules.bounces import trace_bounce
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    BODY_IN_WAY,
    BOUNCED,
    CANNON,
    CAPTURING,
    FROG,
    FROG_TOMB,
    JESTER,
    K_BIT,
    KNIGHTMARE,
    LANCE,
    LANCER,
    LEAP,
    LENDS_CAPTURE,
    MOVES,
    NO_CAPTURING,
    ONTO_OWN,
    OTHER_CAPTURE,
    OUT_OF_RANGE,
    P_BIT,
    PAWN,
    PAWN_ASIDE,
    PAWN_LEAP,
    RIDE,
    ROOK,
    WALLED,
)
from cython.cimports.strata.games.frozen.rules.tables import (
    ATTACK_RIDES,
    LEAP_START,
    LEAPS,
    NEXT,
    RIDES,
    forward,
)

# The list of a search.


def begin_search(b: Board) -> cython.void:
    b.work.seens += 1
    b.work.founds = 0


def find(b: Board, c: cython.int, way: cython.int) -> cython.void:
    if b.work.seen[c] != b.work.seens:
        b.work.seen[c] = b.work.seens
        b.work.found[b.work.founds] = c
        b.work.found_way[b.work.founds] = way
        b.work.founds += 1


# The native geometry of a kind, for a unit of `owner` on `c` with these ranges.


def free_cells(
    b: Board,
    c: cython.int,
    kind: cython.int,
    owner: cython.int,
    ortho: cython.int,
    diag: cython.int,
) -> cython.void:
    """Find the free cells of the Moves column."""
    start: cython.int = ((MOVES * 18 + kind) * 2 + owner) * 256 + c
    index: cython.int
    heading: cython.int
    steps: cython.int
    reach: cython.int
    t: cython.int
    ways: cython.int = RIDES[2 * kind + owner]
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        t = LEAPS[index]
        if (b.ground[t] == 0 and b.wall[t] == 0 and (kind != FROG or b.tomb[t] == 0)) or (
            b.waived and b.waived & refusal(b, t, kind, owner)
        ):
            find(b, t, LEAP)
    if ways == 0:
        return
    for heading in range(8):
        if not (ways >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = 1
        reach = diag if heading & 1 else ortho
        while t >= 0 and steps <= reach and b.ground[t] == 0 and b.wall[t] == 0:
            find(b, t, RIDE | heading << 2 | steps << 5)
            steps += 1
            t = NEXT[256 * heading + t]
        if b.waived:
            ride_on(b, t, heading, steps, reach, kind, owner)


def pawn_cells(b: Board, c: cython.int, owner: cython.int, marked: cython.bint) -> cython.void:
    """Find a pawn's step, and its leap over a body unless it is `marked` by Knightmare."""
    ahead: cython.int = forward(owner, c, 1)
    beyond: cython.int = forward(owner, c, 2)
    if ahead < 0:
        return
    if is_free(b, ahead):
        find(b, ahead, LEAP)
    elif b.ground[ahead] and beyond >= 0 and not marked and is_free(b, beyond):
        find(b, beyond, LEAP)
    if b.waived:
        press_on(b, c, owner, marked)


def struck_bodies(
    b: Board,
    c: cython.int,
    kind: cython.int,
    owner: cython.int,
    ortho: cython.int,
    diag: cython.int,
    loaded: cython.bint,
) -> cython.void:
    """Find the ground bodies of the Attacks column."""
    start: cython.int = ((ATTACKS * 18 + kind) * 2 + owner) * 256 + c
    index: cython.int
    heading: cython.int
    steps: cython.int
    reach: cython.int
    t: cython.int
    ways: cython.int = ATTACK_RIDES[2 * kind + owner]
    if kind == LANCER:
        lanced_bodies(b, c, diag)
        return
    if kind != CANNON or loaded:
        for index in range(LEAP_START[start], LEAP_START[start + 1]):
            if b.ground[LEAPS[index]]:
                find(b, LEAPS[index], LEAP)
    if ways == 0:
        return
    for heading in range(8):
        if not (ways >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = 1
        reach = diag if heading & 1 else ortho
        while t >= 0 and steps < reach and b.ground[t] == 0 and b.wall[t] == 0:
            steps += 1
            t = NEXT[256 * heading + t]
        if t >= 0 and b.ground[t]:
            find(b, t, RIDE | heading << 2 | steps << 5)
        if b.waived:
            strike_on(b, t, heading, steps, reach)


def lanced_bodies(b: Board, c: cython.int, diag: cython.int) -> cython.void:
    """Find a lancer's targets (F30): fewest diagonal squares first, then heading order."""
    steps: cython.int
    heading: cython.int
    side: cython.int
    t: cython.int
    g: cython.int
    _step: cython.int
    open_ways: cython.int = 0xAA
    for steps in range(1, diag + 1):
        for heading in range(1, 8, 2):
            if not (open_ways >> heading) & 1:
                continue
            g = c
            for _step in range(steps):
                g = NEXT[256 * heading + g]
                if g < 0:
                    break
            if g < 0 or b.ground[g] or b.wall[g]:
                open_ways &= ~(1 << heading)
                continue
            for side in range(0, 8, 2):
                t = NEXT[256 * side + g]
                if t >= 0 and b.ground[t]:
                    find(b, t, LANCE | heading << 2 | steps << 5)
        if open_ways == 0:
            break


def joined_bodies(
    b: Board,
    c: cython.int,
    kind: cython.int,
    owner: cython.int,
    ortho: cython.int,
    diag: cython.int,
) -> cython.void:
    """Find the ground bodies on which moves of the Moves column end (F23).

    A ride ends on the first body that it meets.
    """
    start: cython.int = ((MOVES * 18 + kind) * 2 + owner) * 256 + c
    index: cython.int
    heading: cython.int
    steps: cython.int
    reach: cython.int
    t: cython.int
    ways: cython.int = RIDES[2 * kind + owner]
    if kind == PAWN:
        t = forward(owner, c, 1)
        if t >= 0 and b.ground[t]:
            find(b, t, LEAP)
            t = forward(owner, c, 2)
            if t >= 0 and b.ground[t]:
                find(b, t, LEAP)
        return
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        if b.ground[LEAPS[index]]:
            find(b, LEAPS[index], LEAP)
    if ways == 0:
        return
    for heading in range(8):
        if not (ways >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = 1
        reach = diag if heading & 1 else ortho
        while t >= 0 and steps < reach and b.ground[t] == 0 and b.wall[t] == 0:
            steps += 1
            t = NEXT[256 * heading + t]
        if t >= 0 and b.ground[t]:
            find(b, t, RIDE | heading << 2 | steps << 5)
        if b.waived:
            strike_on(b, t, heading, steps, reach)


# The ways of a member of a body. The layers must be fresh.


def borrows(b: Board, c: cython.int, u: cython.int) -> cython.bint:
    """Return whether the acting member `u` of the body on `c` is lent moves (F7.2)."""
    return b.kind[u] != PAWN and b.ground[c] == u and (b.lender[c] != 0 or b.tower[c] != 0)


def is_haunted(b: Board, c: cython.int, owner: cython.int) -> cython.bint:
    """Return whether an acting pawn of `owner` on `c` is under Knightmare (F37)."""
    return b.nightmare[256 * (1 - owner) + c] and not b.waived & KNIGHTMARE


def find_moves(b: Board, c: cython.int, u: cython.int, lent: cython.bint) -> cython.void:
    """Find the plain moves of F7.1 to F7.3; without `lent`, only native ones."""
    kind: cython.int = b.kind[u]
    owner: cython.int = b.owner[u]
    other: cython.int
    if kind == PAWN:
        pawn_cells(b, c, owner, is_haunted(b, c, owner))
        return
    free_cells(b, c, kind, owner, b.ortho[u], b.diag[u])
    if not lent:
        return
    if borrows(b, c, u):
        other = b.lender[c]
        while other:
            if not (cython.cast(cython.uint, 1) << b.kind[other]) & (K_BIT | P_BIT):
                free_cells(b, c, b.kind[other], owner, b.ortho[u], b.diag[u])
            other = b.mate[other]
        if b.tower[c]:
            free_cells(b, c, ROOK, owner, b.ortho[u], b.diag[u])
    if kind == JESTER:
        steal(b, c, u)


def steal(b: Board, c: cython.int, u: cython.int) -> cython.void:
    """Find the moves of the kinds that attack the jester (F7.3, F46)."""
    there: cython.int
    other: cython.int
    owner: cython.int = b.owner[u]
    if not b.threat[256 * (1 - owner) + c]:
        return
    for there in range(256):
        other = b.ground[there]
        if other == 0 or b.owner[other] == owner or b.frozen[there]:
            continue
        while other:
            if unit_attacks(b, other, there, c) and not (
                b.kind[other] == PAWN and b.nightmare[256 * owner + there]
            ):
                if b.kind[other] == PAWN:
                    pawn_cells(b, c, owner, False)
                else:
                    free_cells(b, c, b.kind[other], owner, 16, 16)
            other = b.mate[other]


def captures(b: Board, c: cython.int, u: cython.int) -> cython.bint:
    """Return whether the acting member captures at all (F9)."""
    kind: cython.int = b.kind[u]
    if kind == PAWN:
        return not is_haunted(b, c, b.owner[u])
    return (CAPTURING >> kind) & 1 or (kind == CANNON and borrows(b, c, u))


def find_strikes(b: Board, c: cython.int, u: cython.int, lent: cython.bint) -> cython.void:
    """Find the ground bodies of either side in the capture geometry (F9), without bounces."""
    kind: cython.int = b.kind[u]
    owner: cython.int = b.owner[u]
    other: cython.int
    if not captures(b, c, u):
        return
    struck_bodies(b, c, kind, owner, b.ortho[u], b.diag[u], b.held[u] != 0)
    if lent and borrows(b, c, u):
        other = b.lender[c]
        while other:
            if (LENDS_CAPTURE >> b.kind[other]) & 1:
                struck_bodies(b, c, b.kind[other], owner, b.ortho[u], b.diag[u], False)
            other = b.mate[other]
        if b.tower[c]:
            struck_bodies(b, c, ROOK, owner, b.ortho[u], b.diag[u], False)


def trace_path(
    b: Board, c: cython.int, to: cython.int, u: cython.int, way: cython.int
) -> cython.void:
    """Write the path of a way from `c`: the cells between, or a lancer's diagonal cells."""
    heading: cython.int = (way >> 2) & 7
    steps: cython.int = way >> 5
    index: cython.int
    t: cython.int = c
    b.work.path_length = 0
    if (way & 3) == BOUNCED:
        trace_bounce(b, c, u, heading, to)
        return
    if (way & 3) == LEAP:
        return
    if (way & 3) == RIDE:
        steps -= 1
    for index in range(steps):
        t = NEXT[256 * heading + t]
        b.work.path[index] = t
    b.work.path_length = steps


# What lies beyond, for waivers: each search continues from where it ended.


def refusal(b: Board, t: cython.int, kind: cython.int, owner: cython.int) -> cython.ulonglong:
    """Return the restriction that refuses a plain move of `kind` onto `t`; 0 for none."""
    if b.wall[t]:
        return WALLED
    if b.ground[t] == 0:
        return FROG_TOMB if kind == FROG and b.tomb[t] else 0
    if b.owner[b.ground[t]] == owner:
        return ONTO_OWN
    return OTHER_CAPTURE if (CAPTURING >> kind) & 1 else NO_CAPTURING


def obstacle(b: Board, t: cython.int) -> cython.ulonglong:
    """Return the restriction by which a ride ends on `t`; 0 if it continues."""
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
    """Continue a ride of plain moves, which ended before `t`."""
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
    """Continue a ride to ground bodies, which came as far as `t`."""
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
    """Find a pawn's refused moves: onto a body or wall, two cells over nothing, or aside."""
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
