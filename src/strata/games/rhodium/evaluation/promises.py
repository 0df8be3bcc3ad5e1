"""The promises of Rhodium actions, by their immediate effects."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.evaluation.placing import promise_place
from cython.cimports.strata.games.rhodium.evaluation.tables import PRIZES
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    CAPTURES_TO_WIN,
    CELL_MASK,
    DIAMOND,
    DISMANTLE,
    FILES_TO_WIN,
    FROM_SHIFT,
    GOLD,
    KIND_SHIFT,
    MOVE,
    NUMBER_MASK,
    PLACE,
    PLAY,
    RELOCATE,
    REVIVE,
    RHODIUM,
    SCATTERED,
    TO_SHIFT,
)
from cython.cimports.strata.games.rhodium.rules.piles import top_theme


def promise_goal(board: Board, cell: cython.int, kind: cython.int, theme: cython.int) -> cython.int:
    """Return the promise of coming to an empty or own cell of the goal row (R23)."""
    files: cython.int = board.goals[board.mover]
    number: cython.int = 0
    if kind == DIAMOND or theme or cell // 10 != (0 if board.mover else 9):
        return 0
    if (files >> (cell % 10)) & 1:
        return 0
    while files:
        files &= files - 1
        number += 1
    return 5000 if number == FILES_TO_WIN - 1 else 60 + 60 * number


def promise_move(board: Board, cell: cython.int, target: cython.int, k: cython.int) -> cython.int:
    man: cython.int = board.men[cell]
    there: cython.int = board.men[target]
    taken: cython.int
    lead: cython.int
    if (there >> 3) != 2 - board.mover:
        return promise_goal(board, target, man & 7, top_theme(board, cell))
    if (there & 7) == RHODIUM:
        return 9000
    taken = 2 if board.heights[target] > 1 else 1
    lead = -board.balance if board.mover else board.balance
    if board.phase == PLAY and lead + taken >= CAPTURES_TO_WIN:
        return 8000
    return 10 * taken * PRIZES[there & 7] - PRIZES[man & 7] + 40 - k


def promise_of_action(board: Board, action: cython.longlong) -> cython.int:
    kind: cython.longlong = action >> KIND_SHIFT
    cell: cython.int = (action >> FROM_SHIFT) & CELL_MASK
    target: cython.int = (action >> TO_SHIFT) & CELL_MASK
    theme: cython.int
    rank: cython.int
    if kind == MOVE:
        return promise_move(board, cell, target, action & NUMBER_MASK)
    if kind == RELOCATE:
        if board.phase == SCATTERED:
            theme = (board.left_themes >> (board.left_height - 1)) & 1
            return promise_goal(board, target, board.left_kind, theme)
        if board.phase == BREAK:
            theme = top_theme(board, board.place)
            return promise_goal(board, target, board.men[board.place] & 7, theme)
        return 0
    if kind == REVIVE:
        return 0 if cell < 2 * GOLD else -1
    if kind == DISMANTLE:
        rank = 9 - target // 10 if board.mover else target // 10
        return 0 if rank >= 8 else -2
    if kind == PLACE:
        return promise_place(board, target)
    return -1
