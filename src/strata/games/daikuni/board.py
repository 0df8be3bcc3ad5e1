"""The board of Daikuni for drawing and notation: its cells, their names and positions."""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard

BOARD: Final = RectangularBoard(8, 8)
