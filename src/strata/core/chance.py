"""Random choices that can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def choose_random(choices: Sequence[T], seed: int, number: int) -> T:
    """Return one of `choices`, determined by the seed and the number of the action.

    A game that is saved and resumed with the same seed goes on as if it had not been interrupted.
    """
    return Random(f"{seed}/{number}").choice(choices)
