"""The destinations of the pieces of Daikuni. Each function treats `seat` as the mover."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL
from cython.cimports.strata.games.daikuni.rules.bits import (
    cell_bit,
    entries,
    is_apart,
    keeping_apart,
    see_each_other,
    seen_from,
    slides,
    touching,
)
from cython.cimports.strata.games.daikuni.rules.board import Board
from cython.cimports.strata.games.daikuni.rules.constants import (
    ENTRIES_FIRST,
    FRIEND_ON_ROAD,
    KING,
    KING_CHECKED,
    OCCUPIED,
    OFF_BOARD,
    QUEEN,
    QUEENS_SEE,
    SOLDIER,
    SOLDIER_TIED,
    WALLED,
)


def has_waiting(board: Board, seat: cython.int) -> cython.bint:
    """Return whether a piece of `seat` is off the board."""
    base: cython.int = 3 * seat
    return (
        board.places[base] == OFF_BOARD
        or board.places[base + QUEEN] == OFF_BOARD
        or board.places[base + SOLDIER] == OFF_BOARD
    )


def destinations(board: Board, seat: cython.int, kind: cython.int) -> cython.ulonglong:
    """Return the cells where the piece may end before D15–D17 are judged (D2–D12)."""
    index: cython.int = 3 * seat + kind
    cell: cython.ulonglong = cell_bit(board.places[index])
    walls: cython.ulonglong = board.tiles[1 - seat]
    occupied: cython.ulonglong = board.tiles[seat]
    friends: cython.ulonglong = board.standing[seat]
    passable: cython.ulonglong
    free: cython.ulonglong
    if board.waived:
        walls = 0 if board.waived & WALLED else walls
        occupied = cell if board.waived & OCCUPIED else occupied
        friends = 0 if board.waived & FRIEND_ON_ROAD else friends
    passable = walls ^ FULL
    free = passable & (occupied ^ FULL)
    if board.laid[seat] >= board.stock:  # D12
        return 0
    if cell == 0:
        return entries(passable) & free
    if board.entries_first and has_waiting(board, seat) and not board.waived & ENTRIES_FIRST:  # D11
        return 0
    # D6: a slide cannot start from the cell of another piece.
    return slides((board.chains[index] & (friends ^ FULL)) | cell, passable) & free


def blockers_of(board: Board) -> cython.ulonglong:
    """Return the cells that block sight (D13)."""
    if board.tiles_block:
        return board.tiles[0] | board.tiles[1]
    return board.standing[0] | board.standing[1]


def blockers_without(
    board: Board, seat: cython.int, kind: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the blockers after the piece has left its cell, where its tile stays."""
    if board.tiles_block:
        return blockers
    return blockers & (cell_bit(board.places[3 * seat + kind]) ^ FULL)


def candidates(
    board: Board, seat: cython.int, kind: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the destinations that respect D16 and D17 (D20).

    `blockers` leave the piece itself out.
    """
    base: cython.int = 3 * seat
    queen: cython.int = board.places[3 - base + QUEEN]
    cells: cython.ulonglong = destinations(board, seat, kind)
    apart: cython.ulonglong
    if cells == 0 or queen == OFF_BOARD:
        return cells
    if kind == QUEEN:
        return cells if board.waived & QUEENS_SEE else cells & (seen_from(queen, blockers) ^ FULL)
    apart = keeping_apart(board.places[base + QUEEN], queen, blockers)
    if apart != FULL and not board.waived & QUEENS_SEE:
        cells &= apart
    if (
        kind == SOLDIER
        and see_each_other(board.places[base + SOLDIER], queen, blockers)
        and not board.waived & SOLDIER_TIED
    ):  # D17
        cells &= seen_from(queen, blockers)
    return cells


def king_safe(
    board: Board, seat: cython.int, kind: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the cells where the piece must end for its King to be out of check (D14, D15)."""
    king: cython.int = board.places[3 * seat]
    soldier: cython.int = board.places[5 - 3 * seat]
    touched: cython.ulonglong = touching(board.tiles[1 - seat])
    if kind == KING:
        return (touched | seen_from(soldier, blockers)) ^ FULL
    if cell_bit(king) & touched:
        return 0
    return keeping_apart(king, soldier, blockers)


def endings(
    board: Board, seat: cython.int, kind: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the cells where the piece may legally end. `blockers` include the piece itself."""
    remaining: cython.ulonglong = blockers_without(board, seat, kind, blockers)
    safe: cython.ulonglong = king_safe(board, seat, kind, remaining)
    if safe != FULL and board.waived & KING_CHECKED:
        safe = FULL
    return safe & candidates(board, seat, kind, remaining) if safe else 0


def soldier_goes(board: Board, seat: cython.int) -> cython.bint:
    """Return whether the Soldier certainly has a legal action; False is no proof that he has none.

    He touches a free cell, no line of sight can forbid him to leave (D15–D17), and his King is not
    in check.
    """
    base: cython.int = 3 * seat
    enemy: cython.int = 3 - base
    free: cython.ulonglong = (board.tiles[0] | board.tiles[1]) ^ FULL
    soldier: cython.int = board.places[base + SOLDIER]
    return (
        touching(cell_bit(soldier)) & free != 0
        and board.laid[seat] < board.stock
        and not (board.entries_first and has_waiting(board, seat))
        and is_apart(soldier, board.places[enemy + QUEEN])
        and is_apart(board.places[base + QUEEN], board.places[enemy + QUEEN])
        and is_apart(board.places[base], board.places[enemy + SOLDIER])
        and cell_bit(board.places[base]) & touching(board.tiles[1 - seat]) == 0
    )


def is_checked(board: Board, seat: cython.int) -> cython.bint:
    """Return whether the King of `seat` is in check (D14)."""
    king: cython.int = board.places[3 * seat]
    if cell_bit(king) & touching(board.tiles[1 - seat]):
        return True
    return see_each_other(king, board.places[5 - 3 * seat], blockers_of(board))
