"""Scores that are compared, and lines in the order in which people read them."""

from __future__ import annotations

import random

import pytest

import strata
from strata.core.action import Action
from strata.core.outcome import Seat
from strata.search import Limits, make_searcher
from strata.search.report import Line, Report, Score

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
