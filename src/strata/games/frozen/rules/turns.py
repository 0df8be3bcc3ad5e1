"""The turn: what follows an action (F2, F13-F15, F29) and the end-of-turn step (F3)."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.attacks import is_hindered, renew_layers
from cython.cimports.strata.games.frozen.rules.board import Board, first_of
from cython.cimports.strata.games.frozen.rules.constants import (
    ACCELERATED,
    AT,
    CAPTURE,
    CONTROLLED,
    DEAD,
    DEFUSE,
    DOUBLE,
    FRESH,
    GROUND,
    J_BIT,
    K_BIT,
    KNIGHT,
    LAST_TURN,
    MIND,
    MORPH,
    MORPHING,
    MOVE,
    MULTI,
    PAWN,
    PLACED,
    PROMOTE,
    PROMOTING,
    R_BIT,
    ROT,
    SIZED,
    VEILED_MOVE,
)
from cython.cimports.strata.games.frozen.rules.effects import perform
from cython.cimports.strata.games.frozen.rules.growth import on_last_rank
from cython.cimports.strata.games.frozen.rules.legality import has_legal, king_is_dead
from cython.cimports.strata.games.frozen.rules.tombs import let_rot
from cython.cimports.strata.games.frozen.rules.weather import blow


def play(b: Board, code: cython.longlong) -> cython.void:
    """Play an action with everything that follows from it."""
    op: cython.int = code & 63
    c: cython.int = (code >> 6) & 255
    to: cython.int = (code >> 14) & 255
    k: cython.int = (code >> 30) & 31
    besieged: cython.bint = False
    haunted: cython.bint = False
    renew_layers(b)
    if op == MOVE and b.phase != CONTROLLED:
        besieged = b.siege[256 * (1 - b.mover) + c]
        haunted = k == PAWN and b.nightmare[256 * (1 - b.mover) + c]
    perform(b, code)
    if king_is_dead(b):
        enter(b, FRESH, 0, 0, False)
    elif op == ROT:
        enter(b, SIZED, 0, (code >> 22) & 255, False)
    elif op == AT:
        enter(b, PLACED, c, b.phase_number, False)
    elif op == MIND:
        enter(b, CONTROLLED, c, 0, False)
    elif op == MORPH:
        enter(b, MORPHING, c, 0, False)
    elif op == PROMOTE:
        enter(b, PROMOTING, c, 0, False)
    elif not b.survived or b.phase == CONTROLLED:
        end_turn(b)
    elif op == MOVE:
        after_move(b, to, k, besieged, haunted)
    elif op == CAPTURE:
        after_capture(b, to, k)
    elif op == DEFUSE and k == PAWN and on_last_rank(b, to):
        enter(b, PROMOTING, to, 0, False)
    elif op == VEILED_MOVE:
        go_on(b, to, b.multi[b.shadow[to]], 1, True)
    else:
        end_turn(b)


def enter(
    b: Board, phase: cython.int, c: cython.int, number: cython.int, shadow: cython.bint
) -> cython.void:
    b.phase = phase
    b.phase_cell = c
    b.phase_number = number
    b.phase_shadow = shadow


def after_move(
    b: Board, to: cython.int, k: cython.int, besieged: cython.bint, haunted: cython.bint
) -> cython.void:
    """Continue or end the turn after a plain move that was survived (F13, F14, F29)."""
    base: cython.int = b.ground[to]
    u: cython.int = first_of(b, base, k)
    if k == PAWN and on_last_rank(b, to):
        enter(b, PROMOTING, to, 0, False)
        return
    if b.attacked or is_hindered(b, to, False):
        end_turn(b)
        return
    renew_layers(b)
    if k == PAWN and (haunted or b.nightmare[256 * (1 - b.mover) + to]):
        end_turn(b)
        return
    if (b.phase != MULTI and (b.phase == DOUBLE or b.multi[u] == 0)) and (
        (besieged or b.siege[256 * (1 - b.mover) + to])
        and not (b.kinds[base] & K_BIT or b.kinds[base] == R_BIT)
    ):
        end_turn(b)
        return
    go_on(b, to, b.multi[u], 3 if k == KNIGHT else 1, False)


def go_on(
    b: Board, to: cython.int, multi: cython.int, march: cython.int, shadow: cython.bint
) -> cython.void:
    """Begin or continue a double move, a march or a multimove."""
    if b.phase == DOUBLE or b.phase == MULTI:
        enter(b, b.phase, to, b.phase_number - 1, shadow)
    elif multi:
        enter(b, MULTI, to, multi if multi > march else march, shadow)
    else:
        enter(b, DOUBLE, to, march, shadow)
    if b.phase_number == 0 or not has_legal(b):
        end_turn(b)


def after_capture(b: Board, to: cython.int, k: cython.int) -> cython.void:
    """Continue or end the turn after a capture that was survived (F15, F29)."""
    if k != PAWN or b.piece_promoted:
        end_turn(b)
    elif on_last_rank(b, to):
        enter(b, PROMOTING, to, 0, False)
    elif b.phase == ACCELERATED or is_hindered(b, to, False):
        end_turn(b)
    else:
        enter(b, ACCELERATED, to, 0, False)
        if not has_legal(b):
            end_turn(b)


def end_turn(b: Board) -> cython.void:
    """End the turn (F3); a king's death leaves side and turn number as they are (section 8)."""
    enter(b, FRESH, 0, 0, False)
    blow(b)
    if b.mover == 1:
        let_rot(b)
    count_down(b)
    b.fresh = False
    if king_is_dead(b):
        return
    if b.turn < LAST_TURN:
        b.turn += 1
    b.mover = 1 - b.mover


def count_down(b: Board) -> cython.void:
    """Count down the mover's paralysis and delays, and count stays (F3.4)."""
    u: cython.int
    for u in range(1, b.units + 1):
        if b.owner[u] != b.mover or b.base[u] != u or b.place[u] == DEAD:
            continue
        if b.par[u]:
            b.par[u] -= 1
            if b.par[u] == 0:
                b.trapped[u] = 0
        if b.delay[u]:
            b.delay[u] -= 1
        if b.kinds[u] & J_BIT and b.place[u] == GROUND and b.stay[u] < 10:
            b.stay[u] += 1
