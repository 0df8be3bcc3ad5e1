"""The board of Rhodium: ten by ten cells, and the eight directions.

A cell is the number `file + 10 * rank`, both counted from 0. First's area is ranks 1 to 3, second's
ranks 8 to 10.

    directions   7 0 1     even: orthogonal
                 6 · 2     odd: diagonal
                 5 4 3
"""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard, Step

BOARD: Final = RectangularBoard(10, 10)
FILES: Final = "abcdefghij"
WAYS: Final[tuple[Step, ...]] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)
AREAS: Final = (range(30), range(70, 100))
"""The cells where each seat places its army (R2)."""
