"""Ships and cannons: loading F27, unloading F28 and F73."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    first_of,
    is_free,
    is_open_armed,
    leave,
    room_in,
    stand,
    stow,
    unstow,
)
from cython.cimports.strata.games.frozen.rules.codes import put, put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    CANNON,
    CARRIED,
    DRAGON,
    F_BIT,
    LOAD,
    NO_KIND,
    NO_ROOM,
    S_BIT,
    SHADOWED,
    UNLOAD,
    UNLOAD_TAKEN,
    VEILED,
    VEILED_UNLOAD,
    Z_BIT,
)
from cython.cimports.strata.games.frozen.rules.moves import path_crosses
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT
from cython.cimports.strata.games.frozen.rules.tombs import arrive, cross
from cython.cimports.strata.games.frozen.rules.walls import dissolve_all, lay_trap, wall_up
from cython.cimports.strata.games.frozen.rules.ways import trace_path


def offer_loads(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer to load into the bodies found by `joined_bodies` (F27)."""
    base: cython.int = b.ground[c]
    index: cython.int
    other: cython.int
    for index in range(b.work.founds):
        other = b.ground[b.work.found[index]]
        if b.owner[other] == b.owner[base] and (
            room_in(b, other) or (b.waived & NO_ROOM and b.kinds[other] & (S_BIT | Z_BIT))
        ):
            count = put_move(
                b,
                actions,
                count,
                LOAD,
                c,
                b.work.found[index],
                0,
                b.kind[u],
                NO_KIND,
                b.work.found_way[index],
            )
    return count


def load(b: Board, c: cython.int, to: cython.int, k: cython.int, way: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    u: cython.int = first_of(b, base, k)
    crosses: cython.bint
    trace_path(b, c, to, u, way)
    crosses = k != DRAGON and path_crosses(b)
    dissolve_all(b, base)
    lay_trap(b, base, c)
    leave(b, c)
    if crosses:
        cross(b, base, to)
    stow(b, room_in(b, b.ground[to]), base, CARRIED)
    wall_up(b, base, c)


def offer_unloads(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    c: cython.int,
    base: cython.int,
    veiled: cython.bint,
) -> cython.int:
    """Offer to unload every body carried by a ship onto every cell that takes it (F28, F73)."""
    u: cython.int = base
    cargo: cython.int
    number: cython.int = 0
    index: cython.int
    while u:
        cargo = b.hold[u]
        while cargo:
            number += 1
            for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
                if b.kind[u] != CANNON and takes_cargo(b, cargo, NEAR[index]):
                    count = put(
                        b,
                        actions,
                        count,
                        VEILED_UNLOAD if veiled else UNLOAD,
                        c,
                        NEAR[index],
                        number,
                    )
            cargo = b.along[cargo]
        u = b.mate[u]
    return count


def takes_cargo(b: Board, cargo: cython.int, t: cython.int) -> cython.bint:
    """Return whether that carried body can be put on `t`."""
    if not is_free(b, t):
        return b.waived & UNLOAD_TAKEN != 0
    if b.place[cargo] == VEILED:
        return b.tomb[t] == 0 and b.shadow[t] == 0
    return not (b.kinds[cargo] & F_BIT and b.tomb[t])  # F31


def unload(b: Board, base: cython.int, number: cython.int, t: cython.int) -> cython.void:
    cargo: cython.int = numbered(b, base, number)
    onto_tomb: cython.bint = is_open_armed(b, t)
    veiled: cython.bint = b.place[cargo] == VEILED
    unstow(b, cargo)
    if veiled:
        b.place[cargo] = SHADOWED
        b.cell[cargo] = t
        b.shadow[t] = cargo
    else:
        stand(b, cargo, t)
        arrive(b, cargo, t, onto_tomb)


def numbered(b: Board, base: cython.int, number: cython.int) -> cython.int:
    """Return the carried body of that number, counted through all members from 1."""
    u: cython.int = base
    cargo: cython.int
    while u:
        cargo = b.hold[u]
        while cargo:
            number -= 1
            if number == 0:
                return cargo
            cargo = b.along[cargo]
        u = b.mate[u]
    return 0
