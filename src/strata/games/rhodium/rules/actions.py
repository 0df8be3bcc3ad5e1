"""The effects of Rhodium actions."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import ONE
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    CAPTURES_TO_WIN,
    DIAMOND,
    FIRST_MAN,
    PLAY,
    PLAY_ON,
    RHODIUM,
    SACRIFICED,
    SCATTERED,
    SET,
)
from cython.cimports.strata.games.rhodium.rules.phases import end, go_to, has_scored
from cython.cimports.strata.games.rhodium.rules.piles import bury, clear, land, lift, slip_under
from cython.cimports.strata.games.rhodium.rules.tables import ARMY_SIZE, PLACED_KINDS


def put(board: Board, target: cython.int) -> cython.void:
    """Place the next piece of the set-up (R1–R3)."""
    land(board, target, FIRST_MAN * (board.mover + 1) + PLACED_KINDS[board.placed], 1, 0)
    board.placed += 1
    if board.placed == ARMY_SIZE:
        board.placed = 0
        go_to(board, 1 - board.mover, PLAY if board.mover else SET, 0)


def capture(board: Board, target: cython.int) -> cython.bint:
    """Take the enemy pile off the board (R8, R9) and return whether that wins."""
    height: cython.int = board.heights[target]
    themes: cython.uint = board.themes[target]
    kind: cython.int = board.men[target] & 7
    taken: cython.int = 2 if height > 2 else height
    index: cython.int
    for index in range(height - taken, height):
        bury(board, board.mover, kind, 1 - ((themes >> index) & 1))
    if board.phase == PLAY:
        board.balance += -taken if board.mover else taken
    board.left_height = height - taken
    if board.left_height:
        board.left_kind = kind
        board.left_themes = themes & ((1 << board.left_height) - 1)
    clear(board, target)
    return kind == RHODIUM or board.balance >= CAPTURES_TO_WIN or board.balance <= -CAPTURES_TO_WIN


def move(board: Board, cell: cython.int, target: cython.int, k: cython.int) -> cython.void:
    """Play a move (R4–R11)."""
    man: cython.int = board.men[cell]
    captures: cython.bint = (board.men[target] >> 3) == 2 - board.mover
    group: cython.uint = lift(board, cell, k)
    wins: cython.bint
    if captures:
        wins = capture(board, target)
    else:
        wins = has_scored(board, target, man & 7, (group >> (k - 1)) & 1)
    land(board, target, man, k, group)
    if wins:
        end(board)
    elif captures and board.left_height:
        go_to(board, 1 - board.mover, SCATTERED, target)
    else:
        go_to(board, 1 - board.mover, PLAY, 0)


def sacrifice(board: Board, cell: cython.int, target: cython.int) -> cython.void:
    """Sacrifice a Diamond (R14)."""
    theme: cython.int = board.themes[cell]
    clear(board, cell)
    bury(board, 1 - board.mover, DIAMOND, 1 - theme)
    go_to(board, board.mover, SACRIFICED, target)


def revive(board: Board, sort: cython.int, target: cython.int, under: cython.int) -> cython.void:
    """Play a revival (R16, R22)."""
    board.yards[board.mover] -= ONE << (4 * sort)
    if under:
        slip_under(board, target, sort & 1)
    else:
        land(board, target, FIRST_MAN * (board.mover + 1) + (sort >> 1), 1, sort & 1)
    go_to(board, 1 - board.mover, PLAY, 0)


def relocate(board: Board, target: cython.int) -> cython.void:
    """Relocate the top piece of the stack that is taken apart (R13, R15)."""
    man: cython.int = board.men[board.place]
    theme: cython.uint = lift(board, board.place, 1)
    land(board, target, man, 1, theme)
    if board.phase == BREAK and has_scored(board, target, man & 7, theme):
        end(board)
    elif board.heights[board.place] > 1:
        if board.owed:
            board.owed -= 1
    elif board.phase == BREAK:
        go_to(board, 1 - board.mover, PLAY, 0)
    else:
        go_to(board, board.mover, PLAY_ON, 0)


def scatter(board: Board, target: cython.int) -> cython.void:
    """Place the topmost of the leftover pieces (R11)."""
    kind: cython.int = board.left_kind
    theme: cython.uint
    board.left_height -= 1
    theme = (board.left_themes >> board.left_height) & 1
    board.left_themes &= (1 << board.left_height) - 1
    land(board, target, FIRST_MAN * (board.mover + 1) + kind, 1, theme)
    if board.left_height == 0:
        board.left_kind = 0
    if has_scored(board, target, kind, theme):
        end(board)
    elif board.left_height == 0:
        go_to(board, board.mover, PLAY, 0)
