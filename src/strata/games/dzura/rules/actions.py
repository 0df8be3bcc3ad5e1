"""The effects of Dzura actions (Z24–Z28, Z35, Z46–Z51, Z54), and how a turn continues."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.dzura.rules.board import (
    Board,
    capture,
    change_hand,
    set_covered,
    set_top,
)
from cython.cimports.strata.games.dzura.rules.constants import (
    BARRAGED,
    DROP,
    FACE,
    MOVE,
    NOWHERE,
    PLACING,
    ROTATING,
    START,
    SWAP,
    variant_of,
)


def play_action(board: Board, action: cython.longlong) -> cython.void:
    kind: cython.longlong = action >> 14
    tile: cython.int = (action >> 7) & 127
    target: cython.int = action & 127
    if kind == MOVE:
        play_move(board, tile, target)
    elif kind == SWAP:
        play_swap(board, tile, target)
    elif kind == DROP:
        play_drop(board, tile, target)
    elif kind == FACE:
        play_facing(board, target)
    else:
        play_barrage(board, target)


def play_move(board: Board, tile: cython.int, target: cython.int) -> cython.void:
    """Play a move (Z24)."""
    piece: cython.int = freed(board, board.tops[tile])
    below: cython.int = board.covered[tile]
    taken: cython.int = board.tops[target]
    set_top(board, tile, 0)
    if below:
        set_covered(board, tile, 0)
        if ((below >> 1) & 1) == board.mover:
            set_top(board, tile, below)
        else:
            capture(board, below)
    if taken:
        set_top(board, target, 0)
        if board.court and board.covered[target] == 0:
            set_covered(board, target, taken)
        else:
            capture(board, taken)
    set_top(board, target, arrived(board, piece, target))
    if taken and board.tables.royal[taken >> 2]:
        pass_turn(board)
    else:
        turn_or_pass(board, target, NOWHERE, ROTATING)


def play_swap(board: Board, tile: cython.int, other: cython.int) -> cython.void:
    """Play a swap (Z26, Z27); `tile` is the lower one."""
    one: cython.int = freed(board, board.tops[tile])
    two: cython.int = freed(board, board.tops[other])
    set_top(board, tile, 0)
    set_top(board, other, 0)
    set_top(board, tile, arrived(board, two, tile))
    set_top(board, other, arrived(board, one, other))
    turn_or_pass(board, tile, other, ROTATING)


def play_drop(board: Board, kind: cython.int, tile: cython.int) -> cython.void:
    """Play a drop (Z28)."""
    change_hand(board, board.mover, kind, -1)
    set_top(board, tile, variant_of(kind, board.mover, 0) << 2 | board.mover << 1)
    turn_or_pass(board, tile, NOWHERE, PLACING)


def play_barrage(board: Board, tile: cython.int) -> cython.void:
    """Play a barrage (Z51)."""
    board.tokens[board.mover] -= 1
    set_top(board, tile, board.tops[tile] | 1)
    board.phase = BARRAGED


def play_facing(board: Board, facing: cython.int) -> cython.void:
    """Give the first pending piece its facing (Z46–Z48)."""
    tile: cython.int = board.pending[0]
    piece: cython.int = board.tops[tile]
    kind: cython.int = board.tables.kind_of[piece >> 2]
    set_top(board, tile, variant_of(kind, board.mover, facing) << 2 | (piece & 3))
    if board.pending[1] == NOWHERE:
        pass_turn(board)
        return
    board.pending[0] = board.pending[1]
    board.pending[1] = NOWHERE


# Effects on a piece.


def freed(board: Board, piece: cython.int) -> cython.int:
    """Return the mover's piece without its mark; its token goes to the mover's hand (Z54)."""
    board.tokens[board.mover] += piece & 1
    return piece & 0xFFFE


def arrived(board: Board, piece: cython.int, tile: cython.int) -> cython.int:
    """Return the mover's piece after a move or swap to `tile`, promoted if due (Z35)."""
    kind: cython.int = board.tables.kind_of[piece >> 2]
    promoted: cython.int = board.tables.promotes[kind]
    on_far_line: cython.bint = (
        board.tables.far_line[2 * board.mover + (tile >> 6)] >> (tile & 63)
    ) & 1
    if promoted and on_far_line:
        return piece + 24 * (promoted - kind)
    return piece


# Turns.


def pass_turn(board: Board) -> cython.void:
    board.mover = 1 - board.mover
    board.phase = START
    board.pending[0] = board.pending[1] = NOWHERE


def turn_or_pass(
    board: Board, one: cython.int, other: cython.int, phase: cython.int
) -> cython.void:
    """Enter `phase` for the pieces on these tiles that can turn, or pass the turn (Z13).

    The tiles are in tile order; `other` may be NOWHERE.
    """
    if board.rotation and other != NOWHERE and not can_turn(board, other):
        other = NOWHERE
    if board.rotation and not can_turn(board, one):
        one, other = other, NOWHERE
    if not board.rotation or one == NOWHERE:
        pass_turn(board)
        return
    board.phase = phase
    board.pending[0] = one
    board.pending[1] = other


def can_turn(board: Board, tile: cython.int) -> cython.bint:
    return board.tables.mobility[board.tables.kind_of[board.tops[tile] >> 2]] != 0
