"""How much the tests try where many inputs show the same.

Every run tries enough to find what a change breaks. With `STRATA_FULL_TESTS=1` in the environment
the tests try as much as a release should: several times the positions, the same assertions.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

_Choice = TypeVar("_Choice")
FULL: Final = os.environ.get("STRATA_FULL_TESTS", "") == "1"


def everyday(count: int, *, full: int) -> int:
    """`count` in every run, `full` where everything is asked for."""
    return full if FULL else count


def outermost(choices: Sequence[_Choice]) -> Sequence[_Choice]:
    """The first and the last in every run, all of them where everything is asked for: for tests of
    something that all choices share."""
    return choices if FULL else (choices[0], choices[-1])
