"""The legal actions of a position, listed at once or in steps, one by one or together."""

from __future__ import annotations

import random

import pytest

import strata
from strata.core.scene import Layer, differing_cells

POSITIONS = 25


@pytest.mark.parametrize("name", strata.games())
def test_steps_and_batches_list_the_same_actions(name: str) -> None:
    chance, game = random.Random(name), strata.game(name)
    record = game.record()
    for _ in range(POSITIONS):
        position, again = record.position, strata.Position(game.rules, record.position.state)
        legal = position.actions()
        assert sum(1 for _ in again.list_in_steps()) > len(legal) // 100
        assert again.actions() == legal
        assert [action.code for action in again.actions()] == [action.code for action in legal]
        assert list(legal) == sorted(map(str, legal))
        assert not list(again.list_in_steps())  # they are known now
        for action, gesture in position.gestures():
            assert gesture == game.rules.gesture(position.state, action.code)
            assert str(action) == game.rules.format_action(position.state, action.code)
        if not legal:
            record = game.record()
            continue
        record.play(chance.choice(legal))


def test_the_cells_on_which_two_scenes_differ() -> None:
    ram, cow = (Layer("ram", "first"),), (Layer("cow", "first"),)
    same = (Layer("ram", "first"),)  # equal, though another object
    before = {"a1": ram, "a2": cow, "a3": ram, "b1": cow}
    after = {"a3": same, "a2": ram, "c1": cow, "a1": ram}
    assert differing_cells(before, after) == ["a2", "c1", "b1"]
    assert differing_cells(before, before) == differing_cells({}, {}) == []
