"""Points that stand for something in the evaluation of FrozenChess. A header."""

from __future__ import annotations

ROYAL = 100_000
"""What a king is worth; no sum of others comes near it."""
HALF_ROYAL = ROYAL // 2
NOBODY = 1 << 20
"""In place of the price of the cheapest attacker, where there is none yet."""
KING_PRICE = 2000
"""The price of a king as attacker, who takes only what is unprotected."""
