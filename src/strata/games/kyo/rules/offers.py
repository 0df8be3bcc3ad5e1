"""The actions that the rules of Kyo offer in each phase (K5–K10, K13, K16–K22, K25–K27).

Functions that write actions begin at place `count` and return the new count. They may leave up to
six meaningless numbers after the last action: writing all slices that a pawn could ever take and
counting those that it can is faster than testing each.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import (
    ATTACK,
    BEFORE,
    CANNON,
    CHIPS,
    CHIPS_ON_ENEMY,
    DEPLOYED_SHIELD,
    DEPLOYING,
    EMPTY,
    FROM_SHIFT,
    KIND_SHIFT,
    KNIGHT,
    KNIGHT_STEP,
    LATE_CHIPS,
    LIGHT_PAWN,
    LIGHT_PAWN_LIFTS,
    MANA,
    MANA_MOVES,
    MANA_ON_SHIELD,
    MOST_MANA_MOVES,
    MOVE,
    NO_DIRECTION,
    OTHER_WAY,
    OUTNUMBERED,
    OWN_PAWN,
    PAWN,
    QUEEN,
    SECOND_SHUFFLE,
    SHIELD_CHIP,
    SHIELD_UNDER_PAWN,
    SHIELDED,
    SHOT,
    SHOT_LINE,
    SHUFFLE,
    TO_OPEN,
    TO_PAWN,
    TO_SHIELD,
    TO_SHIFT,
    TOO_MANY_CHIPS,
    TOWER,
    TOWER_MOVED,
    TWENTY_MOVES,
    WITHOUT_MANA,
)
from cython.cimports.strata.games.kyo.rules.tables import (
    DIRECTIONS,
    FIRST_LEAP,
    FIRST_ORDER,
    FIRST_STEP,
    MANA_ON_TOP,
    ORDERS,
    SHIELDS_ON_TOP,
    TARGETS,
)

# Pawns.


def waived_lift(board: Board, tile: cython.int) -> cython.int:
    """Return the lift of the mover's tile (K4) under the waivers."""
    most: cython.int
    chip: cython.int
    count: cython.int = 0
    if not board.waived & (
        LIGHT_PAWN_LIFTS if board.pawns[tile] & 7 == LIGHT_PAWN else TOO_MANY_CHIPS
    ):
        return board.lifts[tile]
    most = 5 if board.pawns[tile] else 26
    chip = board.uppers[tile]
    while chip and count < most:
        count += 1
        chip = board.below[chip]
    return count


def entered(board: Board, kind: cython.int) -> cython.ulonglong:
    """Return a 1 for each kind of top that a pawn other than a Light Pawn may step onto (K5)."""
    tops: cython.ulonglong = TO_OPEN | (TO_PAWN << (8 * (1 - board.mover)))
    if board.waived & OWN_PAWN:
        tops |= TO_PAWN << (8 * board.mover)
    return tops | TO_SHIELD if kind == TOWER else tops


def outnumbers(board: Board, tile: cython.int, target: cython.int) -> cython.bint:
    """Return whether a Light Pawn on `tile` outnumbers `target` (K13)."""
    index: cython.int
    own: cython.int = 0
    enemy: cython.int = 0
    for index in range(8):
        own += (board.tops[TARGETS[8 * target + index]] & 5) == MANA + board.mover
        enemy += (board.tops[TARGETS[8 * tile + index]] & 5) == MANA + 1 - board.mover
    return own > enemy


def light_pawn_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int
) -> cython.int:
    """Write the moves and shield attacks of a Light Pawn (K5, K7, K13, K16)."""
    index: cython.int
    target: cython.longlong
    top: cython.int
    kind: cython.longlong
    base: cython.longlong = tile << FROM_SHIFT
    ways: cython.ulonglong = TO_OPEN | TO_SHIELD
    if board.waived & OWN_PAWN:
        ways |= TO_PAWN << (8 * board.mover)
    for index in range(8 * tile, 8 * tile + 8):
        target = TARGETS[index]
        top = board.tops[target]
        kind = ATTACK if top == SHIELDED else MOVE
        actions[count] = (kind << KIND_SHIFT) | base | (target << TO_SHIFT)
        if top == PAWN + 1 - board.mover:
            count += outnumbers(board, tile, target) or board.waived & OUTNUMBERED != 0
        else:
            count += (ways >> (8 * top)) & 1
    return count


def pawn_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int, first: cython.int
) -> cython.int:
    """Write the moves with every slice to the eight targets from `first` on (K7, K16, K25)."""
    index: cython.int
    k: cython.int
    shift: cython.int
    target: cython.longlong
    action: cython.longlong
    base: cython.longlong = tile << FROM_SHIFT
    kind: cython.int = board.pawns[tile] & 7
    lift: cython.int = waived_lift(board, tile) if board.waived else board.lifts[tile]
    ways: cython.ulonglong = entered(board, kind) * (lift + 1)
    attacks: cython.ulonglong = 0 if kind == TOWER else TO_SHIELD
    first += 8 * tile
    for index in range(first, first + 8):
        target = TARGETS[index]
        shift = 8 * board.tops[target]
        action = base | (target << TO_SHIFT)
        for k in range(6):
            actions[count + k] = action + k
        count += (ways >> shift) & 255
        actions[count] = action | (ATTACK << KIND_SHIFT)
        count += (attacks >> shift) & 255
    return count


def mana_moves(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    tile: cython.int,
    previous: cython.int,
) -> cython.int:
    """Write the mana moves after one in direction `previous` (K8, K9, K16, K25)."""
    k: cython.int
    way: cython.int
    top: cython.int
    target: cython.longlong
    chip: cython.int = board.uppers[tile]
    attacked: cython.int = 0
    base: cython.longlong = tile << FROM_SHIFT
    lift: cython.int = waived_lift(board, tile) if board.waived else board.lifts[tile]
    tops: cython.ulonglong = entered(board, board.pawns[tile] & 7)
    for k in range(lift + 1):
        if chip == 0:
            break
        if board.chips[chip] != SHIELD_CHIP:
            for way in range(board.chips[chip] & 1, 8, 2):
                if (
                    previous != NO_DIRECTION
                    and (way & 1) == (previous & 1)
                    and way != previous
                    and not board.waived & OTHER_WAY
                ):
                    continue
                target = TARGETS[8 * tile + way]
                top = board.tops[target]
                if (tops >> (8 * top)) & 1:
                    actions[count] = base | (target << TO_SHIFT) | k
                    count += 1
                elif top == SHIELDED and not (attacked >> way) & 1:
                    attacked |= 1 << way
                    actions[count] = (ATTACK << KIND_SHIFT) | base | (target << TO_SHIFT)
                    count += 1
        chip = board.below[chip]
    return count


def other_steps(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int
) -> cython.int:
    """Write the steps that are not mana moves (K8), for waivers: K9 and K25 refuse them."""
    index: cython.int
    chip: cython.int
    lifted: cython.int
    way: cython.int
    end: cython.int = pawn_moves(board, actions, count, tile, FIRST_STEP)
    for index in range(count, end):
        chip = board.uppers[tile]
        lifted = actions[index] & 31
        while lifted > 0:
            chip = board.below[chip]
            lifted -= 1
        way = DIRECTIONS[((actions[index] >> TO_SHIFT) & 127) - tile + 21]
        if chip == 0 or board.chips[chip] == SHIELD_CHIP or board.chips[chip] & 1 != way & 1:
            actions[count] = actions[index]
            count += 1
    return count


def shots(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int
) -> cython.int:
    """Write the shots of a Cannon (K27)."""
    way: cython.int
    top: cython.int
    distance: cython.int
    target: cython.longlong
    part: cython.int = board.slices[tile]
    step: cython.int = 2
    base: cython.longlong = (SHOT << KIND_SHIFT) | (tile << FROM_SHIFT)
    if MANA_ON_TOP[part] == 0 and not board.waived & SHOT_LINE:
        return count
    way = part & 1
    if board.waived & SHOT_LINE:
        way = 0
        step = 1
    while way < 8:
        target = TARGETS[8 * tile + way]
        distance = 1
        while board.tops[target] == EMPTY:
            target = TARGETS[8 * target + way]
            distance += 1
        top = board.tops[target]
        if distance > 1 and (top == SHIELDED or (top & 5) == MANA + 1 - board.mover):
            actions[count] = base | (target << TO_SHIFT)
            count += 1
        way += step
    return count


# Chips.


def chip_ways(board: Board, tile: cython.int) -> cython.ulonglong:
    """Return the numbers of slices without the pawn that may go onto each kind of top (K6)."""
    lift: cython.ulonglong = board.lifts[tile]
    part: cython.int = board.slices[tile]
    mana: cython.ulonglong = lift if board.pawns[tile] == 0 else MANA_ON_TOP[part]
    if board.waived:
        return waived_chip_ways(board, tile)
    return TO_OPEN * lift | TO_SHIELD * SHIELDS_ON_TOP[part] | (TO_PAWN * mana) << (8 * board.mover)


def waived_chip_ways(board: Board, tile: cython.int) -> cython.ulonglong:
    """Return the same numbers under the waivers."""
    lift: cython.ulonglong = waived_lift(board, tile)
    part: cython.int = board.slices[tile]
    mana: cython.ulonglong = lift if board.pawns[tile] == 0 else MANA_ON_TOP[part]
    shields: cython.ulonglong = SHIELDS_ON_TOP[part]
    ways: cython.ulonglong
    if board.waived & MANA_ON_SHIELD:
        shields = lift
    if board.waived & SHIELD_UNDER_PAWN:
        mana = lift
    ways = TO_OPEN * lift | TO_SHIELD * shields | (TO_PAWN * mana) << (8 * board.mover)
    if board.waived & CHIPS_ON_ENEMY:
        ways |= (TO_PAWN * lift) << (8 * (1 - board.mover))
    return ways


def chip_moves(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    tile: cython.int,
    ways: cython.ulonglong,
) -> cython.int:
    """Write as many chip moves to each tile as `ways` allows for its kind of top (K18, K19)."""
    index: cython.int
    k: cython.int
    number: cython.int
    target: cython.longlong
    action: cython.longlong
    base: cython.longlong = (CHIPS << KIND_SHIFT) | (tile << FROM_SHIFT)
    for index in range(8 * tile, 8 * tile + 8):
        target = TARGETS[index]
        number = (ways >> (8 * board.tops[target])) & 255
        action = base | (target << TO_SHIFT)
        for k in range(5):
            actions[count + k] = action + k + 1
        for k in range(5, number):
            actions[count + k] = action + k + 1
        count += number
    return count


def shuffles(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int
) -> cython.int:
    """Write the shuffles (K21)."""
    index: cython.int
    part: cython.int = board.slices[tile]
    base: cython.longlong = (SHUFFLE << KIND_SHIFT) | (tile << FROM_SHIFT)
    for index in range(FIRST_ORDER[part], FIRST_ORDER[part + 1]):
        actions[count] = base | ORDERS[index]
        count += 1
    return count


# Phases.


def stack_actions(
    board: Board, actions: cython.p_longlong, count: cython.int, tile: cython.int
) -> cython.int:
    """Write what phases Start and B offer for the mover's stack on `tile`."""
    kind: cython.int = board.pawns[tile] & 7
    if kind == LIGHT_PAWN:
        count = light_pawn_moves(board, actions, count, tile)
        if board.waived & LIGHT_PAWN_LIFTS:
            count = chip_moves(board, actions, count, tile, chip_ways(board, tile))
        return count
    if kind == KNIGHT:
        count = mana_moves(board, actions, count, tile, NO_DIRECTION)
        if board.waived & KNIGHT_STEP:
            count = other_steps(board, actions, count, tile)
        count = pawn_moves(board, actions, count, tile, FIRST_LEAP)
    elif kind:
        count = pawn_moves(board, actions, count, tile, FIRST_STEP)
    if board.lifts[tile] == 0 and board.waived == 0:
        return count
    count = chip_moves(board, actions, count, tile, chip_ways(board, tile))
    if not board.shuffled or board.waived & SECOND_SHUFFLE:  # K22
        count = shuffles(board, actions, count, tile)
    if kind == CANNON:
        count = shots(board, actions, count, tile)
    return count


def start_actions(board: Board, actions: cython.p_longlong) -> cython.int:
    """Write what phase Start offers."""
    index: cython.int
    own: cython.int = MANA + board.mover
    number: cython.int = 0
    count: cython.int = 0
    tiles: cython.uchar[101]
    for index in range(100):
        tiles[number] = index
        number += (board.tops[index] & 5) == own
    for index in range(number):
        count = stack_actions(board, actions, count, tiles[index])
    if board.waived & DEPLOYED_SHIELD:
        for index in range(100):
            if board.tops[index] == SHIELDED:
                count = chip_moves(board, actions, count, index, TO_OPEN | TO_SHIELD)
    return count


def other_stacks(board: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Write the actions of the mover's other stacks (section 4), for waivers."""
    tile: cython.int
    for tile in range(100):
        if tile != board.tile and (board.tops[tile] & 5) == MANA + board.mover:
            count = stack_actions(board, actions, count, tile)
    return count


def turn_actions(board: Board, actions: cython.p_longlong) -> cython.int:
    """Write what phases B, M and D offer besides `end`."""
    tile: cython.int = board.tile
    kind: cython.int = board.pawns[tile] & 7
    count: cython.int = 0
    ways: cython.ulonglong
    if board.phase == BEFORE:
        return stack_actions(board, actions, 0, tile)
    if board.waived & TOWER_MOVED and board.phase == DEPLOYING:
        return stack_actions(board, actions, 0, tile)
    if board.phase == MANA_MOVES:
        if board.mana_moves_made < MOST_MANA_MOVES or board.waived & TWENTY_MOVES:  # K10
            count = mana_moves(board, actions, 0, tile, board.direction)
        if board.waived & WITHOUT_MANA:
            count = other_steps(board, actions, count, tile)
    if board.waived & LATE_CHIPS:
        count = chip_moves(board, actions, count, tile, chip_ways(board, tile))
    elif kind == TOWER:  # K19
        ways = (TO_OPEN | TO_SHIELD) * SHIELDS_ON_TOP[board.slices[tile]]
        count = chip_moves(board, actions, count, tile, ways)
    if kind == QUEEN and (not board.shuffled or board.waived & SECOND_SHUFFLE):  # K22
        count = shuffles(board, actions, count, tile)
    return count
