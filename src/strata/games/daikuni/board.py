"""The board that people see in Daikuni: its cells, their names and where they lie."""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard

BOARD: Final = RectangularBoard(8, 8)
