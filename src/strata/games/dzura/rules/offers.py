"""The moves, swaps and facings that the rules of Dzura offer (Z20–Z27, Z45–Z48).

Each `add_…` function appends actions after the first `count` and returns the new count. Drops are
in drops.py, barrages in barrages.py.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, ONE, lowest
from cython.cimports.strata.games.dzura.rules.board import Board, attacks
from cython.cimports.strata.games.dzura.rules.constants import (
    ALLOWED,
    BARRAGED_ATTACK,
    BLOCKED,
    DROP_CHECK,
    FACE,
    KING_UNSAFE,
    MOST_VECTORS,
    MOVE,
    NO_SWAP,
    NOWHERE,
    ONTO_OWN,
    PINNED,
    PINS,
    PLACING,
    SHORT_STRIDE,
    STACKED_ATTACK,
    SWAP,
    TURNED_TOO_FAR,
    VIEW,
    facing_of,
    set_place,
    variant_of,
)
from cython.cimports.strata.games.dzura.rules.drops import add_drops, may_face
from cython.cimports.strata.games.dzura.rules.safety import (
    is_safe,
    overlook,
    stays_occupied,
    survey,
)

# Moves.


def find_reach(board: Board, tile: cython.int, reached: cython.p_ulonglong) -> cython.void:
    """Write the tiles that steps and strides lead to, whatever stands there (Z20, Z21, Z23)."""
    piece: cython.int = board.tops[tile]
    first: cython.int = MOST_VECTORS * (piece >> 2)
    place: cython.int = set_place(piece >> 2, tile)
    tile_at: cython.p_uchar = board.tables.tile_at
    index: cython.int
    at: cython.int
    delta: cython.int
    coordinate: cython.int
    reached[0] = board.tables.steps[place]
    reached[1] = board.tables.steps[place + 1]
    for index in range(first, first + board.tables.stride_counts[piece >> 2]):
        delta = board.tables.strides[index]
        coordinate = board.tables.coordinates[tile] + delta
        at = tile_at[coordinate]
        reached[at >> 6] |= ONE << (at & 63)
        if piece & 1 and not board.waived & SHORT_STRIDE:
            continue
        while board.tops[at] == 0:
            coordinate += delta
            at = tile_at[coordinate]
            reached[at >> 6] |= ONE << (at & 63)
    if board.waived & BLOCKED:
        stride_through(board, tile, reached)


def stride_through(board: Board, tile: cython.int, reached: cython.p_ulonglong) -> cython.void:
    """Add the tiles that its strides would reach if nothing blocked them."""
    piece: cython.int = board.tops[tile]
    first: cython.int = MOST_VECTORS * (piece >> 2)
    index: cython.int
    at: cython.int
    coordinate: cython.int
    if piece & 1 and not board.waived & SHORT_STRIDE:
        return
    for index in range(first, first + board.tables.stride_counts[piece >> 2]):
        coordinate = board.tables.coordinates[tile] + board.tables.strides[index]
        at = board.tables.tile_at[coordinate]
        while at != NOWHERE:
            reached[at >> 6] |= ONE << (at & 63)
            coordinate += board.tables.strides[index]
            at = board.tables.tile_at[coordinate]


def can_attack(board: Board, tile: cython.int) -> cython.bint:
    """Return whether the piece on `tile` may attack (Z19)."""
    if (((board.barraged[tile >> 6] | board.stacked[tile >> 6]) >> (tile & 63)) & 1) == 0:
        return True
    return board.waived != 0 and may_attack_waived(board, tile)


def may_attack_waived(board: Board, tile: cython.int) -> cython.bint:
    """Return whether all restrictions that keep the piece on `tile` from attacking are waived."""
    if (board.barraged[tile >> 6] >> (tile & 63)) & 1 and not board.waived & BARRAGED_ATTACK:
        return False
    return not (board.stacked[tile >> 6] >> (tile & 63)) & 1 or board.waived & STACKED_ATTACK != 0


def add_piece_moves(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    tile: cython.int,
    view: cython.p_ulonglong,
) -> cython.int:
    """Append the moves of a piece other than the king (Z22, Z41)."""
    word: cython.int
    bits: cython.ulonglong
    safe: cython.ulonglong
    base: cython.longlong = (MOVE << 14) | (tile << 7)
    enemy: cython.int = 2 - 2 * board.mover
    king: cython.int = board.kings[1 - board.mover]
    attacking: cython.bint = can_attack(board, tile)
    onto: cython.ulonglong = FULL if board.waived & ONTO_OWN else 0
    pinned: cython.bint = (view[PINNED + (tile >> 6)] & (ONE << (tile & 63))) != 0
    reached: cython.ulonglong[2]
    if pinned and stays_occupied(board, tile):
        pinned = False
    find_reach(board, tile, reached)
    for word in range(board.tables.words):
        bits = reached[word] & board.tables.board[word]
        bits &= (board.own[2 - enemy + word] ^ FULL) | onto
        if not attacking:
            bits &= board.own[enemy + word] ^ FULL
        safe = view[ALLOWED + word]
        if pinned:
            safe &= view[PINS + 2 * tile + word]
        if word == king >> 6:
            safe |= ONE << (king & 63)
        bits &= safe
        while bits:
            actions[count] = base | (64 * word + lowest(bits))
            count += 1
            bits &= bits - 1
    return count


def add_moves(
    board: Board, actions: cython.p_longlong, count: cython.int, view: cython.p_ulonglong
) -> cython.int:
    """Append the moves of all pieces but the king."""
    word: cython.int
    tile: cython.int
    king: cython.int = board.kings[board.mover]
    bits: cython.ulonglong
    for word in range(board.tables.words):
        bits = board.own[2 * board.mover + word]
        while bits:
            tile = 64 * word + lowest(bits)
            bits &= bits - 1
            if tile != king:
                count = add_piece_moves(board, actions, count, tile, view)
    return count


def add_king_moves(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    view: cython.p_ulonglong,
    judged: cython.bint,
) -> cython.int:
    """Append the moves of the king (Z22), if `judged` only those that satisfy Z41."""
    word: cython.int
    target: cython.int
    bits: cython.ulonglong
    tile: cython.int = board.kings[board.mover]
    vacated: cython.int = NOWHERE if stays_occupied(board, tile) else tile
    enemy: cython.int = 2 - 2 * board.mover
    attacking: cython.bint = can_attack(board, tile)
    onto: cython.ulonglong = FULL if board.waived & ONTO_OWN else 0
    reached: cython.ulonglong[2]
    find_reach(board, tile, reached)
    for word in range(board.tables.words):
        bits = reached[word] & board.tables.board[word]
        bits &= (board.own[2 - enemy + word] ^ FULL) | onto
        if not attacking:
            bits &= board.own[enemy + word] ^ FULL
        while bits:
            target = 64 * word + lowest(bits)
            bits &= bits - 1
            if (
                not judged
                or target == board.kings[1 - board.mover]
                or is_safe(board, view, target, vacated)
            ):
                actions[count] = (MOVE << 14) | (tile << 7) | target
                count += 1
    return count


# Swaps.


def can_swap(
    board: Board,
    tile: cython.int,
    other: cython.int,
    view: cython.p_ulonglong,
    checks: cython.int,
    judged: cython.bint,
) -> cython.bint:
    """Return whether two pieces may swap (Z25, Z41); a step leads from `tile` to `other`.

    A swap leaves no tile empty, so it can neither block a stride nor open one.
    """
    king: cython.int = board.kings[board.mover]
    place: cython.int = set_place(board.tops[other] >> 2, other) + (tile >> 6)
    if not (board.tables.steps[place] >> (tile & 63)) & 1 and not board.waived & NO_SWAP:
        return False
    if not judged:
        return True
    if tile == king:
        return is_safe(board, view, other, NOWHERE)
    if other == king:
        return is_safe(board, view, tile, NOWHERE)
    return checks == 0


def add_swaps(
    board: Board,
    actions: cython.p_longlong,
    count: cython.int,
    view: cython.p_ulonglong,
    checks: cython.int,
    judged: cython.bint,
) -> cython.int:
    """Append the swaps (Z25)."""
    word: cython.int
    tile: cython.int
    other: cython.int
    place: cython.int
    own: cython.p_ulonglong = board.own
    seat: cython.int = 2 * board.mover
    bits: cython.ulonglong
    others: cython.ulonglong
    anywhere: cython.ulonglong = FULL if board.waived & NO_SWAP else 0
    for word in range(board.tables.words):
        bits = own[seat + word]
        while bits:
            tile = 64 * word + lowest(bits)
            bits &= bits - 1  # the remaining bits are the higher tiles
            place = set_place(board.tops[tile] >> 2, tile)
            others = bits & (board.tables.steps[place + word] | anywhere)
            while others:
                other = 64 * word + lowest(others)
                others &= others - 1
                if can_swap(board, tile, other, view, checks, judged):
                    actions[count] = (SWAP << 14) | (tile << 7) | other
                    count += 1
            others = 0
            if word == 0:
                others = own[seat + 1] & (board.tables.steps[place + 1] | anywhere)
            while others:
                other = 64 + lowest(others)
                others &= others - 1
                if can_swap(board, tile, other, view, checks, judged):
                    actions[count] = (SWAP << 14) | (tile << 7) | other
                    count += 1
    return count


# All main actions.


def main_actions(board: Board, actions: cython.p_longlong, judged: cython.bint) -> cython.int:
    """Write the main actions (Z11), if `judged` only those that satisfy Z41; return their number.

    Both kings must be on the board.
    """
    view: cython.ulonglong[VIEW]
    checks: cython.int = 0
    count: cython.int
    judged = judged and not board.waived & KING_UNSAFE
    if judged:
        checks = survey(board, view)
    else:
        overlook(view)
    count = add_moves(board, actions, 0, view)
    count = add_king_moves(board, actions, count, view, judged)
    count = add_swaps(board, actions, count, view, checks, judged)
    return add_drops(board, actions, count, view)


def has_step(board: Board) -> cython.bint:
    """Return whether a piece other than the king has a legal step; both kings must be on the board.

    This is cheaper than listing the actions, and True in most positions that have a main action.
    """
    view: cython.ulonglong[VIEW]
    word: cython.int
    tile: cython.int
    place: cython.int
    goal: cython.int
    bits: cython.ulonglong
    blocked: cython.ulonglong
    allowed: cython.ulonglong
    king: cython.int = board.kings[board.mover]
    survey(board, view)
    if not view[ALLOWED] | view[ALLOWED + 1]:
        return False
    for word in range(board.tables.words):
        bits = board.own[2 * board.mover + word] & (view[PINNED + word] ^ FULL)
        while bits:
            tile = 64 * word + lowest(bits)
            bits &= bits - 1
            if tile == king:
                continue
            place = set_place(board.tops[tile] >> 2, tile)
            for goal in range(board.tables.words):
                allowed = board.tables.steps[place + goal] & view[ALLOWED + goal]
                blocked = board.own[2 * board.mover + goal]
                if not can_attack(board, tile):
                    blocked |= board.own[2 - 2 * board.mover + goal]
                if allowed & (blocked ^ FULL):
                    return True
    return False


def add_facings(board: Board, actions: cython.p_longlong, count: cython.int) -> cython.int:
    """Append the facings of the first pending piece (Z46, Z48)."""
    tile: cython.int = board.pending[0]
    variant: cython.int = board.tops[tile] >> 2
    kind: cython.int = board.tables.kind_of[variant]
    before: cython.int = facing_of(variant, kind, board.mover)
    king: cython.int = board.kings[1 - board.mover]
    facing: cython.int
    for facing in range(6):
        if not may_face(board, kind, before, facing) and not board.waived & TURNED_TOO_FAR:
            continue
        variant = variant_of(kind, board.mover, facing)
        if (
            board.phase == PLACING
            and attacks(board, variant, tile, king, NOWHERE, NOWHERE)
            and not board.waived & DROP_CHECK
        ):
            continue
        actions[count] = (FACE << 14) | facing
        count += 1
    return count
