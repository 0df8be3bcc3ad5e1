"""The clicks of Rhodium: one for a placement, size of a group, dismantling, sacrifice, revival."""

from __future__ import annotations

import strata

GAME = strata.game("rhodium")


def _clicks(position: strata.Position, action: str) -> list[str]:
    return [str(token) for token in position.gesture(action)]


def _position(board: str, rest: str = "1 play - - 0 - -") -> strata.Position:
    return GAME.position(f"{board} {rest}")


def test_a_placement_is_one_click() -> None:
    position = GAME.start()
    assert _clicks(position, "R@e1") == ["e1"]
    tree = position.gesture_tree()
    assert all(child.action for child in tree.children.values())
    assert len(tree.children) == 30


def test_a_move_of_a_single_piece_is_two() -> None:
    start = strata.game("rhodium", setup="standard").start()
    assert _clicks(start, "a3+b3") == ["a3", "b3"]
    assert _clicks(start, "c2-b4") == ["c2", "b4"]
    assert _clicks(start, "b1-h3") == ["b1", "h3"]


def test_the_size_of_a_group_is_chosen_where_it_is_open() -> None:
    position = _position("9r/10/10/4T5/10/3SS(ddd)1s3/10/10/10/R9")
    assert _clicks(position, "e5:1-e4") == ["e5", "e4", "1 piece"]
    assert _clicks(position, "e5:3-e4") == ["e5", "e4", "3 pieces, the whole stack"]
    assert _clicks(position, "e5:2xg5") == ["e5", "g5", "2 pieces"]
    assert _clicks(position, "e5:1+d5") == ["e5", "d5", "1 piece"]
    assert _clicks(position, "e5:3-e2") == ["e5", "e2"]
    assert _clicks(position, "d5+e5") == ["d5", "e5"]
    assert _clicks(position, "/e5") == ["e5", "dismantle the stack"]


def test_a_diamond_captures_a_stack_or_is_sacrificed_for_it() -> None:
    position = _position("9r/10/10/10/3s1s(dd)4/4P5/10/10/10/R8D")
    assert _clicks(position, "j1xf6") == ["j1", "f6", "capture"]
    assert _clicks(position, "j1*f6") == ["j1", "f6", "sacrifice the Diamond"]
    assert _clicks(position, "j1xd6") == ["j1", "d6"]
    assert _clicks(position, "j1-e6") == ["j1", "e6"]


def test_relocations_are_one_click() -> None:
    position = _position("9r/10/10/10/4s5/4S(lddd)5/10/10/10/R9", "1 break:e5:2 - - 0 - -")
    assert _clicks(position, ">d5") == ["d5"]


def test_a_revival_begins_in_the_graveyard() -> None:
    position = _position("9r/10/7s2/10/10/10/4S(dd)5/10/10/R9", "1 play Sd1Sl1 - 0 - -")
    assert _clicks(position, "Sl@c4") == ["light Silver", "c4"]
    assert _clicks(position, "Sl@e4") == ["light Silver", "e4", "on top"]
    assert _clicks(position, "Sl@e4u") == ["light Silver", "e4", "under the old top"]
    assert _clicks(position, "Sd@e4") == ["dark Silver", "e4"]
    (token, *_) = position.gesture("Sl@c4")
    assert (token.kind, token.id) == ("item", "first:Sl")


def test_a_revival_with_one_way_only_needs_no_choice() -> None:
    """X21: on top is barred, under the old top is not."""
    position = _position("9r/10/10/10/10/4s5/4S1s3/10/10/R9", "1 play Sl1 - 0 - -")
    assert _clicks(position, "Sl@e4u") == ["light Silver", "e4"]
