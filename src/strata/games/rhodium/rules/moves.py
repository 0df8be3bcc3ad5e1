"""The moves, dismantlings and sacrifices that the rules of Rhodium offer (R4–R7, R12, R14).

An action holds its kind, two cells and a number (constants.py). The number of a move is the number
of pieces in the group. A revival has the sort of the piece (2 * kind + theme) as `from`, and the
number 1 if the piece goes under the old top.

Functions that write actions begin at place `count` and return the new count. They may leave one
meaningless number after the last action.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BLOCKED,
    CELL_MASK,
    DIAMOND,
    DISMANTLE,
    FAR_FROM_PLATINUM,
    FIRST_MAN,
    FROM_SHIFT,
    GOLD,
    KIND_SHIFT,
    LARGE_GROUP,
    MOVE,
    NO_ENEMY_STACK,
    OTHER_KIND,
    PLATINUM,
    PLATINUM_AT_HOME,
    RHODIUM,
    RHODIUM_TAKES,
    SACRIFICE,
    SHORT_REACH,
    SILVER,
    SINGLE_PIECE,
    TITANIUM,
    TO_SHIFT,
    WALL,
    WALL_CELL,
)
from cython.cimports.strata.games.rhodium.rules.tables import LEAPS, STEPS


def welcome(board: Board, man: cython.int) -> cython.uint:
    """Return the men onto which a single `man` may go, as bits; bit 0 is an empty cell (R6)."""
    kind: cython.int = man & 7
    men: cython.uint = 1
    if kind != RHODIUM:
        men |= 255 << (FIRST_MAN * (2 - board.mover))
    if kind >= GOLD:
        men |= 1 << man
    if board.waived & RHODIUM_TAKES:
        men |= 255 << (FIRST_MAN * (2 - board.mover))
    if board.waived & OTHER_KIND:
        men |= 255 << (FIRST_MAN * (board.mover + 1))
    return men


def silver_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, cell: cython.int
) -> cython.int:
    """Write the moves of a single Silver."""
    index: cython.int
    target: cython.longlong
    base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT) | 1
    men: cython.uint = welcome(board, board.men[cell])
    for index in range(8 * cell, 8 * cell + 8, 2):
        target = STEPS[index]
        actions[count] = base | (target << TO_SHIFT)
        count += (men >> board.men[target]) & 1
    return count


def rhodium_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, cell: cython.int
) -> cython.int:
    index: cython.int
    target: cython.longlong
    base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT) | 1
    men: cython.uint = welcome(board, board.men[cell])
    for index in range(8 * cell, 8 * cell + 8):
        target = STEPS[index]
        actions[count] = base | (target << TO_SHIFT)
        count += (men >> board.men[target]) & 1
    return count


def platinum_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, cell: cython.int
) -> cython.int:
    index: cython.int
    target: cython.longlong
    base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT) | 1
    men: cython.uint = welcome(board, board.men[cell])
    for index in range(8 * cell, 8 * cell + 8):
        target = LEAPS[index]
        actions[count] = base | (target << TO_SHIFT)
        count += (men >> board.men[target]) & 1
    return count


def titanium_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, cell: cython.int
) -> cython.int:
    way: cython.int
    target: cython.longlong
    base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT) | 1
    men: cython.uint = welcome(board, board.men[cell])
    through: cython.bint = board.waived & BLOCKED != 0
    for way in range(0, 8, 2):
        target = STEPS[8 * cell + way]
        while board.men[target] == 0 or (through and target != WALL_CELL):
            actions[count] = base | (target << TO_SHIFT)
            count += (men >> board.men[target]) & 1
            target = STEPS[8 * target + way]
        actions[count] = base | (target << TO_SHIFT)
        count += (men >> board.men[target]) & 1
    return count


def group_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, cell: cython.int
) -> cython.int:
    """Write the moves of every group of a pile of Silver or Gold (R4–R6)."""
    way: cython.int
    far: cython.int
    k: cython.int
    least: cython.int
    most: cython.int
    there: cython.int
    target: cython.longlong
    base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT)
    man: cython.int = board.men[cell]
    height: cython.int = board.heights[cell]
    pace: cython.int = 1 if (man & 7) == SILVER else 2
    waived: cython.ulonglong = board.waived
    reach: cython.int = 9 if waived & SHORT_REACH else pace * height
    for way in range(pace - 1, 8, 2):
        target = cell
        for far in range(1, reach + 1):
            target = STEPS[8 * target + way]
            there = board.men[target]
            least = far if pace == 1 else (far + 1) >> 1
            if waived & SHORT_REACH:
                least = 1
            most = height
            if there == man:
                if height > 2 and not waived & LARGE_GROUP:
                    most = 2
            elif there == WALL:
                break
            elif (there >> 3) == board.mover + 1 and not waived & OTHER_KIND:
                if not waived & BLOCKED:
                    break
                most = 0
            for k in range(least, most + 1):
                actions[count] = base | (target << TO_SHIFT) | k
                count += 1
            if there != 0 and not waived & BLOCKED:
                break
    return count


def waived_targets(
    board: Board, near: cython.p_uchar, cells: cython.p_uchar, count: cython.int
) -> cython.int:
    """Append the cells to which a Diamond may go only under the waivers.

    `near` is 0 for cells that are not near a Platinum, 1 for cells near one that lends moves only.
    """
    target: cython.int
    needs: cython.ulonglong
    for target in range(100):
        needs = 0
        if (board.men[target] >> 3) == board.mover + 1:
            needs |= OTHER_KIND
        if near[target] == 0:
            needs |= FAR_FROM_PLATINUM
        elif (board.men[target] >> 3) == 2 - board.mover and near[target] == 1:
            needs |= PLATINUM_AT_HOME
        if needs and (needs & board.waived) == needs:
            cells[count] = target
            count += 1
    return count


def diamond_targets(board: Board, cells: cython.p_uchar) -> cython.int:
    """Write the cells to which any Diamond of the mover may go (R5, R7)."""
    index: cython.int
    way: cython.int
    target: cython.int
    lends: cython.int
    known: cython.int = 0
    count: cython.int = 0
    platinum: cython.int = FIRST_MAN * (board.mover + 1) + PLATINUM
    near: cython.uchar[101]
    found: cython.uchar[33]
    for index in range(101):
        near[index] = 0
    for index in range(100):
        if board.men[index] != platinum:
            continue
        # 1: near a Platinum; 2: near one outside its owner's area
        lends = 3 if (index < 70 if board.mover else index >= 30) else 1
        for way in range(8 * index, 8 * index + 8):
            target = STEPS[way]
            found[known] = target
            known += near[target] == 0
            near[target] |= lends
    for index in range(known):
        target = found[index]
        cells[count] = target
        if board.men[target] == 0:
            count += 1
        elif (board.men[target] >> 3) == 2 - board.mover:
            count += near[target] >> 1
    if board.waived:
        count = waived_targets(board, near, cells, count)
    return count


def leave_out_own_cell(
    actions: cython.p_longlong, start: cython.int, end: cython.int, cell: cython.int
) -> cython.int:
    """Remove a move to `cell` itself from the moves between `start` and `end` (R4)."""
    index: cython.int
    kept: cython.int = start
    for index in range(start, end):
        actions[kept] = actions[index]
        kept += ((actions[index] >> TO_SHIFT) & CELL_MASK) != cell
    return kept


def diamond_actions(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    own: cython.p_uchar,
    owned: cython.int,
) -> cython.int:
    """Write the moves and sacrifices of the mover's Diamonds (R5, R7, R14); `own` are his piles."""
    index: cython.int
    place: cython.int
    cell: cython.longlong
    diamonds: cython.int = 0
    stacks: cython.int = 0
    targets: cython.int
    least: cython.int = 0 if board.waived & NO_ENEMY_STACK else 1
    base: cython.longlong
    diamond_cells: cython.uchar[101]
    stack_cells: cython.uchar[101]
    target_cells: cython.uchar[101]
    for index in range(owned):
        diamond_cells[diamonds] = own[index]
        diamonds += (board.men[own[index]] & 7) == DIAMOND
    if diamonds == 0:
        return count
    targets = diamond_targets(board, target_cells)
    for index in range(100):
        stack_cells[stacks] = index
        stacks += board.heights[index] > least and (board.men[index] >> 3) == 2 - board.mover
    for index in range(diamonds):
        cell = diamond_cells[index]
        base = (MOVE << KIND_SHIFT) | (cell << FROM_SHIFT) | 1
        for place in range(targets):
            actions[count + place] = base | (target_cells[place] << TO_SHIFT)
        count += targets
        if board.waived:
            count = leave_out_own_cell(actions, count - targets, count, cell)
        base = (SACRIFICE << KIND_SHIFT) | (cell << FROM_SHIFT)
        for place in range(stacks):
            actions[count + place] = base | (stack_cells[place] << TO_SHIFT)
        count += stacks
    return count


def main_moves(board: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Write everything that the phases play and play! offer except revivals."""
    index: cython.int
    cell: cython.longlong
    kind: cython.int
    owned: cython.int = 0
    waived: cython.bint = board.waived != 0
    least: cython.int = 0 if board.waived & SINGLE_PIECE else 1
    own: cython.uchar[101]
    for index in range(100):
        own[owned] = index
        owned += (board.men[index] >> 3) == board.mover + 1
    for index in range(owned):
        cell = own[index]
        kind = board.men[cell] & 7
        if kind >= GOLD:
            if board.heights[cell] > least:
                actions[count] = (DISMANTLE << KIND_SHIFT) | (cell << TO_SHIFT)  # R12
                count += 1
            elif kind == SILVER and not waived:
                count = silver_moves(board, actions, count, cell)
                continue
            count = group_moves(board, actions, count, cell)
        elif kind == TITANIUM:
            count = titanium_moves(board, actions, count, cell)
        elif kind == PLATINUM:
            count = platinum_moves(board, actions, count, cell)
        elif kind == RHODIUM:
            count = rhodium_moves(board, actions, count, cell)
    return diamond_actions(board, actions, count, own, owned)


def can_act(board: Board, cell: cython.int, buffer: cython.p_longlong) -> cython.bint:
    """Return whether the mover's pile on `cell` has an action; False for a Diamond."""
    kind: cython.int = board.men[cell] & 7
    if kind >= GOLD:
        return board.heights[cell] > 1 or group_moves(board, buffer, 0, cell) > 0
    if kind == TITANIUM:
        return titanium_moves(board, buffer, 0, cell) > 0
    if kind == PLATINUM:
        return platinum_moves(board, buffer, 0, cell) > 0
    return kind == RHODIUM and rhodium_moves(board, buffer, 0, cell) > 0
