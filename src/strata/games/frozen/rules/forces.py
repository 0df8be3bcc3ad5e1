# cython: cdivision=True
"""Moving others by force: pull F69 and push F70."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    is_free,
    is_open_armed,
    leave,
    raise_wall,
    remove_wall,
    room_in,
    stand,
    stow,
)
from cython.cimports.strata.games.frozen.rules.captures import (
    may_capture_some,
    may_engage,
    spared_kinds,
)
from cython.cimports.strata.games.frozen.rules.codes import put
from cython.cimports.strata.games.frozen.rules.constants import (
    BISHOP,
    CARRIED,
    DEAD,
    F_BIT,
    FROG_TOMB,
    GUARDED,
    K_BIT,
    KING_SPARED,
    OUT_OF_RANGE,
    PULL,
    PULL_ON,
    PULLERS,
    PUSH,
    PUSH_ON,
    PUSH_TAKEN,
    ROOK,
    T_BIT,
    TEMPLAR_STANDS,
    TRAPPED,
    X_BIT,
    Z_BIT,
)
from cython.cimports.strata.games.frozen.rules.harm import inflict
from cython.cimports.strata.games.frozen.rules.tables import NEXT, RIDES, heading_to
from cython.cimports.strata.games.frozen.rules.tombs import arrive
from cython.cimports.strata.games.frozen.rules.ways import borrows, captures

# F69.


def offer_pulls(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer what the acting kinds can pull along each heading, over free squares."""
    base: cython.int = b.ground[c]
    heading: cython.int
    steps: cython.int
    t: cython.int
    if not b.mechanics & PULL_ON or b.kinds[base] & K_BIT or not can_pull(b, c):
        return count
    for heading in range(8):
        t = NEXT[256 * heading + c]
        steps = 1
        while t >= 0 and b.wall[t] == 0:
            if b.ground[t] and pulls(b, c, t, heading, steps):
                count = offer_lengths(b, actions, count, c, t, (heading + 4) & 7)
            steps += 1
            t = NEXT[256 * heading + t]
    return count


def can_pull(b: Board, c: cython.int) -> cython.bint:
    """Return whether some member rides at all."""
    return b.kinds[b.ground[c]] & (PULLERS | 1 << BISHOP) or b.lender[c] or b.tower[c]


def rides_to(b: Board, c: cython.int, u: cython.int, heading: cython.int) -> cython.bint:
    """Return whether the acting member `u` rides along `heading`, natively or by a lent kind."""
    kind: cython.int = b.kind[u]
    other: cython.int
    owner: cython.int = b.owner[u]
    if ((PULLERS >> kind) & 1 or kind == BISHOP) and (RIDES[2 * kind + owner] >> heading) & 1:
        return True
    if not borrows(b, c, u) or not captures(b, c, u):
        return False
    if b.tower[c] and (RIDES[2 * ROOK + owner] >> heading) & 1:
        return True
    other = b.lender[c]
    while other:
        if (PULLERS >> b.kind[other]) & 1 and (RIDES[2 * b.kind[other] + owner] >> heading) & 1:
            return True
        other = b.mate[other]
    return False


def pulls(
    b: Board, c: cython.int, t: cython.int, heading: cython.int, steps: cython.int
) -> cython.bint:
    """Return whether the body on `c` can pull the one on `t`, within the acting member's range."""
    u: cython.int = b.ground[c]
    base: cython.int = b.ground[t]
    kinds: cython.uint = b.kinds[base]
    bit: cython.uint
    tried: cython.uint = 0
    reach: cython.int
    if kinds & K_BIT and not b.waived & KING_SPARED:
        return False
    if b.guarded[t] and not b.waived & GUARDED:
        return False
    if b.trapped[base] and not b.waived & TRAPPED:
        return False
    while u:
        bit = cython.cast(cython.uint, 1) << b.kind[u]
        reach = b.diag[u] if heading & 1 else b.ortho[u]
        if (
            not tried & bit
            and (steps <= reach or b.waived & OUT_OF_RANGE)
            and rides_to(b, c, u, heading)
        ):
            if b.owner[base] != b.owner[u]:
                if may_capture_some(b, b.kind[u], c, t):
                    return True
            elif kinds & ~spared_kinds(b, b.kind[u]):
                return True
        tried |= bit  # the first of a kind acts for it (F24)
        u = b.mate[u]
    return False


def offer_lengths(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    c: cython.int,
    t: cython.int,
    back: cython.int,
) -> cython.int:
    """Offer each number of squares that the body on `t` can be pulled.

    The last square may hold a transport.
    """
    base: cython.int = b.ground[t]
    n: cython.int = 1
    here: cython.int = NEXT[256 * back + t]
    while here != c and is_free(b, here):
        if not (b.kinds[base] & F_BIT and b.tomb[here]):  # F31
            count = put(b, actions, count, PULL, c, t, n)
        n += 1
        here = NEXT[256 * back + here]
    if (
        here != c
        and b.ground[here]
        and b.owner[b.ground[here]] == b.owner[b.ground[c]]
        and room_in(b, b.ground[here])
    ):
        count = put(b, actions, count, PULL, c, t, n)
    return count


def pull(b: Board, c: cython.int, target: cython.int, n: cython.int) -> cython.void:
    puller: cython.int = b.ground[c]
    base: cython.int = b.ground[target]
    back: cython.int = heading_to(target, c)
    to: cython.int = target
    _step: cython.int
    onto_tomb: cython.bint
    between: cython.bint = False
    here: cython.int = NEXT[256 * back + target]
    while here != c:
        if b.ground[here]:
            between = True
        here = NEXT[256 * back + here]
    for _step in range(n):
        to = NEXT[256 * back + to]
    onto_tomb = is_open_armed(b, to)
    leave(b, target)
    if b.ground[to]:
        b.stay[base] = 0
        stow(b, room_in(b, b.ground[to]), base, CARRIED)
    else:
        stand(b, base, to)
        arrive(b, base, to, onto_tomb)
    if b.place[puller] != DEAD:
        inflict(b, puller, 2 * n // 3 if between else n // 3)


# F70.


def offer_pushes(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    base: cython.int = b.ground[c]
    heading: cython.int
    t: cython.int
    far: cython.int
    frog: cython.bint = b.kinds[base] & F_BIT
    if not b.mechanics & PUSH_ON or b.kinds[base] & K_BIT or not b.kinds[base] & ~(X_BIT | Z_BIT):
        return count
    for heading in range(0, 8, 2):
        t = NEXT[256 * heading + c]
        if t < 0:
            continue
        far = NEXT[256 * heading + t]
        if far < 0 or (frog and b.tomb[t] and not b.waived & FROG_TOMB):
            continue
        if not is_free(b, far) and not b.waived & PUSH_TAKEN:
            continue
        if b.wall[t] or (b.ground[t] and can_push(b, base, b.ground[t], far)):
            count = put(b, actions, count, PUSH, c, t, 0)
    return count


def can_push(b: Board, base: cython.int, other: cython.int, far: cython.int) -> cython.bint:
    u: cython.int = base
    if b.kinds[other] & K_BIT and not b.waived & KING_SPARED:
        return False
    if b.kinds[other] & T_BIT and not b.waived & TEMPLAR_STANDS:
        return False
    if b.kinds[other] & F_BIT and b.tomb[far] and not b.waived & FROG_TOMB:
        return False
    while u:
        if not (1 << b.kind[u]) & (X_BIT | Z_BIT) and may_engage(b, b.kind[u], other):
            return True
        u = b.mate[u]
    return False


def push(b: Board, c: cython.int, target: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    other: cython.int = b.ground[target]
    owner: cython.int = b.wall[target]
    far: cython.int = 2 * target - c
    onto_tomb: cython.bint = is_open_armed(b, far)
    leave(b, c)
    if other:
        leave(b, target)
        stand(b, other, far)
    else:
        remove_wall(b, target)
        raise_wall(b, owner, far)
    stand(b, base, target)
    arrive(b, base, target, False)
    if other:
        arrive(b, other, far, onto_tomb)
    else:
        inflict(b, base, 5)
