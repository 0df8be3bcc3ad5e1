"""Walls and traps: what moving leaves behind (F11, F47), wallquake (F36), walltrap (F49)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    dissolve,
    is_free,
    raise_wall,
    remove_wall,
    set_trap,
)
from cython.cimports.strata.games.frozen.rules.constants import J_BIT, JESTER, WALLS
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT


def dissolve_all(b: Board, base: cython.int) -> cython.void:
    """Remove the walls of every member."""
    u: cython.int = base
    while u:
        dissolve(b, u)
        u = b.mate[u]


def wall_up(b: Board, u: cython.int, start: cython.int) -> cython.void:
    """Make the path and `start`, unless it is -1, walls of the unit `u` (F11)."""
    index: cython.int
    if not b.mechanics & WALLS:
        return
    if start >= 0:
        raise_wall(b, u, start)
    for index in range(b.work.path_length):
        raise_wall(b, u, b.work.path[index])


def lay_trap(b: Board, base: cython.int, c: cython.int) -> cython.void:
    """Lay a trap on `c` if the body that leaves it has a jester (F47)."""
    owner: cython.int = b.owner[base]
    if not b.kinds[base] & J_BIT or b.trap[c] == 1 + owner:
        return
    if b.traps[owner] < 5 * b.live[18 * owner + JESTER]:
        set_trap(b, c, 1 + owner)


def quake(b: Board, c: cython.int) -> cython.void:
    """Destroy the wall on `c` and all walls connected with it (F36)."""
    top: cython.int = 1
    index: cython.int
    here: cython.int
    remove_wall(b, c)
    b.work.cells[0] = c
    while top > 0:
        top -= 1
        here = b.work.cells[top]
        for index in range(8 * here, 8 * here + NEAR_COUNT[here]):
            if b.wall[NEAR[index]]:
                remove_wall(b, NEAR[index])
                b.work.cells[top] = NEAR[index]
                top += 1


def takes_wall(b: Board, c: cython.int) -> cython.bint:
    return is_free(b, c) and b.tomb[c] == 0


def can_walltrap(b: Board, c: cython.int) -> cython.bint:
    """Return whether a neighbour of `c` can become a wall, before any wall dissolves (F49)."""
    index: cython.int
    for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
        if takes_wall(b, NEAR[index]):
            return True
    return False


def walltrap(b: Board, u: cython.int, c: cython.int) -> cython.void:
    """Wall in `c` (F49).

    The old walls of `u` dissolve first, so that their cells can become walls again.
    """
    index: cython.int
    dissolve(b, u)
    for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
        if takes_wall(b, NEAR[index]):
            raise_wall(b, u, NEAR[index])
