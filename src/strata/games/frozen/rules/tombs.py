"""Death, tombs and explosions (section 5.4): F59 to F63, and arriving (F12)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import renew_layers
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    dissolve,
    forget_unit,
    is_free,
    is_open_armed,
    member_at,
    remove_wall,
    set_trap,
    stand,
)
from cython.cimports.strata.games.frozen.rules.constants import (
    A_BIT,
    ARMED,
    DEAD,
    J_BIT,
    JESTER,
    K_BIT,
    TOMB_CLOSED,
    TOMB_ORDER,
    TOMB_WATCHED,
    WOKEN,
)
from cython.cimports.strata.games.frozen.rules.harm import inflict, is_susceptible
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT, NEXT


def bury(b: Board, u: cython.int, c: cython.int) -> cython.void:
    """Put one unit at the end of the queue of `c`, then the bodies that it carried."""
    cargo: cython.int = b.hold[u]
    following: cython.int
    dissolve(b, u)
    forget_unit(b, u)
    b.live[18 * b.owner[u] + b.kind[u]] -= 1
    b.place[u] = DEAD
    b.cell[u] = c
    b.mate[u] = 0
    b.hold[u] = 0
    b.held[u] = 0
    b.along[u] = 0
    b.carrier[u] = 0
    if b.queue_first[c] == 0:
        b.queue_first[c] = u
        b.tombs += 1
    else:
        b.mate[b.queue_last[c]] = u
    b.queue_last[c] = u
    while cargo:
        following = b.along[cargo]
        die(b, cargo, c)
        cargo = following


def die(b: Board, base: cython.int, c: cython.int) -> cython.void:
    """Put a body, no longer on any cell, into the queue of `c`, the base last (F59)."""
    size: cython.int = b.size[base]
    index: cython.int
    u: cython.int
    following: cython.int
    if size > 1:
        u = base
        while u:
            b.pieces[u] = 0
            b.pawns[u] = 0
            b.multi[u] = 0
            u = b.mate[u]
    for index in range(size):
        following = member_at(b, base, size - 1 - index)
        bury(b, following, c)
    b.tomb[c] = ARMED
    b.rot[c] = 0


def kill_ground(b: Board, c: cython.int) -> cython.void:
    """Kill the ground body of `c` there."""
    base: cython.int = b.ground[c]
    b.ground[c] = 0
    die(b, base, c)


def explode(b: Board, c: cython.int, radius: cython.int) -> cython.void:
    """Explode the cells around `c` (F60)."""
    x: cython.int
    y: cython.int
    there: cython.int
    shadow: cython.int
    was_tomb: cython.bint
    left: cython.int = (c & 15) - radius
    right: cython.int = (c & 15) + radius
    low: cython.int = (c >> 4) - radius
    high: cython.int = (c >> 4) + radius
    for y in range(low if low > 0 else 0, (high if high < 15 else 15) + 1):
        for x in range(left if left > 0 else 0, (right if right < 15 else 15) + 1):
            there = 16 * y + x
            was_tomb = b.tomb[there] != 0
            if b.ground[there]:
                kill_ground(b, there)
            shadow = b.shadow[there]
            if shadow:
                b.shadow[there] = 0
                die(b, shadow, there)
            remove_wall(b, there)
            if was_tomb or (there == c and b.tomb[there]):
                b.tomb[there] = WOKEN
                b.rot[there] = 0


def arrive(b: Board, base: cython.int, c: cython.int, onto_tomb: cython.bint) -> cython.void:
    """Let a body that stands on `c` arrive (F12); `onto_tomb`: it was an open armed tomb before."""
    b.stay[base] = 0
    b.trapped[base] = 0
    if onto_tomb:
        kill_ground(b, c)
        explode(b, c, 1)
        return
    if (
        b.trap[c]
        and b.trap[c] - 1 != b.owner[base]
        and not b.kinds[base] & K_BIT
        and b.kinds[base] != J_BIT
    ):
        set_trap(b, c, 0)
        if is_susceptible(b, base, c, JESTER):
            inflict(b, base, 4)
            b.trapped[base] = 1


def cross(b: Board, base: cython.int, c: cython.int) -> cython.void:
    """Inflict the cost of crossing an open armed tomb on a body that is on `c` (F61)."""
    if is_susceptible(b, base, c, -1):
        inflict(b, base, 1)


def let_rot(b: Board) -> cython.void:
    """Let tombs rot (F62)."""
    c: cython.int
    if b.tombs == 0:
        return
    b.fresh = False
    renew_layers(b)
    for c in range(256):
        if b.tomb[c]:
            if is_open_armed(b, c) and not b.threat[c] and not b.threat[256 + c]:
                b.rot[c] += 1
            else:
                b.rot[c] = 0
    for c in range(256):
        if b.rot[c] >= 40 and is_open_armed(b, c):
            explode(b, c, 1)


def can_respawn(b: Board, c: cython.int) -> cython.bint:
    """Return whether the player to move can respawn on `c` (F63); the layers must be fresh."""
    index: cython.int
    other: cython.int
    enemy: cython.int = 1 - b.mover
    if b.tomb[c] != WOKEN and not b.waived & TOMB_CLOSED:
        return False
    if b.owner[b.queue_first[c]] != b.mover and not b.waived & TOMB_ORDER:
        return False
    if not is_free(b, c) and not b.waived & TOMB_CLOSED:
        return False
    if b.waived & TOMB_WATCHED:
        return True
    if b.threat[256 * enemy + c]:
        return False
    for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
        other = b.ground[NEAR[index]]
        if (
            other
            and b.owner[other] == enemy
            and b.kinds[other] & J_BIT
            and not b.frozen[NEAR[index]]
        ):
            return False
    return not seen_by_ballista(b, c, enemy)


def seen_by_ballista(b: Board, c: cython.int, enemy: cython.int) -> cython.bint:
    heading: cython.int
    t: cython.int
    for heading in range(8):
        t = NEXT[256 * heading + c]
        while t >= 0 and is_free(b, t):
            t = NEXT[256 * heading + t]
        if (
            t >= 0
            and b.ground[t]
            and b.owner[b.ground[t]] == enemy
            and b.kinds[b.ground[t]] & A_BIT
            and not b.frozen[t]
        ):
            return True
    return False


def respawn(b: Board, c: cython.int) -> cython.void:
    u: cython.int = b.queue_first[c]
    b.queue_first[c] = b.mate[u]
    if b.queue_first[c] == 0:
        b.queue_last[c] = 0
        b.tomb[c] = 0
        b.rot[c] = 0
        b.tombs -= 1
    b.mate[u] = 0
    b.live[18 * b.owner[u] + b.kind[u]] += 1
    stand(b, u, c)
