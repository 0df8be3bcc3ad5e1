"""Numbers that the evaluation of Kyo is built on. A header."""

from __future__ import annotations

SCARCE = 8
"""With less mana than this it is scarce."""
PRIZES = (0, 4, 10, 11, 12, 0, 13, 12)
"""What striking a pawn brings, by kind, in tens of points."""
CHIP_PRIZE = 2
"""What striking a chip of mana under a pawn brings."""
MOST_VISITS = 40
"""How many tiles the search for one run at the King may visit."""
