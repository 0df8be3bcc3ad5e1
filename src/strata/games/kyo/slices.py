"""Slices of Kyo as numbers, and the orders into which their chips can be shuffled (K21).

A slice has two bits for each chip, the uppermost chip in the lowest two, and a 1 above the last.

    chips, bottom to top   D L S      1 | 00 | 01 | 10   = 0b1000110
                                        D    L    S
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Final

DARK, LIGHT, SHIELD = range(3)
MOST_CHIPS: Final = 5


def slice_number(chips: Iterable[int]) -> int:
    """Return the number of the slice with these chips, bottom to top."""
    number = 1
    for chip in chips:
        number = 4 * number + chip
    return number


def slice_chips(number: int) -> list[int]:
    """Return the chips of the slice with this number, bottom to top."""
    chips = []
    while number > 1:
        chips.append(number & 3)
        number >>= 2
    return chips[::-1]


def every_slice() -> Iterator[tuple[int, ...]]:
    """Yield every slice of at most five chips, bottom to top."""
    for length in range(MOST_CHIPS + 1):
        yield from product((DARK, LIGHT, SHIELD), repeat=length)


def orders(chips: tuple[int, ...]) -> list[int]:
    """Return the other orders of a slice as numbers, each from its lowest chip that changes.

    An order whose lowest change is chip p from the top needs only p chips lifted. So for each p
    only the orders with another lowest chip are listed, and none is listed twice.
    """
    found = []
    for lifted in range(2, len(chips) + 1):
        part = chips[-lifted:]
        mana = [chip for chip in part if chip != SHIELD]
        shields = (SHIELD,) * (lifted - len(mana))
        results = {arranged + shields for arranged in permutations(mana)}
        found += sorted(slice_number(order) for order in results if order[0] != part[0])
    return found


def topmost(chips: tuple[int, ...], kinds: tuple[int, ...]) -> int:
    """Return the number of chips, from the uppermost downward, that are of `kinds`."""
    number = 0
    for chip in reversed(chips):
        if chip not in kinds:
            break
        number += 1
    return number
