"""The encoding of FrozenChess positions and actions as numbers; planes.py documents each plane.

What planes of cells cannot hold (members of bodies, cargo, the dead) is in the register, a list of
all units in the order of the position's text as the seat sees it. Its planes have a place for each
unit.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.encoder import Encoder
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.frozen.encoding.constants import (
    ACTING,
    ANGLES,
    ATTRIBUTES,
    DEAD_COUNT,
    END_TOKEN,
    FLOW_HEADING,
    FLOWS,
    FROZEN_FOR,
    GROUND_KINDS,
    KINDS,
    LONGEST,
    MIND_TOKEN,
    NUMBERS,
    PHASE,
    PHASE_CELL,
    PHASE_NUMBER,
    PHASE_SHADOW,
    PLANES,
    ROTATE_TOKEN,
    SHADOW_TOKEN,
    SHADOWS,
    SIZE,
    SPOKEN,
    STAY,
    TOMB,
    TORNADOS,
    TRAPPED,
    TRAPS,
    UNIT_BASE,
    UNIT_CARRIER,
    UNIT_CELL,
    UNIT_KIND,
    UNIT_PLACE,
    WALL_UNIT,
    WALLS,
    WORDS,
)
from cython.cimports.strata.games.frozen.encoding.constants import (
    ROT as ROT_PLANE,
)
from cython.cimports.strata.games.frozen.encoding.constants import (
    TURN as TURN_PLANE,
)
from cython.cimports.strata.games.frozen.rules.board import Board
from cython.cimports.strata.games.frozen.rules.constants import (
    AT,
    BLAST,
    CAPTURE,
    DEAD,
    DEFUSE,
    DETON,
    END,
    EXCH,
    FRESH,
    FUSE,
    KIND,
    LEAP_CAPTURE,
    LOAD,
    MIND,
    MORPH,
    MOVE,
    MULTI,
    NO_KIND,
    PLACED,
    PORTAL,
    PROMOTE,
    PULL,
    RESPAWN,
    ROT,
    SHADOW,
    SIZED,
    STRIKE,
    THROW,
    TURN,
    UNLOAD,
    UNSHADOW,
    VEILED_CAPTURE,
    VEILED_LOAD,
    VEILED_MOVE,
    VEILED_UNLOAD,
)


def mirrored(cell: cython.int, seat: cython.int) -> cython.int:
    """Return `cell` as numbered from the side of `seat`: second counts ranks from rank 16."""
    return cell ^ 240 if seat else cell


def put(
    planes: cython.p_uchar, plane: cython.int, place: cython.int, value: cython.int
) -> cython.void:
    planes[256 * plane + place] = value


def is_fused(b: Board, cell: cython.int) -> cython.bint:
    return b.ground[cell] != 0 and b.size[b.ground[cell]] > 1


class FrozenEncoder(Encoder):
    """The encoder of FrozenChess, for all options."""

    def __init__(self) -> None:
        Encoder.__init__(self, PLANES, 16, 16, WORDS, LONGEST)

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        self.draw(cython.cast(Board, state), seat, planes)

    def draw(self, b: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        at: cython.int
        cell: cython.int
        row: cython.int = 0
        rows: cython.uchar[256]
        unit: cython.int
        number: cython.int
        for at in range(256):
            cell = mirrored(at, seat)
            if b.ground[cell]:
                self.draw_ground(b, b.ground[cell], seat, at, planes)
                row = self.enter(b, b.ground[cell], seat, at, 0, row, rows, planes)
        for at in range(256):
            unit = b.shadow[mirrored(at, seat)]
            if unit:
                put(planes, SHADOWS + (b.owner[unit] ^ seat), at, 1 + b.kind[unit])
                row = self.enter(b, unit, seat, at, 0, row, rows, planes)
        for at in range(256):
            cell = mirrored(at, seat)
            number = 0
            unit = b.queue_first[cell]
            while unit:
                row = self.bury(b, unit, seat, at, row, planes)
                number += 1
                unit = b.mate[unit]
            put(planes, DEAD_COUNT, at, number)
            self.draw_things(b, cell, seat, at, rows, planes)
        self.draw_turn(b, seat, planes)

    def draw_ground(
        self,
        b: Board,
        base: cython.int,
        seat: cython.int,
        at: cython.int,
        planes: cython.p_uchar,
    ) -> cython.void:
        unit: cython.int = base
        while unit:
            put(planes, GROUND_KINDS + 18 * (b.owner[unit] ^ seat) + b.kind[unit], at, 1)
            unit = b.mate[unit]
        put(planes, SIZE, at, b.size[base])
        put(planes, FROZEN_FOR, at, b.par[base])
        put(planes, TRAPPED, at, b.trapped[base])
        put(planes, STAY, at, b.stay[base])

    def enter(
        self,
        b: Board,
        base: cython.int,
        seat: cython.int,
        at: cython.int,
        carrier: cython.int,
        row: cython.int,
        rows: cython.p_uchar,
        planes: cython.p_uchar,
    ) -> cython.int:
        """Enter a body and its cargo into the register and return the next row."""
        unit: cython.int = base
        inner: cython.int
        mine: cython.int
        while unit:
            mine = row
            row += 1
            rows[unit] = mine
            put(planes, UNIT_KIND, mine, 1 + b.kind[unit] + 18 * (b.owner[unit] ^ seat))
            put(planes, UNIT_PLACE, mine, b.place[unit])
            put(planes, UNIT_CELL, mine, at)
            put(planes, UNIT_CARRIER, mine, carrier)
            if unit == base:
                put(planes, UNIT_BASE, mine, 1)
                put(planes, ATTRIBUTES, mine, b.par[unit])
                put(planes, ATTRIBUTES + 1, mine, b.trapped[unit])
                put(planes, ATTRIBUTES + 2, mine, b.stay[unit])
                put(planes, ATTRIBUTES + 3, mine, b.delay[unit])
                put(planes, ATTRIBUTES + 4, mine, b.travelled[unit])
            put(planes, ATTRIBUTES + 5, mine, b.ortho[unit])
            put(planes, ATTRIBUTES + 6, mine, b.diag[unit])
            self.enter_counts(b, unit, mine, planes)
            inner = b.hold[unit]
            while inner:
                row = self.enter(b, inner, seat, at, 1 + mine, row, rows, planes)
                inner = b.along[inner]
            unit = b.mate[unit]
        return row

    def enter_counts(
        self, b: Board, unit: cython.int, row: cython.int, planes: cython.p_uchar
    ) -> cython.void:
        put(planes, ATTRIBUTES + 7, row, b.pieces[unit])
        put(planes, ATTRIBUTES + 8, row, b.pawns[unit])
        put(planes, ATTRIBUTES + 9, row, b.multi[unit])

    def bury(
        self,
        b: Board,
        unit: cython.int,
        seat: cython.int,
        at: cython.int,
        row: cython.int,
        planes: cython.p_uchar,
    ) -> cython.int:
        """Enter a dead unit into the register and return the next row."""
        put(planes, UNIT_KIND, row, 1 + b.kind[unit] + 18 * (b.owner[unit] ^ seat))
        put(planes, UNIT_PLACE, row, DEAD)
        put(planes, UNIT_CELL, row, at)
        self.enter_counts(b, unit, row, planes)
        return row + 1

    def draw_things(
        self,
        b: Board,
        cell: cython.int,
        seat: cython.int,
        at: cython.int,
        rows: cython.p_uchar,
        planes: cython.p_uchar,
    ) -> cython.void:
        """Write walls, traps, weather and tombs."""
        heading: cython.int
        if b.wall[cell]:
            put(planes, WALLS + (b.owner[b.wall[cell]] ^ seat), at, 1)
            put(planes, WALL_UNIT, at, 1 + rows[b.wall[cell]])
        if b.trap[cell]:
            put(planes, TRAPS + ((b.trap[cell] - 1) ^ seat), at, 1)
        if b.tornado[cell]:
            put(planes, TORNADOS + ((b.tornado[cell] >> 4) ^ seat), at, 1 + (b.tornado[cell] & 15))
        if b.flow[cell]:
            heading = (b.flow[cell] >> 3) & 3
            put(planes, FLOWS + ((b.flow[cell] >> 5) ^ seat), at, 1 + (b.flow[cell] & 7))
            put(planes, FLOW_HEADING, at, 1 + ((2 - heading) & 3 if seat else heading))
        if b.tomb[cell]:
            put(planes, TOMB, at, b.tomb[cell])
            put(planes, ROT_PLANE, at, b.rot[cell])

    def draw_turn(self, b: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        part: cython.int
        self.fill(planes, PHASE + b.phase, 1)
        if b.phase != FRESH and b.phase != SIZED:
            put(planes, PHASE_CELL, mirrored(b.phase_cell, seat), 1)
        if b.phase != FRESH and (b.phase <= MULTI or b.phase == SIZED or b.phase == PLACED):
            self.fill(planes, PHASE_NUMBER, b.phase_number)
            if b.phase <= MULTI:
                self.fill(planes, PHASE_SHADOW, b.phase_shadow)
        for part in range(4):
            self.fill(planes, TURN_PLANE + part, (b.turn >> (8 * part)) & 255)
        if b.mover == seat:
            self.fill(planes, ACTING, 1)

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        return self.click(cython.cast(Board, state), action, tokens)

    def click(self, b: Board, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write the tokens of the gesture (gestures.py)."""
        op: cython.int = action & 63
        seat: cython.int = b.mover
        cell: cython.int = (action >> 6) & 255
        target: cython.int = (action >> 14) & 255
        third: cython.int = (action >> 22) & 255
        kind: cython.int = (action >> 30) & 31
        taken: cython.int = (action >> 35) & 31
        count: cython.int = 1
        there: cython.int = mirrored(target, seat)
        tokens[0] = mirrored(cell, seat)
        if op == AT:
            return 1
        if op == END:
            tokens[0] = END_TOKEN
            return 1
        if op == KIND:
            tokens[0] = KINDS + kind
            return 1
        if op == TURN:
            tokens[0] = ANGLES + (4 - third if seat else third)
            return 1
        if op == ROT:
            tokens[0] = ROTATE_TOKEN
            tokens[1] = NUMBERS + third
            return 2
        if op in (STRIKE, UNSHADOW) or op >= VEILED_MOVE:
            return self.click_shadow(op, there, third, tokens)
        if is_fused(b, cell) and (op in (MOVE, CAPTURE, LEAP_CAPTURE, FUSE, LOAD)):
            tokens[1] = KINDS + kind
            count = 2
        if op in (MOVE, CAPTURE):
            tokens[count] = there
            return self.say_taken(b, target, taken, tokens, count + 1)
        tokens[count] = MIND_TOKEN if op == MIND else SPOKEN + op
        count += 1
        if op in (THROW, DETON, PORTAL, EXCH, SHADOW, RESPAWN, PROMOTE, MORPH, MIND):
            return count
        if op == DEFUSE:
            tokens[count] = KINDS + kind
            count += 1
        elif op == UNLOAD:
            tokens[count] = NUMBERS + third
            count += 1
        tokens[count] = there
        count += 1
        if op == LEAP_CAPTURE:
            tokens[count] = mirrored(third, seat)
            return self.say_taken(b, third, taken, tokens, count + 1)
        if op == PULL:
            tokens[count] = NUMBERS + third
            return count + 1
        if op == BLAST:
            return self.say_taken(b, target, taken, tokens, count)
        return count

    def click_shadow(
        self, op: cython.int, there: cython.int, third: cython.int, tokens: cython.p_int
    ) -> cython.int:
        tokens[1] = SHADOW_TOKEN
        if op in (VEILED_MOVE, VEILED_CAPTURE):
            tokens[2] = there
            return 3
        if op == VEILED_UNLOAD:
            tokens[2] = SPOKEN + UNLOAD
            tokens[3] = NUMBERS + third
            tokens[4] = there
            return 5
        tokens[2] = SPOKEN + (LOAD if op == VEILED_LOAD else op)
        if op == UNSHADOW:
            return 3
        tokens[3] = there
        return 4

    def say_taken(
        self,
        b: Board,
        cell: cython.int,
        taken: cython.int,
        tokens: cython.p_int,
        count: cython.int,
    ) -> cython.int:
        if taken != NO_KIND and is_fused(b, cell):
            tokens[count] = KINDS + taken
            count += 1
        return count
