"""The boards of Dzura (Z1–Z5): hexagons of tiles in columns, and the directions on them."""

from __future__ import annotations

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


DzuraBoard = HexagonalBoard
"""Its rows are the columns of Z1; tiles are numbered column by column (Z2)."""


def turned(vector: Step, turns: int) -> Step:
    """Z5: a vector turned clockwise by that many facings."""
    q, r = vector
    for _ in range(turns):
        q, r = q + r, -q
    return q, r
