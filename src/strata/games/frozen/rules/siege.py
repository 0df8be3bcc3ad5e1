# cython: cdivision=True
"""Siege units: trebuchet F32, ballista F33, onager F34, cannon F35, ram F36 (walls.py)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    first_of,
    is_free,
    leave,
    stand,
    unstow,
)
from cython.cimports.strata.games.frozen.rules.captures import may_capture, may_engage
from cython.cimports.strata.games.frozen.rules.codes import put, put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    BALLISTA,
    BLAST,
    CANNON,
    EMPTY_CANNON,
    K_BIT,
    KING_SPARED,
    NO_KIND,
    NOT_SUSCEPTIBLE,
    ONAGER,
    QUAKE,
    QUEEN,
    SHOOT,
    TREB,
    TREB_TARGET,
    WOKEN,
)
from cython.cimports.strata.games.frozen.rules.harm import award, inflict, is_susceptible
from cython.cimports.strata.games.frozen.rules.tables import (
    LEAP_START,
    LEAPS,
    NEXT,
    distance,
    forward,
)
from cython.cimports.strata.games.frozen.rules.tombs import die, explode, kill_ground

# F32.


def offer_treb(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    middle: cython.int = forward(b.owner[u], c, 6)
    side: cython.int
    t: cython.int
    if middle < 0:
        return count
    for side in range(-1, 2):
        t = middle + side
        if (c & 15) + side < 0 or (c & 15) + side > 15:
            continue
        if b.wall[t] or (b.tomb[t] and b.ground[t] == 0) or b.waived & TREB_TARGET:
            count = put(b, actions, count, TREB, c, t, 0)
    return count


def treb(b: Board, c: cython.int, target: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    explode(b, target, 1)
    inflict(b, base, 2)


# F33.


def offer_shots(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    heading: cython.int
    t: cython.int
    base: cython.int
    for heading in range(8):
        t = NEXT[256 * heading + c]
        while t >= 0 and is_free(b, t):
            t = NEXT[256 * heading + t]
        if t < 0:
            continue
        base = b.ground[t]
        if (
            base
            and b.owner[base] != b.owner[u]
            and (is_susceptible(b, base, t, BALLISTA) or b.waived & NOT_SUSCEPTIBLE)
        ):
            count = put(b, actions, count, SHOOT, c, t, 0)
    return count


def shoot(b: Board, c: cython.int, target: cython.int) -> cython.void:
    inflict(b, b.ground[target], 16 // distance(c, target) + 1)


# F34.


def can_throw(b: Board, c: cython.int, owner: cython.int) -> cython.bint:
    """Return whether an onager on `c` has a body in front that it can throw."""
    front: cython.int = forward(owner, c, 1)
    if front < 0 or b.ground[front] == 0:
        return False
    if b.kinds[b.ground[front]] & K_BIT and not b.waived & KING_SPARED:
        return False
    return may_engage(b, ONAGER, b.ground[front])


def throw(b: Board, c: cython.int, owner: cython.int) -> cython.void:
    front: cython.int = forward(owner, c, 1)
    base: cython.int = b.ground[front]
    t: cython.int = front
    ahead: cython.int = forward(owner, t, 1)
    leave(b, front)
    while ahead >= 0:
        t = ahead
        if not is_free(b, t):
            break
        ahead = forward(owner, t, 1)
    explode(b, t, 1)
    die(b, base, t)
    b.tomb[t] = WOKEN


# F35.


def offer_blasts(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    start: cython.int = ((ATTACKS * 18 + CANNON) * 2 + b.owner[u]) * 256 + c
    index: cython.int
    t: cython.int
    kind: cython.int
    base: cython.int
    if b.held[u] == 0 and not b.waived & EMPTY_CANNON:
        return count
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        t = LEAPS[index]
        base = b.ground[t]
        if b.wall[t]:
            count = put_move(b, actions, count, BLAST, c, t, 0, CANNON, NO_KIND, 0)
        elif base and b.owner[base] != b.owner[u]:
            for kind in range(18):
                if (b.kinds[base] >> kind) & 1 and may_capture(b, CANNON, c, t, kind):
                    count = put_move(b, actions, count, BLAST, c, t, 0, CANNON, kind, 0)
    return count


def blast(b: Board, c: cython.int, target: cython.int, t: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    u: cython.int = first_of(b, base, CANNON)
    cargo: cython.int = b.hold[u]
    if t != NO_KIND:
        kill_ground(b, target)
        award(b, u, t)
        if t == QUEEN and is_susceptible(b, base, c, -1):
            inflict(b, base, 6)
    unstow(b, cargo)
    explode(b, target, 1)
    stand(b, cargo, target)
    b.stay[cargo] = 0
    b.trapped[cargo] = 0


# F36; walls.py has the quake itself.


def offer_quakes(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    side: cython.int
    t: cython.int
    for side in range(0, 8, 2):
        t = NEXT[256 * side + c]
        if t >= 0 and b.wall[t]:
            count = put(b, actions, count, QUAKE, c, t, 0)
    return count
