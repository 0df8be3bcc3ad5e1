"""The board of Kyo (K1–K4): the stacks, and what is derived from them for each tile.

A tile is the number `file + 10 * rank`, both counted from 0; tile 100 is the wall around the board.

The chips are numbered from 1. A stack is a linked list: `uppers` has the uppermost chip of each
tile, `below` the chip under each chip, and 0 ends the list.

    e5 D L S H      pawns[44] = H    uppers[44] → S → below → L → below → D → below → 0

What is derived from a stack is stored for each tile and renewed when the stack changes: its top,
its lift, its liftable chips as a slice (slices.py), its word and its part of the position's key.
`areas` has the tiles of each kind of top, two words of 64 bits each.

The word of a stack is the mana that its owner can leave behind, one chip after the other: the
liftable mana and the mana chip directly below it, at most six chips. It has one bit for each chip,
1 for light, the uppermost chip in the lowest bit, and a 1 above the last. Shields have no bit: they
are carried along.
"""

from __future__ import annotations

from typing import Annotated

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN, ONE, mix
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.kyo.rules.constants import (
    CHAIN,
    EMPTY,
    KING,
    LIGHT_PAWN,
    MANA,
    NO_DIRECTION,
    PAWN,
    SHIELD_CHIP,
    SHIELDED,
    WALL,
)


class Board(State):
    """The stacks, the numbers of Kings and mana chips left, and the turn in progress."""

    pawns: cython.uchar[101]
    uppers: cython.uchar[101]
    below: cython.uchar[69]
    chips: cython.uchar[69]
    chips_laid: cython.int
    kings: cython.int[2]
    mana: cython.int[2]
    clock: Annotated[cython.int, "readonly"]
    """The turns since something was removed (K32)."""

    # Derived from the stacks.
    tops: cython.uchar[101]
    lifts: cython.uchar[101]
    slices: cython.short[101]
    words: cython.uchar[101]
    areas: cython.ulonglong[16]
    king_tiles: cython.int[2]
    hashes: cython.ulonglong[101]
    board_hash: cython.ulonglong

    # The memory of a turn in progress (section 4).
    tile: cython.int
    """The tile of the pawn whose turn it is."""
    direction: cython.int
    mana_moves_made: cython.int
    on_enemy: cython.bint
    """Flag `c`."""
    shuffled: cython.bint
    """Flag `s`."""

    def __init__(self) -> None:
        place: cython.int
        for place in range(101):
            self.slices[place] = 1
            self.words[place] = 1
        for place in range(100):
            self.areas[2 * EMPTY + (place >> 6)] |= ONE << (place & 63)
        self.tops[100] = WALL
        self.direction = NO_DIRECTION

    # For notation and scene.

    def lay(self, tile: int, chips: list[int], pawn: int) -> None:
        """Lay chips, bottom to top, and a pawn (0: none) on an empty tile.

        The caller makes sure that there are at most 68 chips in all.
        """
        place: cython.int = tile
        for kind in chips:
            self.chips_laid += 1
            self.chips[self.chips_laid] = kind
            self.below[self.chips_laid] = self.uppers[place]
            self.uppers[place] = self.chips_laid
            if kind != SHIELD_CHIP:
                self.mana[kind >> 1] += 1
        self.pawns[place] = pawn
        if pawn & 7 == KING:
            self.kings[pawn >> 3] += 1
        renew(self, place)

    def pawn_at(self, tile: int) -> int:
        """Return the pawn on `tile`, kind + 8 * seat, or 0."""
        return self.pawns[tile]

    def chips_at(self, tile: int) -> list[int]:
        """Return the chips on `tile`, bottom to top."""
        place: cython.int = tile
        chip: cython.int = self.uppers[place]
        chips = []
        while chip:
            chips.append(self.chips[chip])
            chip = self.below[chip]
        return chips[::-1]


def renew(board: Board, tile: cython.int) -> cython.void:
    """Update what is derived from the stack on `tile` after a change."""
    pawn: cython.int = board.pawns[tile]
    chip: cython.int = board.uppers[tile]
    top: cython.int = EMPTY
    most: cython.int = 0
    half: cython.int = tile >> 6
    bit: cython.ulonglong = ONE << (tile & 63)
    if pawn:
        top = PAWN + (pawn >> 3)
        most = 0 if (pawn & 7) == LIGHT_PAWN else 5
        if (pawn & 7) == KING:
            board.king_tiles[pawn >> 3] = tile
    elif chip:
        top = SHIELDED
        if board.chips[chip] != SHIELD_CHIP:
            top = MANA + (board.chips[chip] >> 1)
            most = 68
    board.areas[2 * board.tops[tile] + half] ^= bit
    board.areas[2 * top + half] ^= bit
    board.tops[tile] = top
    renew_lift(board, tile, top & 1, most)
    board.board_hash ^= board.hashes[tile]
    board.hashes[tile] = stack_hash(board, tile)
    board.board_hash ^= board.hashes[tile]


def renew_lift(board: Board, tile: cython.int, seat: cython.int, most: cython.int) -> cython.void:
    """Update the lift of `seat` on `tile` (K4), at most `most` chips, and the word of the stack."""
    chip: cython.int = board.uppers[tile]
    bare: cython.bint = board.pawns[tile] == 0
    lift: cython.int = 0
    part: cython.int = 0
    word: cython.int = 0
    length: cython.int = 0
    kind: cython.int
    while chip and lift < most:
        kind = board.chips[chip]
        if kind == SHIELD_CHIP:
            if bare:
                break
            kind = 2
        elif (kind >> 1) != seat:
            break
        else:
            kind &= 1
            if length < 6:
                word |= kind << length
                length += 1
        if lift < 5:
            part |= kind << (2 * lift)
        lift += 1
        chip = board.below[chip]
    if chip and most and length < 6 and board.chips[chip] != SHIELD_CHIP:
        word |= (board.chips[chip] & 1) << length
        length += 1
    board.words[tile] = word | (1 << length)
    board.lifts[tile] = lift
    board.slices[tile] = part | (1 << (2 * (lift if lift < 5 else 5)))


def stack_hash(board: Board, tile: cython.int) -> cython.ulonglong:
    """Return the stack's part of the key; 0 for an empty tile."""
    chip: cython.int = board.uppers[tile]
    number: cython.ulonglong = 16 + board.pawns[tile]  # above all chips
    if chip == 0 and number == 16:
        return 0
    while chip:
        number = (number * CHAIN + board.chips[chip] + 1) & FULL
        chip = board.below[chip]
    return mix((number + (tile + 1) * GOLDEN) & FULL)
