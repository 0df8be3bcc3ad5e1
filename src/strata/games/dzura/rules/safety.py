"""The safety of the mover's king (Z40, Z41), computed once for a position, not for each action.

A view is an array of words:
    view[ALLOWED + word]         where an action that leaves the king in place must put a piece: on
                                 the checking piece, or between it and the king; everywhere if there
                                 is no check
    view[DANGER + word]          the tiles that opposing steps lead to
    view[PINNED + word]          the mover's pieces that alone stand between a stride and the king
    view[STRIDERS + word]        the opposing pieces that can attack and have strides
    view[PINS + 2 * tile + word] where the pinned piece on `tile` may go

No action of the mover uncovers an opposing piece, so only the tile that a piece leaves, the tile on
which one is put and the piece taken there matter.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, ONE, lowest
from cython.cimports.strata.games.dzura.rules.board import Board, attackers, strides_onto
from cython.cimports.strata.games.dzura.rules.constants import (
    ALLOWED,
    DANGER,
    MOST_VECTORS,
    NOWHERE,
    PINNED,
    PINS,
    SPANS,
    SPANS_CENTRE,
    STRIDERS,
    set_place,
)


def overlook(view: cython.p_ulonglong) -> cython.void:
    """Fill `view` as if there were no danger: every main action then counts as safe."""
    word: cython.int
    for word in range(2):
        view[ALLOWED + word] = FULL
        view[DANGER + word] = 0
        view[PINNED + word] = 0
        view[STRIDERS + word] = 0


def survey(board: Board, view: cython.p_ulonglong) -> cython.int:
    """Fill `view` and return the number of attacks on the mover's king."""
    king: cython.int = board.kings[board.mover]
    centre: cython.int = board.tables.places[king] + SPANS_CENTRE
    checks: cython.int = 0
    word: cython.int
    tile: cython.int
    variant: cython.int
    place: cython.int
    bits: cython.ulonglong
    lines: cython.ulonglong
    overlook(view)
    for word in range(board.tables.words):
        bits = attackers(board, 1 - board.mover, word)
        while bits:
            tile = 64 * word + lowest(bits)
            variant = board.tops[tile] >> 2
            place = set_place(variant, tile)
            view[DANGER] |= board.tables.steps[place]
            view[DANGER + 1] |= board.tables.steps[place + 1]
            if (board.tables.steps[place + (king >> 6)] >> (king & 63)) & 1:
                checks += 1
                require(view, tile)
            if board.tables.stride_counts[variant]:
                view[STRIDERS + word] |= bits & (0 - bits)
                lines = board.tables.lines[SPANS * variant + centre - board.tables.places[tile]]
                if lines:
                    checks += survey_lines(board, view, tile, lines)
            bits &= bits - 1
    return checks


def require(view: cython.p_ulonglong, tile: cython.int) -> cython.void:
    """Allow only the capture of the piece on `tile`."""
    view[ALLOWED + (tile >> 6)] &= ONE << (tile & 63)
    view[ALLOWED + 1 - (tile >> 6)] = 0


def survey_lines(
    board: Board, view: cython.p_ulonglong, tile: cython.int, lines: cython.ulonglong
) -> cython.int:
    """Note the checks and pins by strides of the piece on `tile`; return the number of checks.

    `lines` are the strides that could reach the king, as bits.
    """
    tile_at: cython.p_uchar = board.tables.tile_at
    first: cython.int = MOST_VECTORS * (board.tops[tile] >> 2)
    king: cython.int = board.kings[board.mover]
    checks: cython.int = 0
    at: cython.int
    coordinate: cython.int
    delta: cython.int
    blockers: cython.int
    blocker: cython.int
    way: cython.ulonglong[2]
    while lines:
        delta = board.tables.strides[first + lowest(lines)]
        lines &= lines - 1
        way[0] = way[1] = 0
        way[tile >> 6] = ONE << (tile & 63)
        blockers = 0
        blocker = NOWHERE
        coordinate = board.tables.coordinates[tile] + delta
        at = tile_at[coordinate]
        while at != king:
            if board.tops[at]:
                blockers += 1
                blocker = at
            way[at >> 6] |= ONE << (at & 63)
            coordinate += delta
            at = tile_at[coordinate]
        if blockers == 0:
            checks += 1
            view[ALLOWED] &= way[0]
            view[ALLOWED + 1] &= way[1]
        elif blockers == 1 and ((board.tops[blocker] >> 1) & 1) == board.mover:
            pin(view, blocker, way[0], way[1])
    return checks


def pin(
    view: cython.p_ulonglong, tile: cython.int, low: cython.ulonglong, high: cython.ulonglong
) -> cython.void:
    """Note that the piece on `tile` is pinned and may only go to the tiles `low` and `high`."""
    bit: cython.ulonglong = ONE << (tile & 63)
    place: cython.int = PINS + 2 * tile
    if view[PINNED + (tile >> 6)] & bit:
        low &= view[place]
        high &= view[place + 1]
    view[PINNED + (tile >> 6)] |= bit
    view[place] = low
    view[place + 1] = high


def stays_occupied(board: Board, tile: cython.int) -> cython.bint:
    """Return whether the top piece of `tile` covers one of the same owner, which stays (Z24)."""
    return board.covered[tile] != 0 and ((board.covered[tile] ^ board.tops[tile]) & 2) == 0


def is_safe(
    board: Board, view: cython.p_ulonglong, tile: cython.int, vacated: cython.int
) -> cython.bint:
    """Return whether the king would be safe on `tile`, having taken what is there.

    `vacated` counts as empty.
    """
    word: cython.int
    at: cython.int
    bits: cython.ulonglong
    if (view[DANGER + (tile >> 6)] >> (tile & 63)) & 1:
        return False
    for word in range(board.tables.words):
        bits = view[STRIDERS + word]
        while bits:
            at = 64 * word + lowest(bits)
            bits &= bits - 1
            if strides_onto(board, board.tops[at] >> 2, at, tile, vacated, NOWHERE):
                return False
    return True


def find_checking_tiles(
    board: Board, variant: cython.int, tiles: cython.p_ulonglong
) -> cython.void:
    """Write the empty tiles from which that variant would attack the opposing king.

    Occupied tiles may be among those of its steps. Three turns negate a vector (Z5), so these tiles
    are what the same piece, turned round, would reach from the king's tile.
    """
    tile_at: cython.p_uchar = board.tables.tile_at
    king: cython.int = board.kings[1 - board.mover]
    turns: cython.int = variant - 6 * board.tables.kind_of[variant]
    back: cython.int = variant + 3 if turns < 3 else variant - 3
    first: cython.int = MOST_VECTORS * back
    at: cython.int
    index: cython.int
    coordinate: cython.int
    tiles[0] = board.tables.steps[set_place(back, king)]
    tiles[1] = board.tables.steps[set_place(back, king) + 1]
    for index in range(first, first + board.tables.stride_counts[back]):
        coordinate = board.tables.coordinates[king] + board.tables.strides[index]
        at = tile_at[coordinate]
        while board.tops[at] == 0:
            tiles[at >> 6] |= ONE << (at & 63)
            coordinate += board.tables.strides[index]
            at = tile_at[coordinate]
