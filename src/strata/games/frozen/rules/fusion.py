"""Fusing F23, the pawn bomb F26 and de-fusing F25."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    first_of,
    is_open_armed,
    join,
    leave,
    renew_kinds,
    stand,
)
from cython.cimports.strata.games.frozen.rules.codes import put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    DEFUSE,
    DRAGON,
    FUSE,
    FUSE_FULL,
    FUSION,
    K_BIT,
    KING_ALONE,
    NO_KIND,
    PAWN,
)
from cython.cimports.strata.games.frozen.rules.moves import path_crosses
from cython.cimports.strata.games.frozen.rules.tombs import arrive, cross, explode
from cython.cimports.strata.games.frozen.rules.walls import dissolve_all, lay_trap, wall_up
from cython.cimports.strata.games.frozen.rules.ways import (
    begin_search,
    find_moves,
    is_haunted,
    trace_path,
)


def offer_fusions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer to fuse with the bodies found by `joined_bodies` (F23)."""
    base: cython.int = b.ground[c]
    index: cython.int
    other: cython.int
    if not b.mechanics & FUSION:
        return count
    for index in range(b.work.founds):
        other = b.ground[b.work.found[index]]
        if (
            b.owner[other] == b.owner[base]
            and (not b.kinds[other] & K_BIT or b.waived & KING_ALONE)
            and (b.size[other] + b.size[base] <= 8 or b.waived & FUSE_FULL)
        ):
            count = put_move(
                b,
                actions,
                count,
                FUSE,
                c,
                b.work.found[index],
                0,
                b.kind[u],
                NO_KIND,
                b.work.found_way[index],
            )
    return count


def fuse(b: Board, c: cython.int, to: cython.int, k: cython.int, way: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    joined: cython.int = b.ground[to]
    u: cython.int = first_of(b, base, k)
    crosses: cython.bint
    pawns: cython.int = 0
    trace_path(b, c, to, u, way)
    crosses = k != DRAGON and path_crosses(b)
    dissolve_all(b, base)
    lay_trap(b, base, c)
    leave(b, c)
    if b.par[base] > b.par[joined]:
        b.par[joined] = b.par[base]
    b.stay[joined] = 0
    b.par[base] = 0
    b.stay[base] = 0
    b.trapped[base] = 0
    join(b, joined, base)
    wall_up(b, base, c)
    if crosses:
        cross(b, joined, to)
    u = joined
    while u:
        pawns += b.kind[u] == PAWN
        u = b.mate[u]
    if pawns >= 7:  # F26
        explode(b, to, 2)


def offer_defusions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer to de-fuse the member `u` (F25)."""
    index: cython.int
    t: cython.int
    if b.kind[u] == PAWN and is_haunted(b, c, b.owner[u]):  # F37
        return count
    begin_search(b)
    find_moves(b, c, u, False)
    for index in range(b.work.founds):
        t = b.work.found[index]
        if b.ground[t]:
            continue
        count = put_move(
            b, actions, count, DEFUSE, c, t, 0, b.kind[u], NO_KIND, b.work.found_way[index]
        )
    return count


def defuse(b: Board, c: cython.int, to: cython.int, k: cython.int, way: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    u: cython.int = first_of(b, base, k)
    onto_tomb: cython.bint = is_open_armed(b, to)
    crosses: cython.bint
    other: cython.int
    trace_path(b, c, to, u, way)
    crosses = k != DRAGON and path_crosses(b)
    other = base
    while other:
        b.multi[other] = 0
        b.pieces[other] = 0
        b.pawns[other] = 0
        other = b.mate[other]
    b.stay[base] = 0
    part(b, base, u, c)
    dissolve_all(b, u)
    stand(b, u, to)
    wall_up(b, u, -1)
    arrive(b, u, to, onto_tomb)
    if onto_tomb:
        b.survived = False
    elif crosses:
        cross(b, u, to)


def part(b: Board, base: cython.int, u: cython.int, c: cython.int) -> cython.void:
    """Take the member `u` out of the body on `c`; the next member becomes base if it was `u`."""
    other: cython.int = base
    rest: cython.int = base
    if u == base:
        rest = b.mate[base]
        b.size[rest] = b.size[base]
        b.par[rest] = b.par[base]
        b.trapped[rest] = b.trapped[base]
        b.stay[rest] = b.stay[base]
        other = rest
        while other:
            b.base[other] = rest
            other = b.mate[other]
        b.ground[c] = rest
    else:
        while b.mate[other] != u:
            other = b.mate[other]
        b.mate[other] = b.mate[u]
        b.par[u] = b.par[base]
        b.trapped[u] = 0
        b.stay[u] = 0
    b.size[rest] -= 1
    b.mate[u] = 0
    b.base[u] = u
    b.size[u] = 1
    renew_kinds(b, rest)
    renew_kinds(b, u)
