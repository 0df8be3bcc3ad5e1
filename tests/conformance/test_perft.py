"""Counts of action sequences agree with the actions themselves."""

from __future__ import annotations

import pytest

import strata
from tests.conformance.sample import spread

Positions = tuple[strata.Position, ...]


def test_counts_are_the_actions_counted(positions: Positions) -> None:
    for position in spread(positions, 4):
        actions = position.actions()
        assert position.perft(0) == 1
        assert position.perft(1) == len(actions)
        # Without their texts, which take longest to write: there is one for each code.
        divided = {action: len(position.play(action).state.codes()) for action in actions}
        assert position.perft(2) == sum(divided.values()), position
        found = position.perft(2, divide=True)
        assert found == divided, position
        assert list(found) == list(actions)
        assert position.perft(1, divide=True) == dict.fromkeys(actions, 1)


def test_finished_games_count_nothing(positions: Positions) -> None:
    finished = [position for position in positions if position.outcome()]
    assert finished
    for position in finished:
        assert [position.perft(depth) for depth in range(4)] == [1, 0, 0, 0]
        assert position.perft(3, divide=True) == {}


@pytest.mark.parametrize("depth", [-1, 101, 10**9])
def test_depths_out_of_range_are_refused(default_game: strata.Game, depth: int) -> None:
    with pytest.raises(strata.InvalidLimit, match="expected 0 to 100"):
        default_game.start().perft(depth)


def test_dividing_needs_a_depth(default_game: strata.Game) -> None:
    with pytest.raises(strata.InvalidLimit, match="expected 1 to 100"):
        default_game.start().perft(0, divide=True)
