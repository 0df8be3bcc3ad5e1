"""The boards of Dzura (Z1–Z5): hexagons of tiles in columns, and the directions on them."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from strata.core.geometry import HexagonalBoard, Step

# Z4, by facing.
FACING_NAMES: Final = (
    "forward",
    "forward-right",
    "back-right",
    "back",
    "back-left",
    "forward-left",
)


class DzuraBoard(HexagonalBoard):
    """A hexagonal board that knows its columns. Tiles are numbered column by column (Z2)."""

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Z1: the tiles of each column, from first's side."""
        letters = dict.fromkeys(name[0] for name in self.names)
        return tuple(
            tuple(tile for tile, name in enumerate(self.names) if name[0] == letter)
            for letter in letters
        )


def turned(vector: Step, turns: int) -> Step:
    """Z5: a vector turned clockwise by that many facings."""
    q, r = vector
    for _ in range(turns):
        q, r = q + r, -q
    return q, r
