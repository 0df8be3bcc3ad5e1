"""Strikes at the King within one turn (K5, K8, K9, K12, K13, K27).

A run is the mana moves of a pawn in one turn; the mana that it can spend is a word
(rules/board.py). A table holds the tiles that each word reaches from each tile of an empty board.
Only if these include the King, or bare mana from which a run may go on, are the moves tried one by
one.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import ONE, count, lowest
from cython.cimports.strata.games.kyo.evaluation.constants import MOST_VISITS
from cython.cimports.strata.games.kyo.evaluation.tables import AROUND, LEAPED, LENGTHS, RUNS
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import (
    CANNON,
    EMPTY,
    KNIGHT,
    LIGHT_PAWN,
    MANA,
    NO_DIRECTION,
    PAWN,
    SHIELDED,
    TOWER,
)
from cython.cimports.strata.games.kyo.rules.tables import MANA_ON_TOP, TARGETS


def strikes_king(
    board: Board,
    seat: cython.int,
    goals: cython.p_ulonglong,
    tile: cython.int,
    way: cython.int,
) -> cython.bint:
    """Return whether the pawn of `seat` on `tile` can strike the enemy King in one turn.

    `way` is the direction of a run in progress, else NO_DIRECTION.
    """
    visits: cython.int[1]
    kind: cython.int = board.pawns[tile] & 7
    king: cython.int = board.king_tiles[1 - seat]
    word: cython.int = board.words[tile]
    if way == NO_DIRECTION:
        if kind == KNIGHT:
            if (LEAPED[2 * tile + (king >> 6)] >> (king & 63)) & 1:
                return True
        elif (AROUND[2 * tile + (king >> 6)] >> (king & 63)) & 1:
            if kind != LIGHT_PAWN:
                return True
            return neighbours(board, seat, king) > neighbours(board, 1 - seat, tile)  # K13
        if kind == CANNON and shoots_king(board, tile, king):
            return True
    if not sees(goals, seat, word, tile):
        return False
    visits[0] = MOST_VISITS
    return runs_to_king(board, seat, goals, tile, word, way, kind == TOWER, visits)


def neighbours(board: Board, seat: cython.int, tile: cython.int) -> cython.int:
    """Return the number of tiles around `tile` that belong to `seat` (K2)."""
    half: cython.int
    number: cython.int = 0
    for half in range(2):
        number += count(
            (board.areas[2 * (MANA + seat) + half] | board.areas[2 * (PAWN + seat) + half])
            & AROUND[2 * tile + half]
        )
    return number


def shoots_king(board: Board, tile: cython.int, king: cython.int) -> cython.bint:
    """Return whether the Cannon on `tile` can shoot the King (K27)."""
    way: cython.int
    target: cython.int
    if MANA_ON_TOP[board.slices[tile]] == 0:
        return False
    for way in range(board.slices[tile] & 1, 8, 2):
        target = TARGETS[8 * tile + way]
        if target == king:
            continue
        while board.tops[target] == EMPTY:
            target = TARGETS[8 * target + way]
        if target == king:
            return True
    return False


# Runs.


def find_goals(board: Board, seat: cython.int, goals: cython.p_ulonglong) -> cython.void:
    """Write the goals of `seat`: the enemy King's tile and bare mana on the way there.

    Bare mana is a goal if a run that picks it up may reach another goal.
    """
    half: cython.int
    tile: cython.int
    found: cython.bint = True
    passes: cython.int = 0
    bits: cython.ulonglong
    king: cython.int = board.king_tiles[1 - seat]
    goals[2 * seat] = 0
    goals[2 * seat + 1] = 0
    goals[2 * seat + (king >> 6)] = ONE << (king & 63)
    while found and passes < 3:
        found = False
        passes += 1
        for half in range(2):
            bits = board.areas[2 * MANA + half] | board.areas[2 * (MANA + 1) + half]
            bits &= ~goals[2 * seat + half]
            while bits:
                tile = 64 * half + lowest(bits)
                bits &= bits - 1
                if sees(goals, seat, ground_word(board, tile, seat), tile):
                    goals[2 * seat + half] |= ONE << (tile & 63)
                    found = True


def runs_to_king(
    board: Board,
    seat: cython.int,
    goals: cython.p_ulonglong,
    tile: cython.int,
    word: cython.int,
    previous: cython.int,
    tower: cython.bint,
    visits: cython.p_int,
) -> cython.bint:
    """Return whether mana moves from `tile` with the mana of `word` can strike the King (K9, K12).

    Of each kind only the lowest chip is tried as the one left behind: that keeps the most mana.
    """
    place: cython.int
    way: cython.int
    kind: cython.int
    used: cython.int = 0
    rest: cython.int
    target: cython.int
    top: cython.int
    king: cython.int = board.king_tiles[1 - seat]
    for place in range(LENGTHS[word] - 1, -1, -1):
        kind = (word >> place) & 1
        if (used >> kind) & 1:
            continue
        used |= 1 << kind
        for way in range(kind, 8, 2):
            if previous != NO_DIRECTION and (way & 1) == (previous & 1) and way != previous:
                continue
            target = TARGETS[8 * tile + way]
            if target == king:
                return True
            rest = (word & ((1 << place) - 1)) | (1 << place)
            top = board.tops[target]
            if (top & 6) == MANA:
                rest = joined(rest, ground_word(board, target, seat))
            elif top != EMPTY and not (tower and top == SHIELDED):
                continue
            if sees(goals, seat, rest, target):
                visits[0] -= 1
                if visits[0] < 0:
                    return False
                if runs_to_king(board, seat, goals, target, rest, way, tower, visits):
                    return True
    return False


def sees(
    goals: cython.p_ulonglong, seat: cython.int, word: cython.int, tile: cython.int
) -> cython.bint:
    """Return whether a run with the mana of `word` reaches a goal of `seat` on an empty board."""
    place: cython.int = 200 * word + 2 * tile
    return ((RUNS[place] & goals[2 * seat]) | (RUNS[place + 1] & goals[2 * seat + 1])) != 0


def ground_word(board: Board, tile: cython.int, seat: cython.int) -> cython.int:
    """Return the mana that a pawn of `seat` can use on the bare mana of `tile`."""
    if board.tops[tile] == MANA + seat:
        return board.words[tile]
    return 2 | (board.chips[board.uppers[tile]] & 1)


def joined(carried: cython.int, ground: cython.int) -> cython.int:
    """Return the word of the carried mana on top of the mana on the ground."""
    length: cython.int = LENGTHS[carried]
    word: cython.int = (ground << length) | (carried & ((1 << length) - 1))
    return word if word < 128 else (word & 63) | 64
