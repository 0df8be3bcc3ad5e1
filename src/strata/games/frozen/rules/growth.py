"""Helping, multiplying and changing: transfer F64, morph F65, spawn F66, promotion F29."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import attack_cells
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    dissolve,
    forget_unit,
    is_free,
    more_allowed,
    new_unit,
    set_kind,
    stand,
)
from cython.cimports.strata.games.frozen.rules.codes import put, put_move
from cython.cimports.strata.games.frozen.rules.constants import (
    KIND,
    KING,
    MORPH_ON,
    MORPH_THREATENED,
    MORPH_UNIT,
    NO_KIND,
    NOT_PARALYSED,
    PAWN,
    SPAWN,
    SPAWN_CELL,
    SPAWN_ON,
    SPAWN_THREATENED,
    SPAWN_UNIT,
    TOO_MANY,
    TRANSFER,
    TRANSFER_ON,
    TRANSFER_THREATENED,
)
from cython.cimports.strata.games.frozen.rules.harm import inflict
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT
from cython.cimports.strata.games.frozen.rules.tombs import die

# F64.


def offer_transfers(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    """Offer transfers. The helper, no king and not threatened, counts as unfrozen (F15)."""
    base: cython.int = b.ground[c]
    u: cython.int = base
    index: cython.int
    number: cython.int
    t: cython.int
    other: cython.int
    if not b.mechanics & TRANSFER_ON:
        return count
    if b.threat[256 * (1 - b.owner[base]) + c] and not b.waived & TRANSFER_THREATENED:
        return count
    b.work.stamps += 1
    while u:
        number = 0
        if b.kind[u] != PAWN or not b.nightmare[256 * (1 - b.owner[u]) + c]:
            number = attack_cells(b, u, c)
        for index in range(number):
            t = b.work.cells[index]
            other = b.ground[t]
            if (
                other
                and (b.par[other] or b.waived & NOT_PARALYSED)
                and other != base
                and b.owner[other] == b.owner[base]
                and b.work.stamp[t] != b.work.stamps
            ):
                b.work.stamp[t] = b.work.stamps
                count = put(b, actions, count, TRANSFER, c, t, 0)
        u = b.mate[u]
    return count


def transfer(b: Board, c: cython.int, target: cython.int) -> cython.void:
    base: cython.int = b.ground[target]
    b.par[base] = b.par[base] - 4 if b.par[base] > 4 else 0
    if b.par[base] == 0:
        b.trapped[base] = 0
    inflict(b, b.ground[c], 4)


# F65 and F29.


def can_morph(b: Board, c: cython.int) -> cython.bint:
    """Return whether the able body on `c` can morph (F65)."""
    base: cython.int = b.ground[c]
    if not b.mechanics & MORPH_ON:
        return False
    if (
        b.size[base] != 1 or b.kind[base] == KING or b.kind[base] == PAWN
    ) and not b.waived & MORPH_UNIT:
        return False
    return not b.threat[256 * (1 - b.owner[base]) + c] or b.waived & MORPH_THREATENED != 0


def offer_kinds(
    b: Board, actions: cython.p_longlong, count: cython.int, owner: cython.int, own_kind: cython.int
) -> cython.int:
    """Offer the kinds that a morph or promotion may choose, except `own_kind`."""
    kind: cython.int
    for kind in range(18):
        if (
            kind != KING
            and kind != PAWN
            and kind != own_kind
            and (more_allowed(b, owner, kind) or b.waived & TOO_MANY)
        ):
            count = put_move(b, actions, count, KIND, 0, 0, 0, kind, NO_KIND, 0)
    return count


def morph(b: Board, c: cython.int, kind: cython.int) -> cython.void:
    u: cython.int = b.ground[c]
    cargo: cython.int = b.hold[u]
    following: cython.int
    b.hold[u] = 0
    b.held[u] = 0
    while cargo:
        following = b.along[cargo]
        die(b, cargo, c)
        cargo = following
    dissolve(b, u)
    set_kind(b, u, kind)
    forget_unit(b, u)
    b.pieces[u] = 0
    b.pawns[u] = 0
    b.multi[u] = 0
    inflict(b, u, 18)


def promote(b: Board, c: cython.int, kind: cython.int) -> cython.void:
    """Promote the first pawn member on the last rank (F29)."""
    base: cython.int = b.ground[c]
    u: cython.int = base
    while b.kind[u] != PAWN:
        u = b.mate[u]
    set_kind(b, u, kind)
    b.ortho[u] = 16
    b.diag[u] = 16
    b.pieces[u] = 0
    b.pawns[u] = 0
    b.multi[u] = 0
    b.stay[base] = 0


def on_last_rank(b: Board, c: cython.int) -> cython.bint:
    """Return whether the body on `c` stands on its owner's last rank."""
    return (c >> 4) == (0 if b.owner[b.ground[c]] else 15)


# F66.


def offer_spawns(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int
) -> cython.int:
    base: cython.int = b.ground[c]
    owner: cython.int = b.owner[base]
    index: cython.int
    t: cython.int
    if (
        not b.mechanics & SPAWN_ON
        or ((b.size[base] != 1 or b.kind[base] == KING) and not b.waived & SPAWN_UNIT)
        or (b.threat[256 * (1 - owner) + c] and not b.waived & SPAWN_THREATENED)
        or (b.units >= 192 and not b.waived & TOO_MANY)
        or (not more_allowed(b, owner, b.kind[base]) and not b.waived & TOO_MANY)
    ):
        return count
    for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
        t = NEAR[index]
        if b.threat[256 * (1 - owner) + t] and not b.waived & SPAWN_THREATENED:
            continue
        if (b.tomb[t] == 0 and b.trap[t] == 0 and is_free(b, t)) or b.waived & SPAWN_CELL:
            count = put(b, actions, count, SPAWN, c, t, 0)
    return count


def spawn(b: Board, c: cython.int, target: cython.int) -> cython.void:
    base: cython.int = b.ground[c]
    u: cython.int = new_unit(b, b.kind[base], b.owner[base])
    cost: cython.int = 15 if b.kind[base] == PAWN else 40
    stand(b, u, target)
    inflict(b, base, cost)
    inflict(b, u, cost)
