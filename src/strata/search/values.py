"""The values that searches of all depths share: points of an evaluation, and wins beyond them."""

from typing import Final

WIN: Final = 30_000
"""A win here and now; one that is further away is worth an action less for each."""
PROVEN: Final = 29_000
"""From here on a value is a win, below its negative a loss."""
INFINITE: Final = 32_000
"""Beyond every value."""
