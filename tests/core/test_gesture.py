"""Gestures: tokens, the tree they form, and gestures that are refused because they collide."""

from __future__ import annotations

import pytest

from strata.core.gesture import (
    AmbiguousGesture,
    Token,
    cell_token,
    choice_token,
    gesture_tree,
    item_token,
)

A, B, C = (cell_token(name) for name in ("a1", "b1", "c1"))


def test_labels_are_no_part_of_a_token() -> None:
    assert Token("choice", "3", "lift 3") == Token("choice", "3", "lift three")
    assert hash(Token("choice", "3", "lift 3")) == hash(Token("choice", "3"))
    assert Token("choice", "3") != Token("cell", "3")
    assert Token("choice", "3") != Token("choice", "4")
    assert Token("cell", "a1") != "a1"


def test_tokens_are_shown_by_their_label() -> None:
    assert str(choice_token("3", "lift 3")) == "lift 3"
    assert str(Token("cell", "a1")) == "a1"
    assert item_token("hand:king", "King") == Token("item", "hand:king")


def test_a_tree_is_walked_to_an_action() -> None:
    tree = gesture_tree([("ab", (A, B)), ("ac", (A, C)), ("b", (B,))])
    assert list(tree.children) == [A, B]
    assert tree.action is None
    after = tree.descend(A)
    assert after is not None
    assert after.actions() == ["ab", "ac"]
    leaf = after.descend(C)
    assert leaf is not None
    assert leaf.action == "ac"
    assert not leaf.children
    assert tree.descend(C) is None
    assert tree.actions() == ["ab", "ac", "b"]


def test_no_actions_give_an_empty_tree() -> None:
    tree = gesture_tree([])
    assert tree.actions() == []
    assert not tree.children


COLLIDING = {
    "twice-the-same": [("one", (A, B)), ("two", (A, B))],
    "same-but-for-the-label": [
        ("one", (choice_token("3", "lift"),)),
        ("two", (choice_token("3", "drop"),)),
    ],
    "beginning-of-an-earlier": [("two", (A, B)), ("one", (A,))],
    "beginning-of-a-later": [("one", (A,)), ("two", (A, B))],
    "no-click": [("one", ())],
}


@pytest.mark.parametrize("gestures", COLLIDING.values(), ids=COLLIDING)
def test_colliding_gestures_are_named(gestures: list[tuple[str, tuple[Token, ...]]]) -> None:
    with pytest.raises(AmbiguousGesture) as refusal:
        gesture_tree(gestures)
    assert all(action in str(refusal.value) for action, _ in gestures)
