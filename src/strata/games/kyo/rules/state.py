"""The rules of Kyo (docs/rules/kyo.md) under the contract of core/kernel/state.py.

board.py holds the stacks, offers.py lists the actions of each phase, actions.py plays them.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import mix
from cython.cimports.strata.core.kernel.constants import DRAWN
from cython.cimports.strata.games.kyo.rules.actions import (
    attack,
    end_turn,
    move_chips,
    move_pawn,
    shoot,
    shuffle,
)
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.choices import has_choice, has_open_step, rivals
from cython.cimports.strata.games.kyo.rules.constants import (
    ATTACK,
    CHIPS,
    END,
    KIND_SHIFT,
    KING_CAPTURED,
    LAST_CLOCK,
    LATE_CLOCK,
    MANA_DESTROYED,
    MOVE,
    NO_MOVES,
    NO_PROGRESS,
    NOTHING_DONE,
    OTHER_STACK,
    SHOT,
    SHUFFLE,
    START,
    chips_of,
    from_of,
    kind_of,
    order_of,
    to_of,
)
from cython.cimports.strata.games.kyo.rules.offers import (
    other_stacks,
    start_actions,
    turn_actions,
)
from cython.cimports.strata.games.kyo.rules.stacks import lowest_before


class KyoState(Board):
    """A position of Kyo."""

    def decided(self) -> cython.int:
        """Return the outcome at the start of a turn, or -1 if the game goes on (K28, K29)."""
        seat: cython.int = self.mover
        if self.kings[seat] == 0:
            return 1 - seat + 4 * KING_CAPTURED
        if self.mana[seat] == 0:
            return 1 - seat + 4 * MANA_DESTROYED
        if self.kings[1 - seat] == 0:
            return seat + 4 * KING_CAPTURED
        if self.mana[1 - seat] == 0:
            return seat + 4 * MANA_DESTROYED
        return -1

    def bound(self) -> cython.int:
        """Return the bound of section 4, which leaves room for the surplus writes of offers.py.

        Steps: 24 pawns × 8 and 42 liftable chips × 16; mana moves: 24 for a Knight; shots: 4 for a
        Cannon; shuffles: 11 for five chips. That is less than 1,050 in any position that can be
        read.
        """
        return 1200

    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if self.phase != START:
            count = turn_actions(self, actions)
            actions[count] = END << KIND_SHIFT  # K23
            count += 1
            if self.waived & OTHER_STACK:
                count = other_stacks(self, actions, count)
            return count
        if self.clock >= LAST_CLOCK or self.decided() >= 0:
            return 0
        count = start_actions(self, actions)
        if self.waived & NOTHING_DONE and count:
            actions[count] = END << KIND_SHIFT
            count += 1
        return count

    def apply(self, action: cython.longlong) -> cython.void:
        kind: cython.int = kind_of(action)
        if kind == MOVE:
            move_pawn(self, from_of(action), to_of(action), chips_of(action))
        elif kind == CHIPS:
            move_chips(self, from_of(action), to_of(action), chips_of(action))
        elif kind == ATTACK:
            attack(self, to_of(action))
        elif kind == SHOT:
            shoot(self, from_of(action), to_of(action))
        elif kind == SHUFFLE:
            shuffle(self, from_of(action), order_of(action))
        else:
            end_turn(self)

    def outcome(self) -> cython.int:
        """Return the result of a position without a legal action (K28–K30, K32)."""
        result: cython.int = self.decided()
        if result >= 0:
            return result
        if not has_choice(self):
            return 1 - self.mover + 4 * NO_MOVES
        return DRAWN + 4 * NO_PROGRESS

    def key(self) -> cython.ulonglong:
        """Return the key of K31, which is asked only at the start of a turn."""
        return mix(self.board_hash ^ self.mover)

    def over(self, actions: cython.p_longlong) -> cython.bint:
        if self.phase != START:
            return False
        if self.clock >= LAST_CLOCK or self.decided() >= 0:
            return True
        return not (has_open_step(self) or has_choice(self))

    def memo_key(self) -> cython.ulonglong:
        """Return the key for search. The clock is part of it only from LATE_CLOCK on."""
        memory: cython.ulonglong = self.mover
        if self.phase != START:
            memory |= cython.cast(
                cython.ulonglong,
                self.phase << 1
                | self.tile << 3
                | self.direction << 10
                | self.mana_moves_made << 14
                | (1 << 19 if self.on_enemy else 0)
                | (1 << 20 if self.shuffled else 0),
            )
        if self.clock >= LATE_CLOCK:
            memory |= cython.cast(cython.ulonglong, self.clock << 21)
        return mix(self.board_hash ^ memory) | 1

    # For notation, scene and gestures.

    def set_side(self, seat: int, clock: int) -> None:
        self.mover = seat
        self.clock = clock

    def set_turn(
        self, tile: int, phase: int, direction: int, count: int, on_enemy: bool, shuffled: bool
    ) -> None:
        """Set the memory of a turn in progress."""
        self.tile = tile
        self.phase = phase
        self.direction = direction
        self.mana_moves_made = count
        self.on_enemy = on_enemy
        self.shuffled = shuffled

    def turn(self) -> tuple[int, int, int, int, bool, bool]:
        """Return the memory of the turn, in the order of `set_turn`; in phase 0 there is none."""
        return (
            self.tile,
            self.phase,
            self.direction,
            self.mana_moves_made,
            bool(self.on_enemy),
            bool(self.shuffled),
        )

    def stands_on_enemy_mana(self, tile: int) -> bool:
        """Return whether enemy mana lies directly below the mover's mana and shields on `tile`."""
        lowest: cython.int = lowest_before(self, tile, 1 - self.mover)
        return bool(self.below[lowest] if lowest else self.uppers[tile])

    def get_rivals(self, action: int) -> int:
        """Return the number of legal actions with the same two tiles, this one included."""
        return rivals(self, action)
