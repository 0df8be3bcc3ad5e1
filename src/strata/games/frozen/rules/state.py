"""The rules of FrozenChess as a state (core/kernel/state.py), and the end of the game (section 6).

Where to find a rule:

    layers 1-5, F5, F44, F48             attacks.py      F32-F36        siege.py
    layer 6, F18, F55, F56, F67          captures.py
    F1, F5, F6, F68, F76 (offers)        legality.py     F31, F38, F43, F49, F51-F55  abilities.py
    F2, F3, F13-F15                      turns.py        F29, F64-F66   growth.py
    F4, F20-F22                          harm.py         F69, F70       forces.py
    F7, F9, F30, F46                     ways.py         F71-F75        shadows.py
    F8                                   bounces.py      F57, F58       weather.py
    F10, F19, F37, F39-F42, F50          moves.py        F76            rotation.py
    F11, F47                             walls.py        F59-F63, F12   tombs.py
    F23-F26                              fusion.py       F16, F17       offers.py, moves.py
    F27, F28, F73                        transport.py    F77-F80        state.py

constants.py and tables.py hold the numbers, evaluation/ the evaluation of positions.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import fold
from cython.cimports.strata.core.kernel.constants import DRAWN
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.frozen.rules.attacks import (
    in_check,
    is_hindered,
    renew_layers,
)
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    give_room_back,
    is_free,
    join,
    new_unit,
    raise_wall,
    set_flow,
    set_place,
    set_tornado,
    set_trap,
    stand,
    stow,
    take_room,
)
from cython.cimports.strata.games.frozen.rules.codes import pack
from cython.cimports.strata.games.frozen.rules.constants import (
    ACTION,
    BOTH_KINGS,
    BUFFER,
    CARRIED,
    CHECKMATE,
    CONTROLLED,
    DEAD,
    FRESH,
    GROUND,
    KING,
    KING_CAPTURED,
    KING_DIES,
    KING_EXPLODED,
    KING_UNSAFE,
    LAST_TURNS,
    MOST_ACTIONS,
    NO_MOVES,
    P_BIT,
    PLACED,
    PLY_LIMIT,
    RESPAWN,
    SHADOWED,
    SIZED,
    VEILED,
)
from cython.cimports.strata.games.frozen.rules.digest import position_digest
from cython.cimports.strata.games.frozen.rules.legality import (
    has_legal,
    is_legal,
    king_is_dead,
    list_legal,
    list_waived,
    look_around,
    offer_minds,
    offer_rotations,
)
from cython.cimports.strata.games.frozen.rules.offers import body_actions, shadow_actions
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT, forward
from cython.cimports.strata.games.frozen.rules.tombs import bury, can_respawn
from cython.cimports.strata.games.frozen.rules.turns import play
from cython.cimports.strata.games.frozen.rules.waivers import InPlay

from strata.core.kernel.state import action_buffer


class FrozenState(Board):
    """A position of FrozenChess."""

    in_play: InPlay
    """What the position offers in play, kept with the state and its waiving copies."""

    # The contract of core/kernel/state.py.

    def bound(self) -> cython.int:
        return MOST_ACTIONS

    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if king_is_dead(self) or self.is_late():
            return 0
        take_room(self)
        self.work.most = MOST_ACTIONS
        count = list_legal(self, actions)
        self.work.most = BUFFER
        return count

    def is_late(self) -> cython.bint:
        """Return whether the turn number exceeds the limit (F80)."""
        return self.phase == FRESH and 0 < self.ply_limit < self.turn

    def apply(self, action: cython.longlong) -> cython.void:
        take_room(self)
        play(self, action)

    def outcome(self) -> cython.int:
        """Return the result of a position without a legal action (F77, F78, F80).

        A dead king was captured if a ground body stands on his cell.
        """
        king: cython.int
        seat: cython.int
        if self.place[self.king[0]] == DEAD and self.place[self.king[1]] == DEAD:
            return DRAWN + 4 * BOTH_KINGS
        for seat in range(2):
            king = self.king[seat]
            if self.place[king] == DEAD:
                if self.ground[self.cell[king]]:
                    return 1 - seat + 4 * KING_CAPTURED
                return 1 - seat + 4 * KING_EXPLODED
        take_room(self)
        if has_legal(self):
            return DRAWN + 4 * PLY_LIMIT
        if in_check(self, self.mover):
            return 1 - self.mover + 4 * CHECKMATE
        return 1 - self.mover + 4 * NO_MOVES

    def key(self) -> cython.ulonglong:
        take_room(self)
        return position_digest(self)

    def assign(self, other: State) -> cython.void:
        self.copy_from(cython.cast(Board, other))
        self.waived = other.waived

    def over(self, actions: cython.p_longlong) -> cython.bint:
        """Return whether the game is over (F77, F78, F80), stopping at the first legal action."""
        found: cython.bint
        if king_is_dead(self) or self.is_late():
            return True
        take_room(self)
        if self.phase in (SIZED, PLACED, CONTROLLED):
            return self.legal(actions) == 0
        if self.phase != FRESH:
            return False  # there is `end`, or a kind to choose
        if not in_check(self, self.mover) and self.can_step():
            return False
        self.work.most = MOST_ACTIONS
        found = self.can_act(actions)
        self.work.most = BUFFER
        return not found

    def can_step(self) -> cython.bint:
        """Return whether a king or pawn of the mover, who is not in check, has a harmless step."""
        king: cython.int = self.king[self.mover]
        base: cython.int
        index: cython.int
        c: cython.int = self.cell[king]
        t: cython.int
        if self.par[king] == 0:
            for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
                if is_free(self, NEAR[index]) and self.tomb[NEAR[index]] == 0:
                    return True
        for c in range(256):
            base = self.ground[c]
            if base == 0 or self.owner[base] != self.mover or not self.kinds[base] & P_BIT:
                continue
            t = forward(self.mover, c, 1)
            if t >= 0 and is_free(self, t) and self.tomb[t] == 0 and not is_hindered(self, c, True):
                return True
        return False

    def can_act(self, actions: cython.p_longlong) -> cython.bint:
        """Return whether a fresh turn has a legal action, trying body after body."""
        step: cython.int
        c: cython.int
        base: cython.int
        index: cython.int
        count: cython.int
        king: cython.int = self.cell[self.king[self.mover]]
        renew_layers(self)
        look_around(self)
        for c in range(256):
            self.work.minded[c] = 0
        for step in range(-1, 256):
            c = king if step < 0 else step
            if step == king:
                continue
            count = 0
            base = self.ground[c]
            if base and self.owner[base] == self.mover and not self.frozen[c]:
                count = body_actions(self, actions, count, c, True)
            base = self.shadow[c]
            if base and self.owner[base] == self.mover and self.par[base] == 0:
                count = shadow_actions(self, actions, count, c)
            if self.tomb[c] and can_respawn(self, c):
                actions[count] = pack(RESPAWN, c, 0, 0)
                count += 1
            for index in range(count):
                if is_legal(self, actions[index], FRESH):
                    return True
        return (
            offer_rotations(self, actions, 0, True) > 0 or offer_minds(self, actions, 0, True) > 0
        )

    def memo_key(self) -> cython.ulonglong:
        number: cython.ulonglong = self.key()
        if self.ply_limit and self.turn + LAST_TURNS > self.ply_limit:
            number = fold(number, self.turn)
        return number | 1

    def rest(self) -> cython.void:
        give_room_back(self)

    # Waivers.

    def waiving(self, restrictions: int) -> State:
        """Return a copy that waives these restrictions, as for any state.

        What is legal in play is computed once for all waivers of a position.
        """
        state: FrozenState = cython.cast(FrozenState, State.waiving(self, restrictions))
        key: cython.ulonglong = self.get_key()
        if restrictions:
            if self.in_play is None or self.in_play.key != key:
                self.in_play = InPlay(key, State.codes(self), self.offers())
            state.in_play = self.in_play
        return state

    def codes(self) -> list[int]:
        """Return what is legal in play and, under waivers, what they allow in addition.

        Actions that only a waiver allows are never tried on a board, so F5 refuses only what is
        offered in play. Such an action has no way, because nobody plays it.
        """
        kings: cython.ulonglong = self.waived & (KING_UNSAFE | KING_DIES)
        if self.waived == 0:
            return State.codes(self)
        legal = dict(self.in_play.legal)
        if kings:
            for code in State.codes(State.waiving(self, kings)):
                legal.setdefault(code & ACTION, code)
        added = {code & ACTION for code in self.offers()}
        return [*legal.values(), *(added - self.in_play.offered)]

    def offers(self) -> list[int]:
        """Return the actions as numbers before F5 and F6 refuse any; some may be listed twice."""
        buffer = action_buffer(self)
        view: cython.longlong[::1] = buffer
        count: cython.int
        take_room(self)
        self.work.most = MOST_ACTIONS
        count = list_waived(self, cython.address(view[0]))
        self.work.most = BUFFER
        self.rest()
        return list(buffer[:count])

    # For notation and scene: reading.

    def cell_facts(self, c: int) -> tuple[int, ...]:
        """Return ground body, shadow, wall's unit, trap, tornado, flow, tomb status and rot."""
        return (
            self.ground[c],
            self.shadow[c],
            self.wall[c],
            self.trap[c],
            self.tornado[c],
            self.flow[c],
            self.tomb[c],
            self.rot[c],
        )

    def queue(self, c: int) -> list[int]:
        """Return the dead on a cell, oldest first."""
        return self.chained(self.queue_first[c])

    def members(self, base: int) -> list[int]:
        return self.chained(base)

    def chained(self, u: int) -> list[int]:
        found = []
        while u:
            found.append(u)
            u = self.mate[u]
        return found

    def cargo(self, u: int) -> list[int]:
        """Return the bases of the bodies that a unit carries."""
        found = []
        base = self.hold[u]
        while base:
            found.append(base)
            base = self.along[base]
        return found

    def wall_cells(self, u: int) -> list[int]:
        return [c for c in range(256) if self.wall[c] == u] if self.walls[u] else []

    def unit_facts(self, u: int) -> tuple[int, int, bool]:
        """Return the kind, the owner, and whether the unit is carried as a shadow."""
        return self.kind[u], self.owner[u], self.place[u] == VEILED

    def attributes(self, u: int) -> tuple[int, ...]:
        """Return par, trapped, stay, delay, travelled, ortho, diag, pieces, pawns and multimove."""
        return (
            self.par[u],
            self.trapped[u],
            self.stay[u],
            self.delay[u],
            self.travelled[u],
            self.ortho[u],
            self.diag[u],
            self.pieces[u],
            self.pawns[u],
            self.multi[u],
        )

    def turn_facts(self) -> tuple[int, int, int, bool, int]:
        """Return the phase, its cell, its number, whether it is a shadow's, and the turn number."""
        return (
            self.phase,
            self.phase_cell,
            self.phase_number,
            bool(self.phase_shadow),
            self.turn,
        )

    def checked_seat(self) -> int:
        """Return the seat to move if its king is in check, else -1."""
        checked: bool
        if king_is_dead(self):
            return -1
        take_room(self)
        checked = in_check(self, self.mover)
        give_room_back(self)
        return self.mover if checked else -1

    # Setting up; the caller has checked everything.

    def set_options(self, mechanics: int, ply_limit: int) -> None:
        self.mechanics = mechanics
        self.ply_limit = ply_limit

    def set_turn(
        self, seat: int, phase: int, cell: int, number: int, shadow: bool, turn: int
    ) -> None:
        self.mover = seat
        self.phase = phase
        self.phase_cell = cell
        self.phase_number = number
        self.phase_shadow = shadow
        self.turn = turn

    def add_unit(self, kind: int, owner: int, attributes: tuple[int, ...]) -> int:
        """Add a unit that is on no cell and return it; `attributes` are in the order above."""
        u: cython.int = new_unit(self, kind, owner)
        (
            self.par[u],
            self.trapped[u],
            self.stay[u],
            self.delay[u],
            self.travelled[u],
            self.ortho[u],
            self.diag[u],
            self.pieces[u],
            self.pawns[u],
            self.multi[u],
        ) = attributes
        if kind == KING:
            self.king[owner] = u
        return u

    def add_member(self, base: int, u: int) -> None:
        join(self, base, u)

    def add_cargo(self, carrier: int, base: int, veiled: bool) -> None:
        stow(self, carrier, base, VEILED if veiled else CARRIED)

    def put_ground(self, c: int, base: int) -> None:
        stand(self, base, c)

    def put_shadow(self, c: int, base: int) -> None:
        self.shadow[c] = base
        self.cell[base] = c
        set_place(self, base, SHADOWED)

    def put_wall(self, u: int, c: int) -> None:
        raise_wall(self, u, c)

    def put_dead(self, c: int, units: list[int], status: int, rot: int) -> None:
        for u in units:
            bury(self, u, c)
        self.tomb[c] = status
        self.rot[c] = rot

    def put_trap(self, c: int, owner: int) -> None:
        set_trap(self, c, 1 + owner)

    def put_tornado(self, c: int, owner: int, timer: int) -> None:
        set_tornado(self, c, timer + 16 * owner)

    def put_flow(self, c: int, owner: int, heading: int, timer: int) -> None:
        set_flow(self, c, timer + 4 * heading + 32 * owner)

    def king_lives(self, seat: int) -> bool:
        return self.place[self.king[seat]] == GROUND

    def dead_units(self, seat: int) -> list[int]:
        """Return the units of a seat that lie in tombs."""
        return [
            u for u in range(1, self.units + 1) if self.owner[u] == seat and self.place[u] == DEAD
        ]
