"""The legal actions of a position: all that is offered, less what F5 and F6 forbid.

An action that may concern the king is tried on a spare board. Mind control (F68) and rotation (F76)
are offered only when they can be completed, so they are here.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import gives_check, in_check, renew_layers
from cython.cimports.strata.games.frozen.rules.board import Board, is_open_armed
from cython.cimports.strata.games.frozen.rules.codes import pack, put
from cython.cimports.strata.games.frozen.rules.constants import (
    AT,
    BLAST,
    CAPTURE,
    CONTROLLED,
    DEAD,
    DEFUSE,
    DETON,
    DOUBLE,
    DRAGON,
    END,
    FRESH,
    FUSE,
    J_BIT,
    JESTER,
    K_BIT,
    KIND,
    KING,
    LEAP_CAPTURE,
    MIND,
    MIND_ON,
    MORPH,
    MORPHING,
    MOVE,
    MULTI,
    ONAGER,
    PLACED,
    PORTAL,
    PROMOTE,
    PROMOTING,
    PULL,
    PUSH,
    RESPAWN,
    ROT,
    ROTATION,
    SIZED,
    THROW,
    TREB,
    TURN,
    UNLOAD,
    VEILED_UNLOAD,
)
from cython.cimports.strata.games.frozen.rules.effects import perform
from cython.cimports.strata.games.frozen.rules.growth import offer_kinds
from cython.cimports.strata.games.frozen.rules.offers import (
    body_actions,
    controlled_actions,
    shadow_actions,
    turn_actions,
)
from cython.cimports.strata.games.frozen.rules.rotation import qualifies, sum_values
from cython.cimports.strata.games.frozen.rules.siege import can_throw
from cython.cimports.strata.games.frozen.rules.tables import (
    NEAR,
    NEAR_COUNT,
    NEXT,
    distance,
    heading_to,
)
from cython.cimports.strata.games.frozen.rules.tombs import can_respawn


def king_is_dead(b: Board) -> cython.bint:
    return b.place[b.king[0]] == DEAD or b.place[b.king[1]] == DEAD


def list_legal(b: Board, actions: cython.p_longlong) -> cython.int:
    """Write the legal actions of the phase; the end of the game is not looked at."""
    count: cython.int
    index: cython.int
    kept: cython.int = 0
    renew_layers(b)
    look_around(b)
    count = list_offers(b, actions)
    for index in range(count):
        if is_legal(b, actions[index], b.phase):
            actions[kept] = actions[index]
            kept += 1
    if b.phase == FRESH:
        kept = offer_rotations(b, actions, kept)
        kept = offer_minds(b, actions, kept)
    return kept


def has_legal(b: Board) -> cython.bint:
    """Whether the phase offers more than `end`."""
    index: cython.int
    count: cython.int
    renew_layers(b)
    look_around(b)
    count = list_offers(b, b.buffer)
    for index in range(count):
        if b.buffer[index] & 63 != END and is_legal(b, b.buffer[index], b.phase):
            return True
    if b.phase != FRESH:
        return False
    return offer_rotations(b, b.buffer, 0) > 0 or offer_minds(b, b.buffer, 0) > 0


def list_offers(b: Board, actions: cython.p_longlong) -> cython.int:
    """What the phase offers, but for `rot:` and `mind:`."""
    c: cython.int = b.phase_cell
    if b.phase == FRESH:
        return fresh_offers(b, actions)
    if b.phase == MORPHING:
        return offer_kinds(b, actions, 0, b.mover, b.kind[b.ground[c]])
    if b.phase == PROMOTING:
        return offer_kinds(b, actions, 0, b.mover, -1)
    if b.phase == SIZED:
        return offer_blocks(b, actions)
    if b.phase == PLACED:
        return offer_turns(b, actions)
    if b.phase == CONTROLLED:
        return controlled_actions(b, actions, 0, c)
    return turn_actions(b, actions, 0)


def fresh_offers(b: Board, actions: cython.p_longlong) -> cython.int:
    """F1: all able bodies and shadows of the mover, and respawning."""
    c: cython.int
    base: cython.int
    count: cython.int = 0
    if b.mechanics & MIND_ON:
        for c in range(256):
            b.minded[c] = 0
    for c in range(256):
        base = b.ground[c]
        if base and b.owner[base] == b.mover and not b.frozen[c]:
            count = body_actions(b, actions, count, c, True)
        base = b.shadow[c]
        if base and b.owner[base] == b.mover and b.par[base] == 0:
            count = shadow_actions(b, actions, count, c)
        if b.tomb[c] and can_respawn(b, c):
            count = put(b, actions, count, RESPAWN, c, 0, 0)
    return count


# F5, F6.


def look_around(b: Board) -> cython.void:
    """Note whether a jester that may explode is beside the mover's king."""
    king: cython.int = b.cell[b.king[b.mover]]
    index: cython.int
    other: cython.int
    b.jester_near = False
    for index in range(8 * king, 8 * king + NEAR_COUNT[king]):
        other = b.ground[NEAR[index]]
        if other and b.kinds[other] & J_BIT:
            b.jester_near = True


def is_legal(b: Board, code: cython.longlong, phase: cython.int) -> cython.bint:
    """Whether an offered action of that phase may be played."""
    op: cython.int = code & 63
    check: cython.bint = b.checked[b.mover]
    if op in (END, KIND):
        return True
    if op in (AT, TURN):
        return not check or has_turn(b, (code >> 6) & 255, b.phase_number, (code >> 22) & 255)
    if check:
        return op != MORPH and op != PROMOTE and is_safe(b, code, phase, True)
    if (phase in (DOUBLE, MULTI)) and ((code >> 30) & 31) == KING and op in (MOVE, CAPTURE):  # F6
        return is_safe(b, code, phase, True)
    return not is_risky(b, code, phase) or is_safe(b, code, phase, False)


def is_safe(
    b: Board, code: cython.longlong, phase: cython.int, unchecked: cython.bint
) -> cython.bint:
    """Try the action: is the mover's king alive and, if `unchecked`, not in check?"""
    if b.spare is None:
        with cython.gil:
            b.spare = Board()
    b.spare.copy_from(b)
    b.spare.phase = phase
    perform(b.spare, code)
    if b.spare.place[b.king[b.mover]] == DEAD:
        return False
    return not unchecked or not in_check(b.spare, b.mover)


def is_risky(b: Board, code: cython.longlong, phase: cython.int) -> cython.bint:
    """Whether the action could kill the mover's king; may be wrong only by saying yes."""
    op: cython.int = code & 63
    c: cython.int = (code >> 6) & 255
    to: cython.int = (code >> 14) & 255
    k: cython.int = (code >> 30) & 31
    t: cython.int = (code >> 35) & 31
    king: cython.int = b.cell[b.king[b.mover]]
    if phase == CONTROLLED and op == CAPTURE and to == king:
        return True
    if op == MOVE:
        if is_open_armed(b, to):
            return k == KING or distance(king, to) <= 1
        if k == DRAGON:
            return b.jester_near
        return k == ONAGER and can_throw(b, to, b.owner[b.ground[c]])
    if op == CAPTURE:
        return t == JESTER and (k == KING or b.jester_near)
    if op == LEAP_CAPTURE:
        return t == JESTER and b.jester_near
    if op in (TREB, BLAST):
        return distance(king, to) <= 1
    if op == DETON:
        return distance(king, c) <= 1
    if op == THROW:
        return True
    if op == FUSE:
        return b.size[b.ground[c]] + b.size[b.ground[to]] >= 7
    if op == PUSH:
        to = 2 * to - c
    elif op == PORTAL:
        to = 255 - c
    elif op == PULL:
        to += ((code >> 22) & 255) * (NEXT[256 * heading_to(to, c) + to] - to)
    elif op not in (DEFUSE, UNLOAD, VEILED_UNLOAD):
        return False
    return distance(king, to) <= 1 and is_open_armed(b, to)


# F76.


def has_turn(b: Board, c: cython.int, n: cython.int, quarters: cython.int) -> cython.bint:
    """Whether turning that block, by so many quarters or (0) by any, leaves the king unchecked."""
    turn: cython.int
    for turn in range(1, 4):
        if (quarters == 0 or quarters == turn) and is_safe(b, pack(TURN, c, n, turn), PLACED, True):
            return True
    return False


def checking_cell(b: Board) -> cython.int:
    """The first cell from which the mover's king is in check."""
    c: cython.int
    king: cython.int = b.cell[b.king[b.mover]]
    for c in range(256):
        if b.ground[c] and b.owner[b.ground[c]] != b.mover and gives_check(b, c, king):
            return c
    return king


def touches(c: cython.int, n: cython.int, one: cython.int, other: cython.int) -> cython.bint:
    """Whether a block comes near the line between two cells.

    What turns farther than three cells from it changes neither the line nor who is frozen there,
    nor the knights that mark a checking pawn: the check remains.
    """
    x: cython.int = c & 15
    y: cython.int = c >> 4
    left: cython.int = one & 15 if one & 15 < other & 15 else other & 15
    right: cython.int = one & 15 if one & 15 > other & 15 else other & 15
    low: cython.int = one >> 4 if one < other else other >> 4
    high: cython.int = other >> 4 if one < other else one >> 4
    return x <= right + 3 and x + n > left - 3 and y <= high + 3 and y + n > low - 3


def offer_rotations(b: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """`rot:N` for every size that has a block; in check, one that helps."""
    n: cython.int
    c: cython.int
    king: cython.int = b.cell[b.king[b.mover]]
    checker: cython.int
    if not b.mechanics & ROTATION:
        return count
    sum_values(b)
    checker = checking_cell(b) if b.checked[b.mover] else king
    for n in range(2, 9):
        for c in range(17, 256 - 16 * n):
            if (c & 15) + n > 15 or not qualifies(b, c, n):
                continue
            if b.checked[b.mover] and not (touches(c, n, king, checker) and has_turn(b, c, n, 0)):
                continue
            count = put(b, actions, count, ROT, 0, 0, n)
            break
    return count


def offer_blocks(b: Board, actions: cython.p_longlong) -> cython.int:
    c: cython.int
    count: cython.int = 0
    sum_values(b)
    for c in range(17, 256 - 16 * b.phase_number):
        if qualifies(b, c, b.phase_number):
            count = put(b, actions, count, AT, c, 0, 0)
    return count


def offer_turns(b: Board, actions: cython.p_longlong) -> cython.int:
    turn: cython.int
    count: cython.int = 0
    for turn in range(1, 4):
        count = put(b, actions, count, TURN, b.phase_cell, b.phase_number, turn)
    return count


# F68.


def offer_minds(b: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """`mind:` for every enemy body that was found within reach and can do something legal."""
    c: cython.int
    base: cython.int
    index: cython.int
    last: cython.int
    if not b.mechanics & MIND_ON:
        return count
    for c in range(256):
        base = b.ground[c]
        if not b.minded[c] or b.kinds[base] & K_BIT or b.frozen[c] or b.protected[c]:
            continue
        last = controlled_actions(b, actions, count, c)
        for index in range(count, last):
            if is_legal(b, actions[index], CONTROLLED):
                count = put(b, actions, count, MIND, c, 0, 0)
                break
    return count
