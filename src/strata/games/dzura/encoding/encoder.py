"""The encoding of Dzura positions and actions as numbers; planes.py documents each plane.

The hexagon lies in a square grid, with a row for each step away from first's side and a column for
each column of the board. The corners of the grid stay empty.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.encoder import Encoder
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.dzura.encoding.constants import (
    ACTING,
    BARRAGED_TOP,
    CELLS,
    COVERED_BARRAGED,
    COVERED_FACING,
    COVERED_KIND,
    FACING,
    FACINGS,
    LONGEST,
    OTHER_PLANES,
    OTHER_WORDS,
    PENDING,
    PHASE,
    SWAP_WORD,
    TOKEN_WORD,
    TOKENS,
)
from cython.cimports.strata.games.dzura.rules.board import Board
from cython.cimports.strata.games.dzura.rules.constants import (
    BARRAGE,
    DROP,
    FACE,
    KINDS,
    MOVE,
    NOWHERE,
    START,
    TILES,
    facing_of,
)


class DzuraEncoder(Encoder):
    """The encoder of the games of one definition, for all options."""

    tiles: cython.int
    kinds: cython.int
    places: cython.uchar[TILES]
    """The place of each tile in the grid, as first sees it."""

    def __init__(self, side: int, kinds: int, places: list[int]) -> None:
        Encoder.__init__(self, 4 * kinds + OTHER_PLANES, side, side, kinds + OTHER_WORDS, LONGEST)
        self.kinds = kinds
        self.tiles = len(places)
        for tile, place in enumerate(places):
            self.places[tile] = place

    def turned(self, tile: cython.int, seat: cython.int) -> cython.int:
        """Return the place of a tile in the grid as `seat` sees it."""
        return self.cells - 1 - self.places[tile] if seat else self.places[tile]

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        self.draw_pieces(cython.cast(Board, state), seat, planes)
        self.draw_rest(cython.cast(Board, state), seat, planes)

    def draw_pieces(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        tile: cython.int
        at: cython.int
        piece: cython.int
        kind: cython.int
        owner: cython.int
        cells: cython.int = self.cells
        rest: cython.int = 4 * self.kinds
        for tile in range(self.tiles):
            at = self.turned(tile, seat)
            planes[(rest + CELLS) * cells + at] = 1
            piece = board.tops[tile]
            if piece:
                kind = board.tables.kind_of[piece >> 2]
                owner = (piece >> 1) & 1
                planes[((owner ^ seat) * self.kinds + kind - 1) * cells + at] = 1
                planes[(rest + FACING) * cells + at] = facing_of(piece >> 2, kind, owner)
                planes[(rest + BARRAGED_TOP) * cells + at] = piece & 1
            piece = board.covered[tile]
            if piece:
                kind = board.tables.kind_of[piece >> 2]
                owner = (piece >> 1) & 1
                planes[(rest + COVERED_KIND + (owner ^ seat)) * cells + at] = kind
                planes[(rest + COVERED_FACING) * cells + at] = facing_of(piece >> 2, kind, owner)
                planes[(rest + COVERED_BARRAGED) * cells + at] = piece & 1

    def draw_rest(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        side: cython.int
        owner: cython.int
        kind: cython.int
        number: cython.int
        rest: cython.int = 4 * self.kinds
        for side in range(2):
            owner = side ^ seat
            for kind in range(1, self.kinds + 1):
                number = board.hands[KINDS * owner + kind]
                if number:
                    self.fill(planes, (2 + side) * self.kinds + kind - 1, number)
            if board.tokens[owner]:
                self.fill(planes, rest + TOKENS + side, board.tokens[owner])
            if board.pending[side] != NOWHERE:
                planes[
                    (rest + PENDING + side) * self.cells + self.turned(board.pending[side], seat)
                ] = 1
        if board.phase != START:
            self.fill(planes, rest + PHASE + board.phase - 1, 1)
        if board.mover == seat:
            self.fill(planes, rest + ACTING, 1)

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write the tokens of the gesture (gestures.py)."""
        kind: cython.longlong = action >> 14
        one: cython.int = (action >> 7) & 127
        other: cython.int = action & 127
        seat: cython.int = state.mover
        words: cython.int = self.cells + self.kinds
        if kind == MOVE:
            tokens[0] = self.turned(one, seat)
            tokens[1] = self.turned(other, seat)
            return 2
        if kind == DROP:
            tokens[0] = self.cells + one - 1
            tokens[1] = self.turned(other, seat)
            return 2
        if kind == BARRAGE:
            tokens[0] = words + TOKEN_WORD
            tokens[1] = self.turned(other, seat)
            return 2
        if kind == FACE:
            tokens[0] = words + FACINGS + other
            return 1
        tokens[0] = self.turned(one, seat)
        tokens[1] = words + SWAP_WORD
        tokens[2] = self.turned(other, seat)
        return 3
