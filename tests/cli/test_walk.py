"""The way through the gesture tree by typed words."""

from __future__ import annotations

import pytest

from strata.cli.playing.walk import AmbiguousStep, UnknownStep, Walk
from strata.core.gesture import (
    GestureTree,
    cell_token,
    choice_token,
    gesture_tree,
    item_token,
)


def tree() -> GestureTree:
    return gesture_tree(
        [
            ("d4-1", (cell_token("d4"), choice_token("lift:1", "lift 1"), cell_token("d5"))),
            ("d4-2", (cell_token("d4"), choice_token("lift:2", "lift 2"), cell_token("d5"))),
            ("d4R", (cell_token("d4"), choice_token("rook", "promote to Rook"))),
            ("K@e1", (item_token("first:king", "King"), cell_token("e1"))),
            ("P@e1", (item_token("first:pawn:1", "Pawn"), cell_token("e1"))),
            ("P@e2", (item_token("first:pawn:2", "Pawn"), cell_token("e2"))),
            ("end", (choice_token("end", "end the turn"),)),
        ]
    )


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("d4 lift 1 d5", "d4-1"),
        ("d4 lift:2 d5", "d4-2"),
        ("d4 2 d5", "d4-2"),
        ("d4 promote to Rook", "d4R"),
        ("d4 3", "d4R"),
        ("King e1", "K@e1"),
        ("first:king e1", "K@e1"),
        ("first:pawn:2 e2", "P@e2"),
        ("end the turn", "end"),
        ("end", "end"),
        ("1", "end"),
    ],
)
def test_words_lead_to_an_action_at_once_or_one_by_one(words: str, action: str) -> None:
    assert Walk(tree()).follow(words.split()) == action
    walk = Walk(tree())
    begun = walk.follow(words.split()[:1])
    if begun is None:
        assert walk.follow(words.split()[1:]) == action


def test_a_part_of_the_way_waits_for_the_rest() -> None:
    walk = Walk(tree())
    assert walk.follow(["d4", "lift", "1"]) is None
    assert [str(token) for token in walk.path] == ["d4", "lift 1"]
    assert walk.back()
    assert walk.follow(["3"]) == "d4R"


def test_back_at_the_root() -> None:
    assert not Walk(tree()).back()


@pytest.mark.parametrize(
    ("words", "said", "at_root"),
    [
        ("z9", "no step 'z9': expected d4", True),
        ("king", "did you mean King?", True),
        ("d4 lift", "no step 'lift' after d4: expected", False),
        ("d4 lift 1 d6", "no step 'd6' after d4 lift 1: expected d5", False),
        ("King e1 e1", "no step is possible after King e1, got 'e1'", False),
    ],
)
def test_wrong_words_leave_the_walk_where_it_was(words: str, said: str, at_root: bool) -> None:
    walk = Walk(tree())
    with pytest.raises(UnknownStep) as caught:
        walk.follow(words.split())
    assert said in str(caught.value)
    assert caught.value.at_root is at_root
    assert walk.path == []


def test_a_label_of_two_things_asks_for_the_id() -> None:
    with pytest.raises(AmbiguousStep, match=r"item first:pawn:1, item first:pawn:2"):
        Walk(tree()).follow(["Pawn"])


def test_a_number_never_hides_a_name() -> None:
    walk = Walk(gesture_tree([("two", (choice_token("2", "2"),)), ("x", (choice_token("x", ""),))]))
    assert walk.follow(["2"]) == "two"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("d", ["d4"]),
        ("K", ["K@e1", "King"]),
        ("King ", ["e1"]),
        ("d4 li", ["lift 1", "lift 2", "lift:1", "lift:2"]),
        ("d4 lift ", ["1", "2"]),
        ("d4 lift 2 ", ["d5"]),
        ("d4 promote t", ["to Rook"]),
        ("un", ["undo"]),
        ("King un", []),
        ("z9 d", []),
    ],
)
def test_completions(line: str, found: list[str]) -> None:
    assert Walk(tree()).completions(line, ["K@e1", "undo"]) == found
