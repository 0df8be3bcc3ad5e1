"""The effects of actions on the board, dispatched to the modules that hold them."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.abilities import change_places, convert, exchange, go
from cython.cimports.strata.games.frozen.rules.attacks import renew_layers
from cython.cimports.strata.games.frozen.rules.board import Board, first_of
from cython.cimports.strata.games.frozen.rules.constants import (
    AVAL,
    BLAST,
    CAPTURE,
    CONVERT,
    DEFUSE,
    DETON,
    EXCH,
    FUSE,
    JESTER,
    JUMP,
    KIND,
    LEAP_CAPTURE,
    LOAD,
    MORPHING,
    MOVE,
    PARA,
    PORTAL,
    PULL,
    PUSH,
    QUAKE,
    RESPAWN,
    SHADOW,
    SHOOT,
    SPAWN,
    STRIKE,
    SWAP,
    TELE,
    THROW,
    TORNADO,
    TRANSFER,
    TREB,
    TURN,
    UNLOAD,
    UNSHADOW,
    VEILED_CAPTURE,
    VEILED_LOAD,
    VEILED_MOVE,
    VEILED_UNLOAD,
    WALLTRAP,
)
from cython.cimports.strata.games.frozen.rules.forces import pull, push
from cython.cimports.strata.games.frozen.rules.fusion import defuse, fuse
from cython.cimports.strata.games.frozen.rules.growth import morph, promote, spawn, transfer
from cython.cimports.strata.games.frozen.rules.harm import inflict
from cython.cimports.strata.games.frozen.rules.moves import leap_capture, move
from cython.cimports.strata.games.frozen.rules.rotation import rotate
from cython.cimports.strata.games.frozen.rules.shadows import (
    fade,
    shadow_load,
    shadow_move,
    strike,
    unshadow,
)
from cython.cimports.strata.games.frozen.rules.siege import blast, shoot, throw, treb
from cython.cimports.strata.games.frozen.rules.tombs import explode, respawn
from cython.cimports.strata.games.frozen.rules.transport import load, unload
from cython.cimports.strata.games.frozen.rules.walls import quake, walltrap
from cython.cimports.strata.games.frozen.rules.weather import cast_avalanche, cast_tornado


def perform(b: Board, code: cython.longlong) -> cython.void:
    """Carry out an action, before the turn continues or ends."""
    op: cython.int = code & 63
    c: cython.int = (code >> 6) & 255
    to: cython.int = (code >> 14) & 255
    third: cython.int = (code >> 22) & 255
    k: cython.int = (code >> 30) & 31
    t: cython.int = (code >> 35) & 31
    way: cython.int = (code >> 40) & 511
    renew_layers(b)
    b.attacked = False
    b.survived = True
    b.piece_promoted = False
    if op in (MOVE, CAPTURE):
        move(b, c, to, k, t, way)
    elif op == LEAP_CAPTURE:
        leap_capture(b, c, to, third, t)
    elif op == FUSE:
        fuse(b, c, to, k, way)
    elif op == LOAD:
        load(b, c, to, k, way)
    elif op == DEFUSE:
        defuse(b, c, to, k, way)
    elif op == UNLOAD:
        unload(b, b.ground[c], third, to)
    elif op == VEILED_UNLOAD:
        unload(b, b.shadow[c], third, to)
    elif op in (VEILED_MOVE, VEILED_CAPTURE):
        shadow_move(b, c, to, way)
    elif op == VEILED_LOAD:
        shadow_load(b, c, to)
    elif op <= BLAST:
        attack(b, op, c, to, t)
    elif op <= EXCH:
        use_ability(b, op, c, to)
    else:
        use_special(b, op, c, to, third, k)
    b.fresh = False


def attack(b: Board, op: cython.int, c: cython.int, to: cython.int, t: cython.int) -> cython.void:
    """Carry out an attack ability (F17)."""
    if op == CONVERT:
        convert(b, c, to)
    elif op == SHOOT:
        shoot(b, c, to)
    elif op == PARA:
        inflict(b, b.ground[to], 3)
    elif op == TREB:
        treb(b, c, to)
    elif op == QUAKE:
        quake(b, to)
    elif op == THROW:
        throw(b, c, b.owner[b.ground[c]])
    elif op == BLAST:
        blast(b, c, to, t)


def use_ability(b: Board, op: cython.int, c: cython.int, to: cython.int) -> cython.void:
    """Carry out another ability of a kind."""
    if op == JUMP:
        go(b, c, to)
    elif op == WALLTRAP:
        walltrap(b, first_of(b, b.ground[c], JESTER), to)
    elif op == DETON:
        explode(b, c, 1)
    elif op == TELE:
        change_places(b, c, to)
    elif op == PORTAL:
        go(b, c, 255 - c)
    elif op == TORNADO:
        cast_tornado(b, c, to)
    elif op == AVAL:
        cast_avalanche(b, c, to)
    elif op == EXCH:
        exchange(b, c)


def use_special(
    b: Board, op: cython.int, c: cython.int, to: cython.int, third: cython.int, k: cython.int
) -> cython.void:
    """Carry out a special move open to many.

    Actions that only open a phase, such as `rot:` and `at:`, change nothing.
    """
    if op == TRANSFER:
        transfer(b, c, to)
    elif op == SPAWN:
        spawn(b, c, to)
    elif op == SWAP:
        change_places(b, c, to)
    elif op == PUSH:
        push(b, c, to)
    elif op == PULL:
        pull(b, c, to, third)
    elif op == SHADOW:
        fade(b, c, 6)
    elif op == UNSHADOW:
        unshadow(b, c)
    elif op == STRIKE:
        strike(b, c, to)
    elif op == RESPAWN:
        respawn(b, c)
    elif op == KIND:
        if b.phase == MORPHING:
            morph(b, b.phase_cell, k)
        else:
            promote(b, b.phase_cell, k)
    elif op == TURN:
        rotate(b, c, to, third)
