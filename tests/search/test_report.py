"""Scores that are compared, and lines in the order in which people read them."""

from __future__ import annotations

import random

import pytest

import strata
from strata.core.action import Action
from strata.core.outcome import Seat
from strata.search import Limits, make_searcher
from strata.search.report import Line, Report, Score, score_of_games
from tests.doubles.stones import stones
from tests.doubles.wide import Wide

# From the best for first to the worst.
ORDERED = [
    Score(9999, 1),
    Score(9990, 4),
    Score(88),
    Score(75),
    Score(0),
    Score(-75),
    Score(-9990, -4),
    Score(-9999, -1),
]


@pytest.mark.parametrize("seat", ["first", "second"])
def test_lines_are_sorted_by_score(seat: Seat) -> None:
    shuffled = random.Random(1).sample(ORDERED, len(ORDERED))
    report = Report(tuple(Line((Action("a", 1),), score) for score in shuffled), 3, 100, 20)
    ranked = report.by_score(seat)
    wanted = ORDERED if seat == "first" else ORDERED[::-1]
    assert [line.score for line in ranked.lines] == wanted
    assert (ranked.depth, ranked.nodes, ranked.elapsed_ms) == (3, 100, 20)


@pytest.mark.parametrize(("method", "nodes"), [("alpha-beta", 700), ("mcts", 40)])
@pytest.mark.parametrize("name", strata.games())
def test_no_line_stands_under_a_worse_one(name: str, method: str, nodes: int) -> None:
    """Also where a search is stopped in the middle of a depth, and for either seat."""
    game, choose = strata.game(name), random.Random(name)
    record = game.record()
    for _ in range(3):
        for _ in range(3):
            record.play(choose.choice(record.actions()))
        report = make_searcher(game, method, seed=2).think(record, Limits(nodes=nodes), lines=5)
        seat = record.position.seat
        ranked = [line.score.worth(seat) for line in report.by_score(seat).lines]
        assert ranked == sorted(ranked, reverse=True)
        assert sorted(ranked) == sorted(line.score.worth(seat) for line in report.lines)


# What random games tell.


@pytest.mark.parametrize("seat", ["first", "second"])
def test_what_is_unclear_keeps_its_place(seat: Seat) -> None:
    sign = 1 if seat == "first" else -1
    wanted = [
        Score(sign * 9990, sign * 4),
        Score(sign * 900, doubt=0.2),
        Score(sign * 75),
        Score(sign * -75),
        Score(sign * -9990, sign * -4),
    ]
    report = Report(tuple(Line((Action("a", 1),), score) for score in wanted[::-1]), 3, 100, 20)
    assert [line.score for line in report.by_score(seat).lines] == wanted


def test_few_random_games_prove_little() -> None:
    """A single won game was +18.42 and 100 % once."""
    assert [score_of_games(games, games, 1).is_clear for games in (0, 1, 5, 10)] == [
        *[False] * 3,
        True,
    ]
    even = [score_of_games(games / 2, games, 1) for games in (20, 30, 400)]
    assert [score.is_clear for score in even] == [False, True, True]
    assert [round(score.expected, 2) for score in even] == [0.5] * 3
    assert even[0].told is None
    assert even[2].doubt == pytest.approx(0.025, abs=0.001)
    won = score_of_games(10, 10, -1)
    assert won.expected == pytest.approx(1 / 12, abs=0.001)
    assert str(score_of_games(1, 1, 1)) == "unclear"


def test_a_search_says_why_it_cannot_say() -> None:
    game = strata.Game(Wide())
    unclear = {
        "uct": "unclear: 20 random games are not enough to say",
        "alpha-beta": "unclear: the game has no evaluation, and no win is proven",
        "mcts": "unclear: the game has no evaluation, and no win is proven",
    }
    for method, words in unclear.items():
        report = make_searcher(game, method).think(game.record(), Limits(nodes=20), lines=3)
        assert [str(line.score) for line in report.lines] == ["unclear"] * 3
        assert report.words == words, method


def test_many_random_games_tell_something() -> None:
    game = strata.Game(Wide())
    report = make_searcher(game, "uct").think(game.record(), Limits(nodes=3000))
    assert report.score.is_clear
    assert report.words == str(report.score) != "unclear"
    assert 0.05 < report.score.expected < 0.95


@pytest.mark.parametrize("method", ["uct", "alpha-beta", "mcts"])
def test_a_proven_win_is_certain(method: str) -> None:
    record = stones(3)
    report = make_searcher(strata.Game(record.rules), method).think(record, Limits(nodes=2000))
    assert report.score.wins_in is not None
    assert (report.score.doubt, report.score.told) == (0.0, 1.0)
