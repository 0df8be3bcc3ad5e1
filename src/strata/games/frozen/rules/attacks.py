"""Layers 1 to 5 (section 4.1): frozen, attack sets, threat, guards, check.

`renew_layers` computes layers 1 to 5 of a position at once. `in_check` computes its answer alone,
outward from the king, because it is needed after every action that is tried (F5).
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import Board, is_free
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    BISHOP,
    C_BIT,
    CANNON,
    DEAD,
    EMPOWER,
    GAZE,
    J_BIT,
    K_BIT,
    KING,
    KNIGHT,
    LANCER,
    M_BIT,
    N_BIT,
    P_BIT,
    PARALYSED,
    PAWN,
    PINCER,
    PRESENCE,
    Q_BIT,
    R_BIT,
    ROOK,
    S_BIT,
)
from cython.cimports.strata.games.frozen.rules.tables import (
    ATTACK_RIDES,
    LEAP_START,
    LEAPS,
    NEAR,
    NEAR_COUNT,
    NEXT,
    distance,
    heading_to,
    leap_attacks,
)

# Layer 1.


def beside_king(b: Board, base: cython.int, c: cython.int) -> cython.bint:
    """Return whether a body on `c` stands beside its own king (F44)."""
    king: cython.int = b.king[b.owner[base]]
    return b.place[king] != DEAD and distance(b.cell[king], c) == 1


def is_hindered(b: Board, c: cython.int, gaze: cython.bint) -> cython.bint:
    """Return whether the ground body on `c` is frozen (layer 1); `gaze` includes gaze."""
    return is_held(b, c, gaze, 0)


def is_held(b: Board, c: cython.int, gaze: cython.bint, waived: cython.ulonglong) -> cython.bint:
    """Return whether the ground body on `c` is frozen under waivers."""
    base: cython.int = b.ground[c]
    kinds: cython.uint = b.kinds[base]
    owner: cython.int = b.owner[base]
    index: cython.int
    other: cython.int
    there: cython.int
    back: cython.int
    harm: cython.uint = 0
    if b.par[base] and not waived & PARALYSED:
        return True
    if kinds & K_BIT:
        return False
    if kinds & ~(J_BIT | C_BIT | M_BIT) and not waived & PRESENCE:
        harm |= J_BIT
    if gaze and kinds & P_BIT and not waived & GAZE:
        harm |= Q_BIT
    if harm:
        for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
            other = b.ground[NEAR[index]]  # 0, no body, has no kinds
            if b.kinds[other] & harm and b.owner[other] != owner and b.par[other] == 0:
                return not beside_king(b, base, c)
    if kinds & ~M_BIT and not waived & PINCER:
        for index in range(0, 4, 2):
            there = NEXT[256 * index + c]
            back = NEXT[256 * (index + 4) + c]
            if there < 0 or back < 0:
                continue
            there = b.ground[there]
            back = b.ground[back]
            if (
                b.kinds[there] & b.kinds[back] & P_BIT
                and b.owner[there] != owner
                and b.owner[back] != owner
            ):
                return not beside_king(b, base, c)
    return False


# Layer 2.


def attack_cells(b: Board, u: cython.int, c: cython.int) -> cython.int:
    """Write A(u) of a unit on `c` into `b.work.cells`, some cells twice; return the number."""
    kind: cython.int = b.kind[u]
    owner: cython.int = b.owner[u]
    count: cython.int = 0
    index: cython.int
    start: cython.int
    way: cython.int
    heading: cython.int
    steps: cython.int
    t: cython.int
    if kind != CANNON or b.held[u]:
        start = ((ATTACKS * 18 + kind) * 2 + owner) * 256 + c
        for index in range(LEAP_START[start], LEAP_START[start + 1]):
            b.work.cells[count] = LEAPS[index]
            count += 1
    if kind == LANCER:
        return lancer_cells(b, c, b.diag[u], count)
    way = ATTACK_RIDES[2 * kind + owner]
    if way == 0:
        return count
    for heading in range(8):
        if not (way >> heading) & 1:
            continue
        t = NEXT[256 * heading + c]
        steps = b.diag[u] if heading & 1 else b.ortho[u]
        while t >= 0 and steps > 0 and b.wall[t] == 0:
            b.work.cells[count] = t
            count += 1
            if b.ground[t]:
                break
            steps -= 1
            t = NEXT[256 * heading + t]
    return count


def lancer_cells(b: Board, c: cython.int, reach: cython.int, count: cython.int) -> cython.int:
    """Append the cells orthogonally next to the diagonal paths (F30) and return the new count."""
    heading: cython.int
    side: cython.int
    steps: cython.int
    g: cython.int
    t: cython.int
    for heading in range(1, 8, 2):
        g = NEXT[256 * heading + c]
        steps = reach
        while g >= 0 and steps > 0 and is_free(b, g):
            for side in range(0, 8, 2):
                t = NEXT[256 * side + g]
                if t >= 0:
                    b.work.cells[count] = t
                    count += 1
            steps -= 1
            g = NEXT[256 * heading + g]
    return count


def unit_attacks(b: Board, u: cython.int, c: cython.int, target: cython.int) -> cython.bint:
    """Return whether `target` lies in A of the unit `u`, standing on `c`."""
    kind: cython.int = b.kind[u]
    heading: cython.int
    steps: cython.int
    t: cython.int
    if leap_attacks(kind, b.owner[u], c, target):
        return kind != CANNON or b.held[u] != 0
    if kind == LANCER:
        return lancer_attacks(b, c, b.diag[u], target)
    if ATTACK_RIDES[2 * kind + b.owner[u]] == 0:
        return False
    heading = heading_to(c, target)
    if heading < 0 or not (ATTACK_RIDES[2 * kind + b.owner[u]] >> heading) & 1:
        return False
    steps = distance(c, target)
    if steps > (b.diag[u] if heading & 1 else b.ortho[u]) or b.wall[target]:
        return False
    t = NEXT[256 * heading + c]
    while t != target:
        if not is_free(b, t):
            return False
        t = NEXT[256 * heading + t]
    return True


def lancer_attacks(b: Board, c: cython.int, reach: cython.int, target: cython.int) -> cython.bint:
    side: cython.int
    heading: cython.int
    g: cython.int
    t: cython.int
    for side in range(0, 8, 2):
        g = NEXT[256 * side + target]
        if g < 0 or not is_free(b, g) or distance(c, g) > reach:
            continue
        heading = heading_to(c, g)
        if heading < 0 or not heading & 1:
            continue
        t = NEXT[256 * heading + c]
        while t != g and is_free(b, t):
            t = NEXT[256 * heading + t]
        if t == g:
            return True
    return False


# Layers 1 to 5 of a whole position.


def renew_layers(b: Board) -> cython.void:
    if not b.fresh:
        find_frozen(b)
        find_nightmares(b)
        find_threats(b)
        find_guards(b)
        b.fresh = True


def find_frozen(b: Board) -> cython.void:
    c: cython.int
    for c in range(256):
        b.frozen[c] = 0
        b.protected[c] = 0
        b.guarded[c] = 0
        b.lender[c] = 0
        b.tower[c] = 0
        if b.ground[c]:
            b.frozen[c] = is_hindered(b, c, True)
    for c in range(512):
        b.threat[c] = 0
        b.siege[c] = 0
        b.nightmare[c] = 0


def find_nightmares(b: Board) -> cython.void:
    """Mark what unfrozen knights attack, by their owner (layer 3)."""
    c: cython.int
    u: cython.int
    index: cython.int
    count: cython.int
    for c in range(256):
        u = b.ground[c]
        if u == 0 or b.frozen[c] or not b.kinds[u] & N_BIT:
            continue
        count = attack_cells(b, first_of_knights(b, u), c)
        for index in range(count):
            b.nightmare[256 * b.owner[u] + b.work.cells[index]] = 1


def first_of_knights(b: Board, base: cython.int) -> cython.int:
    u: cython.int = base
    while b.kind[u] != KNIGHT:
        u = b.mate[u]
    return u


def find_threats(b: Board) -> cython.void:
    """Compute layers 3 and 4, and note who protects whom."""
    c: cython.int
    t: cython.int
    u: cython.int
    base: cython.int
    owner: cython.int
    kind: cython.int
    index: cython.int
    count: cython.int
    other: cython.int
    enemy_king: cython.int
    b.work.pairs = 0
    b.checked[0] = False
    b.checked[1] = False
    for c in range(256):
        base = b.ground[c]
        if base == 0 or b.frozen[c]:
            continue
        owner = b.owner[base]
        enemy_king = b.king[1 - owner]
        b.work.stamps += 1
        b.work.stamp[c] = b.work.stamps
        u = base
        while u:
            kind = b.kind[u]
            count = 0
            if kind != PAWN or not b.nightmare[256 * (1 - owner) + c]:
                count = attack_cells(b, u, c)
            for index in range(count):
                t = b.work.cells[index]
                b.threat[256 * owner + t] = 1
                if kind == ROOK:
                    b.siege[256 * owner + t] = 1
                other = b.ground[t]
                if other == 0:
                    continue
                if b.owner[other] == owner:
                    if b.work.stamp[t] != b.work.stamps:
                        b.work.stamp[t] = b.work.stamps
                        b.protected[t] = 1
                        if b.work.pairs < 4096:
                            b.work.pair_from[b.work.pairs] = c
                            b.work.pair_to[b.work.pairs] = t
                            b.work.pairs += 1
                elif other == enemy_king and kind != KING and kind != BISHOP:
                    b.checked[1 - owner] = True
            u = b.mate[u]


def find_guards(b: Board) -> cython.void:
    """Compute layer 5. At first `guarded` counts sound protectors."""
    index: cython.int
    p: cython.int
    q: cython.int
    if not b.mechanics & EMPOWER:
        return
    for index in range(b.work.pairs):
        p = b.ground[b.work.pair_from[index]]
        q = b.work.pair_to[index]
        if (
            b.threat[256 * (1 - b.owner[p]) + b.work.pair_from[index]]
            or b.kinds[p] == P_BIT
            or b.kinds[b.ground[q]] & (K_BIT | S_BIT)
        ):
            continue
        if b.guarded[q] < 2:
            b.guarded[q] += 1
        b.lender[q] = p
    for q in range(256):
        if b.guarded[q] == 0:
            continue
        p = b.lender[q]
        if b.guarded[q] > 1:
            b.guarded[q] = 1
            b.lender[q] = 0
            continue
        b.guarded[q] = 0
        if b.kinds[b.ground[q]] == P_BIT or b.kinds[p] & K_BIT:
            b.lender[q] = 0
        elif b.kinds[b.ground[q]] & R_BIT and not b.kinds[p] & S_BIT:
            b.tower[b.cell[p]] = 1


# Check.


def in_check(b: Board, seat: cython.int) -> cython.bint:
    """Return whether the king of `seat`, alive, is in check (layer 4); needs no fresh layers."""
    target: cython.int = b.cell[b.king[seat]]
    x: cython.int = target & 15
    y: cython.int = target >> 4
    c: cython.int
    dx: cython.int
    dy: cython.int
    heading: cython.int
    side: cython.int
    base: cython.int
    if b.fresh:
        return b.checked[seat]
    for dy in range(-3, 4):
        if y + dy < 0 or y + dy > 15:
            continue
        for dx in range(-3, 4):
            if x + dx < 0 or x + dx > 15:
                continue
            c = target + dx + 16 * dy
            base = b.ground[c]
            if base and b.owner[base] != seat and gives_check(b, c, target):
                return True
    for heading in range(8):
        c = NEXT[256 * heading + target]
        while c >= 0 and is_free(b, c):
            c = NEXT[256 * heading + c]
        if c >= 0 and b.ground[c] and b.owner[b.ground[c]] != seat and gives_check(b, c, target):
            return True
    for side in range(2, 7, 2):  # cannons
        for dy in range(-1, 2):
            dx = dy * side
            c = target + dx + (16 * side if seat == 0 else -16 * side)
            if 0 <= c < 256 and 0 <= x + dx < 16:
                base = b.ground[c]
                if base and b.owner[base] != seat and gives_check(b, c, target):
                    return True
    for side in range(0, 8, 2):  # lancers
        dx = NEXT[256 * side + target]
        if dx < 0 or not is_free(b, dx):
            continue
        for heading in range(1, 8, 2):
            c = NEXT[256 * heading + dx]
            while c >= 0 and is_free(b, c):
                c = NEXT[256 * heading + c]
            if (
                c >= 0
                and b.ground[c]
                and b.owner[b.ground[c]] != seat
                and gives_check(b, c, target)
            ):
                return True
    return False


def gives_check(b: Board, c: cython.int, target: cython.int) -> cython.bint:
    """Return whether the body on `c` threatens the king on `target` with a member that checks."""
    u: cython.int = b.ground[c]
    kind: cython.int
    while u:
        kind = b.kind[u]
        if (
            kind != KING
            and kind != BISHOP
            and unit_attacks(b, u, c, target)
            and (kind != PAWN or not pawn_is_marked(b, c))
        ):
            return not is_hindered(b, c, True)
        u = b.mate[u]
    return False


def pawn_is_marked(b: Board, c: cython.int) -> cython.bint:
    """Return whether a pawn on `c` is under Knightmare (layer 3), without fresh layers."""
    owner: cython.int = b.owner[b.ground[c]]
    x: cython.int = c & 15
    y: cython.int = c >> 4
    dx: cython.int
    dy: cython.int
    base: cython.int
    there: cython.int
    for dy in range(-2, 3):
        if y + dy < 0 or y + dy > 15:
            continue
        for dx in range(-2, 3):
            if x + dx < 0 or x + dx > 15:
                continue
            there = c + dx + 16 * dy
            base = b.ground[there]
            if (
                base
                and b.kinds[base] & N_BIT
                and b.owner[base] != owner
                and leap_attacks(KNIGHT, 1 - owner, there, c)
                and not is_hindered(b, there, True)
            ):
                return True
    return False
