"""Glicko-2 ratings, by M. Glickman's "Example of the Glicko-2 system" (glicko.net/glicko2.pdf).

The steps in the comments are the steps of that paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

_SCALE: Final = 173.7178
_MIDDLE: Final = 1500.0
_TAU: Final = 0.5  # limits the change of volatility
_PRECISION: Final = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """A rating, its deviation (half the width of its 68 % interval) and its volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def updated(player: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating after `results`: opponents with the score against each (1, 0.5 or 0)."""
    # Step 2
    own = (player.rating - _MIDDLE) / _SCALE
    deviation = player.deviation / _SCALE
    if not results:  # step 6 alone
        grown = math.hypot(deviation, player.volatility)
        return Rating(player.rating, grown * _SCALE, player.volatility)
    # Steps 3 and 4
    precision = gain = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (own - (opponent.rating - _MIDDLE) / _SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    # Step 5
    volatility = _volatility(player.volatility, deviation, variance, variance * gain)
    # Steps 6 to 8
    before = math.hypot(deviation, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating(_MIDDLE + _SCALE * (own + after**2 * gain), _SCALE * after, volatility)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _volatility(old: float, deviation: float, variance: float, change: float) -> float:
    """Return the new volatility, found by the Illinois algorithm."""
    middle = math.log(old**2)

    def slope(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        pull = math.exp(x) * (change**2 - spread) / (2 * spread**2)
        return pull - (x - middle) / _TAU**2

    low = middle
    if change**2 > deviation**2 + variance:
        high = math.log(change**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(middle - steps * _TAU) < 0:
            steps += 1
        high = middle - steps * _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)
