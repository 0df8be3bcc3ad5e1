"""The price of continuing a turn."""

from typing import Final

from strata.search.kernel.constants import GOING_ON

_LONG_TURN: Final = 5


def price_of_going_on(steps: int) -> int:
    """Return the price in points of continuing a turn `steps` actions after it began.

    It is 0 at the start of the turn and doubles with each action, up to the fifth: an action that
    was put off once can be put off again and again.
    """
    return GOING_ON << (min(steps, _LONG_TURN) - 1) if steps else 0
