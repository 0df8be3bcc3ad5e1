"""The board of Dzura (Z16–Z19): pieces, their owners, and attacks.

constants.py explains pieces and sets of tiles. A set that belongs to a seat has its words at the
indices `2 * seat + word`.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, ONE, lowest, mix
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.dzura.rules.constants import (
    COVERED,
    IN_HAND,
    KINDS,
    MOST_VECTORS,
    NOWHERE,
    SPANS,
    SPANS_CENTRE,
    TILES,
    set_place,
)
from cython.cimports.strata.games.dzura.rules.lookup import Tables

# The tables of a state that has no definition yet.
BLANK = Tables(1, ())


class Board(State):
    """A position of Dzura of any definition, with the options of its table."""

    tables: Tables
    tops: cython.ushort[TILES]
    """The uncovered pieces by tile; NOWHERE counts as occupied, so that strides end there."""
    covered: cython.ushort[TILES]
    """The covered pieces by tile."""
    own: cython.ulonglong[4]
    """The tiles whose top piece the seat owns."""
    barraged: cython.ulonglong[2]
    """The tiles whose top piece is barraged."""
    stacked: cython.ulonglong[2]
    """The tiles that hold a covered piece."""
    kings: cython.int[2]
    """The tile of each seat's uncovered king, or NOWHERE (Z70)."""
    hands: cython.uchar[2 * KINDS]
    """The numbers of pieces, by `KINDS * seat + kind`."""
    tokens: cython.int[2]
    pending: cython.int[2]
    """The tiles of the phases r and p (Z13), or NOWHERE."""
    board_hash: cython.ulonglong
    court: cython.bint
    rotation: cython.bint

    def __init__(self) -> None:
        self.tables = BLANK
        self.tops[NOWHERE] = 1
        self.kings[0] = self.kings[1] = NOWHERE
        self.pending[0] = self.pending[1] = NOWHERE


# Changes.


def set_top(board: Board, tile: cython.int, piece: cython.int) -> cython.void:
    """Replace the top piece on `tile` by `piece`, or remove it if that is 0."""
    old: cython.int = board.tops[tile]
    word: cython.int = tile >> 6
    bit: cython.ulonglong = ONE << (tile & 63)
    board.tops[tile] = piece
    if old:
        board.board_hash ^= mix((old << 8) | tile)
        board.own[(old & 2) | word] &= bit ^ FULL
        board.barraged[word] &= bit ^ FULL
        if board.tables.royal[old >> 2]:
            board.kings[(old >> 1) & 1] = NOWHERE
    if piece:
        board.board_hash ^= mix((piece << 8) | tile)
        board.own[(piece & 2) | word] |= bit
        if piece & 1:
            board.barraged[word] |= bit
        if board.tables.royal[piece >> 2]:
            board.kings[(piece >> 1) & 1] = tile


def set_covered(board: Board, tile: cython.int, piece: cython.int) -> cython.void:
    """Replace the covered piece on `tile` by `piece`, or remove it if that is 0."""
    old: cython.int = board.covered[tile]
    bit: cython.ulonglong = ONE << (tile & 63)
    board.covered[tile] = piece
    if old:
        board.board_hash ^= mix((old << 8) | COVERED | tile)
        board.stacked[tile >> 6] &= bit ^ FULL
    if piece:
        board.board_hash ^= mix((piece << 8) | COVERED | tile)
        board.stacked[tile >> 6] |= bit


def change_hand(
    board: Board, seat: cython.int, kind: cython.int, change: cython.int
) -> cython.void:
    place: cython.int = KINDS * seat + kind
    if board.hands[place]:
        board.board_hash ^= mix(IN_HAND | (place << 8) | board.hands[place])
    board.hands[place] += change
    if board.hands[place]:
        board.board_hash ^= mix(IN_HAND | (place << 8) | board.hands[place])


def capture(board: Board, piece: cython.int) -> cython.void:
    """Put a piece and its token into the mover's hand (Z18).

    The caller removes the piece from the board.
    """
    change_hand(board, board.mover, board.tables.plain[board.tables.kind_of[piece >> 2]], 1)
    board.tokens[board.mover] += piece & 1


# Attacks (Z19).


def attackers(board: Board, seat: cython.int, word: cython.int) -> cython.ulonglong:
    """Return one word of the seat's pieces that can attack."""
    return board.own[2 * seat + word] & ((board.barraged[word] | board.stacked[word]) ^ FULL)


def is_clear(
    board: Board,
    tile: cython.int,
    goal: cython.int,
    delta: cython.int,
    vacated: cython.int,
    filled: cython.int,
) -> cython.bint:
    """Return whether a stride from `tile` to `goal` passes only empty tiles (Z21).

    `vacated` counts as empty and `filled` as occupied; either may be NOWHERE.
    """
    tile_at: cython.p_uchar = board.tables.tile_at
    coordinate: cython.int = board.tables.coordinates[tile] + delta
    at: cython.int = tile_at[coordinate]
    while at != goal:
        if at == filled or (board.tops[at] and at != vacated):
            return False
        coordinate += delta
        at = tile_at[coordinate]
    return True


def strides_onto(
    board: Board,
    variant: cython.int,
    tile: cython.int,
    goal: cython.int,
    vacated: cython.int,
    filled: cython.int,
) -> cython.bint:
    """Return whether a stride of that variant on `tile` reaches `goal`."""
    lines: cython.ulonglong = board.tables.lines[
        SPANS * variant + board.tables.places[goal] - board.tables.places[tile] + SPANS_CENTRE
    ]
    delta: cython.int
    while lines:
        delta = board.tables.strides[MOST_VECTORS * variant + lowest(lines)]
        if is_clear(board, tile, goal, delta, vacated, filled):
            return True
        lines &= lines - 1
    return False


def attacks(
    board: Board,
    variant: cython.int,
    tile: cython.int,
    goal: cython.int,
    vacated: cython.int,
    filled: cython.int,
) -> cython.bint:
    """Return whether that variant on `tile` attacks `goal`, provided that it can attack."""
    place: cython.int = set_place(variant, tile) + (goal >> 6)
    if (board.tables.steps[place] >> (goal & 63)) & 1:
        return True
    return strides_onto(board, variant, tile, goal, vacated, filled)


def in_check(board: Board, seat: cython.int) -> cython.bint:
    """Return whether the king of `seat` is in check (Z40)."""
    word: cython.int
    tile: cython.int
    king: cython.int = board.kings[seat]
    bits: cython.ulonglong
    if king == NOWHERE:
        return False
    for word in range(board.tables.words):
        bits = attackers(board, 1 - seat, word)
        while bits:
            tile = 64 * word + lowest(bits)
            bits &= bits - 1
            if attacks(board, board.tops[tile] >> 2, tile, king, NOWHERE, NOWHERE):
                return True
    return False
