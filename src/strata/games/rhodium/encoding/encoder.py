"""The encoding of Rhodium positions and actions as numbers; planes.py documents each plane."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.encoder import Encoder
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.rhodium.encoding.constants import (
    ACTING,
    AHEAD,
    CAPTURE_WORD,
    COUNTS,
    DISMANTLE_WORD,
    GOALS,
    HEIGHT,
    LEFT_HEIGHT,
    LEFT_KIND,
    LEFT_THEMES,
    LIGHT_TOP,
    LONGEST,
    OWED,
    PHASE,
    PIECES,
    PLACE,
    PLACED,
    PLANES,
    SACRIFICE_WORD,
    SORTS,
    THEMES,
    TOP_WORD,
    UNDER_WORD,
    WORDS,
    YARDS,
)
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    CELL_MASK,
    DIAMOND,
    DISMANTLE,
    FROM_SHIFT,
    KIND_SHIFT,
    MOVE,
    NUMBER_MASK,
    OVER,
    REVIVE,
    SACRIFICE,
    SCATTERED,
    SET,
    TO_SHIFT,
)


def turned(cell: cython.int, seat: cython.int) -> cython.int:
    """Return `cell` as numbered from the side of `seat`."""
    return 99 - cell if seat else cell


class RhodiumEncoder(Encoder):
    """The encoder of Rhodium, for all options."""

    def __init__(self) -> None:
        Encoder.__init__(self, PLANES, 10, 10, WORDS, LONGEST)

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        self.draw_piles(cython.cast(Board, state), seat, planes)
        self.draw_rest(cython.cast(Board, state), seat, planes)

    def draw_piles(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        """Write the piles; in the set-up only those in the area of `seat` (R3)."""
        cell: cython.int
        at: cython.int
        man: cython.int
        side: cython.int
        begin: cython.int = 0
        end: cython.int = 100
        if board.phase == SET:
            begin = 70 * seat
            end = begin + 30
        for cell in range(begin, end):
            man = board.men[cell]
            if man == 0:
                continue
            at = turned(cell, seat)
            side = ((man >> 3) - 1) ^ seat
            planes[100 * (PIECES + 6 * side + (man & 7)) + at] = 1
            planes[100 * HEIGHT + at] = board.heights[cell]
            planes[100 * LIGHT_TOP + at] = (board.themes[cell] >> (board.heights[cell] - 1)) & 1
            planes[100 * THEMES + at] = board.themes[cell] & 255
            planes[100 * (THEMES + 1) + at] = (board.themes[cell] >> 8) & 255
            planes[100 * (THEMES + 2) + at] = (board.themes[cell] >> 16) & 255

    def draw_rest(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        side: cython.int
        owner: cython.int
        sort: cython.int
        file: cython.int
        rank: cython.int
        number: cython.int
        for side in range(2):
            owner = side ^ seat
            for sort in range(12):
                number = (board.yards[owner] >> (4 * sort)) & 15
                if number:
                    self.fill(planes, YARDS + 12 * side + sort, number)
            number = -board.balance if owner else board.balance
            if number > 0:
                self.fill(planes, AHEAD + side, number)
            for file in range(10):
                if (board.goals[owner] >> file) & 1:
                    for rank in range(10):
                        planes[100 * (GOALS + side) + turned(10 * rank + file, seat)] = 1
        self.fill(planes, PHASE + board.phase, 1)
        if BREAK <= board.phase <= SCATTERED:
            planes[100 * PLACE + turned(board.place, seat)] = 1
            self.fill(planes, OWED, board.owed)
        if board.phase == SCATTERED:
            self.fill(planes, LEFT_KIND + board.left_kind, 1)
            self.fill(planes, LEFT_HEIGHT, board.left_height)
            self.fill(planes, LEFT_THEMES, board.left_themes & 255)
            self.fill(planes, LEFT_THEMES + 1, (board.left_themes >> 8) & 255)
        if board.phase == SET:
            self.fill(planes, PLACED, board.placed)
        if board.mover == seat and board.phase != OVER:
            self.fill(planes, ACTING, 1)

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        return self.click(cython.cast(Board, state), action, tokens)

    def click(self, board: Board, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write the tokens of the gesture (gestures.py), always with its last choice."""
        kind: cython.longlong = action >> KIND_SHIFT
        cell: cython.int = (action >> FROM_SHIFT) & CELL_MASK
        target: cython.int = turned((action >> TO_SHIFT) & CELL_MASK, board.mover)
        if kind == MOVE:
            tokens[0] = turned(cell, board.mover)
            tokens[1] = target
            if (board.men[cell] & 7) == DIAMOND:
                tokens[2] = CAPTURE_WORD
            else:
                tokens[2] = COUNTS + (action & NUMBER_MASK)
            return 3
        if kind == REVIVE:
            tokens[0] = SORTS + cell
            tokens[1] = target
            tokens[2] = UNDER_WORD if action & 1 else TOP_WORD
            return 3
        if kind == SACRIFICE:
            tokens[0] = turned(cell, board.mover)
            tokens[1] = target
            tokens[2] = SACRIFICE_WORD
            return 3
        tokens[0] = target
        if kind == DISMANTLE:
            tokens[1] = DISMANTLE_WORD
            return 2
        return 1
