"""The legal actions of a position: all that is offered, except what F5 and F6 forbid.

An action that may concern the king is tried on a spare board. Mind control (F68) and rotation (F76)
are offered only if they can be completed, so they are here.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import (
    gives_check,
    in_check,
    renew_layers,
)
from cython.cimports.strata.games.frozen.rules.board import Board, is_open_armed, take_room
from cython.cimports.strata.games.frozen.rules.codes import pack, put
from cython.cimports.strata.games.frozen.rules.constants import (
    ACCELERATED,
    ARMED,
    AT,
    BLAST,
    CAPTURE,
    CHOICE_DUE,
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
    KING_DIES,
    KING_SPARED,
    KING_UNSAFE,
    LEAP_CAPTURE,
    MIND,
    MIND_IDLE,
    MIND_ON,
    MIND_PROTECTED,
    MINORITY,
    MORPH,
    MORPHING,
    MOVE,
    MOVES_ONLY,
    MULTI,
    ONAGER,
    OTHER_BODY,
    PLACED,
    PORTAL,
    PROMOTE,
    PROMOTING,
    PULL,
    PUSH,
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
    fresh_offers,
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


def king_is_dead(b: Board) -> cython.bint:
    return b.place[b.king[0]] == DEAD or b.place[b.king[1]] == DEAD


def list_legal(b: Board, actions: cython.p_longlong) -> cython.int:
    """Write the legal actions of the phase, whether or not the game is over."""
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
        kept = offer_rotations(b, actions, kept, True)
        kept = offer_minds(b, actions, kept, True)
    return kept


def has_legal(b: Board) -> cython.bint:
    """Return whether the phase offers more than `end`."""
    index: cython.int
    count: cython.int
    renew_layers(b)
    look_around(b)
    count = list_offers(b, b.work.buffer)
    for index in range(count):
        if b.work.buffer[index] & 63 != END and is_legal(b, b.work.buffer[index], b.phase):
            return True
    if b.phase != FRESH:
        return False
    return (
        offer_rotations(b, b.work.buffer, 0, True) > 0 or offer_minds(b, b.work.buffer, 0, True) > 0
    )


def list_offers(b: Board, actions: cython.p_longlong) -> cython.int:
    """Write what the phase offers, except `rot:` and `mind:`."""
    count: cython.int = phase_offers(b, actions)
    return waived_offers(b, actions, count) if b.waived else count


def list_waived(b: Board, actions: cython.p_longlong) -> cython.int:
    """Write what the phase offers under waivers; F5 and F6 are not checked."""
    count: cython.int
    renew_layers(b)
    count = list_offers(b, actions)
    if b.phase == FRESH:
        count = offer_rotations(b, actions, count, False)
        count = offer_minds(b, actions, count, False)
    return count


def waived_offers(b: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Append what waivers allow outside a fresh turn: other bodies, other actions of the body."""
    c: cython.int = b.phase_cell
    if b.phase == FRESH:
        return count
    if b.phase != DOUBLE and b.phase != MULTI and b.phase != ACCELERATED:
        return fresh_offers(b, actions, count, -1) if b.waived & CHOICE_DUE else count
    if b.waived & OTHER_BODY:
        count = fresh_offers(b, actions, count, c)
    if b.waived & MOVES_ONLY:
        if b.phase_shadow:
            return shadow_actions(b, actions, count, c)
        return body_actions(b, actions, count, c, False)
    return count


def phase_offers(b: Board, actions: cython.p_longlong) -> cython.int:
    c: cython.int = b.phase_cell
    if b.phase == FRESH:
        return fresh_offers(b, actions, 0, -1)
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


# F5, F6.


def look_around(b: Board) -> cython.void:
    """Note whether a jester that may explode is beside the mover's king."""
    king: cython.int = b.cell[b.king[b.mover]]
    index: cython.int
    other: cython.int
    b.work.jester_near = False
    for index in range(8 * king, 8 * king + NEAR_COUNT[king]):
        other = b.ground[NEAR[index]]
        if other and b.kinds[other] & J_BIT:
            b.work.jester_near = True


def is_legal(b: Board, code: cython.longlong, phase: cython.int) -> cython.bint:
    """Return whether an offered action of that phase may be played."""
    op: cython.int = code & 63
    check: cython.bint = b.checked[b.mover]
    if op in (END, KIND):
        return True
    if op in (AT, TURN):
        if not check or b.waived & KING_UNSAFE:
            return True
        return has_turn(b, (code >> 6) & 255, b.phase_number, (code >> 22) & 255)
    if check and not b.waived & KING_UNSAFE:
        return op != MORPH and op != PROMOTE and is_safe(b, code, phase, True)
    if (phase in (DOUBLE, MULTI)) and ((code >> 30) & 31) == KING and op in (MOVE, CAPTURE):  # F6
        return is_safe(b, code, phase, not b.waived & KING_UNSAFE)
    return not is_risky(b, code, phase) or is_safe(b, code, phase, False)


def is_safe(
    b: Board, code: cython.longlong, phase: cython.int, unchecked: cython.bint
) -> cython.bint:
    """Try the action and return whether the mover's king is alive afterwards.

    If `unchecked`, he must also be out of check.
    """
    if b.work.spare is None:
        with cython.gil:
            b.work.spare = Board()
    take_room(b.work.spare)
    b.work.spare.copy_from(b)
    b.work.spare.phase = phase
    perform(b.work.spare, code)
    if b.work.spare.place[b.king[b.mover]] == DEAD:
        return b.waived & KING_DIES != 0
    return not unchecked or not in_check(b.work.spare, b.mover)


def is_risky(b: Board, code: cython.longlong, phase: cython.int) -> cython.bint:
    """Return whether the action could kill the mover's king; it may err only by returning True."""
    op: cython.int = code & 63
    c: cython.int = (code >> 6) & 255
    to: cython.int = (code >> 14) & 255
    k: cython.int = (code >> 30) & 31
    t: cython.int = (code >> 35) & 31
    king: cython.int
    if op == MOVE:  # most actions are moves, so this is cheap
        if b.tomb[to] == ARMED and is_open_armed(b, to):
            return k == KING or distance(b.cell[b.king[b.mover]], to) <= 1
        if k == DRAGON:
            return b.work.jester_near
        return k == ONAGER and can_throw(b, to, b.owner[b.ground[c]])
    king = b.cell[b.king[b.mover]]
    if op == CAPTURE:
        if phase == CONTROLLED and to == king:
            return True
        return t == JESTER and (k == KING or b.work.jester_near)
    if op == LEAP_CAPTURE:
        return t == JESTER and b.work.jester_near
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
    """Return whether turning that block leaves the king unchecked.

    `quarters` is the number of quarter turns; 0 stands for any number.
    """
    turn: cython.int
    for turn in range(1, 4):
        if (quarters == 0 or quarters == turn) and is_safe(b, pack(TURN, c, n, turn), PLACED, True):
            return True
    return False


def checking_cell(b: Board) -> cython.int:
    """Return the first cell from which the mover's king is in check."""
    c: cython.int
    king: cython.int = b.cell[b.king[b.mover]]
    for c in range(256):
        if b.ground[c] and b.owner[b.ground[c]] != b.mover and gives_check(b, c, king):
            return c
    return king


def touches(c: cython.int, n: cython.int, one: cython.int, other: cython.int) -> cython.bint:
    """Return whether a block comes near the line between two cells.

    A rotation farther than three cells from the line changes neither the line, nor who is frozen
    there, nor the knights that mark a checking pawn: the check remains.
    """
    x: cython.int = c & 15
    y: cython.int = c >> 4
    left: cython.int = one & 15 if one & 15 < other & 15 else other & 15
    right: cython.int = one & 15 if one & 15 > other & 15 else other & 15
    low: cython.int = one >> 4 if one < other else other >> 4
    high: cython.int = other >> 4 if one < other else one >> 4
    return x <= right + 3 and x + n > left - 3 and y <= high + 3 and y + n > low - 3


def offer_rotations(
    b: Board, actions: cython.p_longlong, count: cython.int, judged: cython.bint
) -> cython.int:
    """Offer `rot:N` for every size with a block; if `judged`, in check only if one helps (F5)."""
    n: cython.int
    c: cython.int
    king: cython.int = b.cell[b.king[b.mover]]
    checker: cython.int
    if not b.mechanics & ROTATION:
        return count
    sum_values(b)
    checked: cython.bint = judged and b.checked[b.mover] and not b.waived & KING_UNSAFE
    checker = checking_cell(b) if checked else king
    for n in range(2, 9):
        for c in range(17, 256 - 16 * n):
            if (c & 15) + n > 15 or not (qualifies(b, c, n) or b.waived & MINORITY):
                continue
            if checked and not (touches(c, n, king, checker) and has_turn(b, c, n, 0)):
                continue
            count = put(b, actions, count, ROT, 0, 0, n)
            break
    return count


def offer_blocks(b: Board, actions: cython.p_longlong) -> cython.int:
    c: cython.int
    count: cython.int = 0
    sum_values(b)
    for c in range(17, 256 - 16 * b.phase_number):
        if qualifies(b, c, b.phase_number) or (
            b.waived & MINORITY and (c & 15) and (c & 15) + b.phase_number <= 15
        ):
            count = put(b, actions, count, AT, c, 0, 0)
    return count


def offer_turns(b: Board, actions: cython.p_longlong) -> cython.int:
    turn: cython.int
    count: cython.int = 0
    for turn in range(1, 4):
        count = put(b, actions, count, TURN, b.phase_cell, b.phase_number, turn)
    return count


# F68.


def offer_minds(
    b: Board, actions: cython.p_longlong, count: cython.int, judged: cython.bint
) -> cython.int:
    """Offer `mind:` for every enemy body noted as within reach that can do something.

    If `judged`, it must be something that F5 allows.
    """
    c: cython.int
    base: cython.int
    if not b.mechanics & MIND_ON:
        return count
    for c in range(256):
        base = b.ground[c]
        if not b.work.minded[c] or (b.kinds[base] & K_BIT and not b.waived & KING_SPARED):
            continue
        if b.protected[c] and not b.waived & MIND_PROTECTED:
            continue
        if b.waived & MIND_IDLE or (
            not b.frozen[c] and can_be_controlled(b, actions, count, c, judged)
        ):
            count = put(b, actions, count, MIND, c, 0, 0)
    return count


def can_be_controlled(
    b: Board, actions: cython.p_longlong, count: cython.int, c: cython.int, judged: cython.bint
) -> cython.bint:
    """Return whether phase X offers the body on `c` an action; overwrites `actions` after `count`.

    If `judged`, F5 must allow the action. Waivers other than those of F5 do not count.
    """
    waived: cython.ulonglong = b.waived
    index: cython.int
    last: cython.int
    found: cython.bint = False
    b.waived &= KING_UNSAFE | KING_DIES
    last = controlled_actions(b, actions, count, c)
    for index in range(count, last):
        if not judged or is_legal(b, actions[index], CONTROLLED):
            found = True
            break
    b.waived = waived
    return found
