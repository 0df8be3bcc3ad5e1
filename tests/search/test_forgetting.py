"""After `forget` a search is that of a new searcher: nothing that was learned is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

import strata
from strata.search import Limits, make_searcher
from tests.search.conftest import played
from tests.volume import everyday

NODES = {"alpha-beta": 3_000, "mcts": 12, "uct": 4}


@pytest.mark.parametrize("method", NODES)
def test_nothing_is_left_of_earlier_searches(game: strata.Game, method: str) -> None:
    limits = Limits(nodes=NODES[method])
    records = [played(game.name, seed, 14 + 3 * seed) for seed in range(everyday(2, full=4))]
    records = [record for record in records if not record.outcome()]
    used = make_searcher(game, method, seed=2)
    for record in records:
        for other in records:
            used.think(other, limits)
        used.forget()
        fresh = make_searcher(game, method, seed=2)
        found, expected = (searcher.think(record, limits, lines=2) for searcher in (used, fresh))
        assert replace(found, elapsed_ms=0) == replace(expected, elapsed_ms=0)
