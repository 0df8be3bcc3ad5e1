# cython: cdivision=True
"""Shadows: turning into one F71, moving and capturing F72, ships F73, return F74, strike F75."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    is_free,
    leave,
    room_in,
    stand,
    stow,
)
from cython.cimports.strata.games.frozen.rules.captures import may_capture
from cython.cimports.strata.games.frozen.rules.codes import put, put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    CANNON,
    FROG,
    KING,
    LANCE,
    LANCER,
    LEAP,
    MOVES,
    NO_CAPTURE,
    NO_KIND,
    PAWN,
    RETURN_CELL,
    RETURN_EARLY,
    RETURN_THREATENED,
    RIDE,
    SAME_KIND,
    SHADOW_CELL,
    SHADOW_UNIT,
    SHADOWED,
    SHADOWS,
    SHIP,
    STRIKE,
    STRIKE_PROTECTED,
    STRIKE_TARGET,
    VEILED,
    VEILED_CAPTURE,
    VEILED_LOAD,
    VEILED_MOVE,
)
from cython.cimports.strata.games.frozen.rules.harm import award, inflict, shorten
from cython.cimports.strata.games.frozen.rules.tables import (
    ATTACK_RIDES,
    LEAP_START,
    LEAPS,
    NEXT,
    RIDES,
    distance,
    same_colour,
)
from cython.cimports.strata.games.frozen.rules.tombs import die
from cython.cimports.strata.games.frozen.rules.ways import begin_search, find


def is_dim(b: Board, c: cython.int) -> cython.bint:
    """Return whether a shadow can enter or cross the cell (F72)."""
    return b.ground[c] == 0 and b.wall[c] == 0 and b.tomb[c] == 0


# F71, F74.


def can_shadow(b: Board, c: cython.int) -> cython.bint:
    """Return whether the able body on `c` can become a shadow."""
    base: cython.int = b.ground[c]
    if not b.mechanics & SHADOWS:
        return False
    if b.size[base] == 1 and not b.shadow[c] and b.kind[base] != KING and b.kind[base] != PAWN:
        return True
    return b.waived & SHADOW_UNIT != 0


def fade(b: Board, c: cython.int, delay: cython.int) -> cython.void:
    """Turn the single unit on `c` into a shadow there."""
    base: cython.int = b.ground[c]
    leave(b, c)
    b.shadow[c] = base
    b.place[base] = SHADOWED
    b.stay[base] = 0
    b.trapped[base] = 0
    b.delay[base] = delay
    b.travelled[base] = 0


def can_return(b: Board, c: cython.int) -> cython.bint:
    """Return whether the able shadow on `c` can return (F74); the layers must be fresh."""
    base: cython.int = b.shadow[c]
    if b.delay[base] and not b.waived & RETURN_EARLY:
        return False
    if (not is_free(b, c) or b.tomb[c] or b.trap[c]) and not b.waived & RETURN_CELL:
        return False
    return not b.threat[256 * (1 - b.owner[base]) + c] or b.waived & RETURN_THREATENED != 0


def unshadow(b: Board, c: cython.int) -> cython.void:
    base: cython.int = b.shadow[c]
    cost: cython.int = b.travelled[base] // 2
    b.shadow[c] = 0
    stand(b, base, c)
    b.travelled[base] = 0
    inflict(b, base, cost)


# F72, F73.


def find_dim_cells(b: Board, c: cython.int, u: cython.int) -> cython.void:
    """Find the native moves of a shadow, to cells with or without another shadow."""
    kind: cython.int = b.kind[u]
    start: cython.int = ((MOVES * 18 + kind) * 2 + b.owner[u]) * 256 + c
    ways: cython.int = RIDES[2 * kind + b.owner[u]]
    index: cython.int
    heading: cython.int
    steps: cython.int
    t: cython.int
    begin_search(b)
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        if is_dim(b, LEAPS[index]) or b.waived & SHADOW_CELL:
            find(b, LEAPS[index], LEAP)
    for heading in range(8):
        if not (ways >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = 1
        while (
            t >= 0
            and steps <= (b.diag[u] if heading & 1 else b.ortho[u])
            and (is_dim(b, t) or b.waived & SHADOW_CELL)
        ):
            find(b, t, RIDE | heading << 2 | steps << 5)
            steps += 1
            t = NEXT[256 * heading + t]


def find_targets(b: Board, c: cython.int, u: cython.int, ground: cython.bint) -> cython.void:
    """Find the attacks of a shadow on dim cells, or with `ground` on the bodies it meets (F75)."""
    kind: cython.int = b.kind[u]
    start: cython.int = ((ATTACKS * 18 + kind) * 2 + b.owner[u]) * 256 + c
    ways: cython.int = ATTACK_RIDES[2 * kind + b.owner[u]]
    index: cython.int
    heading: cython.int
    steps: cython.int
    t: cython.int
    begin_search(b)
    if kind == LANCER:
        find_lanced(b, c, b.diag[u], ground)
        return
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        if is_aim(b, LEAPS[index], ground):
            find(b, LEAPS[index], LEAP)
    for heading in range(8):
        if not (ways >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = 1
        while t >= 0 and steps <= (b.diag[u] if heading & 1 else b.ortho[u]):
            if not is_dim(b, t):
                if ground and b.ground[t]:  # whatever lies under it
                    find(b, t, RIDE | heading << 2 | steps << 5)
                break
            if not ground:
                find(b, t, RIDE | heading << 2 | steps << 5)
            steps += 1
            t = NEXT[256 * heading + t]


def is_aim(b: Board, c: cython.int, ground: cython.bint) -> cython.bint:
    """Return whether a shadow can attack the cell: it has a ground body, or is dim."""
    if ground:
        return b.ground[c] != 0
    return is_dim(b, c)


def find_lanced(b: Board, c: cython.int, reach: cython.int, ground: cython.bint) -> cython.void:
    """Find a shadow lancer's targets (F30): fewest diagonal squares first, then heading order."""
    steps: cython.int
    heading: cython.int
    side: cython.int
    t: cython.int
    g: cython.int
    _step: cython.int
    open_ways: cython.int = 0xAA
    for steps in range(1, reach + 1):
        for heading in range(1, 8, 2):
            if not (open_ways >> heading) & 1:
                continue
            g = c
            for _step in range(steps):
                g = NEXT[256 * heading + g]
                if g < 0:
                    break
            if g < 0 or not is_dim(b, g):
                open_ways &= ~(1 << heading)
                continue
            for side in range(0, 8, 2):
                t = NEXT[256 * side + g]
                if t >= 0 and is_aim(b, t, ground):
                    find(b, t, LANCE | heading << 2 | steps << 5)
        if open_ways == 0:
            break


def offer_shadow_moves(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, loads: cython.bint
) -> cython.int:
    """Offer the plain moves of the shadow on `c`; with `loads` also into a shadow ship (F73)."""
    u: cython.int = b.shadow[c]
    index: cython.int
    t: cython.int
    other: cython.int
    find_dim_cells(b, c, u)
    for index in range(b.work.founds):
        t = b.work.found[index]
        other = b.shadow[t]
        if other == 0:
            count = put_move(
                b, actions, count, VEILED_MOVE, c, t, 0, b.kind[u], NO_KIND, b.work.found_way[index]
            )
        elif loads and b.owner[other] == b.owner[u] and b.kind[other] == SHIP and room_in(b, other):
            count = put(b, actions, count, VEILED_LOAD, c, t, 0)
    return count


def hunts(b: Board, u: cython.int) -> cython.bint:
    """Return whether a shadow captures and strikes at all."""
    return not (NO_CAPTURE >> b.kind[u]) & 1 and b.kind[u] != CANNON


def offer_shadow_captures(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    u: cython.int = b.shadow[c]
    index: cython.int
    other: cython.int
    if not hunts(b, u):
        return count
    find_targets(b, c, u, False)
    for index in range(b.work.founds):
        other = b.shadow[b.work.found[index]]
        if (
            other
            and b.owner[other] != b.owner[u]
            and (b.kind[other] != b.kind[u] or b.waived & SAME_KIND)
        ):
            count = put_move(
                b,
                actions,
                count,
                VEILED_CAPTURE,
                c,
                b.work.found[index],
                0,
                b.kind[u],
                NO_KIND,
                b.work.found_way[index],
            )
    return count


def can_be_struck(b: Board, t: cython.int) -> cython.bint:
    """Return whether a single unit, not K, P, F or S, is on a cell without a shadow (F75)."""
    kind: cython.int = b.kind[b.ground[t]]
    if b.size[b.ground[t]] != 1 or b.shadow[t]:
        return False
    return kind != KING and kind != PAWN and kind != FROG and kind != SHIP


def offer_strikes(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer shadowstrikes (F75)."""
    u: cython.int = b.shadow[c]
    index: cython.int
    t: cython.int
    other: cython.int
    kind: cython.int
    if not hunts(b, u):
        return count
    find_targets(b, c, u, True)
    for index in range(b.work.founds):
        t = b.work.found[index]
        other = b.ground[t]
        kind = b.kind[other]
        if (
            b.owner[other] != b.owner[u]
            and (can_be_struck(b, t) or b.waived & STRIKE_TARGET)
            and ((same_colour(c, t) and not b.protected[t]) or b.waived & STRIKE_PROTECTED)
            and may_capture(b, b.kind[u], c, t, kind)
        ):
            count = put(b, actions, count, STRIKE, c, t, 0)
    return count


def strike(b: Board, c: cython.int, target: cython.int) -> cython.void:
    fade(b, target, 5)
    inflict(b, b.shadow[c], 10)


def travel(b: Board, u: cython.int, c: cython.int, to: cython.int, way: cython.int) -> cython.void:
    """Count the squares travelled (F72)."""
    dx: cython.int = (to & 15) - (c & 15)
    dy: cython.int = (to >> 4) - (c >> 4)
    squares: cython.int = way >> 5
    if (way & 3) == LANCE:
        squares += 1
    elif (way & 3) == LEAP:
        squares = 1
        if distance(c, to) > 1:
            squares = (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)
    squares += b.travelled[u]
    b.travelled[u] = squares if squares < 99 else 99


def shadow_move(b: Board, c: cython.int, to: cython.int, way: cython.int) -> cython.void:
    """Carry out a plain move or capture of the shadow on `c`."""
    u: cython.int = b.shadow[c]
    other: cython.int = b.shadow[to]
    taken: cython.int = b.kind[other]
    b.shadow[c] = 0
    if other:
        b.attacked = True
        b.shadow[to] = 0
        die(b, other, to)
        award(b, u, taken)
        if (way & 3) != LEAP:
            shorten(b, u, taken, 1 if (way & 3) == LANCE else (way >> 2) & 1)
    b.shadow[to] = u
    b.cell[u] = to
    travel(b, u, c, to, way)


def shadow_load(b: Board, c: cython.int, to: cython.int) -> cython.void:
    u: cython.int = b.shadow[c]
    b.shadow[c] = 0
    stow(b, b.shadow[to], u, VEILED)
