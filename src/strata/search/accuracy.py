"""Accuracy in percent, by the formulas that lichess publishes (lichess.org/page/accuracy).

From the winning chances on, the formulas are those of `AccuracyPercent.scala`. The conversion of a
score to a chance is Strata's own: `Score.expected`. Chances are expected results from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

_HEIGHT: Final = 103.1668100711649
_DECAY: Final = 0.04354415386753951
_OFFSET: Final = -3.166924740191411
_BONUS: Final = 1.0  # compensates for imperfect search

_SMALLEST_WINDOW: Final = 2
_LARGEST_WINDOW: Final = 8
_LEAST_WEIGHT: Final = 0.5
_MOST_WEIGHT: Final = 12.0


def turn_accuracy(loss: float) -> float:
    """Return the accuracy of a turn with this `loss` of the mover's chance; 100 for no loss."""
    if loss <= 0:
        return 100.0
    raw = _HEIGHT * math.exp(-_DECAY * 100 * loss) + _OFFSET + _BONUS
    return min(max(raw, 0.0), 100.0)


def volatility(chances: Sequence[float]) -> list[float]:
    """Return the weight of each turn: how much the chances vary around it.

    `chances` are one seat's chances before the first turn and after each turn. There is one weight
    for each turn: the standard deviation in percent within a window, clamped to 0.5 to 12. The
    window is a tenth of the turns, clamped to 2 to 8.
    """
    percents = [100 * chance for chance in chances]
    turns = len(percents) - 1
    if turns < 1:
        return []
    size = min(max(turns // 10, _SMALLEST_WINDOW), _LARGEST_WINDOW)
    windows = [percents[:size]] * (size - 2)
    windows += [percents[start : start + size] for start in range(len(percents) - size + 1)]
    return [min(max(_deviation(window), _LEAST_WEIGHT), _MOST_WEIGHT) for window in windows]


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation, twenty times as fast as the exact one of `statistics`."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))


def game_accuracy(accuracies: Sequence[float], weights: Sequence[float]) -> float | None:
    """Return the accuracy of one side: the mean of the weighted and the harmonic mean of its turns.

    Return None if there are no turns. The harmonic mean counts an accuracy below 1 percent as 1.
    """
    if not accuracies:
        return None
    pairs = zip(accuracies, weights, strict=True)
    weighted = sum(accuracy * weight for accuracy, weight in pairs) / sum(weights)
    harmonic = len(accuracies) / sum(1 / max(1.0, accuracy) for accuracy in accuracies)
    return (weighted + harmonic) / 2
