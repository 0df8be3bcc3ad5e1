"""Questions about the legal actions of Kyo that need no full list: is there one, and how many."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import lowest
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import (
    FROM_SHIFT,
    KIND_SHIFT,
    KNIGHT,
    MANA,
    PAWN,
    SHUFFLE,
    START,
    TO_OPEN,
    TO_SHIFT,
)
from cython.cimports.strata.games.kyo.rules.offers import stack_actions, turn_actions
from cython.cimports.strata.games.kyo.rules.tables import TARGETS


def has_choice(board: Board) -> cython.bint:
    """Return whether there is any action besides `end`."""
    tile: cython.int
    own: cython.bint
    buffer: cython.longlong[512]
    if board.phase != START:
        return turn_actions(board, buffer) > 0
    for tile in range(100):
        own = (board.tops[tile] & 5) == MANA + board.mover
        if own and stack_actions(board, buffer, 0, tile) > 0:
            return True
    return False


def has_open_step(board: Board) -> cython.bint:
    """Return whether a stack of the mover has an empty tile or bare mana beside it.

    Stacks with a Knight do not count, because a Knight may not be able to step there.
    """
    index: cython.int
    half: cython.int
    tile: cython.int
    bits: cython.ulonglong
    for half in range(2):
        bits = board.areas[2 * (PAWN + board.mover) + half]
        bits |= board.areas[2 * (MANA + board.mover) + half]
        while bits:
            tile = 64 * half + lowest(bits)
            bits &= bits - 1
            if (board.pawns[tile] & 7) == KNIGHT:
                continue
            for index in range(8 * tile, 8 * tile + 8):
                if (TO_OPEN >> (8 * board.tops[TARGETS[index]])) & 1:
                    return True
    return False


def rivals(board: Board, action: cython.longlong) -> cython.int:
    """Return the number of legal actions with the same two tiles as this one, itself included."""
    pair: cython.longlong = (action >> TO_SHIFT) & 16383
    index: cython.int
    count: cython.int
    number: cython.int = 0
    buffer: cython.longlong[512]
    if board.phase == START:
        count = stack_actions(board, buffer, 0, pair >> (FROM_SHIFT - TO_SHIFT))
    else:
        count = turn_actions(board, buffer)
    for index in range(count):
        if (buffer[index] >> KIND_SHIFT) != SHUFFLE and (
            (buffer[index] >> TO_SHIFT) & 16383
        ) == pair:
            number += 1
    return number
