"""Plain moves and captures: the offers (F7, F9, F37, F67) and the order of effects (F10).

Steps of that order are here too: entanglement F19, swipe F30, fire F39, stun F40, poison F41,
king's check F42 and the jester's explosion F50.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import gives_check, in_check
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    first_of,
    is_free,
    is_open_armed,
    leave,
    set_kind,
    stand,
)
from cython.cimports.strata.games.frozen.rules.bounces import find_bounces
from cython.cimports.strata.games.frozen.rules.captures import (
    can_swap,
    is_shielded,
    may_capture,
    may_capture_some,
)
from cython.cimports.strata.games.frozen.rules.codes import put, put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    BOUNCE,
    CANNON,
    CAPTURE,
    CAPTURES,
    CONTROLLED,
    DEAD,
    DOUBLE,
    DRAGON,
    ENTANGLE,
    F_BIT,
    FRESH,
    FROG_TOMB,
    JESTER,
    K_BIT,
    KING,
    KNIGHT,
    LANCE,
    LANCER,
    LEAP,
    LEAP_CAPTURE,
    MIND_COLOUR,
    MINDS,
    MOVE,
    MOVES,
    NATIVE,
    NO_KIND,
    ONAGER,
    PAWN,
    QUEEN,
    ROOK,
    SWAP,
    SWAPS,
    TEMPLAR,
)
from cython.cimports.strata.games.frozen.rules.harm import award, inflict, is_susceptible, shorten
from cython.cimports.strata.games.frozen.rules.siege import can_throw, throw
from cython.cimports.strata.games.frozen.rules.tables import (
    LEAP_START,
    LEAPS,
    NEAR,
    NEAR_COUNT,
    NEXT,
    heading_to,
    same_colour,
)
from cython.cimports.strata.games.frozen.rules.tombs import arrive, cross, explode, kill_ground
from cython.cimports.strata.games.frozen.rules.walls import dissolve_all, lay_trap, wall_up
from cython.cimports.strata.games.frozen.rules.ways import (
    begin_search,
    captures,
    find_moves,
    find_strikes,
    refusal,
    trace_path,
)


def offer_moves(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    c: cython.int,
    u: cython.int,
    mode: cython.int,
) -> cython.int:
    """Offer what the acting member `u` of the body on `c` reaches. The layers must be fresh."""
    kind: cython.int = b.kind[u]
    kinds: cython.uint = b.kinds[b.ground[c]]
    owner: cython.int = b.owner[u]
    index: cython.int
    straight: cython.int
    t: cython.int
    other: cython.int
    found: cython.p_uchar = b.work.found
    may_take: cython.bint = captures(b, c, u)
    begin_search(b)
    find_moves(b, c, u, not mode & NATIVE)
    if mode & (CAPTURES | SWAPS):
        find_strikes(b, c, u, not mode & NATIVE)
    straight = b.work.founds
    if b.mechanics & BOUNCE and not mode & NATIVE:
        find_bounces(b, c, u)
    for index in range(b.work.founds):
        t = found[index]
        other = b.ground[t]
        if other == 0:
            if not (kinds & F_BIT and b.tomb[t]) or b.waived & FROG_TOMB:  # F31
                count = put_move(
                    b, actions, count, MOVE, c, t, 0, kind, NO_KIND, b.work.found_way[index]
                )
            continue
        if (
            b.waived
            and (b.owner[other] == owner or not may_take)
            and b.waived & refusal(b, t, kind, owner)
        ):
            count = put_move(
                b, actions, count, MOVE, c, t, 0, kind, NO_KIND, b.work.found_way[index]
            )
        if b.owner[other] != owner and mode & CAPTURES and may_take:
            if index < straight or not b.kinds[other] & K_BIT:
                count = offer_captures(b, actions, count, c, t, kind, b.work.found_way[index])
            if (
                mode & MINDS
                and index < straight
                and kind != KING
                and kind != CANNON
                and (same_colour(c, t) or b.waived & MIND_COLOUR)
                and may_capture_some(b, kind, c, t)
            ):
                b.work.minded[t] = 1
        if (
            mode & SWAPS
            and index < straight
            and b.work.stamp[t] != b.work.stamps
            and can_swap(b, c, t, kind)
        ):
            b.work.stamp[t] = b.work.stamps
            count = put(b, actions, count, SWAP, c, t, 0)
    return count


def offer_captures(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    c: cython.int,
    t: cython.int,
    kind: cython.int,
    way: cython.int,
) -> cython.int:
    """Offer one capture for each kind that may be taken (F9)."""
    taken: cython.int
    kinds: cython.uint = b.kinds[b.ground[t]]
    for taken in range(18):
        if (kinds >> taken) & 1 and may_capture(b, kind, c, t, taken):
            count = put_move(b, actions, count, CAPTURE, c, t, 0, kind, taken, way)
    return count


def offer_leap_captures(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer the leap captures of a knight (F37)."""
    start: cython.int = ((MOVES * 18 + KNIGHT) * 2 + b.owner[u]) * 256 + c
    index: cython.int
    under: cython.int
    dx: cython.int
    dy: cython.int
    t: cython.int
    e: cython.int
    taken: cython.int
    other: cython.int
    for index in range(LEAP_START[start], LEAP_START[start + 1]):
        t = LEAPS[index]
        dx = (t & 15) - (c & 15)
        dy = (t >> 4) - (c >> 4)
        if dx * dx + dy * dy != 5 or not is_free(b, t) or is_open_armed(b, t):
            continue
        if b.kinds[b.ground[c]] & F_BIT and b.tomb[t]:
            continue
        for under in range(4):
            # (0,1) (0,2) (1,0) (1,1), or (1,0) (2,0) (0,1) (1,1)
            if under == 0:
                e = c + (dy // 2) * 16 if dy * dy == 4 else c + dx // 2
            elif under == 1:
                e = c + dy * 16 if dy * dy == 4 else c + dx
            elif under == 2:
                e = c + dx if dy * dy == 4 else c + dy * 16
            else:
                e = c + (dx + (dy // 2) * 16 if dy * dy == 4 else dx // 2 + dy * 16)
            other = b.ground[e]
            if other == 0 or b.owner[other] == b.owner[u] or b.kinds[other] & K_BIT:
                continue
            for taken in range(18):
                if (b.kinds[other] >> taken) & 1 and may_capture(b, KNIGHT, c, e, taken):
                    count = put_move(b, actions, count, LEAP_CAPTURE, c, t, e, KNIGHT, taken, 0)
    return count


# F10.


def move(
    b: Board, c: cython.int, to: cython.int, k: cython.int, t: cython.int, way: cython.int
) -> cython.void:
    """Carry out a plain move (`t` is NO_KIND) or a capture of kind `t`, in the order of F10.

    The layers must be fresh.
    """
    base: cython.int = b.ground[c]
    u: cython.int = first_of(b, base, k)
    owner: cython.int = b.owner[base]
    plain: cython.bint = t == NO_KIND
    lands: cython.bint = b.phase != DOUBLE and b.phase != CONTROLLED  # F16
    calm_king: cython.bint = k == KING and b.phase == FRESH and not b.checked[owner]
    onto_tomb: cython.bint = plain and is_open_armed(b, to)
    burnt: cython.int = 0
    entangled: cython.int = 0
    crosses: cython.bint
    trace_path(b, c, to, u, way)
    crosses = k != DRAGON and path_crosses(b)
    if plain and k == DRAGON and lands and not onto_tomb:
        burnt = find_fire(b, to, owner)
    if not plain and b.mechanics & ENTANGLE:
        entangled = find_entangled(b, c, to, t)
    b.fresh = False
    dissolve_all(b, base)
    lay_trap(b, base, c)
    leave(b, c)
    if not plain:
        b.attacked = True
        take(b, u, to, t, way, entangled)
    stand(b, base, to)
    wall_up(b, base, c)
    if not plain and b.kind[u] == PAWN and t != PAWN and t != KING:  # F29
        b.piece_promoted = True
        set_kind(b, u, t)
        b.ortho[u] = 16
        b.diag[u] = 16
        b.pieces[u] = 0
        b.pawns[u] = 0
        b.multi[u] = 0
    arrive(b, base, to, onto_tomb)
    if onto_tomb:
        b.survived = False
        return
    if burnt:
        b.attacked = True
        take(b, u, -1, t, way, burnt)
    poison(b, base, to, t, burnt)
    jesters_explode(b, to, t, burnt + entangled)
    if b.place[base] == DEAD:
        b.survived = False
        return
    if k == ROOK and lands:
        stun(b, to)
    if k == LANCER and not plain:
        swipe(b, owner)
    if crosses:
        cross(b, base, to)
    if plain and k == ONAGER and lands and can_throw(b, to, owner):
        b.attacked = True
        throw(b, to, owner)
        if b.place[base] == DEAD:
            b.survived = False
            return
    if calm_king and in_check(b, owner):
        kings_check(b, to)


def path_crosses(b: Board) -> cython.bint:
    """Return whether an open armed tomb lies on the path (F61)."""
    index: cython.int
    for index in range(b.work.path_length):
        if is_open_armed(b, b.work.path[index]):
            return True
    return False


def find_fire(b: Board, to: cython.int, owner: cython.int) -> cython.int:
    """Write the victims of a dragon's landing, each as its first allowed kind (F39).

    Returns the number of victims.
    """
    index: cython.int
    e: cython.int
    u: cython.int
    count: cython.int = 0
    for index in range(8 * to, 8 * to + NEAR_COUNT[to]):
        e = NEAR[index]
        u = b.ground[e]
        if u == 0 or b.owner[u] == owner or b.kinds[u] & K_BIT:
            continue
        while u and not may_capture(b, DRAGON, to, e, b.kind[u]):
            u = b.mate[u]
        if u:
            b.work.victims[count] = e
            b.work.victim_kind[count] = b.kind[u]
            count += 1
    return count


def find_entangled(b: Board, c: cython.int, to: cython.int, t: cython.int) -> cython.int:
    """Write the entangled bodies and return their number (F19)."""
    e: cython.int
    u: cython.int
    count: cython.int = 0
    owner: cython.int = b.owner[b.ground[to]]
    if t in (PAWN, KING):
        return 0
    for e in range(256):
        u = b.ground[e]
        if u == 0 or e == to or b.owner[u] != owner or not (b.kinds[u] >> t) & 1:
            continue
        if b.guarded[e] or heading_to(to, e) < 0 or (t == TEMPLAR and is_shielded(b, e, c)):
            continue
        b.work.victims[count] = e
        b.work.victim_kind[count] = t
        count += 1
    return count


def take(
    b: Board, u: cython.int, to: cython.int, t: cython.int, way: cython.int, others: cython.int
) -> cython.void:
    """Kill the target, unless `to` is negative, then the other victims: steps 3 and 7, F20, F21."""
    index: cython.int
    if to >= 0:
        kill_ground(b, to)
        award(b, u, t)
        if (way & 3) == LANCE:
            shorten(b, u, t, 1)
        elif (way & 3) != LEAP:
            shorten(b, u, t, (way >> 2) & 1)
    for index in range(others):
        kill_ground(b, b.work.victims[index])
        award(b, u, b.work.victim_kind[index])
        if to < 0:
            shorten(b, u, b.work.victim_kind[index], 1)


def poison(
    b: Board, base: cython.int, to: cython.int, t: cython.int, burnt: cython.int
) -> cython.void:
    """Poison a body that captured a queen (F41)."""
    index: cython.int
    queens: cython.bint = t == QUEEN
    for index in range(burnt):
        if b.work.victim_kind[index] == QUEEN:
            queens = True
    if queens and is_susceptible(b, base, to, -1):
        inflict(b, base, 6)


def jesters_explode(b: Board, to: cython.int, t: cython.int, count: cython.int) -> cython.void:
    """Explode the cells of captured jesters in cell order (F50)."""
    index: cython.int
    here: cython.bint = t == JESTER
    for index in range(count):
        if here and b.work.victims[index] > to:
            explode(b, to, 1)
            here = False
        if b.work.victim_kind[index] == JESTER:
            explode(b, b.work.victims[index], 1)
    if here:
        explode(b, to, 1)


def stun(b: Board, to: cython.int) -> cython.void:
    """Stun the enemy bodies beside a rook (F40)."""
    index: cython.int
    other: cython.int
    owner: cython.int = b.owner[b.ground[to]]
    for index in range(8 * to, 8 * to + NEAR_COUNT[to]):
        other = b.ground[NEAR[index]]
        if other and b.owner[other] != owner and is_susceptible(b, other, NEAR[index], ROOK):
            inflict(b, other, 2)
            b.attacked = True


def swipe(b: Board, owner: cython.int) -> cython.void:
    """Paralyse the enemy bodies orthogonally next to the path (F30)."""
    index: cython.int
    side: cython.int
    e: cython.int
    other: cython.int
    for index in range(b.work.path_length):
        for side in range(0, 8, 2):
            e = NEXT[256 * side + b.work.path[index]]
            if e < 0:
                continue
            other = b.ground[e]
            if other and b.owner[other] != owner and is_susceptible(b, other, e, LANCER):
                inflict(b, other, 1)


def kings_check(b: Board, to: cython.int) -> cython.void:
    """Kill all bodies that give check (F42)."""
    c: cython.int
    index: cython.int
    count: cython.int = 0
    owner: cython.int = b.owner[b.ground[to]]
    b.attacked = True
    for c in range(256):
        if b.ground[c] and b.owner[b.ground[c]] != owner and gives_check(b, c, to):
            b.work.victims[count] = c
            count += 1
    for index in range(count):
        kill_ground(b, b.work.victims[index])


# F37.


def leap_capture(
    b: Board, c: cython.int, to: cython.int, victim: cython.int, t: cython.int
) -> cython.void:
    base: cython.int = b.ground[c]
    u: cython.int = first_of(b, base, KNIGHT)
    b.fresh = False
    b.attacked = True
    b.work.path_length = 0
    dissolve_all(b, base)
    lay_trap(b, base, c)
    leave(b, c)
    kill_ground(b, victim)
    award(b, u, t)
    stand(b, base, to)
    wall_up(b, base, c)
    arrive(b, base, to, False)
    poison(b, base, to, t, 0)
    if t == JESTER:
        explode(b, victim, 1)
        b.survived = b.place[base] != DEAD
