"""Monte-Carlo: proven results, the tree that is kept, threads, and the yardstick's honesty."""

from __future__ import annotations

import pytest

import strata
from strata.core.kernel.evaluation import Evaluation
from strata.search import Limits, make_searcher
from strata.search.kernel.monte_carlo_tree import MonteCarloTree
from strata.search.monte_carlo_searcher import MonteCarloSearcher
from tests.search.conftest import about_to_win, played, wins


@pytest.mark.parametrize("method", ["mcts", "uct"])
def test_a_win_in_one_is_proven(game: strata.Game, method: str) -> None:
    for record in about_to_win(game.name, 2):
        report = make_searcher(game, method).think(record, Limits(nodes=3000))
        assert report.action in wins(record)
        assert report.score.wins_in == (1 if record.seat == "first" else -1)


def test_a_lost_position_is_proven() -> None:
    """When every action lets the other seat win at once, the tree knows."""
    game = strata.game("daikuni")
    for seed in range(60):
        record = played("daikuni", seed, 200)
        record = game.record(record.start).play_all(record.played[:-2])
        if not record.actions():
            continue
        lost = all(wins(game.record(record.position.play(a))) for a in record.actions())
        if lost:
            break
    else:
        pytest.fail("no lost position was found")
    report = make_searcher(game, "mcts").think(record, Limits(nodes=50_000))
    assert report.score.wins_in is not None
    assert (report.score.wins_in > 0) == (record.seat == "second")


def test_the_tree_is_kept_between_actions() -> None:
    game = strata.game("daikuni")
    searcher = make_searcher(game, "mcts")
    assert isinstance(searcher, MonteCarloSearcher)
    record = game.record()
    first = searcher.think(record, Limits(nodes=3000))
    visits = _visits(searcher)[first.action.code]
    assert visits > 100
    record.play(first.action)
    searcher.think(record, Limits(nodes=1))
    assert sum(_visits(searcher).values()) >= visits - 1
    searcher.forget()
    searcher.think(record, Limits(nodes=1))
    assert sum(_visits(searcher).values()) < 40


def _visits(searcher: MonteCarloSearcher) -> dict[int, int]:
    (tree,) = searcher._trees
    return {code: visits for code, visits, _, _ in tree.choices()}


def test_workers_share_the_work() -> None:
    game = strata.game("daikuni")
    report = make_searcher(game, "uct", workers=2).think(game.record(), Limits(nodes=400))
    assert 400 <= report.nodes <= 480
    assert report.action in game.start().actions()


def test_a_full_tree_goes_on(game: strata.Game) -> None:
    searcher = MonteCarloSearcher(game, tree_size=2000)
    report = searcher.think(played(game.name, 1, 3), Limits(nodes=300))
    assert report.nodes >= 300


def test_plain_uct_knows_no_game(game: strata.Game) -> None:
    """It has no evaluation, tries every action once, and its means are those of random games."""
    searcher = MonteCarloSearcher(game, informed=False)
    tree = searcher._new_tree()
    assert type(tree) is MonteCarloTree
    position = game.start()
    tree.begin(position.state, [], 5)
    actions = len(position.actions())
    tree.run(1 + min(actions, 200))
    visits = [visits for _, visits, _, _ in tree.choices()]
    assert (sum(visits), max(visits)) == (min(actions, 200), 1)
    assert Evaluation().get_score(position.state) == 0
