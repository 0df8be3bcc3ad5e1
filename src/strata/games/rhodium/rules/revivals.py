"""The revivals that the rules of Rhodium offer (R16–R22).

Barred cells are found from the enemy's side: each enemy pile marks the cells from which it would be
threatened. The bits of such cells:

    1 S, 2 G, 4 T, 8 P   a dark piece of that kind would threaten a light pile (for P: or touch it)
    16 … 128             the same for a light piece and a dark pile
    256, 512             a Rhodium, a Platinum is adjacent
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BESIDE_PLATINUM,
    BESIDE_RHODIUM,
    DIAMOND,
    FIRST_MAN,
    FROM_SHIFT,
    GOLD,
    KIND_SHIFT,
    NEAR_PLATINUM,
    NEAR_RHODIUM,
    NOT_BURIED,
    PLATINUM,
    REVIVE,
    REVIVED_ONTO,
    RHODIUM,
    SILVER,
    THREATENS,
    THREATENS_MORE,
    TO_SHIFT,
    TOUCHES,
)
from cython.cimports.strata.games.rhodium.rules.piles import top_theme
from cython.cimports.strata.games.rhodium.rules.tables import BARS, LEAPS, STEPS


def is_buried(board: Board, sort: cython.int) -> cython.bint:
    """Return whether the mover's graveyard has a piece of that sort, or waivers make up for it."""
    return (board.yards[board.mover] >> (4 * sort)) & 15 != 0 or board.waived & NOT_BURIED != 0


def wanted_bars(board: Board) -> cython.int:
    """Return the bits of `bars` that matter for the mover's graveyard."""
    sort: cython.int
    bits: cython.int = 0
    for sort in range(2, 12):
        if is_buried(board, sort):
            bits |= BARS[sort >> 1] << (4 * (sort & 1))
    return bits


def bar_around(bars: cython.p_ushort, cell: cython.int, bar: cython.int) -> cython.void:
    index: cython.int
    for index in range(8 * cell, 8 * cell + 8):
        bars[STEPS[index]] |= bar


def bar_threats(
    board: Board, bars: cython.p_ushort, cell: cython.int, kinds: cython.int, shift: cython.int
) -> cython.void:
    """Bar the cells from which one of `kinds` would threaten the pile on `cell` (R19, R21)."""
    index: cython.int
    way: cython.int
    target: cython.int
    if board.waived & THREATENS:
        kinds &= 8
    if kinds & 1:
        for index in range(8 * cell, 8 * cell + 8, 2):
            bars[STEPS[index]] |= 1 << shift
    if kinds & 2:
        for way in range(1, 8, 2):
            target = STEPS[8 * cell + way]
            bars[target] |= 2 << shift
            if board.men[target] == 0:
                bars[STEPS[8 * target + way]] |= 2 << shift
    if kinds & 4:
        for way in range(0, 8, 2):
            target = STEPS[8 * cell + way]
            while board.men[target] == 0:
                bars[target] |= 4 << shift
                target = STEPS[8 * target + way]
    if kinds & 8 and not board.waived & TOUCHES:
        bar_around(bars, cell, 8 << shift)
    if kinds & 8 and not board.waived & THREATENS:
        for index in range(8 * cell, 8 * cell + 8):
            bars[LEAPS[index]] |= 8 << shift


def find_bars(board: Board, bars: cython.p_ushort, wanted: cython.int) -> cython.void:
    cell: cython.int
    man: cython.int
    shift: cython.int
    for cell in range(101):
        bars[cell] = 0
    for cell in range(100):
        man = board.men[cell]
        if man == 0:
            continue
        if (man & 7) == RHODIUM and not board.waived & BESIDE_RHODIUM:
            bar_around(bars, cell, NEAR_RHODIUM)  # R17
        elif (man & 7) == PLATINUM and not board.waived & BESIDE_PLATINUM:
            bar_around(bars, cell, NEAR_PLATINUM)  # R18
        if (man >> 3) == 2 - board.mover:
            shift = 4 * (1 - top_theme(board, cell))
            bar_threats(board, bars, cell, (wanted >> shift) & 15, shift)


def diamond_threatens(board: Board, theme: cython.int) -> cython.bint:
    """Return whether a Diamond of that theme would threaten a pile of the other theme (R19)."""
    cell: cython.int
    index: cython.int
    target: cython.int
    platinum: cython.int = FIRST_MAN * (board.mover + 1) + PLATINUM
    first: cython.int = 0 if board.mover else 30
    if board.waived & THREATENS:
        return False
    for cell in range(first, first + 70):
        if board.men[cell] != platinum:
            continue
        for index in range(8 * cell, 8 * cell + 8):
            target = STEPS[index]
            if (board.men[target] >> 3) == 2 - board.mover and top_theme(board, target) != theme:
                return True
    return False


def new_threats(board: Board, cell: cython.int) -> cython.int:
    """Return what the pile would threaten only with one more piece (R20).

    Bit 0 stands for a dark enemy pile, bit 1 for a light one.
    """
    way: cython.int
    far: cython.int
    target: cython.int
    found: cython.int = 0
    pace: cython.int = 1 if (board.men[cell] & 7) == SILVER else 2
    reach: cython.int = pace * board.heights[cell]
    if board.waived & THREATENS_MORE:
        return 0
    for way in range(pace - 1, 8, 2):
        target = STEPS[8 * cell + way]
        far = 1
        while board.men[target] == 0 and far < reach + pace:
            target = STEPS[8 * target + way]
            far += 1
        if far > reach and (board.men[target] >> 3) == 2 - board.mover:
            found |= 1 << top_theme(board, target)
    return found


def ways_onto(board: Board, cell: cython.int, theme: cython.int) -> cython.int:
    """Return how a piece may join the pile (R20, R22): bit 0 on top, bit 1 under the top piece."""
    threats: cython.int = new_threats(board, cell)
    top: cython.int = top_theme(board, cell)
    ways: cython.int = 0
    if not (threats >> (1 - theme)) & 1:
        ways |= 1
    if top != theme and not (threats >> (1 - top)) & 1:
        ways |= 2
    return ways


def pile_revivals(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    sort: cython.int,
    bars: cython.p_ushort,
) -> cython.int:
    """Write the revivals of Silver or Gold onto own piles (R16)."""
    cell: cython.longlong
    ways: cython.int
    base: cython.longlong = (REVIVE << KIND_SHIFT) | (sort << FROM_SHIFT)
    man: cython.int = FIRST_MAN * (board.mover + 1) + (sort >> 1)
    for cell in range(100):
        if board.men[cell] != man or bars[cell] & (NEAR_RHODIUM | NEAR_PLATINUM):
            continue
        ways = ways_onto(board, cell, sort & 1)
        actions[count] = base | (cell << TO_SHIFT)
        count += ways & 1
        actions[count] = base | (cell << TO_SHIFT) | 1
        count += ways >> 1
    return count


def waived_revivals(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    sort: cython.int,
    bars: cython.p_ushort,
    barred: cython.int,
) -> cython.int:
    """Write the revivals onto piles that R16 refuses, for waivers."""
    cell: cython.longlong
    base: cython.longlong = (REVIVE << KIND_SHIFT) | (sort << FROM_SHIFT)
    man: cython.int = FIRST_MAN * (board.mover + 1) + (sort >> 1)
    for cell in range(100):
        if board.men[cell] and (board.men[cell] != man or (sort >> 1) < GOLD):
            actions[count] = base | (cell << TO_SHIFT)
            count += (bars[cell] & barred) == 0
    return count


def revivals(board: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    sort: cython.longlong
    kind: cython.int
    cell: cython.longlong
    index: cython.int
    barred: cython.int
    empties: cython.int = 0
    base: cython.longlong
    bars: cython.ushort[101]
    empty: cython.uchar[101]
    if board.yards[board.mover] == 0 and not board.waived & NOT_BURIED:
        return count
    find_bars(board, bars, wanted_bars(board))
    for index in range(100):
        empty[empties] = index
        empties += board.men[index] == 0 and bars[index] & NEAR_RHODIUM == 0
    for sort in range(2, 12):
        if not is_buried(board, sort):
            continue
        kind = sort >> 1
        barred = NEAR_PLATINUM
        if kind == DIAMOND:
            if diamond_threatens(board, sort & 1):
                continue
            barred = 0
        barred |= BARS[kind] << (4 * (sort & 1))
        base = (REVIVE << KIND_SHIFT) | (sort << FROM_SHIFT)
        for index in range(empties):
            cell = empty[index]
            actions[count] = base | (cell << TO_SHIFT)
            count += (bars[cell] & barred) == 0
        if board.waived & REVIVED_ONTO:
            count = waived_revivals(board, actions, count, sort, bars, barred | NEAR_RHODIUM)
        if kind >= GOLD:
            count = pile_revivals(board, actions, count, sort, bars)
    return count
