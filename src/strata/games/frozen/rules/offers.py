"""What a body may do in each phase (section 4); legality.py checks the safety of the king."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.abilities import (
    offer_conversions,
    offer_exchanges,
    offer_jumps,
    offer_paralyses,
    offer_portal,
    offer_teleswaps,
    offer_walltraps,
)
from cython.cimports.strata.games.frozen.rules.attacks import is_held, is_hindered
from cython.cimports.strata.games.frozen.rules.board import Board, first_of
from cython.cimports.strata.games.frozen.rules.codes import put
from cython.cimports.strata.games.frozen.rules.constants import (
    ACCELERATED,
    BALLISTA,
    BISHOP,
    CANNON,
    CAPTURES,
    CHANCELLOR,
    DETON,
    END,
    FROG,
    J_BIT,
    JESTER,
    K_BIT,
    KING,
    KING_ALONE,
    KNIGHT,
    MIND_ON,
    MINDS,
    MORPH,
    MULTI,
    NATIVE,
    ONAGER,
    P_BIT,
    PARALYSED,
    PAWN,
    PLAIN,
    PROMOTE,
    RAM,
    RESPAWN,
    S_BIT,
    SHADOW,
    SHIP,
    SWAPS,
    SWAPSHOT,
    TEMPLAR,
    THROW,
    TOO_EARLY,
    TREBUCHET,
    UNSHADOW,
)
from cython.cimports.strata.games.frozen.rules.forces import offer_pulls, offer_pushes
from cython.cimports.strata.games.frozen.rules.fusion import offer_defusions, offer_fusions
from cython.cimports.strata.games.frozen.rules.growth import (
    can_morph,
    offer_spawns,
    offer_transfers,
    on_last_rank,
)
from cython.cimports.strata.games.frozen.rules.moves import offer_leap_captures, offer_moves
from cython.cimports.strata.games.frozen.rules.shadows import (
    can_return,
    can_shadow,
    offer_shadow_captures,
    offer_shadow_moves,
    offer_strikes,
)
from cython.cimports.strata.games.frozen.rules.siege import (
    can_throw,
    offer_blasts,
    offer_quakes,
    offer_shots,
    offer_treb,
)
from cython.cimports.strata.games.frozen.rules.tombs import can_respawn
from cython.cimports.strata.games.frozen.rules.transport import offer_loads, offer_unloads
from cython.cimports.strata.games.frozen.rules.ways import begin_search, is_haunted, joined_bodies
from cython.cimports.strata.games.frozen.rules.weather import offer_weather


def is_bound(b: Board, c: cython.int) -> cython.bint:
    """Return whether a pawn body is under Knightmare and so can only step (F37)."""
    base: cython.int = b.ground[c]
    return b.kinds[base] == P_BIT and is_haunted(b, c, b.owner[base])


def attack_abilities(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer the attack abilities of the acting member `u` (F17)."""
    kind: cython.int = b.kind[u]
    if kind == KNIGHT:
        return offer_leap_captures(b, actions, count, c, u)
    if kind == BISHOP:
        return offer_conversions(b, actions, count, c, u)
    if kind == BALLISTA:
        return offer_shots(b, actions, count, c, u)
    if kind == CHANCELLOR:
        return offer_paralyses(b, actions, count, c, u)
    if kind == CANNON:
        return offer_blasts(b, actions, count, c, u)
    if kind == TREBUCHET:
        return offer_treb(b, actions, count, c, u)
    if kind == RAM:
        return offer_quakes(b, actions, count, c)
    if kind == ONAGER and can_throw(b, c, b.owner[u]):
        return put(b, actions, count, THROW, c, 0, 0)
    return count


def other_abilities(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer the abilities of kinds that are no attacks."""
    kind: cython.int = b.kind[u]
    if kind == FROG:
        return offer_jumps(b, actions, count, c)
    if kind == CHANCELLOR:
        return offer_teleswaps(b, actions, count, c)
    if kind == TEMPLAR:
        return offer_weather(b, actions, count, c, u)
    if kind == KING:
        return offer_exchanges(b, actions, count, b.owner[u])
    if kind == JESTER:
        count = offer_walltraps(b, actions, count, c, u)
        return offer_detonation(b, actions, count, c)
    return count


def offer_detonation(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer to detonate (F51)."""
    if b.kinds[b.ground[c]] & J_BIT and (b.stay[b.ground[c]] == 10 or b.waived & TOO_EARLY):
        return put(b, actions, count, DETON, c, 0, 0)
    return count


def joining(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, u: cython.int
) -> cython.int:
    """Offer to fuse, load and de-fuse (F23, F27, F25)."""
    if b.kind[u] != KING or b.waived & KING_ALONE:
        begin_search(b)
        joined_bodies(b, c, b.kind[u], b.owner[u], b.ortho[u], b.diag[u])
        count = offer_fusions(b, actions, count, c, u)
        count = offer_loads(b, actions, count, c, u)
    if b.size[b.ground[c]] > 1:
        count = offer_defusions(b, actions, count, c, u)
    return count


def body_specials(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer what a body can do whatever its kinds (5.5), unloading and promoting."""
    base: cython.int = b.ground[c]
    if b.kinds[base] & S_BIT:
        count = offer_unloads(b, actions, count, c, base, False)
    if b.kinds[base] & P_BIT and on_last_rank(b, c):  # F29
        count = put(b, actions, count, PROMOTE, c, 0, 0)
    if b.kinds[base] & K_BIT:
        return count
    count = offer_transfers(b, actions, count, c)
    if can_morph(b, c):
        count = put(b, actions, count, MORPH, c, 0, 0)
    count = offer_spawns(b, actions, count, c)
    count = offer_pushes(b, actions, count, c)
    count = offer_pulls(b, actions, count, c)
    count = offer_portal(b, actions, count, c)
    if can_shadow(b, c):
        count = put(b, actions, count, SHADOW, c, 0, 0)
    return count


def body_actions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, fresh: cython.bint
) -> cython.int:
    """Offer every action of the able body on `c`, in phase - or B."""
    base: cython.int = b.ground[c]
    u: cython.int = base
    mode: cython.int = PLAIN | CAPTURES
    if is_bound(b, c):
        return offer_moves(b, actions, count, c, base, PLAIN | NATIVE)
    if b.mechanics & SWAPSHOT:
        mode |= SWAPS
        b.work.stamps += 1
    if fresh and b.mechanics & MIND_ON:
        mode |= MINDS
    while u:
        if first_of(b, base, b.kind[u]) == u:
            count = offer_moves(b, actions, count, c, u, mode)
        u = b.mate[u]
    u = base
    while u:
        if first_of(b, base, b.kind[u]) == u and not is_marked(b, c, u):
            count = joining(b, actions, count, c, u)
            count = attack_abilities(b, actions, count, c, u)
            count = other_abilities(b, actions, count, c, u)
        u = b.mate[u]
    return body_specials(b, actions, count, c)


def is_marked(b: Board, c: cython.int, u: cython.int) -> cython.bint:
    """Return whether the acting member is a pawn under Knightmare (F37)."""
    return b.kind[u] == PAWN and is_haunted(b, c, b.owner[u])


def going_on(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, captures: cython.bint
) -> cython.int:
    """Offer phase D or, with `captures`, phase U for the body on `c`."""
    base: cython.int = b.ground[c]
    u: cython.int = base
    while u:
        if first_of(b, base, b.kind[u]) == u:
            count = offer_moves(b, actions, count, c, u, PLAIN | CAPTURES if captures else PLAIN)
            if captures or b.kind[u] == KNIGHT:
                count = attack_abilities(b, actions, count, c, u)
        u = b.mate[u]
    return count


def controlled_actions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer phase X (F68) for the enemy body on `c`."""
    base: cython.int = b.ground[c]
    u: cython.int = base
    kind: cython.int
    while u:
        kind = b.kind[u]
        if first_of(b, base, kind) == u:
            count = offer_moves(b, actions, count, c, u, PLAIN | CAPTURES | NATIVE)
            if kind in (ONAGER, TREBUCHET, RAM):
                count = attack_abilities(b, actions, count, c, u)
            elif kind == CHANCELLOR:
                count = offer_teleswaps(b, actions, count, c)
            elif kind == JESTER:
                count = offer_detonation(b, actions, count, c)
        u = b.mate[u]
    if is_bound(b, c):
        return count
    count = offer_pushes(b, actions, count, c)
    return offer_portal(b, actions, count, c)


def shadow_actions(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer every action of the able shadow on `c`, in phase -."""
    base: cython.int = b.shadow[c]
    count = offer_shadow_moves(b, actions, count, c, True)
    count = offer_shadow_captures(b, actions, count, c)
    count = offer_strikes(b, actions, count, c)
    if b.kind[base] == SHIP:
        count = offer_unloads(b, actions, count, c, base, True)
    if can_return(b, c):
        count = put(b, actions, count, UNSHADOW, c, 0, 0)
    return count


def turn_actions(b: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Offer phases D, U and B, `end` included."""
    c: cython.int = b.phase_cell
    if b.phase_shadow:
        if b.par[b.shadow[c]] == 0:
            count = offer_shadow_moves(b, actions, count, c, False)
            if b.phase == MULTI:
                count = offer_shadow_captures(b, actions, count, c)
    elif not is_hindered(b, c, False):
        if b.phase == ACCELERATED:
            count = body_actions(b, actions, count, c, False)
        else:
            count = going_on(b, actions, count, c, b.phase == MULTI)
    return put(b, actions, count, END, 0, 0, 0)


def fresh_offers(
    b: Board, actions: cython.p_longlong, count: cython.int, skipped: cython.int
) -> cython.int:
    """Offer all actions of able bodies and shadows of the mover, and respawning (F1).

    Nothing is offered for the cell `skipped`.
    """
    c: cython.int
    base: cython.int
    if b.mechanics & MIND_ON:
        for c in range(256):
            b.work.minded[c] = 0
    for c in range(256):
        if c == skipped:
            continue
        base = b.ground[c]
        if (
            base
            and b.owner[base] == b.mover
            and (not b.frozen[c] or (b.waived and not is_held(b, c, True, b.waived)))
        ):
            count = body_actions(b, actions, count, c, True)
        base = b.shadow[c]
        if base and b.owner[base] == b.mover and (b.par[base] == 0 or b.waived & PARALYSED):
            count = shadow_actions(b, actions, count, c)
        if b.tomb[c] and can_respawn(b, c):
            count = put(b, actions, count, RESPAWN, c, 0, 0)
    return count
