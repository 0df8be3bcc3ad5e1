"""The rules of Rhodium (docs/rules/rhodium.md) under the contract of core/kernel/state.py.

    R1, R2, R11, R13, R15, R23   phases.py
    R4–R7, R12, R14              moves.py
    R16–R22                      revivals.py
    R25–R30                      here

actions.py holds the effects of actions (with R3, R8 and R9), piles.py the piles.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, ONE, mix
from cython.cimports.strata.games.rhodium.rules.actions import (
    move,
    put,
    relocate,
    revive,
    sacrifice,
    scatter,
)
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    CAPTURES_TO_WIN,
    CELL_MASK,
    DISMANTLE,
    FIRST_MAN,
    FIVE_CAPTURES,
    FOUR_POINTS,
    FROM_SHIFT,
    GOLD,
    KIND_SHIFT,
    MOVE,
    NO_MOVES,
    NUMBER_MASK,
    OVER,
    PLAY,
    PLAY_ON,
    RELOCATE,
    REVIVE,
    RHODIUM_CAPTURED,
    SACRIFICE,
    SCATTERED,
    SET,
    TO_SHIFT,
)
from cython.cimports.strata.games.rhodium.rules.moves import can_act, group_moves, main_moves
from cython.cimports.strata.games.rhodium.rules.phases import (
    go_to,
    placements,
    relocation_due,
    relocations,
)
from cython.cimports.strata.games.rhodium.rules.piles import bury, clear, land
from cython.cimports.strata.games.rhodium.rules.revivals import revivals, ways_onto
from cython.cimports.strata.games.rhodium.rules.tables import ARMY_SIZE


class RhodiumState(Board):
    """A position of Rhodium."""

    def bound(self) -> cython.int:
        """Return the bound of section 4, 2,000, with room for the surplus writes of moves.py."""
        return 2100

    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if self.phase == PLAY or self.phase == PLAY_ON:
            return revivals(self, actions, main_moves(self, actions, 0))
        if self.phase == SET:
            return placements(self, actions)
        if self.phase == OVER:
            return 0
        count = relocations(self, actions)
        if self.waived and self.waived & relocation_due(self):
            count = revivals(self, actions, main_moves(self, actions, count))
        return count

    def apply(self, action: cython.longlong) -> cython.void:
        kind: cython.longlong = action >> KIND_SHIFT
        cell: cython.int = (action >> FROM_SHIFT) & CELL_MASK
        target: cython.int = (action >> TO_SHIFT) & CELL_MASK
        if kind == MOVE:
            move(self, cell, target, action & NUMBER_MASK)
        elif kind == REVIVE:
            revive(self, cell, target, action & 1)
        elif kind == RELOCATE:
            if self.phase == SCATTERED:
                scatter(self, target)
            else:
                relocate(self, target)
        elif kind == DISMANTLE:
            go_to(self, self.mover, BREAK, target)
        elif kind == SACRIFICE:
            sacrifice(self, cell, target)
        else:
            put(self, target)

    def outcome(self) -> cython.int:
        """Return the result (R25–R29). In `over` the mover is the winner."""
        if self.phase != OVER:
            return 1 - self.mover + 4 * NO_MOVES
        if self.yards[self.mover] & 255:  # R28: a Rhodium, of either theme
            return self.mover + 4 * RHODIUM_CAPTURED
        if self.balance >= CAPTURES_TO_WIN or self.balance <= -CAPTURES_TO_WIN:
            return self.mover + 4 * FIVE_CAPTURES
        return self.mover + 4 * FOUR_POINTS

    def turn_start(self) -> cython.bint:
        """Return whether a turn or a placement begins.

        R30 compares the positions of `play`; those of the set-up never come twice.
        """
        return self.phase <= PLAY

    def key(self) -> cython.ulonglong:
        number: cython.ulonglong = self.goals[0] | (self.goals[1] << 10) | (self.mover << 20)
        left: cython.ulonglong = self.left_themes
        number |= (self.balance + 8) << 21
        number = (number << 10) | (self.place << 3) | self.phase
        left = (left << 16) | (self.left_height << 11) | (self.left_kind << 8)
        left |= (self.placed << 2) | self.owed
        number = mix((self.board_hash + number) & FULL)
        number = mix((number + self.yards[0]) & FULL)
        number = mix((number ^ left) & FULL)
        return mix((number + self.yards[1]) & FULL)

    def over(self, actions: cython.p_longlong) -> cython.bint:
        """Return whether the game is over (R25–R29).

        The first or second pile that is tried almost always has an action.
        """
        cell: cython.int
        if self.phase != PLAY and self.phase != PLAY_ON:
            return self.phase == OVER
        for cell in range(100):
            if (self.men[cell] >> 3) == self.mover + 1 and can_act(self, cell, actions):
                return False
        return self.legal(actions) == 0

    def memo_key(self) -> cython.ulonglong:
        """Return `key`, which covers the turn in progress; nothing else is counted."""
        return self.key() | ONE

    # For the game: what the position holds.

    def pile_at(self, cell: cython.int) -> tuple[int, int, list[int]] | None:
        """Return seat, kind and themes of the pile, bottom to top; None for an empty cell."""
        man: cython.int = self.men[cell]
        if man == 0:
            return None
        mask: cython.uint = self.themes[cell]
        themes = [(mask >> index) & 1 for index in range(self.heights[cell])]
        return (man >> 3) - 1, man & 7, themes

    def buried(self, seat: cython.int, kind: cython.int, theme: cython.int) -> int:
        """Return the number of pieces of that sort in the graveyard of `seat`."""
        return (self.yards[seat] >> (4 * (2 * kind + theme))) & 15

    def turn(self) -> tuple[int, int, int, int]:
        """Return the acting seat (or winner), the phase, the cell that it concerns, and `owed`."""
        return self.mover, self.phase, self.place, self.owed

    def scores(self) -> tuple[int, int, int]:
        """Return the balance, and the goal files of first and second as bits."""
        return self.balance, self.goals[0], self.goals[1]

    def left(self) -> tuple[int, list[int]]:
        """Return the kind and the themes of the leftover pieces, bottom to top."""
        return self.left_kind, [
            (self.left_themes >> index) & 1 for index in range(self.left_height)
        ]

    def number_placed(self, seat: int) -> int:
        """Return the number of pieces that `seat` has placed in the set-up."""
        if self.phase != SET or seat < self.mover:
            return ARMY_SIZE
        return self.placed if seat == self.mover else 0

    def hides(self, seat: int) -> bool:
        """Return whether the area of `seat` is hidden."""
        return bool((self.veil >> seat) & 1)

    def is_hidden(self) -> bool:
        """Return whether the armies are being placed in secret."""
        return bool(self.phase == SET)

    def group_sizes(self, cell: cython.int, target: cython.int) -> int:
        """Return the number of groups of the pile on `cell` that may go to `target`.

        At least one of them must be able to.
        """
        index: cython.int
        count: cython.int
        number: cython.int = 0
        buffer: cython.longlong[1024]
        if (self.men[cell] & 7) < GOLD:
            return 1
        count = group_moves(self, buffer, 0, cell)
        for index in range(count):
            number += ((buffer[index] >> TO_SHIFT) & CELL_MASK) == target
        return number

    def can_choose_top(self, cell: int, theme: int) -> bool:
        """Return whether a revived piece may go both on top of the pile and under its top piece."""
        return bool(ways_onto(self, cell, theme) == 3)

    # For the game: setting up a position.

    def lay(self, cell: int, seat: int, kind: int, themes: list[int]) -> None:
        """Put a pile on an empty cell."""
        for theme in themes:
            land(self, cell, FIRST_MAN * (seat + 1) + kind, 1, theme)

    def lay_down(self, seat: int, kind: int, theme: int, number: int) -> None:
        """Put `number` pieces of a sort, at most 9, into a graveyard."""
        for _ in range(number):
            bury(self, seat, kind, theme)

    def set_turn(self, seat: int, phase: int, place: int, owed: int) -> None:
        go_to(self, seat, phase, place)
        self.owed = owed

    def set_scores(self, balance: int, first_goals: int, second_goals: int) -> None:
        self.balance = balance
        self.goals[0] = first_goals
        self.goals[1] = second_goals

    def set_left(self, kind: int, themes: list[int]) -> None:
        """Set the leftover pieces of a scatter, bottom to top."""
        self.left_kind = kind
        self.left_height = len(themes)
        self.left_themes = sum(theme << index for index, theme in enumerate(themes))

    def set_placed(self, number: int) -> None:
        self.placed = number

    # For the game: hidden areas.

    def draw_veil(self, seat: cython.int) -> None:
        """Remove everything from the area of `seat` and mark it as hidden."""
        cell: cython.int
        for cell in range(70 * seat, 70 * seat + 30):
            clear(self, cell)
        self.veil |= 1 << seat

    def lift_veil(self, seat: int) -> None:
        """Mark the area of `seat` as visible, after pieces were put into it."""
        self.veil &= ~(1 << seat)

    def concealed(self, shown: int) -> RhodiumState:
        """Return a copy without the areas of all seats but `shown` (-1: of both), in the set-up."""
        seen: RhodiumState = cython.cast(RhodiumState, self.copy())
        for seat in range(2):
            if seat != shown:
                seen.draw_veil(seat)
        return seen
