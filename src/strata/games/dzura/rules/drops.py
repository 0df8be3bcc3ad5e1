"""Drops (Z28–Z32): the tiles on which pieces in hand may be dropped."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, lowest
from cython.cimports.strata.games.dzura.rules.board import Board
from cython.cimports.strata.games.dzura.rules.constants import (
    ALLOWED,
    BEYOND_ENEMY,
    DROP,
    DROP_CHECK,
    DROP_ONTO,
    KINDS,
    NOT_IN_HAND,
    SAME_COLUMN,
    variant_of,
)
from cython.cimports.strata.games.dzura.rules.safety import find_checking_tiles


def smear(tiles: cython.p_ulonglong, passable: cython.p_ulonglong, seat: cython.int) -> cython.void:
    """Add to `tiles` the tiles beyond them in their columns, as seen from `seat`.

    The spread stops at tiles outside `passable`, which is overwritten. Consecutive tiles of a
    column have consecutive numbers, so one shift moves a set along all columns; four shifts, each
    twice the one before, cover 15 tiles.
    """
    shift: cython.int = 1
    while shift < 16:
        if seat == 0:
            tiles[1] |= passable[1] & ((tiles[1] << shift) | (tiles[0] >> (64 - shift)))
            tiles[0] |= passable[0] & (tiles[0] << shift)
            passable[1] &= (passable[1] << shift) | (passable[0] >> (64 - shift))
            passable[0] &= passable[0] << shift
        else:
            tiles[0] |= passable[0] & ((tiles[0] >> shift) | (tiles[1] << (64 - shift)))
            tiles[1] |= passable[1] & (tiles[1] >> shift)
            passable[0] &= (passable[0] >> shift) | (passable[1] << (64 - shift))
            passable[1] &= passable[1] >> shift
        shift *= 2


def find_open_tiles(board: Board, tiles: cython.p_ulonglong) -> cython.void:
    """Write the empty tiles up to the first opposing piece of each column (Z28, Z29)."""
    word: cython.int
    enemy: cython.int = 2 - 2 * board.mover
    occupied: cython.ulonglong
    waived: cython.ulonglong = board.waived
    passable: cython.ulonglong[2]
    for word in range(2):
        tiles[word] = board.own[enemy + word]
        passable[word] = board.tables.near_line[2 * board.mover + word] ^ FULL
    smear(tiles, passable, board.mover)
    for word in range(2):
        occupied = board.own[word] | board.own[2 + word]
        if waived & BEYOND_ENEMY:
            tiles[word] = 0
        tiles[word] |= occupied
        if waived & DROP_ONTO:
            tiles[word] ^= occupied
        tiles[word] = board.tables.board[word] & (tiles[word] ^ FULL)


def bar_columns(board: Board, kind: cython.int, tiles: cython.p_ulonglong) -> cython.void:
    """Remove the tiles that see an own piece of that kind along their column (Z31)."""
    word: cython.int
    tile: cython.int
    seat: cython.int
    bits: cython.ulonglong
    like: cython.ulonglong[2]
    seen: cython.ulonglong[2]
    passable: cython.ulonglong[2]
    like[0] = like[1] = 0
    for word in range(board.tables.words):
        bits = board.own[2 * board.mover + word]
        while bits:
            tile = 64 * word + lowest(bits)
            if board.tables.kind_of[board.tops[tile] >> 2] == kind:
                like[word] |= bits & (0 - bits)
            bits &= bits - 1
    for seat in range(2):
        for word in range(2):
            seen[word] = like[word]
            passable[word] = (
                board.own[word] | board.own[2 + word] | board.tables.near_line[2 * seat + word]
            ) ^ FULL
        smear(seen, passable, seat)
        tiles[0] &= (seen[0] ^ FULL) | like[0]
        tiles[1] &= (seen[1] ^ FULL) | like[1]


def may_face(board: Board, kind: cython.int, before: cython.int, facing: cython.int) -> cython.bint:
    """Return whether a piece of that kind may turn from facing `before` to `facing` (Z45)."""
    turns: cython.int = facing - before if facing >= before else before - facing
    return (turns if turns <= 3 else 6 - turns) <= board.tables.mobility[kind]


def bar_checks(board: Board, kind: cython.int, tiles: cython.p_ulonglong) -> cython.void:
    """Remove the tiles where every facing that Z48 permits would give check (Z30)."""
    facing: cython.int
    barred: cython.ulonglong[2]
    checking: cython.ulonglong[2]
    barred[0] = barred[1] = FULL
    for facing in range(6 if board.rotation else 1):
        if may_face(board, kind, 0, facing):
            find_checking_tiles(board, variant_of(kind, board.mover, facing), checking)
            barred[0] &= checking[0]
            barred[1] &= checking[1]
    tiles[0] &= barred[0] ^ FULL
    tiles[1] &= barred[1] ^ FULL


def can_be_held(board: Board, kind: cython.int) -> cython.bint:
    """Return whether a hand may hold a piece of that kind (Z18)."""
    return board.tables.plain[kind] == kind and not board.tables.royal[variant_of(kind, 0, 0)]


def add_drops(
    board: Board, actions: cython.p_longlong, count: cython.int, view: cython.p_ulonglong
) -> cython.int:
    """Append the legal drops (Z28–Z32, Z41)."""
    kind: cython.int
    word: cython.int
    bits: cython.ulonglong
    base: cython.longlong
    waived: cython.ulonglong = board.waived
    opened: cython.ulonglong[2]
    tiles: cython.ulonglong[2]
    find_open_tiles(board, opened)
    for kind in range(1, board.tables.kinds + 1):
        if board.hands[KINDS * board.mover + kind] == 0 and not (
            waived & NOT_IN_HAND and can_be_held(board, kind)
        ):
            continue
        tiles[0] = opened[0] & view[ALLOWED]
        tiles[1] = opened[1] & view[ALLOWED + 1]
        if not waived & DROP_CHECK:
            bar_checks(board, kind, tiles)
        if board.tables.column_rule[kind] and not waived & SAME_COLUMN:
            bar_columns(board, kind, tiles)
        base = (DROP << 14) | (kind << 7)
        for word in range(board.tables.words):
            bits = tiles[word]
            while bits:
                actions[count] = base | (64 * word + lowest(bits))
                count += 1
                bits &= bits - 1
    return count
