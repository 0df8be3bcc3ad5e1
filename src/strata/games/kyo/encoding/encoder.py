"""The encoding of Kyo positions and actions as numbers; planes.py documents each plane."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.encoder import Encoder
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.kyo.encoding.constants import (
    ACTING,
    ATTACK_WORD,
    CHIPS,
    CLOCK,
    DEEP,
    DIRECTION,
    END_WORD,
    FIRE_WORD,
    HEIGHT,
    LONGEST,
    MANA_MOVES_MADE,
    ON_ENEMY,
    ONLY_CHIPS,
    ORDERS,
    PAWNS,
    PHASE,
    PLANES,
    SHUFFLE_WORD,
    SHUFFLED,
    TILE,
    WITH_CHIPS,
    WORDS,
)
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import (
    ATTACK,
    END,
    MOVE,
    NO_DIRECTION,
    SHIELD_CHIP,
    SHUFFLE,
    START,
    chips_of,
    from_of,
    kind_of,
    order_of,
    to_of,
)
from cython.cimports.strata.games.kyo.rules.constants import (
    CHIPS as CHIPS_ALONE,
)


def mirrored(tile: cython.int, seat: cython.int) -> cython.int:
    """Return `tile` as numbered from the side of `seat`: second counts ranks from rank 10."""
    return tile + 90 - 20 * (tile // 10) if seat else tile


def order_number(order: cython.int) -> cython.int:
    """Return the number of a shuffle's order: by number of chips, then by number of mana chips."""
    chips: cython.int = 0
    mana: cython.int = 0
    bits: cython.int = 0
    kind: cython.int
    first: cython.int = 0
    while order > 1:  # from the top
        kind = order & 3
        if kind < 2:
            bits |= kind << mana
            mana += 1
        chips += 1
        order >>= 2
    if chips == 3:
        first = 7
    elif chips == 4:
        first = 22
    elif chips == 5:
        first = 53
    return first + (1 << mana) - 1 + bits


class KyoEncoder(Encoder):
    """The encoder of Kyo, for all options."""

    def __init__(self) -> None:
        Encoder.__init__(self, PLANES, 10, 10, WORDS, LONGEST)

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        self.draw_stacks(cython.cast(Board, state), seat, planes)
        self.draw_turn(cython.cast(Board, state), seat, planes)

    def draw_stacks(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        tile: cython.int
        at: cython.int
        pawn: cython.int
        chip: cython.int
        kind: cython.int
        level: cython.int
        weight: cython.int
        for tile in range(100):
            at = mirrored(tile, seat)
            pawn = board.pawns[tile]
            if pawn:
                planes[100 * (PAWNS + 7 * ((pawn >> 3) ^ seat) + (pawn & 7) - 1) + at] = 1
            chip = board.uppers[tile]
            level = 0
            weight = 36
            while chip:
                kind = board.chips[chip]
                if kind != SHIELD_CHIP:
                    kind ^= 2 * seat
                if level < 5:
                    planes[100 * (CHIPS + 5 * level + kind) + at] = 1
                else:
                    planes[100 * (DEEP + (level - 5) // 3) + at] += weight * (kind + 1)
                    weight = 36 if weight == 1 else weight // 6
                level += 1
                chip = board.below[chip]
            planes[100 * HEIGHT + at] = level

    def draw_turn(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        way: cython.int = board.direction
        if board.phase != START:
            planes[100 * TILE + mirrored(board.tile, seat)] = 1
            self.fill(planes, PHASE + board.phase - 1, 1)
            if way != NO_DIRECTION:
                self.fill(planes, DIRECTION, 1 + ((4 - way) & 7 if seat else way))
            self.fill(planes, MANA_MOVES_MADE, board.mana_moves_made)
            self.fill(planes, ON_ENEMY, board.on_enemy)
            self.fill(planes, SHUFFLED, board.shuffled)
        self.fill(planes, CLOCK, board.clock)
        if board.mover == seat:
            self.fill(planes, ACTING, 1)

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write the tokens of the gesture (gestures.py).

        Unlike there, what goes to a tile is always named.
        """
        kind: cython.int = kind_of(action)
        seat: cython.int = state.mover
        if kind == END:
            tokens[0] = END_WORD
            return 1
        tokens[0] = mirrored(from_of(action), seat)
        if kind == SHUFFLE:
            tokens[1] = SHUFFLE_WORD
            tokens[2] = ORDERS + order_number(order_of(action))
            return 3
        tokens[1] = mirrored(to_of(action), seat)
        if kind == MOVE:
            tokens[2] = WITH_CHIPS + chips_of(action)
        elif kind == CHIPS_ALONE:
            tokens[2] = ONLY_CHIPS + chips_of(action)
        elif kind == ATTACK:
            tokens[2] = ATTACK_WORD
        else:
            tokens[2] = FIRE_WORD
        return 3
