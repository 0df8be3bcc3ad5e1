"""Random choices that can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def choose_random(choices: Sequence[T], seed: int, number: int) -> T:
    """One of `choices`, decided by the seed and the number of the action.

    So a game that was saved and resumed with the same seed goes on as it would have.
    """
    return Random(f"{seed}/{number}").choice(choices)
