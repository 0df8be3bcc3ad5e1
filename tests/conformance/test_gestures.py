"""Gestures: every legal action has clicks of its own, on things that are in the scene."""

from __future__ import annotations

from itertools import pairwise

import strata
from strata.core.gesture import GestureTree
from tests.conformance.sample import spread

Positions = tuple[strata.Position, ...]


def test_tree_holds_exactly_the_legal_actions(positions: Positions) -> None:
    for position in spread(positions, 50):
        tree = position.gesture_tree()  # raises when two gestures collide
        assert sorted(tree.actions()) == list(position.actions()), position


def test_gestures_are_distinct_and_prefix_free(positions: Positions) -> None:
    for position in spread(positions, 50):
        gestures = [
            tuple((token.kind, token.id) for token in gesture) for _, gesture in position.gestures()
        ]
        assert len(set(gestures)) == len(gestures), position
        assert all(gestures), f"an action without a click: {position}"
        ordered = sorted(gestures)
        for one, following in pairwise(ordered):
            assert following[: len(one)] != one, (position, one, following)


def test_gesture_of_one_action_is_that_of_all(positions: Positions) -> None:
    for position in spread(positions, 12):
        assert [action for action, _ in position.gestures()] == list(position.actions())
        for action, gesture in list(position.gestures())[::13]:
            assert position.gesture(str(action)) == gesture


def test_walking_a_gesture_reaches_its_action(positions: Positions) -> None:
    for position in spread(positions, 12):
        root = position.gesture_tree()
        for action, gesture in position.gestures():
            node: GestureTree | None = root
            for token in gesture:
                assert node is not None
                assert node.action is None
                node = node.descend(token)
            assert node is not None
            assert node.action == action


def test_clicks_are_on_what_the_scene_shows(positions: Positions) -> None:
    for position in spread(positions, 50):
        scene = position.scene()
        cells = {cell.name for cell in scene.cells}
        items = {item.id for zone in scene.zones for item in zone.items}
        for action, gesture in position.gestures():
            for token in gesture:
                if token.kind == "cell":
                    assert token.id in cells, (position, action)
                elif token.kind == "item":
                    assert token.id in items, (position, action)
                else:
                    assert token.kind == "choice"
                    assert token.label, (position, action)
