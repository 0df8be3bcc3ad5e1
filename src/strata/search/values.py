"""The values that searches of all depths share: points of an evaluation, and wins beyond them."""

from typing import Final

WIN: Final = 30_000
"""A win here and now; one that is further away is worth an action less for each."""
PROVEN: Final = 29_000
"""From here on a value is a win, below its negative a loss."""
INFINITE: Final = 32_000
"""Beyond every value."""

GOING_ON: Final = 10
"""Points that it costs to go on with a turn in progress."""
_LONG_TURN: Final = 5


def price_of_going_on(steps: int) -> int:
    """What it costs to go on `steps` actions after a turn began; nothing at its begin.

    It doubles with each action: what was put off once can be put off again and again.
    """
    return GOING_ON << (min(steps, _LONG_TURN) - 1) if steps else 0
