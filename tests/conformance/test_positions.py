"""Positions are values: their text holds all of them, and nothing changes them."""

from __future__ import annotations

import copy
import pickle

import strata
from tests.conformance.sample import spread

Positions = tuple[strata.Position, ...]


def test_start_round_trips(game: strata.Game) -> None:
    start = game.start()
    again = game.position(str(start))
    assert again == start
    assert again.actions() == start.actions()
    assert start.actions()
    assert start.begins_turn


def test_positions_round_trip(game: strata.Game, positions: Positions) -> None:
    for position in positions:
        again = game.position(str(position))
        assert str(again) == str(position)
        assert again == position
        assert hash(again) == hash(position)
        assert again.actions() == position.actions(), position
        assert again.seat == position.seat, position
        assert again.begins_turn == position.begins_turn, position
        assert again.outcome() == position.outcome(), position
        assert again.state.get_key() == position.state.get_key(), position


def test_different_positions_are_unequal(positions: Positions) -> None:
    assert len(set(positions)) == len({str(position) for position in positions}) > 2
    assert positions[0] != positions[1]
    assert positions[0] != str(positions[0])


def test_text_is_one_line_of_ascii(game: strata.Game, positions: Positions) -> None:
    for position in positions:
        text = str(position)
        assert text.isascii()
        assert text.isprintable()
        assert text == " ".join(text.split())
        assert len(text) <= game.rules.longest_position


def _looks(position: strata.Position) -> tuple[object, ...]:
    return str(position), position.actions(), position.scene(), position.outcome(), position.seat


def test_playing_changes_no_position(game: strata.Game, positions: Positions) -> None:
    for shared in spread(positions, 12):
        position = game.position(str(shared))
        before = _looks(position)
        for action in position.actions()[::7]:
            position.play(action)
        assert _looks(position) == before
        # What was cached before playing is not what hides a change:
        assert _looks(strata.Position(game.rules, position.state)) == before


def test_pickled_positions_are_equal(game: strata.Game, positions: Positions) -> None:
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
    for position in spread(positions, 12):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(position, protocol))
            assert again == position
            assert again.actions() == position.actions()
        assert copy.deepcopy(position) == position


def test_pickled_actions_are_equal(positions: Positions) -> None:
    for position in spread(positions, 12):
        actions = position.actions()
        again = pickle.loads(pickle.dumps(actions))
        assert again == actions
        assert [action.code for action in again] == [action.code for action in actions]
        assert all(type(action) is strata.Action for action in again)


def test_repr_names_game_and_position(game: strata.Game) -> None:
    assert game.name in repr(game)
    assert str(game.start()) in repr(game.start())
