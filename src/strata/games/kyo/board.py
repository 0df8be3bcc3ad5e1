"""The board of Kyo: ten by ten tiles, and the eight directions.

A tile is the number `file + 10 * rank`, both counted from 0.

    directions   7 0 1     even: orthogonal, for dark mana
                 6 · 2     odd: diagonal, for light mana
                 5 4 3
"""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard, Step

BOARD: Final = RectangularBoard(10, 10)
STEPS: Final[tuple[Step, ...]] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)
