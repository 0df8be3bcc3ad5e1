"""Lookup tables of the Kyo rules: targets of steps and leaps, and what a slice allows. A header."""

from __future__ import annotations

from itertools import accumulate, chain

from strata.core.geometry import KNIGHT
from strata.games.kyo.board import BOARD, STEPS
from strata.games.kyo.rules.constants import NO_DIRECTION
from strata.games.kyo.slices import DARK, LIGHT, SHIELD, every_slice, orders, slice_number, topmost


def _direction(difference: int) -> int:
    ways = [across + 10 * up for across, up in STEPS]
    return ways.index(difference) if difference in ways else NO_DIRECTION


# The targets of the eight steps from each tile, then of the eight leaps; tile 100 is the wall.
FIRST_STEP = 0
FIRST_LEAP = 800
TARGETS = BOARD.table(STEPS, edge=100) + BOARD.table(KNIGHT, edge=100)

# The direction of a step by the difference of its tiles + 21; NO_DIRECTION for a leap.
DIRECTIONS = tuple(_direction(difference) for difference in range(-21, 22))

# By the number of a slice: how many chips from the top down are shields, how many are mana.
_slices = {slice_number(chips): chips for chips in every_slice()}
_by_number = [_slices.get(number, ()) for number in range(2048)]
SHIELDS_ON_TOP = tuple(topmost(chips, (SHIELD,)) for chips in _by_number)
MANA_ON_TOP = tuple(topmost(chips, (DARK, LIGHT)) for chips in _by_number)

# The orders of slice s are ORDERS[FIRST_ORDER[s]] to ORDERS[FIRST_ORDER[s + 1] - 1].
_orders = [orders(chips) for chips in _by_number]
ORDERS = tuple(chain.from_iterable(_orders))
FIRST_ORDER = tuple(accumulate(map(len, _orders), initial=0))
