"""A definition as integer tables, in which the rules look up what its pieces can do.

coordinates   tile -> the number of its place in a grid: adding the number of a vector never
              wraps, and `tile_at` has the tile at a place, or NOWHERE
far_line      [seat, word] -> the far ends of the columns (Z6); near_line the near ends
places        tile -> a number whose differences identify the vectors on the board
steps         [variant, tile] -> the set of tiles that its steps lead to
ranges        the same with extra targets: the part of Z55 that ignores blockers
strides       [variant, i] -> the number of the vector of stride i
lines         [variant, difference of places] -> the strides that reach that far, as bits
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import cython
from cython.cimports.strata.core.kernel.bits import ONE
from cython.cimports.strata.games.dzura.rules.constants import (
    GRID,
    GRID_CENTRE,
    KINDS,
    LONGEST_VECTOR,
    MOST_KINDS,
    MOST_RADIUS,
    MOST_VECTORS,
    NOWHERE,
    ROW,
    SPAN,
    SPANS,
    SPANS_CENTRE,
    TILES,
    VARIANTS,
    set_place,
)

from strata.core.geometry import Step
from strata.games.dzura.board import DzuraBoard, turned
from strata.games.dzura.definition import PieceKind


class Tables:
    """The tables of one definition, which never change once they are made."""

    tiles: Annotated[cython.int, "readonly"]
    kinds: Annotated[cython.int, "readonly"]
    words: cython.int
    board: cython.ulonglong[2]
    near_line: cython.ulonglong[4]
    far_line: cython.ulonglong[4]
    coordinates: cython.short[TILES]
    places: cython.short[TILES]
    tile_at: cython.uchar[GRID]
    mobility: cython.uchar[KINDS]
    kind_of: cython.uchar[VARIANTS]
    royal: cython.uchar[VARIANTS]
    plain: cython.uchar[KINDS]
    promotes: cython.uchar[KINDS]
    column_rule: cython.uchar[KINDS]
    target_moves: cython.uchar[KINDS]
    stride_counts: cython.uchar[VARIANTS]
    strides: cython.short[MOST_VECTORS * VARIANTS]
    steps: cython.ulonglong[2 * TILES * VARIANTS]
    ranges: cython.ulonglong[2 * TILES * VARIANTS]
    lines: cython.ulonglong[SPANS * VARIANTS]

    def __init__(self, radius: int, kinds: Sequence[PieceKind]) -> None:
        """Make the tables for `kinds` (definition.py), whose vectors must be in bounds."""
        if not 1 <= radius <= MOST_RADIUS or len(kinds) > MOST_KINDS:
            raise ValueError(f"tables for radius {radius} and {len(kinds)} kinds")
        self.kinds = len(kinds)
        self._fill_board(DzuraBoard(radius))
        numbers = {kind.letter: number for number, kind in enumerate(kinds, 1)}
        for number, kind in enumerate(kinds, 1):
            self._fill_kind(number, kind, numbers)
            for turns in range(6):
                self._fill_variant(6 * number + turns, kind, turns)

    def _fill_board(self, board: DzuraBoard) -> None:
        tile: cython.int
        seat: cython.int
        self.tiles = len(board)
        self.words = 1 if self.tiles <= 64 else 2
        for place in range(GRID):
            self.tile_at[place] = NOWHERE
        for tile, (q, r) in enumerate(board.coordinates):
            self.board[tile >> 6] |= ONE << (tile & 63)
            self.coordinates[tile] = ROW * q + r + GRID_CENTRE
            self.places[tile] = SPAN * q + r
            self.tile_at[self.coordinates[tile]] = tile
        for tile in range(self.tiles):  # Z6
            for seat, forward in enumerate((1, -1)):
                if board.step(tile, (0, forward)) is None:
                    self.far_line[2 * seat + (tile >> 6)] |= ONE << (tile & 63)
                    self.near_line[2 * (1 - seat) + (tile >> 6)] |= ONE << (tile & 63)

    def _fill_kind(self, number: int, kind: PieceKind, numbers: dict[str, int]) -> None:
        self.mobility[number] = kind.mobility
        self.plain[number] = numbers[kind.plain_letter]
        self.promotes[number] = numbers.get(kind.promotes_to, 0)
        self.column_rule[number] = kind.column_rule
        self.target_moves[number] = kind.target_moves

    def _fill_variant(self, variant: int, kind: PieceKind, turns: int) -> None:
        for vector in kind.steps:
            self._add_leaps(variant, turned(vector, turns), True, kind.target_moves)
        for vector in kind.targets:
            self._add_leaps(variant, turned(vector, turns), False, True)
        self.kind_of[variant] = variant // 6
        self.royal[variant] = kind.royal
        self.stride_counts[variant] = len(kind.strides)
        for index, vector in enumerate(kind.strides):
            q, r = turned(vector, turns)
            self.strides[MOST_VECTORS * variant + index] = ROW * q + r
            self._add_line(variant, index, q, r)

    def _add_leaps(self, variant: cython.int, vector: Step, is_step: bool, is_range: bool) -> None:
        """Add a step or an extra target from every tile."""
        delta: cython.int = ROW * vector[0] + vector[1]
        moves: cython.bint = is_step
        targets: cython.bint = is_range
        tile: cython.int
        target: cython.int
        place: cython.int
        for tile in range(self.tiles):
            target = self.tile_at[self.coordinates[tile] + delta]
            if target == NOWHERE:
                continue
            place = set_place(variant, tile) + (target >> 6)
            if moves:
                self.steps[place] |= ONE << (target & 63)
            if targets:
                self.ranges[place] |= ONE << (target & 63)

    def _add_line(self, variant: cython.int, index: cython.int, q: int, r: int) -> None:
        """Add every distance at which a stride can arrive, on a board of any size."""
        for times in range(1, LONGEST_VECTOR + 1):
            far_q, far_r = times * q, times * r
            if max(abs(far_q), abs(far_r), abs(far_q + far_r)) > LONGEST_VECTOR:
                break
            self.lines[SPANS * variant + SPAN * far_q + far_r + SPANS_CENTRE] |= ONE << index
