"""The clicks of Dzura: moves, swaps told apart from them, drops, facings, barrages."""

from __future__ import annotations

import strata


def _clicks(position: strata.Position, action: str) -> list[tuple[str, str]]:
    return [(token.kind, token.id) for token in position.gesture(action)]


def test_moves_and_attacks() -> None:
    start = strata.game("dzura").start()
    assert _clicks(start, "e4-e5") == [("cell", "e4"), ("cell", "e5")]
    assert _clicks(start, "e3xg5") == [("cell", "e3"), ("cell", "g5")]


def test_swaps_are_told_apart() -> None:
    start = strata.game("dzura").start()
    assert _clicks(start, "c1=d1") == [("cell", "c1"), ("choice", "="), ("cell", "d1")]
    labels = {str(token) for token in start.gesture_tree().children if token.id == "c1"}
    assert labels == {"c1"}
    node = start.gesture_tree().children[start.gesture("c1=d1")[0]]
    assert {str(token) for token in node.children} == {"c2", "d2", "swap with"}


def test_drops_are_piece_tile_and_then_facing() -> None:
    game = strata.game("dzura", rotation="on")
    position = game.position("5/6/7/3k4/K8/8/7/6/5 1 t P/- -")
    assert _clicks(position, "P@e4") == [("item", "first:P"), ("cell", "e4")]
    assert str(position.gesture("P@e4")[0]) == "Pawn"
    placed = position.play("P@e4")
    assert _clicks(placed, "~1") == [("choice", "~1")]
    assert str(placed.gesture("~1")[0]) == "face forward-right"


def test_facings_after_a_move() -> None:
    game = strata.game("dzura", rotation="on")
    moved = game.start().play("e4-e5")
    assert [str(token) for token in moved.gesture_tree().children] == [
        "face forward",
        "face forward-right",
        "face forward-left",
    ]


def test_barrages_come_from_the_tokens() -> None:
    start = strata.game("dzura", ordnance=5).start()
    barrages = [action for action in start.actions() if action.startswith("*")]
    assert barrages
    for action in barrages:
        assert _clicks(start, action) == [("item", "first:token"), ("cell", action[1:])]
    assert str(start.gesture(barrages[0])[0]) == "barrage"
