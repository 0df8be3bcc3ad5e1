"""The phases of a turn of Rhodium (section 4), the scores, and what the short phases offer."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    DIAMOND,
    FILES_TO_WIN,
    KIND_SHIFT,
    OVER,
    PLACE,
    RELOCATE,
    SILVER,
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
    """R25–R27: the mover has won; leftover pieces are shown nowhere."""
    board.left_height = 0
    board.left_themes = 0
    board.left_kind = 0
    go_to(board, board.mover, OVER, 0)


def has_scored(
    board: Board, target: cython.int, kind: cython.int, theme: cython.int
) -> cython.bint:
    """R23, R27: the mover's piece or group has come to `target`; whether that wins."""
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
    """R1, R2."""
    cell: cython.longlong
    area: cython.int = 70 if board.mover else 0
    count: cython.int = 0
    for cell in range(area, area + 30):
        actions[count] = (PLACE << KIND_SHIFT) | (cell << TO_SHIFT)
        count += board.men[cell] == 0
    return count


def relocations(board: Board, actions: cython.p_longlong) -> cython.int:
    """R11, R13, R15."""
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
            return count
    return nearest_empty(board, actions, board.place, base)
