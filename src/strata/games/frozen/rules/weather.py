"""Tornado F57 and avalanche F58: casting them, and their effects when a turn ends (F3)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import renew_layers
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    is_free,
    is_open_armed,
    leave,
    set_flow,
    set_tornado,
    stand,
)
from cython.cimports.strata.games.frozen.rules.codes import put
from cython.cimports.strata.games.frozen.rules.constants import (
    AVAL,
    BODY_IN_WAY,
    F_BIT,
    K_BIT,
    T_BIT,
    TORNADO,
    TORNADO_THERE,
    WEATHER,
)
from cython.cimports.strata.games.frozen.rules.harm import inflict
from cython.cimports.strata.games.frozen.rules.tables import NEXT, WHIRL, heading_to
from cython.cimports.strata.games.frozen.rules.tombs import arrive


def offer_weather(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer tornados on the rides of the templar `u` on `c`, and avalanches through bodies."""
    heading: cython.int
    steps: cython.int
    t: cython.int
    riding: cython.bint
    if not b.mechanics & WEATHER:
        return count
    for heading in range(0, 8, 2):
        t = NEXT[256 * heading + c]
        steps = b.ortho[u]
        riding = True
        while t >= 0 and steps > 0 and b.wall[t] == 0:
            if b.ground[t] and not b.waived & BODY_IN_WAY:
                riding = False
            if riding and (b.tornado[t] == 0 or b.waived & TORNADO_THERE):
                count = put(b, actions, count, TORNADO, c, t, 0)
            count = put(b, actions, count, AVAL, c, t, 0)
            steps -= 1
            t = NEXT[256 * heading + t]
    return count


def cast_tornado(b: Board, c: cython.int, target: cython.int) -> cython.void:
    set_tornado(b, target, 10 + 16 * b.owner[b.ground[c]])
    inflict(b, b.ground[c], 20)


def cast_avalanche(b: Board, c: cython.int, target: cython.int) -> cython.void:
    heading: cython.int = heading_to(c, target)
    owner: cython.int = b.owner[b.ground[c]]
    t: cython.int = c
    while t != target:
        t = NEXT[256 * heading + t]
        set_flow(b, t, 5 + 4 * heading + 32 * owner)
    inflict(b, b.ground[c], 10)


# The end of a turn.


def blow(b: Board) -> cython.void:
    """Carry out F3.1 and F3.2 for the mover."""
    c: cython.int
    if b.storms[b.mover] == 0:
        return
    renew_layers(b)
    for c in range(256):  # guarded bodies, by base
        if b.ground[c]:
            b.work.marked[b.ground[c]] = b.guarded[c]
    b.fresh = False
    for c in range(256):
        if b.tornado[c] and (b.tornado[c] >> 4) == b.mover:
            whirl(b, c)
    for c in range(256):
        if b.tornado[c] and (b.tornado[c] >> 4) == b.mover:
            set_tornado(b, c, b.tornado[c] - 1 if b.tornado[c] & 15 != 1 else 0)
    push_flows(b)
    for c in range(256):
        if b.flow[c] and (b.flow[c] >> 5) == b.mover:
            set_flow(b, c, b.flow[c] - 1 if b.flow[c] & 7 != 1 else 0)


def drift(b: Board, c: cython.int, to: cython.int) -> cython.void:
    """Move the body on `c` to `to` by weather, if that is free."""
    base: cython.int = b.ground[c]
    onto_tomb: cython.bint = is_open_armed(b, to)
    if not is_free(b, to) or (b.kinds[base] & F_BIT and b.tomb[to]):  # F31
        return
    leave(b, c)
    stand(b, base, to)
    arrive(b, base, to, onto_tomb)


def whirl(b: Board, centre: cython.int) -> cython.void:
    """Let one tornado pull (F57)."""
    index: cython.int
    x: cython.int
    y: cython.int
    dx: cython.int
    dy: cython.int
    base: cython.int
    for index in range(24):
        dx = -WHIRL[2 * index] if b.mover else WHIRL[2 * index]
        dy = -WHIRL[2 * index + 1] if b.mover else WHIRL[2 * index + 1]
        x = (centre & 15) + dx
        y = (centre >> 4) + dy
        if x < 0 or x > 15 or y < 0 or y > 15:
            continue
        base = b.ground[16 * y + x]
        if base == 0 or b.kinds[base] & K_BIT or b.kinds[base] == T_BIT:
            continue
        if b.trapped[base] or b.work.marked[base]:
            continue
        dx = -1 if dx > 0 else 1 if dx < 0 else 0
        dy = -1 if dy > 0 else 1 if dy < 0 else 0
        drift(b, 16 * y + x, 16 * (y + dy) + x + dx)


def push_flows(b: Board) -> cython.void:
    """Push by heading; within a heading the cells farthest along it come first (F58)."""
    heading: cython.int
    rank: cython.int
    place: cython.int
    c: cython.int
    base: cython.int
    for c in range(200):
        b.work.marked[c] = 0
    for heading in range(0, 8, 2):
        for rank in range(16):
            for place in range(16):
                if heading == 0:
                    c = 16 * (15 - rank) + place
                elif heading == 2:
                    c = 16 * place + 15 - rank
                elif heading == 4:
                    c = 16 * rank + place
                else:
                    c = 16 * place + rank
                if b.flow[c] == 0 or (b.flow[c] >> 5) != b.mover:
                    continue
                base = b.ground[c]
                if ((b.flow[c] >> 3) & 3) * 2 != heading or base == 0 or b.work.marked[base]:
                    continue
                if b.kinds[base] & (K_BIT | T_BIT) or NEXT[256 * heading + c] < 0:
                    continue
                if is_free(b, NEXT[256 * heading + c]):
                    b.work.marked[base] = 1
                    drift(b, c, NEXT[256 * heading + c])
