"""The promises of Daikuni actions, by which search orders them.

Checks come first, those by a tile before those by sight. Entering the King is seldom good.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, lowest
from cython.cimports.strata.games.daikuni.evaluation.constants import (
    CHECK_BY_SIGHT,
    CHECK_BY_TILE,
    KING_ENTERS,
)
from cython.cimports.strata.games.daikuni.evaluation.tables import BESIDE
from cython.cimports.strata.games.daikuni.rules.bits import seen_from
from cython.cimports.strata.games.daikuni.rules.board import Board
from cython.cimports.strata.games.daikuni.rules.constants import (
    KING,
    OFF_BOARD,
    SOLDIER,
    kind_of,
    target_of,
)
from cython.cimports.strata.games.daikuni.rules.land import blockers_of, endings


def rank(
    action: cython.longlong,
    beside: cython.ulonglong,
    in_sight: cython.ulonglong,
    king: cython.int,
) -> cython.int:
    """Return the promise of an action.

    `beside` and `in_sight` are the cells that touch the enemy King and those that see him; `king`
    is the result of `rank_of_king`.
    """
    kind: cython.int = kind_of(action)
    cell: cython.int = target_of(action)
    if (beside >> cell) & 1:
        return CHECK_BY_TILE
    if kind == SOLDIER and (in_sight >> cell) & 1:
        return CHECK_BY_SIGHT
    return king if kind == KING else 0


def rank_of_king(board: Board) -> cython.int:
    """Return the promise of an action of the King that gives no check."""
    waits: cython.bint = board.places[3 * board.mover] == OFF_BOARD
    return KING_ENTERS if waits and not board.entries_first else 0


def promise_of(board: Board, action: cython.longlong) -> cython.int:
    """Return the promise of one action."""
    enemy: cython.int = board.places[3 - 3 * board.mover]
    in_sight: cython.ulonglong = seen_from(enemy, blockers_of(board))
    return rank(action, BESIDE[enemy], in_sight, rank_of_king(board))


def write_promises(
    board: Board, actions: cython.p_longlong, count: cython.int, ranks: cython.p_int
) -> cython.void:
    """Write the promise of each of `count` actions."""
    enemy: cython.int = board.places[3 - 3 * board.mover]
    in_sight: cython.ulonglong = seen_from(enemy, blockers_of(board))
    king: cython.int = rank_of_king(board)
    number: cython.int
    for number in range(count):
        ranks[number] = rank(actions[number], BESIDE[enemy], in_sight, king)


def write_checks(board: Board, actions: cython.p_longlong, ranks: cython.p_int) -> cython.int:
    """Write the actions with a promise over 0 and their promises; return their number.

    This is faster than listing all actions, because no other action is generated.
    """
    enemy: cython.int = board.places[3 - 3 * board.mover]
    blockers: cython.ulonglong = blockers_of(board)
    free: cython.ulonglong = (board.tiles[0] | board.tiles[1]) ^ FULL
    beside: cython.ulonglong = BESIDE[enemy] & free
    wanted: cython.ulonglong = beside
    cells: cython.ulonglong
    kind: cython.int
    cell: cython.int
    found: cython.int = 0
    for kind in range(3):
        if kind == SOLDIER:
            wanted |= seen_from(enemy, blockers) & free
        if wanted == 0:
            continue
        cells = endings(board, board.mover, kind, blockers) & wanted
        while cells:
            cell = lowest(cells)
            actions[found] = 64 * kind + cell
            ranks[found] = CHECK_BY_TILE if (beside >> cell) & 1 else CHECK_BY_SIGHT
            found += 1
            cells &= cells - 1
    return found
