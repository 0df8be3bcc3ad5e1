"""A definition as integer tables: what the rules look up instead of asking which game it is.

A tile is its number in tile order (Z2); NOWHERE is beyond the edge. A set of tiles is two words of
64 bits; a board of up to 64 tiles needs only the first. A *variant* is a kind with its direction,
`6 * kind + turns`, where `turns` is the facing for first and the facing + 3 for second (Z5).

    coordinates   tile -> 37 * (q + 18) + r + 18: adding the number of a vector, 37 * dq + dr, never
                  wraps, and `tile_at` says which tile that is, or NOWHERE
    far_line      [seat, word] -> the far ends of the columns (Z6); near_line the near ends
    places        tile -> 25 * q + r, whose differences are different for all vectors on the board
    steps         [variant, tile] -> the set of tiles that its steps lead to
    ranges        the same with extra targets, for what Z55 counts without looking at blockers
    strides       [variant, i] -> the number of the vector of stride i
    lines         [variant, difference of places] -> which strides reach that far, as bits
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from collections.abc import Sequence
from itertools import count

import cython

from strata.core.geometry import HexagonalBoard
from strata.games.dzura.definition import PieceKind

if not cython.compiled:
    from strata.games.dzura.rules.bits import NOWHERE, ONE
else:
    from cython.cimports.strata.games.dzura.rules.bits import NOWHERE, ONE

_identities = count(1)


def turned(vector: tuple[int, int], turns: int) -> tuple[int, int]:
    """Z5."""
    q, r = vector
    for _ in range(turns):
        q, r = q + r, -q
    return q, r


class Tables:
    """The tables of one definition. Nothing changes them once they are made."""

    def __init__(self, radius: int, kinds: Sequence[PieceKind]) -> None:
        """`kinds` are those of definition.py, in order; at most 32, their vectors in bounds."""
        if not cython.compiled:
            self.board = [0] * 2
            self.near_line = [0] * 4
            self.far_line = [0] * 4
            self.coordinates = [0] * 128
            self.places = [0] * 128
            self.tile_at = [0] * 1369
            self.mobility = [0] * 33
            self.kind_of = [0] * 198
            self.royal = [0] * 198
            self.plain = [0] * 33
            self.promotes = [0] * 33
            self.column_rule = [0] * 33
            self.target_moves = [0] * 33
            self.stride_counts = [0] * 198
            self.strides = [0] * 11880
            self.steps = [0] * 50688
            self.ranges = [0] * 50688
            self.lines = [0] * 123750
        if not 1 <= radius <= 6 or len(kinds) > 32:
            raise ValueError(f"tables for radius {radius} and {len(kinds)} kinds")
        self.identity = next(_identities)
        self.kinds = len(kinds)
        self._fill_board(HexagonalBoard(radius))
        numbers = {kind.letter: number for number, kind in enumerate(kinds, 1)}
        for number, kind in enumerate(kinds, 1):
            self._fill_kind(number, kind, numbers)
            for turns in range(6):
                self._fill_variant(6 * number + turns, kind, turns)

    def _fill_board(self, board: HexagonalBoard) -> None:
        tile: cython.int
        seat: cython.int
        self.tiles = len(board)
        self.words = 1 if self.tiles <= 64 else 2
        for place in range(1369):
            self.tile_at[place] = NOWHERE
        for tile, (q, r) in enumerate(board.coordinates):
            self.board[tile >> 6] |= ONE << (tile & 63)
            self.coordinates[tile] = 37 * (q + 18) + r + 18
            self.places[tile] = 25 * q + r
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
        steps = [turned(vector, turns) for vector in kind.steps]
        targets = [turned(vector, turns) for vector in kind.targets]
        strides = [turned(vector, turns) for vector in kind.strides]
        for vector in steps:
            self._add_leaps(variant, vector, True, kind.target_moves)
        for vector in targets:
            self._add_leaps(variant, vector, False, True)
        self.kind_of[variant] = variant // 6
        self.royal[variant] = kind.royal
        self.stride_counts[variant] = len(strides)
        for index, (q, r) in enumerate(strides):
            self.strides[60 * variant + index] = 37 * q + r
            self._add_line(variant, index, q, r)

    def _add_leaps(
        self, variant: cython.int, vector: tuple[int, int], is_step: bool, is_range: bool
    ) -> None:
        """A step or an extra target, from every tile."""
        delta: cython.int = 37 * vector[0] + vector[1]
        moves: cython.bint = is_step
        targets: cython.bint = is_range
        tile: cython.int
        target: cython.int
        place: cython.int
        for tile in range(self.tiles):
            target = self.tile_at[self.coordinates[tile] + delta]
            if target == NOWHERE:
                continue
            place = 256 * variant + 2 * tile + (target >> 6)
            if moves:
                self.steps[place] |= ONE << (target & 63)
            if targets:
                self.ranges[place] |= ONE << (target & 63)

    def _add_line(self, variant: cython.int, index: cython.int, q: int, r: int) -> None:
        """Every distance at which a stride can arrive, on a board of any size."""
        for times in range(1, 13):
            far_q, far_r = times * q, times * r
            if max(abs(far_q), abs(far_r), abs(far_q + far_r)) > 12:
                break
            self.lines[625 * variant + 25 * far_q + far_r + 312] |= ONE << index
