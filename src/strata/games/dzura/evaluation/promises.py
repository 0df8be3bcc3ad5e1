"""The promises of Dzura actions: captures, promotions and checks first, idle actions last."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.dzura.evaluation.constants import (
    CHECK_GIVEN,
    EMPTY_SWAP,
    IDLE_DROP,
    KING_TAKEN,
    LIKE_SWAP,
)
from cython.cimports.strata.games.dzura.evaluation.worth import Worth
from cython.cimports.strata.games.dzura.rules.board import Board, attacks
from cython.cimports.strata.games.dzura.rules.constants import (
    DROP,
    MOVE,
    NOWHERE,
    SWAP,
    set_place,
    variant_of,
)


def promise_action(worth: Worth, board: Board, action: cython.longlong) -> cython.int:
    kind: cython.longlong = action >> 14
    tile: cython.int = (action >> 7) & 127
    target: cython.int = action & 127
    if kind == MOVE:
        return promise_move(worth, board, tile, target)
    if kind == SWAP:
        return promise_swap(worth, board, tile, target)
    if kind == DROP:
        return promise_drop(board, tile, target)
    return 0


def gain_on(worth: Worth, board: Board, kind: cython.int, tile: cython.int) -> cython.int:
    """Return what a piece of the acting seat gains by promotion on arriving at `tile` (Z35)."""
    if worth.gains[kind] == 0:
        return 0
    if (board.tables.far_line[2 * board.mover + (tile >> 6)] >> (tile & 63)) & 1:
        return worth.gains[kind]
    return 0


def worth_taking(worth: Worth, board: Board, piece: cython.int) -> cython.int:
    """Return the value of a capture: what one seat loses plus what the other gains."""
    kind: cython.int = board.tables.kind_of[piece >> 2]
    return worth.values[kind] + worth.values[board.tables.plain[kind]]


def promise_move(worth: Worth, board: Board, tile: cython.int, target: cython.int) -> cython.int:
    variant: cython.int = board.tops[tile] >> 2
    kind: cython.int = board.tables.kind_of[variant]
    taken: cython.int = board.tops[target]
    below: cython.int = board.covered[tile]
    gain: cython.int = gain_on(worth, board, kind, target)
    promise: cython.int = gain
    if taken:
        if board.tables.royal[taken >> 2]:
            return KING_TAKEN
        promise += worth_taking(worth, board, taken)
    if below and (below ^ board.tops[tile]) & 2:
        promise += worth_taking(worth, board, below)
    if promise:
        promise -= worth.values[kind] >> 3
        if promise < 1:
            promise = 1
    if taken and board.court:  # a piece on top of a stack may not attack
        return promise
    if gain:
        variant += 6 * (board.tables.promotes[kind] - kind)
    if attacks(board, variant, target, board.kings[1 - board.mover], tile, NOWHERE):
        promise += CHECK_GIVEN
    return promise


def promise_swap(worth: Worth, board: Board, tile: cython.int, target: cython.int) -> cython.int:
    """Return the promise of a swap. Without promotion it is hardly more than passing the turn."""
    one: cython.int = board.tables.kind_of[board.tops[tile] >> 2]
    other: cython.int = board.tables.kind_of[board.tops[target] >> 2]
    gain: cython.int = gain_on(worth, board, one, target) + gain_on(worth, board, other, tile)
    if gain:
        return gain
    return LIKE_SWAP if one == other else EMPTY_SWAP


def promise_drop(board: Board, kind: cython.int, tile: cython.int) -> cython.int:
    """Return the promise of a drop, low where the piece attacks nothing and cannot move."""
    variant: cython.int = variant_of(kind, board.mover, 0)
    place: cython.int = set_place(variant, tile)
    if board.tables.stride_counts[variant] or board.rotation:
        return 0
    return 0 if board.tables.steps[place] | board.tables.steps[place + 1] else IDLE_DROP
