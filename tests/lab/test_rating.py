"""Ratings, compared with values known from elsewhere."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from strata.lab.rating import (
    ELO,
    Z95,
    elo_difference,
    elo_interval,
    rate,
    share_interval,
    wilson,
)


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [
        (8, 10, 0.4901625, 0.9433178),  # R: binom::binom.wilson(8, 10)
        (50, 100, 0.4038315, 0.5961685),  # R: binom::binom.wilson(50, 100)
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (15, 148, 0.0623884, 0.1605139),  # Newcombe 1998, table I: 0.0624 to 0.1605
        (81, 263, 0.2552703, 0.3661816),  # Newcombe 1998, table I: 0.2553 to 0.3662
    ],
)
def test_wilson(score: float, games: int, low: float, high: float) -> None:
    interval = wilson(score, games)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_no_games_say_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert share_interval(0, 0, 0) == wilson(0, 0)


@pytest.mark.parametrize(("wins", "losses"), [(5, 1), (0, 7), (9, 0), (30, 20)])
def test_without_draws_it_is_wilsons(wins: int, losses: int) -> None:
    assert share_interval(wins, 0, losses) == wilson(wins, wins + losses)


def coverage(games: int, win: float, draw: float) -> float:
    """How often the interval holds the true share, over all that can happen in so many games."""
    true = win + draw / 2
    found = 0.0
    for wins in range(games + 1):
        for draws in range(games + 1 - wins):
            losses = games - wins - draws
            interval = share_interval(wins, draws, losses)
            if interval.low <= true <= interval.high:
                ways = math.comb(games, wins) * math.comb(games - wins, draws)
                found += ways * win**wins * draw**draws * (1 - win - draw) ** losses
    return found


@pytest.mark.parametrize("games", [8, 13, 30, 60])
@pytest.mark.parametrize(
    ("win", "draw"), [(0.4, 0.2), (0.25, 0.5), (0.45, 0.5), (0.6, 0.3), (0.8, 0.15), (0.05, 0.9)]
)
def test_with_draws_it_holds_the_true_share_as_often_as_it_says(
    games: int, win: float, draw: float
) -> None:
    assert 0.93 <= coverage(games, win, draw) <= (1 if draw > 0.6 else 0.98)


def test_draws_make_it_narrower_but_never_certain() -> None:
    drawn, decided = share_interval(6, 8, 0), wilson(10, 14)
    assert decided.low < drawn.low < 10 / 14 < drawn.high < decided.high
    level = share_interval(0, 10, 0)
    assert level.low < 0.45
    assert level.high == pytest.approx(1 - level.low)


@pytest.mark.parametrize(
    ("share", "elo"),
    [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.76, 200.24), (0.909090909, 400), (0.25, -190.85)],
)
def test_elo_differences(share: float, elo: float) -> None:
    assert elo_difference(share) == pytest.approx(elo, abs=0.01)


def test_all_or_nothing_is_infinite() -> None:
    assert elo_difference(1) == math.inf
    assert elo_difference(0) == -math.inf
    assert elo_interval(10, 0, 0).high == math.inf
    assert elo_interval(10, 0, 0).low == pytest.approx(elo_difference(0.7224672), abs=0.01)


def test_two_players_are_as_far_apart_as_their_share_says() -> None:
    ratings = rate(["a", "b"], {("a", "b"): (75, 100)})
    a, b = ratings.by_player["a"], ratings.by_player["b"]
    assert not ratings.steadied
    assert a.elo - b.elo == pytest.approx(elo_difference(0.75))
    assert a.elo + b.elo == pytest.approx(0)
    spread = Z95 * ELO / math.sqrt(100 * 0.75 * 0.25) / 2  # half the difference's, by the mean
    assert a.interval.high - a.elo == pytest.approx(spread)


def test_true_strengths_are_found_again() -> None:
    true = {"a": 250.0, "b": 60.0, "c": -40.0, "d": -270.0}
    scores = {
        (one, two): (1000 / (1 + 10 ** ((true[two] - true[one]) / 400)), 1000)
        for one, two in combinations(true, 2)
    }
    ratings = rate(list(true), scores)
    for name, elo in true.items():
        assert ratings.by_player[name].elo == pytest.approx(elo, abs=1e-6)
        assert ratings.by_player[name].interval.low < elo < ratings.by_player[name].interval.high


def test_the_ratings_are_the_most_likely_ones() -> None:
    """What everybody scored is what the ratings expect: the condition of the maximum."""
    scores = {("a", "b"): (7.5, 10), ("b", "c"): (12, 20), ("c", "a"): (3, 8), ("c", "d"): (1, 2)}
    ratings = rate(list("abcd"), scores).by_player
    for player in "abcd":
        scored = expected = 0.0
        for (one, two), (points, games) in scores.items():
            share = 1 / (1 + 10 ** ((ratings[two].elo - ratings[one].elo) / 400))
            if player == one:
                scored, expected = scored + points, expected + games * share
            elif player == two:
                scored, expected = scored + games - points, expected + games * (1 - share)
        assert scored == pytest.approx(expected)


def test_known_ratings_of_baseball_teams() -> None:
    """Agresti, Categorical Data Analysis, table 10.10: the American League of 1987."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    scores = {
        (teams[i], teams[j]): (float(wins[i][j]), wins[i][j] + wins[j][i])
        for i, j in combinations(range(7), 2)
    }
    ratings = rate(teams, scores).by_player
    strengths = {
        name: (rating.elo - ratings["Baltimore"].elo) / ELO for name, rating in ratings.items()
    }
    known = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]
    assert list(strengths.values()) == pytest.approx(known, abs=0.002)


def test_a_clean_sweep_stays_finite_and_says_so() -> None:
    players = [str(level) for level in range(1, 11)]
    scores = dict.fromkeys(pairwise(players), (0.0, 20))
    ratings = rate(players, scores)
    assert ratings.steadied
    elos = [ratings.by_player[player].elo for player in players]
    assert elos == sorted(elos)
    steps = [later - earlier for earlier, later in pairwise(elos)]
    assert steps == pytest.approx([elo_difference(20.5 / 21)] * 9)


def test_whoever_did_not_play_has_no_rating() -> None:
    ratings = rate(["a", "b", "c"], {("a", "b"): (1, 2), ("b", "c"): (0, 0)})
    assert set(ratings.by_player) == {"a", "b"}
    assert rate(["a", "b"], {}).by_player == {}


def test_groups_that_never_met_are_rated_apart() -> None:
    ratings = rate(list("abcd"), {("a", "b"): (3, 4), ("c", "d"): (1, 4)}).by_player
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)
    assert ratings["c"].elo == pytest.approx(-ratings["d"].elo)
    assert ratings["a"].elo == pytest.approx(ratings["d"].elo)
