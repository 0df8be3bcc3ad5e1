"""The price of going on with a turn."""

from typing import Final

from strata.search.kernel.constants import GOING_ON

_LONG_TURN: Final = 5


def price_of_going_on(steps: int) -> int:
    """The points that it costs to go on `steps` actions after a turn began; 0 at its start.

    The price doubles with each action: what was put off once can be put off again and again.
    """
    return GOING_ON << (min(steps, _LONG_TURN) - 1) if steps else 0
