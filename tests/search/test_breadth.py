"""A game with hundreds of actions says how many of them are enough to follow near the leaves."""

from __future__ import annotations

from random import Random

import pytest

import strata
from strata.core.record import Record
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits
from tests.volume import everyday

NODES = 30_000


@pytest.fixture(scope="module")
def frozen() -> strata.Game:
    return strata.game("frozen")


def in_the_middle(game: strata.Game, seed: int) -> Record:
    chance = Random(seed)
    record = game.record()
    while len(record.played) < 40 or not record.position.begins_turn:
        record.play(chance.choice(record.actions()))
    return record


def depth_reached(record: Record, breadth: int) -> int:
    evaluation = record.rules.evaluation()
    evaluation.breadth = breadth
    searcher = AlphaBetaSearcher(strata.Game(record.rules), evaluation=evaluation)
    return searcher.think(record, Limits(nodes=NODES)).depth


def test_few_actions_near_the_leaves_leave_room_for_the_reply(frozen: strata.Game) -> None:
    """A turn is two actions, so that the other side's begins at the third."""
    records = [in_the_middle(frozen, seed) for seed in range(everyday(2, full=4))]
    narrow = [depth_reached(record, frozen.rules.evaluation().breadth) for record in records]
    wide = [depth_reached(record, 0) for record in records]
    assert all(one >= other for one, other in zip(narrow, wide, strict=True))
    assert sum(narrow) > sum(wide)
