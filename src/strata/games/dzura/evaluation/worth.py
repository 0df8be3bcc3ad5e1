"""The values of a definition's pieces and tiles, computed from its tables once."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import ONE, count
from cython.cimports.strata.games.dzura.evaluation.constants import CHEAP, DEAR, ORDINARY, ROYAL
from cython.cimports.strata.games.dzura.evaluation.tables import ADJACENT, CLOSENESS, DECAY
from cython.cimports.strata.games.dzura.rules.constants import (
    KINDS,
    MOST_VECTORS,
    NOWHERE,
    TILES,
    set_place,
)
from cython.cimports.strata.games.dzura.rules.lookup import Tables


class Worth:
    """The values of a definition's kinds, and of its tiles for each seat.

    By kind: `reach` (the tiles next in its steps and strides) and `rays` (the tiles further along
    its strides), both in half tiles and averaged over the tiles; `traits`, which packs both and a
    count of 1 into one number, so that one addition sums all three; `values`, `ranks`, and `gains`
    by promotion. By seat and tile: `progress` (the number of tiles behind in the column) and
    `closeness` to the far line. By tile: the words of `zones`, the tile itself and the adjacent
    ones.
    """

    reach: cython.int[KINDS]
    rays: cython.int[KINDS]
    traits: cython.ulonglong[KINDS]
    values: cython.int[KINDS]
    ranks: cython.int[KINDS]
    gains: cython.int[KINDS]
    progress: cython.int[2 * TILES]
    closeness: cython.int[2 * TILES]
    zones: cython.ulonglong[2 * TILES]

    def __init__(self, tables: Tables, piece: int, reach: int, ray: int) -> None:
        """Set the points of a piece, of half a tile in reach and of half a tile further on."""
        self._fill_board(tables)
        for kind in range(1, tables.kinds + 1):
            if not tables.royal[6 * kind]:
                self._fill_kind(tables, kind)
                value = piece + reach * self.reach[kind] + ray * self.rays[kind]
                self.values[kind] = max(10, value)
        self._fill_ranks(tables)

    def _fill_board(self, tables: Tables) -> None:
        tile: cython.int
        at: cython.int
        direction: cython.int
        seat: cython.int
        steps: cython.int
        for tile in range(tables.tiles):
            self.zones[2 * tile + (tile >> 6)] |= ONE << (tile & 63)
            for direction in range(6):
                at = tables.tile_at[tables.coordinates[tile] + ADJACENT[direction]]
                if at != NOWHERE:
                    self.zones[2 * tile + (at >> 6)] |= ONE << (at & 63)
            for seat, forward in enumerate((1, -1)):
                steps = _column_tiles(tables, tile, forward)
                self.progress[TILES * seat + tile] = _column_tiles(tables, tile, -forward)
                if steps < 6:
                    self.closeness[TILES * seat + tile] = CLOSENESS[steps]

    def _fill_kind(self, tables: Tables, kind: cython.int) -> None:
        """Set what a kind reaches from an average tile, which is the same for all facings."""
        near: cython.longlong = 0
        far: cython.longlong = 0
        tile: cython.int
        at: cython.int
        coordinate: cython.int
        index: cython.int
        times: cython.int
        place: cython.int
        variant: cython.int = 6 * kind
        first: cython.int = MOST_VECTORS * variant
        for tile in range(tables.tiles):
            place = set_place(variant, tile)
            near += count(tables.steps[place]) + count(tables.steps[place + 1])
            for index in range(first, first + tables.stride_counts[variant]):
                coordinate = tables.coordinates[tile] + tables.strides[index]
                at = tables.tile_at[coordinate]
                if at == NOWHERE:
                    continue
                if not (tables.steps[place + (at >> 6)] >> (at & 63)) & 1:
                    near += 1
                times = 1
                coordinate += tables.strides[index]
                while tables.tile_at[coordinate] != NOWHERE:
                    far += DECAY[times]
                    times += 1
                    coordinate += tables.strides[index]
        self.reach[kind] = (4 * near + tables.tiles) // (2 * tables.tiles)
        self.rays[kind] = (4 * far + 1000 * tables.tiles) // (2000 * tables.tiles)
        self.traits[kind] = ONE | (self.reach[kind] << 16)
        self.traits[kind] |= cython.cast(cython.ulonglong, self.rays[kind]) << 32

    def _fill_ranks(self, tables: Tables) -> None:
        kinds = range(1, tables.kinds + 1)
        plain = [
            self.values[kind]
            for kind in kinds
            if tables.plain[kind] == kind and not tables.royal[6 * kind]
        ]
        total = sum(plain)
        for kind in kinds:
            if tables.royal[6 * kind]:
                self.ranks[kind] = ROYAL
                continue
            value = 100 * self.values[kind] * len(plain)
            self.ranks[kind] = (
                CHEAP if value < 80 * total else DEAR if value > 130 * total else ORDINARY
            )
            if tables.promotes[kind]:
                self.gains[kind] = max(0, self.values[tables.promotes[kind]] - self.values[kind])


def _column_tiles(tables: Tables, tile: cython.int, forward: cython.int) -> int:
    """Return the number of tiles in front of `tile` in its column."""
    number = 0
    coordinate: cython.int = tables.coordinates[tile] + forward
    while tables.tile_at[coordinate] != NOWHERE:
        number += 1
        coordinate += forward
    return number
