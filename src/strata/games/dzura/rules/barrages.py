"""Barrages (Z42, Z51–Z55): the possible targets, and which barrages leave the turn completable."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, ONE, lowest
from cython.cimports.strata.games.dzura.rules.board import Board, attackers, attacks
from cython.cimports.strata.games.dzura.rules.constants import (
    BARRAGE,
    DROP,
    MOST_VECTORS,
    MOVE,
    NOT_COMPLETABLE,
    NOT_TARGETED,
    NOWHERE,
    SWAP,
    TWICE_BARRAGED,
    set_place,
)
from cython.cimports.strata.games.dzura.rules.offers import main_actions
from cython.cimports.strata.games.dzura.rules.safety import stays_occupied


def add_range(board: Board, tile: cython.int, tiles: cython.p_ulonglong) -> cython.void:
    """Add the targeting range of the piece on `tile`, without empty tiles of its strides (Z55)."""
    variant: cython.int = board.tops[tile] >> 2
    first: cython.int = MOST_VECTORS * variant
    place: cython.int = set_place(variant, tile)
    index: cython.int
    at: cython.int
    coordinate: cython.int
    tiles[0] |= board.tables.ranges[place]
    tiles[1] |= board.tables.ranges[place + 1]
    if not board.tables.target_moves[board.tables.kind_of[variant]]:
        return
    for index in range(first, first + board.tables.stride_counts[variant]):
        coordinate = board.tables.coordinates[tile] + board.tables.strides[index]
        at = board.tables.tile_at[coordinate]
        while board.tops[at] == 0:
            coordinate += board.tables.strides[index]
            at = board.tables.tile_at[coordinate]
        tiles[at >> 6] |= ONE << (at & 63)


def find_targets(board: Board, tiles: cython.p_ulonglong) -> cython.void:
    """Write the tiles of the pieces that the mover can barrage (Z52, Z55)."""
    word: cython.int
    bits: cython.ulonglong
    tiles[0] = tiles[1] = 0
    for word in range(board.tables.words):
        bits = board.own[2 * board.mover + word]
        while bits:
            add_range(board, 64 * word + lowest(bits), tiles)
            bits &= bits - 1
    for word in range(2):
        if board.waived & NOT_TARGETED:
            tiles[word] = FULL
        tiles[word] &= board.own[2 - 2 * board.mover + word]
        if not board.waived & TWICE_BARRAGED:
            tiles[word] &= board.barraged[word] ^ FULL


def find_attackers_after(
    board: Board, action: cython.longlong, tiles: cython.p_ulonglong
) -> cython.int:
    """Write A(m) of Z42 for a main action that does not take the king; return its size."""
    kind: cython.longlong = action >> 14
    tile: cython.int = (action >> 7) & 127
    filled: cython.int = action & 127
    king: cython.int = board.kings[board.mover]
    vacated: cython.int = NOWHERE
    word: cython.int
    at: cython.int
    number: cython.int = 0
    bits: cython.ulonglong
    if kind != DROP and tile == king:
        king = filled
    elif kind == SWAP and filled == king:
        king = tile
    if kind == SWAP:
        filled = NOWHERE
    if kind == MOVE and not stays_occupied(board, tile):
        vacated = tile
    tiles[0] = tiles[1] = 0
    for word in range(board.tables.words):
        bits = attackers(board, 1 - board.mover, word)
        while bits:
            at = 64 * word + lowest(bits)
            if at != filled and attacks(board, board.tops[at] >> 2, at, king, vacated, filled):
                tiles[word] |= bits & (0 - bits)
                number += 1
            bits &= bits - 1
    return number


def keep_completable(
    board: Board, actions: cython.p_longlong, tiles: cython.p_ulonglong
) -> cython.void:
    """Reduce the targets `tiles` to those that help, where no main action is legal yet (Z42).

    Overwrites `actions`.
    """
    index: cython.int
    number: cython.int
    tokens: cython.int = board.tokens[board.mover]
    left: cython.ulonglong[2]
    kept: cython.ulonglong[2]
    kept[0] = kept[1] = 0
    for index in range(main_actions(board, actions, False)):
        number = find_attackers_after(board, actions[index], left)
        if number > tokens or (left[0] | tiles[0]) ^ tiles[0] or (left[1] | tiles[1]) ^ tiles[1]:
            continue
        if number < tokens:
            return
        kept[0] |= left[0]
        kept[1] |= left[1]
    tiles[0] = kept[0]
    tiles[1] = kept[1]


def judge_targets(
    board: Board, actions: cython.p_longlong, tiles: cython.p_ulonglong
) -> cython.void:
    """Apply Z42 where restrictions are waived: only actions that are legal in play complete a turn.

    Overwrites `actions`, then writes the main actions there again.
    """
    waived: cython.ulonglong = board.waived
    board.waived = 0
    if main_actions(board, actions, True) == 0:
        keep_completable(board, actions, tiles)
    board.waived = waived
    main_actions(board, actions, True)


def add_barrages(board: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Append the barrages to the `count` legal main actions and return the new count (Z51)."""
    word: cython.int
    bits: cython.ulonglong
    tiles: cython.ulonglong[2]
    find_targets(board, tiles)
    if board.waived:
        if not board.waived & NOT_COMPLETABLE:
            judge_targets(board, actions, tiles)
    elif count == 0:
        keep_completable(board, actions, tiles)
    for word in range(board.tables.words):
        bits = tiles[word]
        while bits:
            actions[count] = (BARRAGE << 14) | (64 * word + lowest(bits))
            count += 1
            bits &= bits - 1
    return count
