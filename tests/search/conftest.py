"""Games, and positions of them that a search can be judged by."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pytest

import strata
from strata.core.option import Value

_SHORTER: Final[dict[str, dict[str, Value]]] = {"frozen": {"ply_limit": 150}}
"""Options of games whose random ones are so long that a search would play little else."""


def shortened(name: str) -> strata.Game:
    """A game, with an end that random games reach soon."""
    return strata.game(name, **_SHORTER.get(name, {}))


@pytest.fixture(params=strata.games())
def game(request: pytest.FixtureRequest) -> strata.Game:
    return shortened(str(request.param))


_LONGEST = 20_000
_LATEST = 6
"""So many actions of a random game are in its record: to write all legal ones takes longest."""


@cache
def played(name: str, seed: int, actions: int) -> strata.Record:
    """A random game after that many actions; shorter if it is over before."""
    return _random_game(name, seed, actions)


def _random_game(name: str, seed: int, most: int) -> strata.Record:
    """The latest actions of a random game, from the position before them."""
    game = shortened(name)
    chance = Random(f"{name}/{seed}")
    states = [game.start().state]
    codes: list[int] = []
    while len(codes) < most and (legal := states[-1].codes()):
        codes.append(chance.choice(legal))
        states.append(states[-1].after(codes[-1]))
    begin = max(0, len(codes) - _LATEST)
    record = game.record(strata.Position(game.rules, states[begin]))
    for state, code in zip(states[begin:], codes[begin:], strict=False):
        record.play(game.rules.format_action(state, code))
    return record


@cache
def about_to_win(name: str, games: int = 3) -> tuple[strata.Record, ...]:
    """Games in which the seat that acts can win with one action."""
    found: list[strata.Record] = []
    seed = 0
    while len(found) < games:
        seed += 1
        record = _random_game(name, seed, _LONGEST)
        outcome = record.outcome()
        assert outcome is not None, "a random game that does not end"
        record.undo()
        if outcome.reason in record.rules.reasons and outcome.winner == record.seat:
            found.append(record)
    return tuple(found)


def wins(record: strata.Record) -> set[str]:
    """The actions that win at once."""
    position = record.position
    return {
        action
        for action in position.actions()
        if (outcome := position.play(action).outcome()) and outcome.winner == position.seat
    }
