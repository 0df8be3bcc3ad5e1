"""The boards of Dzura (Z1–Z5): hexagons of tiles in columns, and the directions on them."""

from __future__ import annotations

from typing import Final

from strata.core.geometry import HexagonalBoard, Step

# The names of the facings (Z4).
FACING_NAMES: Final = (
    "forward",
    "forward-right",
    "back-right",
    "back",
    "back-left",
    "forward-left",
)


DzuraBoard = HexagonalBoard
"""The rows of the board are the columns of Z1; tiles are numbered in tile order (Z2)."""


def turned(vector: Step, turns: int) -> Step:
    """Return a vector turned clockwise by that many facings (Z5)."""
    q, r = vector
    for _ in range(turns):
        q, r = q + r, -q
    return q, r
