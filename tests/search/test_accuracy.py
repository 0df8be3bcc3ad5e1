"""Accuracy: worked numbers, and what holds for all games."""

from __future__ import annotations

from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strata.search.accuracy import game_accuracy, turn_accuracy, volatility


@pytest.mark.parametrize(
    ("loss", "accuracy"),
    [
        # By hand: 103.1668 e^(-0.04354415 d) - 3.1669 + 1, d in percent.
        (0.0, 100.0),
        (0.05, 80.8153),
        (0.1, 64.5798),
        (0.2, 41.0168),
        (0.5, 9.5275),
        (1.0, 0.0),
    ],
)
def test_the_accuracy_of_a_turn(loss: float, accuracy: float) -> None:
    assert turn_accuracy(loss) == pytest.approx(accuracy, abs=5e-4)


def test_the_weights_of_a_short_game() -> None:
    """Windows of two: half of the difference, from 0.5 to 12."""
    assert volatility([0.5, 0.52, 0.52, 0.9]) == pytest.approx([1.0, 0.5, 12.0])


def test_the_windows_of_a_longer_game() -> None:
    """Of 30 turns windows have three values; the first window counts for two turns."""
    chances = [0.5, 0.53, 0.56] + [0.56] * 28
    weights = volatility(chances)
    assert len(weights) == 30
    assert weights[:3] == pytest.approx([2.44949, 2.44949, 1.41421], abs=1e-4)
    assert weights[3:] == [0.5] * 27


def test_the_accuracy_of_a_side() -> None:
    """Weighted (100 x 1 + 50 x 3) / 4 = 62.5, harmonic 2 / (1/100 + 1/50) = 66.67."""
    assert game_accuracy([100, 50], [1, 3]) == pytest.approx((62.5 + 200 / 3) / 2)
    assert game_accuracy([0], [2]) == pytest.approx(0.5), "less than 1 counts as 1"
    assert game_accuracy([], []) is None


@given(st.lists(st.floats(0, 1), max_size=120))
def test_everything_stays_in_its_range(chances: list[float]) -> None:
    weights = volatility(chances)
    assert len(weights) == max(0, len(chances) - 1)
    assert all(0.5 <= weight <= 12 for weight in weights)
    accuracies = [turn_accuracy(loss) for loss in chances[1:]]
    assert all(0 <= accuracy <= 100 for accuracy in accuracies)
    whole = game_accuracy(accuracies, weights)
    assert whole is None if not accuracies else whole is not None and 0 <= whole <= 100.000001


@given(st.lists(st.floats(0, 1), min_size=3, max_size=40))
def test_a_weight_is_the_deviation_in_its_window(chances: list[float]) -> None:
    size = min(max((len(chances) - 1) // 10, 2), 8)
    last = [100 * chance for chance in chances[-size:]]
    assert volatility(chances)[-1] == pytest.approx(min(max(pstdev(last), 0.5), 12))
