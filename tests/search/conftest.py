"""Games, and positions of them that a search can be judged by."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import strata


@pytest.fixture(params=strata.games())
def game(request: pytest.FixtureRequest) -> strata.Game:
    return strata.game(str(request.param))


@cache
def played(name: str, seed: int, actions: int) -> strata.Record:
    """A random game after that many actions; shorter if it is over before."""
    record = strata.game(name).record()
    chance = Random(f"{name}/{seed}")
    while len(record.played) < actions and record.actions():
        record.play(chance.choice(record.actions()))
    return record


@cache
def about_to_win(name: str, games: int = 3) -> tuple[strata.Record, ...]:
    """Games in which the seat that acts can win with one action."""
    found: list[strata.Record] = []
    seed = 0
    while len(found) < games:
        seed += 1
        record = _to_the_end(name, seed)
        outcome = record.outcome()
        assert outcome is not None
        record.undo()
        if outcome.reason in record.rules.reasons and outcome.winner == record.seat:
            found.append(record)
    return tuple(found)


def _to_the_end(name: str, seed: int) -> strata.Record:
    record = strata.game(name).record()
    chance = Random(f"{name}/{seed}")
    while not record.position.outcome() and not record.outcome():
        record.play(chance.choice(record.position.actions()))
    return record


def wins(record: strata.Record) -> set[str]:
    """The actions that win at once."""
    position = record.position
    return {
        action
        for action in position.actions()
        if (outcome := position.play(action).outcome()) and outcome.winner == position.seat
    }
