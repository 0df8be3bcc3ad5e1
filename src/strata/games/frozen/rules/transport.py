"""Ships and cannons take bodies on board: loading F27, unloading F28 and F73."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.frozen.rules.board import (
        CARRIED,
        SHADOWED,
        VEILED,
        first_of,
        is_free,
        is_open_armed,
        leave,
        room_in,
        stand,
        stow,
        unstow,
    )
    from strata.games.frozen.rules.codes import LOAD, UNLOAD, VEILED_UNLOAD, put, put_move
    from strata.games.frozen.rules.geometry import CANNON, DRAGON, F_BIT, NEAR, NEAR_COUNT
    from strata.games.frozen.rules.moves import path_crosses
    from strata.games.frozen.rules.tombs import arrive, cross
    from strata.games.frozen.rules.walls import dissolve_all, lay_trap, wall_up
    from strata.games.frozen.rules.ways import trace_path
else:
    from cython.cimports.strata.games.frozen.rules.board import (
        CARRIED,
        SHADOWED,
        VEILED,
        first_of,
        is_free,
        is_open_armed,
        leave,
        room_in,
        stand,
        stow,
        unstow,
    )
    from cython.cimports.strata.games.frozen.rules.codes import (
        LOAD,
        UNLOAD,
        VEILED_UNLOAD,
        put,
        put_move,
    )
    from cython.cimports.strata.games.frozen.rules.geometry import (
        CANNON,
        DRAGON,
        F_BIT,
        NEAR,
        NEAR_COUNT,
    )
    from cython.cimports.strata.games.frozen.rules.moves import path_crosses
    from cython.cimports.strata.games.frozen.rules.tombs import arrive, cross
    from cython.cimports.strata.games.frozen.rules.walls import dissolve_all, lay_trap, wall_up
    from cython.cimports.strata.games.frozen.rules.ways import trace_path


def offer_loads(b, actions, count, c, u):
    """F27 for the bodies found by `joined_bodies`."""
    base: cython.int = b.ground[c]
    index: cython.int
    other: cython.int
    for index in range(b.founds):
        other = b.ground[b.found[index]]
        if b.owner[other] == b.owner[base] and room_in(b, other):
            count = put_move(
                b, actions, count, LOAD, c, b.found[index], 0, b.kind[u], 31, b.found_way[index]
            )
    return count


def load(b, c, to, k, way):
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


def offer_unloads(b, actions, count, c, base, veiled):
    """F28, F73: every carried body of every ship, on every cell that takes it."""
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


def takes_cargo(b, cargo, t):
    """Whether that carried body can be put on `t`."""
    if not is_free(b, t):
        return False
    if b.place[cargo] == VEILED:
        return b.tomb[t] == 0 and b.shadow[t] == 0
    return not (b.kinds[cargo] & F_BIT and b.tomb[t])  # F31


def unload(b, base, number, t):
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


def numbered(b, base, number):
    """The carried body of that number, counted through all members from 1."""
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
