"""The board of FrozenChess: 16×16 cells, a1 to p16, numbered from a1 along the ranks."""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard

BOARD: Final = RectangularBoard(16, 16)
