"""Constants of the FrozenChess evaluation, in points. A header."""

from __future__ import annotations

ROYAL = 100_000
"""The value of a king; no sum of other values comes near it."""
HALF_ROYAL = ROYAL // 2
NOBODY = 1 << 20
"""The price of the cheapest attacker where none is known."""
KING_PRICE = 2000
"""The price of a king as attacker, who takes only what is unprotected."""
