"""The effects of Kyo actions (K7–K27), and how a turn continues or ends."""

from __future__ import annotations

import cython
from cython.cimports.strata.games.kyo.rules.board import Board, renew
from cython.cimports.strata.games.kyo.rules.choices import has_choice
from cython.cimports.strata.games.kyo.rules.constants import (
    BEFORE,
    DEPLOYING,
    LIGHT_PAWN,
    MANA,
    MANA_MOVES,
    NO_DIRECTION,
    QUEEN,
    SHIELD_CHIP,
    START,
    TOWER,
)
from cython.cimports.strata.games.kyo.rules.stacks import (
    carry,
    destroyed_below,
    lowest_before,
    rearrange,
    remove_chip,
    remove_pawn,
)
from cython.cimports.strata.games.kyo.rules.tables import DIRECTIONS, SHIELDS_ON_TOP

# Turns.


def end_turn(board: Board) -> cython.void:
    """End the turn (K24)."""
    if board.on_enemy:
        destroy_mana(board)
    board.mover = 1 - board.mover
    board.phase = START
    board.tile = 0
    board.direction = NO_DIRECTION
    board.mana_moves_made = 0
    board.on_enemy = False
    board.shuffled = False
    board.clock += 1


def destroy_mana(board: Board) -> cython.void:
    """Destroy the enemy mana under the pawn whose turn ends on it (K15)."""
    enemy: cython.int = 1 - board.mover
    lowest: cython.int = lowest_before(board, board.tile, enemy)
    if lowest:
        board.below[lowest] = destroyed_below(board, board.below[lowest], enemy)
    else:
        board.uppers[board.tile] = destroyed_below(board, board.uppers[board.tile], enemy)
    renew(board, board.tile)


def go_on(board: Board, tile: cython.int, phase: cython.int) -> cython.void:
    """Continue the turn in `phase` with the pawn on `tile`, or end it if only `end` is left."""
    board.tile = tile
    board.phase = phase
    if phase != MANA_MOVES:
        board.direction = NO_DIRECTION
        board.mana_moves_made = 0
    if not has_choice(board):
        end_turn(board)


def deploy_or_end(board: Board, tile: cython.int) -> cython.void:
    """Follow an action that ends the turn of the stack on `tile`: a Tower may still deploy."""
    if (board.pawns[tile] & 7) == TOWER:
        go_on(board, tile, DEPLOYING)
    else:
        end_turn(board)


# Actions.


def move_pawn(board: Board, tile: cython.int, target: cython.int, k: cython.int) -> cython.void:
    """Play a pawn move (K7–K15)."""
    pawn: cython.int = board.pawns[tile]
    enemy: cython.int = 1 - board.mover
    way: cython.int = DIRECTIONS[target - tile + 21]
    strikes: cython.bint = board.pawns[target] != 0
    board.on_enemy = board.tops[target] == MANA + enemy  # K14
    board.shuffled = False
    if strikes:  # K12
        remove_pawn(board, target)
        board.uppers[target] = destroyed_below(board, board.uppers[target], enemy)
    carry(board, tile, target, k)
    board.pawns[tile] = 0
    board.pawns[target] = pawn
    renew(board, tile)
    renew(board, target)
    board.tile = target
    if strikes:
        if board.kings[enemy] == 0 or board.mana[enemy] == 0:  # K29
            end_turn(board)
        else:
            deploy_or_end(board, target)
    elif is_mana_move(board, pawn & 7, board.uppers[tile], way):
        board.direction = way
        board.mana_moves_made += 1
        go_on(board, target, MANA_MOVES)
    else:
        deploy_or_end(board, target)


def is_mana_move(board: Board, kind: cython.int, left: cython.int, way: cython.int) -> cython.bint:
    """Return whether a move is a mana move (K8); `left` is the uppermost chip left behind, or 0."""
    if kind == LIGHT_PAWN or way == NO_DIRECTION or left == 0:
        return False
    return board.chips[left] != SHIELD_CHIP and (board.chips[left] & 1) == (way & 1)


def move_chips(board: Board, tile: cython.int, target: cython.int, k: cython.int) -> cython.void:
    """Play a chip move or deploy (K18–K20)."""
    is_tower: cython.bint = (board.pawns[tile] & 7) == TOWER
    deploys: cython.bint = is_tower and k <= SHIELDS_ON_TOP[board.slices[tile]]
    carry(board, tile, target, k)
    renew(board, tile)
    renew(board, target)
    if deploys:
        go_on(board, tile, BEFORE if board.phase == START else board.phase)
    else:
        deploy_or_end(board, tile)


def attack(board: Board, target: cython.int) -> cython.void:
    """Play a shield attack (K16)."""
    remove_chip(board, target)
    renew(board, target)
    end_turn(board)


def shoot(board: Board, tile: cython.int, target: cython.int) -> cython.void:
    """Play a shot (K27)."""
    remove_chip(board, tile)
    if board.pawns[target]:
        remove_pawn(board, target)
    else:
        remove_chip(board, target)
    renew(board, tile)
    renew(board, target)
    end_turn(board)


def shuffle(board: Board, tile: cython.int, order: cython.int) -> cython.void:
    """Play a shuffle (K21, K22)."""
    rearrange(board, tile, board.mover, order)
    renew(board, tile)
    if (board.pawns[tile] & 7) == QUEEN:
        board.shuffled = True
        go_on(board, tile, BEFORE if board.phase == START else board.phase)
    else:
        deploy_or_end(board, tile)
