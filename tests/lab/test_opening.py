"""Openings are random, and fair."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import mean

import pytest

import strata
from strata.lab import opening
from strata.lab.opening import draw_opening
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits
from tests.doubles.stones import Stones
from tests.volume import everyday

draw = draw_opening.__wrapped__  # nothing remembered
SEEDS = [str(number) for number in range(everyday(4, full=12))]


def tilt(game: strata.Game, actions: tuple[str, ...]) -> float:
    """By a search that looks further than the one that chose."""
    return abs(hopes(game, ()) - hopes(game, actions))


@cache
def hopes(game: strata.Game, actions: tuple[str, ...]) -> float:
    """The result that the side that acts can hope for."""
    record = game.record().play_all(actions)
    report = AlphaBetaSearcher(game, table_bits=16).think(record, Limits(nodes=150_000))
    expected = report.score.expected
    return expected if record.seat == "first" else 1 - expected


def test_openings_are_even(daikuni: strata.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = mean(tilt(daikuni, draw(daikuni, 4, seed)) for seed in SEEDS)
    monkeypatch.setattr(opening, "EVEN", 1.0)
    anyhow = mean(tilt(daikuni, draw(daikuni, 4, seed)) for seed in SEEDS)
    assert chosen < 0.75 * anyhow


def test_where_none_is_even_the_least_uneven(
    daikuni: strata.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "EVEN", -1.0)
    assert mean(tilt(daikuni, draw(daikuni, 4, seed)) for seed in SEEDS[:4]) < 0.12


def test_seeds(daikuni: strata.Game) -> None:
    seeds = SEEDS[:3]
    openings = [draw(daikuni, 4, seed) for seed in seeds]
    assert openings == [draw(daikuni, 4, seed) for seed in seeds]
    assert len(set(openings)) == len(seeds)


def test_none(daikuni: strata.Game) -> None:
    assert draw_opening(daikuni, 0, "1") == ()


def test_without_an_evaluation_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """To search tells nothing there, and takes minutes in games of plain Python."""
    game = strata.Game(Stones())
    monkeypatch.setattr(AlphaBetaSearcher, "think", lambda *_: pytest.fail("it searched"))
    seeds = [str(number) for number in range(9)]
    openings = [draw(game, 4, seed) for seed in seeds]
    assert {len(actions) for actions in openings} == {4}
    assert len(set(openings)) > 1
    assert openings == [draw(game, 4, seed) for seed in seeds]


def test_judging_ends_in_time(daikuni: strata.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time at all the first opening is taken, though none would be even."""
    monkeypatch.setattr(opening, "EVEN", -1.0)
    monkeypatch.setattr(opening, "_JUDGING_SECONDS", 0.0)
    assert draw(daikuni, 4, "1") == opening._open(daikuni, 4, Random("1/0")).played
