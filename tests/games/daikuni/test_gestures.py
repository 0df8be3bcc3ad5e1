"""The clicks of Daikuni: the piece on its cell or beside the board, then the cell it goes to."""

from __future__ import annotations

import strata


def _clicks(position: strata.Position, action: str) -> list[tuple[str, str]]:
    return [(token.kind, token.id) for token in position.gesture(action)]


def test_entries_begin_beside_the_board(daikuni: strata.Game) -> None:
    start = daikuni.start()
    assert _clicks(start, "Kd4") == [("item", "first:king"), ("cell", "d4")]
    assert _clicks(start.play("Kd4"), "Sh8") == [("item", "second:soldier"), ("cell", "h8")]


def test_moves_begin_on_the_board(daikuni: strata.Game) -> None:
    position = daikuni.position("3t4/8/3T4/8/t2S1t2/tt6/Tt1Qttt1/KTtTt2t f")
    assert _clicks(position, "Sd7") == [("cell", "d4"), ("cell", "d7")]
    assert _clicks(position, "Qd7") == [("cell", "d2"), ("cell", "d7")]


def test_items_are_named(daikuni: strata.Game) -> None:
    labels = {str(token) for token in daikuni.start().gesture_tree().children}
    assert labels == {"King", "Queen", "Soldier"}
