"""Abilities of kinds: frog F31, bishop F38, king F43, jester F49, F51, chancellor F52-F55."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import attack_cells
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    is_free,
    is_open_armed,
    leave,
    stand,
)
from cython.cimports.strata.games.frozen.rules.captures import may_capture_some, may_engage
from cython.cimports.strata.games.frozen.rules.codes import put
from cython.cimports.strata.games.frozen.rules.constants import (
    BISHOP,
    C_BIT,
    CHANCELLOR,
    CONVERT,
    EXCH,
    EXCHANGE,
    EXCHANGE_THREATENED,
    F_BIT,
    FROG_TOMB,
    JESTER,
    JUMP,
    K_BIT,
    KING_SPARED,
    MIRROR_TAKEN,
    MOVES,
    NO_PORTAL,
    NO_WALL_ROOM,
    NOT_SUSCEPTIBLE,
    PARA,
    PAWN,
    PORTAL,
    PORTAL_ON,
    TELE,
    TELESWAP,
    WALLTRAP,
)
from cython.cimports.strata.games.frozen.rules.harm import inflict, is_susceptible
from cython.cimports.strata.games.frozen.rules.tables import LEAP_START, LEAPS, NEAR, NEAR_COUNT
from cython.cimports.strata.games.frozen.rules.tombs import arrive, kill_ground
from cython.cimports.strata.games.frozen.rules.walls import can_walltrap

# F31.


def offer_jumps(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer each free cell without a tomb next to another frog, once."""
    there: cython.int
    index: cython.int
    t: cython.int
    b.work.stamps += 1
    for there in range(256):
        if there == c or not b.ground[there] or not b.kinds[b.ground[there]] & F_BIT:
            continue
        for index in range(8 * there, 8 * there + NEAR_COUNT[there]):
            t = NEAR[index]
            if is_free(b, t) and b.tomb[t] == 0 and b.work.stamp[t] != b.work.stamps:
                b.work.stamp[t] = b.work.stamps
                count = put(b, actions, count, JUMP, c, t, 0)
    return count


def go(b: Board, c: cython.int, to: cython.int) -> cython.void:
    """Move a body to another cell by an ability, where it arrives."""
    base: cython.int = b.ground[c]
    onto_tomb: cython.bint = is_open_armed(b, to)
    leave(b, c)
    stand(b, base, to)
    arrive(b, base, to, onto_tomb)


# F38.


def offer_conversions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    index: cython.int
    e: cython.int
    other: cython.int
    number: cython.int = attack_cells(b, u, c)
    for index in range(number):
        e = b.work.cells[index]
        other = b.ground[e]
        if (
            other
            and b.owner[other] != b.owner[u]
            and (not b.kinds[other] & K_BIT or b.waived & KING_SPARED)
            and may_capture_some(b, BISHOP, c, e)
        ):
            count = put(b, actions, count, CONVERT, c, e, 0)
    return count


def convert(b: Board, c: cython.int, target: cython.int) -> cython.void:
    base: cython.int = b.ground[target]
    u: cython.int = base
    while u:
        b.live[18 * b.owner[u] + b.kind[u]] -= 1
        b.owner[u] = 1 - b.owner[u]
        b.live[18 * b.owner[u] + b.kind[u]] += 1
        u = b.mate[u]
    b.par[base] = 0
    b.trapped[base] = 0
    b.stay[base] = 0
    inflict(b, b.ground[c], 2)


# F43.


def offer_exchanges(
    b: Board, actions: cython.p_longlong, count: cython.int, owner: cython.int
) -> cython.int:
    """Offer the king's exchange with every friendly body that is not threatened."""
    c: cython.int
    if not b.mechanics & EXCHANGE or b.par[b.king[owner]]:
        return count
    for c in range(256):
        if (
            b.ground[c]
            and b.owner[b.ground[c]] == owner
            and b.ground[c] != b.king[owner]
            and (not b.threat[256 * (1 - owner) + c] or b.waived & EXCHANGE_THREATENED)
        ):
            count = put(b, actions, count, EXCH, c, 0, 0)
    return count


def exchange(b: Board, target: cython.int) -> cython.void:
    king: cython.int = b.king[b.owner[b.ground[target]]]
    leave(b, b.cell[king])
    kill_ground(b, target)
    stand(b, king, target)


# F49.


def offer_walltraps(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    start: cython.int = ((MOVES * 18 + JESTER) * 2 + b.owner[u]) * 256 + c
    index: cython.int
    e: cython.int
    other: cython.int
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        e = LEAPS[index]
        other = b.ground[e]
        if (
            other
            and b.owner[other] != b.owner[u]
            and (not b.kinds[other] & K_BIT or b.waived & KING_SPARED)
            and may_engage(b, JESTER, other)
            and (can_walltrap(b, e) or b.waived & NO_WALL_ROOM)
        ):
            count = put(b, actions, count, WALLTRAP, c, e, 0)
    return count


# F52.


def offer_teleswaps(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    base: cython.int = b.ground[c]
    there: cython.int
    other: cython.int
    if not b.mechanics & TELESWAP:
        return count
    for there in range(256):
        other = b.ground[there]
        if (
            other
            and other != base
            and b.owner[other] == b.owner[base]
            and may_engage(b, CHANCELLOR, other)
        ):
            count = put(b, actions, count, TELE, c, there, 0)
    return count


def change_places(b: Board, c: cython.int, target: cython.int) -> cython.void:
    """Exchange two bodies, of which the one on `c` arrives first (F52, F67)."""
    base: cython.int = b.ground[c]
    other: cython.int = b.ground[target]
    leave(b, c)
    leave(b, target)
    stand(b, base, target)
    stand(b, other, c)
    arrive(b, base, target, False)
    arrive(b, other, c, False)


# F53.


def offer_paralyses(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    index: cython.int
    e: cython.int
    other: cython.int
    number: cython.int = attack_cells(b, u, c)
    for index in range(number):
        e = b.work.cells[index]
        other = b.ground[e]
        if (
            other
            and b.owner[other] != b.owner[u]
            and (is_susceptible(b, other, e, CHANCELLOR) or b.waived & NOT_SUSCEPTIBLE)
        ):
            count = put(b, actions, count, PARA, c, e, 0)
    return count


# F54.


def offer_portal(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer the mirror portal.

    The layers may count the body as frozen by gaze, which does not hinder its own portal (F15).
    """
    base: cython.int = b.ground[c]
    to: cython.int = 255 - c
    if not b.mechanics & PORTAL_ON or b.kinds[base] & K_BIT:
        return count
    if not is_free(b, to) and not b.waived & MIRROR_TAKEN:
        return count
    if b.kinds[base] & F_BIT and b.tomb[to] and not b.waived & FROG_TOMB:  # F31
        return count
    if b.kinds[base] & C_BIT or protects_chancellor(b, c) or b.waived & NO_PORTAL:
        count = put(b, actions, count, PORTAL, c, 0, 0)
    return count


def protects_chancellor(b: Board, c: cython.int) -> cython.bint:
    base: cython.int = b.ground[c]
    u: cython.int = base
    index: cython.int
    number: cython.int
    other: cython.int
    if b.live[18 * b.owner[base] + CHANCELLOR] == 0:
        return False
    while u:
        number = 0
        if b.kind[u] != PAWN or not b.nightmare[256 * (1 - b.owner[u]) + c]:
            number = attack_cells(b, u, c)
        for index in range(number):
            other = b.ground[b.work.cells[index]]
            if (
                other
                and other != base
                and b.kinds[other] & C_BIT
                and b.owner[other] == b.owner[base]
                and not b.frozen[b.work.cells[index]]
            ):
                return True
        u = b.mate[u]
    return False
