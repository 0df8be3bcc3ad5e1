"""Changes to the stacks of Kyo. The caller renews the tiles (board.py) afterwards."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import KING, SHIELD_CHIP


def carry(board: Board, tile: cython.int, target: cython.int, k: cython.int) -> cython.void:
    """Put the `k` uppermost chips of `tile` onto the chips of `target`."""
    lowest: cython.int = lowest_of(board, tile, k)
    left: cython.int
    if lowest:
        left = board.below[lowest]
        board.below[lowest] = board.uppers[target]
        board.uppers[target] = board.uppers[tile]
        board.uppers[tile] = left


def lowest_of(board: Board, tile: cython.int, k: cython.int) -> cython.int:
    """Return the lowest of the `k` uppermost chips, or 0 if `k` is 0."""
    chip: cython.int = board.uppers[tile] if k > 0 else 0
    while k > 1:
        chip = board.below[chip]
        k -= 1
    return chip


def rearrange(board: Board, tile: cython.int, seat: cython.int, order: cython.int) -> cython.void:
    """Give the uppermost chips, which `seat` can lift, the order of the slice `order` (K21)."""
    chip: cython.int = board.uppers[tile]
    kind: cython.int
    while order > 1:
        kind = order & 3
        board.chips[chip] = SHIELD_CHIP if kind == 2 else kind + 2 * seat
        chip = board.below[chip]
        order >>= 2


def destroyed_below(board: Board, chip: cython.int, owner: cython.int) -> cython.int:
    """Destroy the owner's mana from `chip` downward and return the next chip (K12, K15)."""
    while chip and (board.chips[chip] >> 1) == owner:
        board.mana[owner] -= 1
        board.clock = 0
        chip = board.below[chip]
    return chip


def lowest_before(board: Board, tile: cython.int, enemy: cython.int) -> cython.int:
    """Return the lowest of the chips above the enemy's uppermost mana, or 0 for none (K15)."""
    lowest: cython.int = 0
    chip: cython.int = board.uppers[tile]
    while chip and (board.chips[chip] >> 1) != enemy:
        lowest = chip
        chip = board.below[chip]
    return lowest


def remove_pawn(board: Board, tile: cython.int) -> cython.void:
    pawn: cython.int = board.pawns[tile]
    board.pawns[tile] = 0
    board.clock = 0
    if (pawn & 7) == KING:
        board.kings[pawn >> 3] -= 1


def remove_chip(board: Board, tile: cython.int) -> cython.void:
    """Remove the uppermost chip."""
    chip: cython.int = board.uppers[tile]
    board.uppers[tile] = board.below[chip]
    board.clock = 0
    if board.chips[chip] != SHIELD_CHIP:
        board.mana[board.chips[chip] >> 1] -= 1
