"""Changes to the piles and graveyards of Rhodium, and the nearest empty cells."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN, ONE, mix
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import TO_SHIFT
from cython.cimports.strata.games.rhodium.rules.tables import RING_ENDS, RINGS


def pile_hash(board: Board, cell: cython.int) -> cython.ulonglong:
    """Return the pile's part of the key; 0 for an empty cell."""
    number: cython.ulonglong
    if board.men[cell] == 0:
        return 0
    number = board.themes[cell]
    number = (number << 10) | (board.heights[cell] << 5) | board.men[cell]
    return mix((number + (cell + 1) * GOLDEN) & FULL)


def top_theme(board: Board, cell: cython.int) -> cython.int:
    """Return the theme of a pile: 1 if its top piece is light."""
    return (board.themes[cell] >> (board.heights[cell] - 1)) & 1


def lift(board: Board, cell: cython.int, k: cython.int) -> cython.uint:
    """Take away the top `k` pieces and return their themes (R4)."""
    left: cython.int = board.heights[cell] - k
    group: cython.uint = board.themes[cell] >> left
    board.board_hash ^= pile_hash(board, cell)
    board.heights[cell] = left
    board.themes[cell] &= (1 << left) - 1
    if left == 0:
        board.men[cell] = 0
    board.board_hash ^= pile_hash(board, cell)
    return group


def land(
    board: Board, cell: cython.int, man: cython.int, k: cython.int, group: cython.uint
) -> cython.void:
    """Put `k` pieces on top of a cell that is empty or has pieces of their kind."""
    board.board_hash ^= pile_hash(board, cell)
    board.men[cell] = man
    board.themes[cell] |= group << board.heights[cell]
    board.heights[cell] += k
    board.board_hash ^= pile_hash(board, cell)


def slip_under(board: Board, cell: cython.int, theme: cython.uint) -> cython.void:
    """Put a piece directly beneath the top piece (R22)."""
    top: cython.int = board.heights[cell] - 1
    old: cython.uint = board.themes[cell]
    board.board_hash ^= pile_hash(board, cell)
    board.themes[cell] = (old & ((1 << top) - 1)) | (theme << top) | ((old >> top) << (top + 1))
    board.heights[cell] += 1
    board.board_hash ^= pile_hash(board, cell)


def clear(board: Board, cell: cython.int) -> cython.void:
    board.board_hash ^= pile_hash(board, cell)
    board.men[cell] = 0
    board.heights[cell] = 0
    board.themes[cell] = 0


def bury(board: Board, seat: cython.int, kind: cython.int, theme: cython.int) -> cython.void:
    """Put a piece, already turned over, into the graveyard of `seat`."""
    board.yards[seat] += ONE << (4 * (2 * kind + theme))


def nearest_empty(
    board: Board, actions: cython.p_longlong, cell: cython.int, base: cython.longlong
) -> cython.int:
    """Write `base` with each empty cell of the nearest ring that has one (R11).

    Returns the number of cells.
    """
    ring: cython.int
    place: cython.int
    there: cython.longlong
    count: cython.int = 0
    for ring in range(1, 10):
        for place in range(RING_ENDS[10 * cell + ring - 1], RING_ENDS[10 * cell + ring]):
            there = RINGS[100 * cell + place]
            actions[count] = base | (there << TO_SHIFT)
            count += board.men[there] == 0
        if count:
            break
    return count
