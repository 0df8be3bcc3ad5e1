"""Constants of the Kyo evaluation. A header."""

from __future__ import annotations

SCARCE = 8
"""The number of mana chips below which mana is scarce."""
PRIZES = (0, 4, 10, 11, 12, 0, 13, 12)
"""The value of striking a pawn, by kind, in tens of points."""
CHIP_PRIZE = 2
"""The value of each mana chip under a struck pawn, in tens of points."""
MOST_VISITS = 40
"""The most tiles that the search for one run at the King visits."""
