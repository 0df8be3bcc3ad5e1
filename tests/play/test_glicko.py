"""Glicko-2: the worked example of the paper, and what must hold besides."""

from __future__ import annotations

import pytest

from strata.play.glicko import Rating, updated


def test_the_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(player, results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_certain() -> None:
    after = updated(Rating(1600, 50), [])
    assert after.rating == 1600
    assert 50 < after.deviation < 60


def test_results_move_a_rating() -> None:
    player = Rating()
    won = updated(player, [(Rating(2200, 80), 1.0)])
    lost = updated(player, [(Rating(850, 80), 0.0)])
    assert won.rating > 1700
    assert lost.rating < 1300
    assert max(won.deviation, lost.deviation) < player.deviation


def test_a_great_surprise_raises_volatility() -> None:
    player = Rating(1500, 30, 0.06)
    after = updated(player, [(Rating(2500, 30), 1.0)] * 3)
    assert after.volatility > 0.06
