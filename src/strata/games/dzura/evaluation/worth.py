"""What the pieces and tiles of a definition are worth, found in its tables once.

A piece's value follows from what its kind reaches from an average tile: `reach` are the tiles next
in its steps and strides, `rays` the tiles further along its strides, both in half tiles.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from __future__ import annotations

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.games.dzura.rules.bits import NOWHERE, ONE, count_bits
    from strata.games.dzura.rules.lookup import Tables
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.games.dzura.rules.bits import NOWHERE, ONE, count_bits
    from cython.cimports.strata.games.dzura.rules.lookup import Tables

# Ranks: 0 to 2 are cheap, ordinary and dear pieces.
ROYAL = 3

# Of a tile beyond the first of a stride, how much counts: the tiles before it must be empty.
_DECAY = (0, 700, 490, 343, 240, 168, 118, 82, 58, 40, 28, 20, 14)
# By the distance to the far end of the column; what was dropped on it must leave it first.
_CLOSENESS = (1, 8, 5, 3, 2, 1)
_ADJACENT = (1, 37, 36, -1, -37, -36)


class Worth(Evaluation):
    """An evaluation whose first weights are those of pieces as such, of `reach` and of `rays`.

    By kind: `reach` and `rays`, both and the piece as such in one number, `traits`, which are added
    in one go; `values`, `ranks`, and `gains` by promotion. By seat and tile: `progress` (tiles
    behind it in the column) and `closeness` to the far line; by tile the words of `zones`, the tile
    itself and those next to it.
    """

    def __init__(self, tables: Tables, weights: Mapping[str, int]) -> None:
        super().__init__(weights)
        if not cython.compiled:
            self.reach = [0] * 33
            self.rays = [0] * 33
            self.traits = [0] * 33
            self.values = [0] * 33
            self.ranks = [0] * 33
            self.gains = [0] * 33
            self.progress = [0] * 256
            self.closeness = [0] * 256
            self.zones = [0] * 256
        self._fill_board(tables)
        for kind in range(1, tables.kinds + 1):
            self._fill_kind(tables, kind)
        self._fill_ranks(tables)

    def _fill_board(self, tables: Tables) -> None:
        tile: cython.int
        at: cython.int
        seat: cython.int
        steps: cython.int
        for tile in range(tables.tiles):
            self.zones[2 * tile + (tile >> 6)] |= ONE << (tile & 63)
            for delta in _ADJACENT:
                at = tables.tile_at[tables.coordinates[tile] + delta]
                if at != NOWHERE:
                    self.zones[2 * tile + (at >> 6)] |= ONE << (at & 63)
            for seat, forward in enumerate((1, -1)):
                steps = _column_tiles(tables, tile, forward)
                self.progress[128 * seat + tile] = _column_tiles(tables, tile, -forward)
                if steps < 6:
                    self.closeness[128 * seat + tile] = _CLOSENESS[steps]

    def _fill_kind(self, tables: Tables, kind: cython.int) -> None:
        """What a kind reaches from an average tile; all facings reach the same."""
        near: cython.longlong = 0
        far: cython.longlong = 0
        tile: cython.int
        at: cython.int
        coordinate: cython.int
        index: cython.int
        times: cython.int
        variant: cython.int = 6 * kind
        if tables.royal[variant]:
            return
        for tile in range(tables.tiles):
            near += count_bits(tables.steps[256 * variant + 2 * tile])
            near += count_bits(tables.steps[256 * variant + 2 * tile + 1])
            for index in range(60 * variant, 60 * variant + tables.stride_counts[variant]):
                coordinate = tables.coordinates[tile] + tables.strides[index]
                at = tables.tile_at[coordinate]
                if at == NOWHERE:
                    continue
                if not (tables.steps[256 * variant + 2 * tile + (at >> 6)] >> (at & 63)) & 1:
                    near += 1
                times = 1
                coordinate += tables.strides[index]
                while tables.tile_at[coordinate] != NOWHERE:
                    far += _DECAY[times]
                    times += 1
                    coordinate += tables.strides[index]
        self.reach[kind] = (4 * near + tables.tiles) // (2 * tables.tiles)
        self.rays[kind] = (4 * far + 1000 * tables.tiles) // (2000 * tables.tiles)
        self.traits[kind] = ONE | (self.reach[kind] << 16)
        self.traits[kind] |= cython.cast(cython.ulonglong, self.rays[kind]) << 32
        self.values[kind] = max(
            10,
            self.weights[0]
            + self.weights[1] * self.reach[kind]
            + self.weights[2] * self.rays[kind],
        )

    def _fill_ranks(self, tables: Tables) -> None:
        kinds = range(1, tables.kinds + 1)
        plain = [
            self.values[kind]
            for kind in kinds
            if tables.plain[kind] == kind and not tables.royal[6 * kind]
        ]
        total = sum(plain)
        for kind in kinds:
            value = 100 * self.values[kind] * len(plain)
            self.ranks[kind] = 0 if value < 80 * total else 2 if value > 130 * total else 1
            if tables.royal[6 * kind]:
                self.ranks[kind] = ROYAL
            elif tables.promotes[kind]:
                self.gains[kind] = max(0, self.values[tables.promotes[kind]] - self.values[kind])

    # For Python callers.

    def value_of(self, kind: int) -> int:
        """The points of a piece of that kind, before all that depends on its place."""
        return self.values[kind]


def _column_tiles(tables: Tables, tile: cython.int, forward: cython.int) -> int:
    """How many tiles of its column lie in front of `tile`."""
    number = 0
    coordinate: cython.int = tables.coordinates[tile] + forward
    while tables.tile_at[coordinate] != NOWHERE:
        number += 1
        coordinate += forward
    return number
