"""The phases of a turn of Rhodium (section 4), the scores, and the actions of the short phases."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    BREAKING,
    DIAMOND,
    DISMANTLING,
    FARTHER_RING,
    FILES_TO_WIN,
    KIND_SHIFT,
    OUT_OF_RANGE,
    OUTSIDE_AREA,
    OVER,
    PLACE,
    RELOCATE,
    RELOCATED_ONTO,
    SACRIFICED,
    SCATTERING,
    SILVER,
    TAKEN_CELL,
    TO_SHIFT,
)
from cython.cimports.strata.games.rhodium.rules.piles import nearest_empty
from cython.cimports.strata.games.rhodium.rules.tables import STEPS


def go_to(board: Board, seat: cython.int, phase: cython.int, place: cython.int) -> cython.void:
    board.mover = seat
    board.phase = phase
    board.place = place
    board.owed = 2 if phase == BREAK else 0


def end(board: Board) -> cython.void:
    """End the game as won by the mover (R25–R27) and drop the leftover pieces."""
    board.left_height = 0
    board.left_themes = 0
    board.left_kind = 0
    go_to(board, board.mover, OVER, 0)


def has_scored(
    board: Board, target: cython.int, kind: cython.int, theme: cython.int
) -> cython.bint:
    """Give the mover the file of `target` if earned, and return whether that wins (R23, R27)."""
    files: cython.int
    number: cython.int = 0
    if kind == DIAMOND or theme != 0 or target // 10 != (0 if board.mover else 9):
        return False
    files = board.goals[board.mover] | (1 << (target % 10))
    board.goals[board.mover] = files
    while files:
        files &= files - 1
        number += 1
    return number >= FILES_TO_WIN


def placements(board: Board, actions: cython.p_longlong) -> cython.int:
    """Write the placements of the next piece (R1, R2)."""
    cell: cython.longlong
    first: cython.int = 70 if board.mover else 0
    last: cython.int = first + 30
    count: cython.int = 0
    if board.waived & OUTSIDE_AREA:
        first = 0
        last = 100
    for cell in range(first, last):
        actions[count] = (PLACE << KIND_SHIFT) | (cell << TO_SHIFT)
        count += board.men[cell] == 0 or board.waived & TAKEN_CELL != 0
    return count


def relocation_due(board: Board) -> cython.ulonglong:
    """Return the restriction that allows only relocations in this phase."""
    if board.phase == BREAK:
        return DISMANTLING
    return BREAKING if board.phase == SACRIFICED else SCATTERING


def relocations(board: Board, actions: cython.p_longlong) -> cython.int:
    """Write the relocations or placements of a broken or captured stack (R11, R13, R15)."""
    index: cython.int
    target: cython.longlong
    count: cython.int = 0
    base: cython.longlong = RELOCATE << KIND_SHIFT
    first: cython.int = 8 * board.place + (0 if (board.men[board.place] & 7) == SILVER else 1)
    if board.phase == BREAK and board.owed:
        for index in range(first, 8 * board.place + 8, 2):
            target = STEPS[index]
            actions[count] = base | (target << TO_SHIFT)
            count += board.men[target] == 0
        if count:
            return waived_relocations(board, actions, count, OUT_OF_RANGE)
    count = nearest_empty(board, actions, board.place, base)
    return waived_relocations(board, actions, count, FARTHER_RING)


def waived_relocations(
    board: Board, actions: cython.p_longlong, count: cython.int, elsewhere: cython.ulonglong
) -> cython.int:
    """Append the cells that are possible only under the waivers.

    `elsewhere` is the restriction that refuses empty cells other than the first `count` listed.
    """
    cell: cython.longlong
    index: cython.int
    listed: cython.bint
    needs: cython.ulonglong
    start: cython.int = count
    base: cython.longlong = RELOCATE << KIND_SHIFT
    if not board.waived:
        return count
    for cell in range(100):
        listed = cell == board.place
        for index in range(start):
            listed = listed or actions[index] == base | (cell << TO_SHIFT)
        needs = RELOCATED_ONTO if board.men[cell] else elsewhere
        if not listed and needs & board.waived:
            actions[count] = base | (cell << TO_SHIFT)
            count += 1
    return count
