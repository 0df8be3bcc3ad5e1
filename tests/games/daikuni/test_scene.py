"""What Daikuni shows: every tile and piece on its cell, what waits beside the board, checks."""

from __future__ import annotations

import strata
from strata.core.scene import Scene

POSITION = "3t4/3S4/3T4/8/t2T1t2/tt6/Tt1Qttt1/KTtTt2t s"


def _stack(scene: Scene, cell: str) -> list[tuple[str, str | None]]:
    return [(layer.symbol, layer.owner) for layer in scene.stacks.get(cell, ())]


def test_stacks_are_a_tile_and_perhaps_a_piece(daikuni: strata.Game) -> None:
    scene = daikuni.position(POSITION).scene()
    assert len(scene.cells) == 64
    assert len(scene.stacks) == sum(letter.isalpha() for letter in POSITION[:-2])
    assert _stack(scene, "d8") == [("hatched-tile", "second")]
    assert _stack(scene, "d7") == [("grained-tile", "first"), ("soldier", "first")]
    assert _stack(scene, "d2") == [("grained-tile", "first"), ("queen", "first")]
    assert _stack(scene, "a1") == [("grained-tile", "first"), ("king", "first")]
    assert _stack(scene, "a8") == []


def _zones(scene: Scene) -> dict[str, dict[str, int]]:
    return {zone.id: {item.id: item.count for item in zone.items} for zone in scene.zones}


def test_waiting_pieces_and_stocks_are_beside_the_board(daikuni: strata.Game) -> None:
    assert _zones(daikuni.position(POSITION).scene()) == {
        "first:waiting": {"first:stock": 32 - 8},
        "second:waiting": {
            "second:king": 1,
            "second:queen": 1,
            "second:soldier": 1,
            "second:stock": 32 - 12,
        },
    }


def test_an_entry_leaves_the_waiting_place(daikuni: strata.Game) -> None:
    after = daikuni.start().play("Sd4").scene()
    assert _zones(after)["first:waiting"] == {"first:king": 1, "first:queen": 1, "first:stock": 31}
    assert _stack(after, "d4") == [("grained-tile", "first"), ("soldier", "first")]


def test_stocks_follow_the_option() -> None:
    scene = strata.game("daikuni", tiles=16).start().scene()
    assert _zones(scene)["second:waiting"]["second:stock"] == 16


def test_check_is_marked_and_said(daikuni: strata.Game) -> None:
    scene = daikuni.position("3s4/8/Q7/8/3K4/8/7t/6tS f").scene()
    marks = [(mark.cells, mark.label) for mark in scene.marks if mark.kind == "check"]
    assert marks == [(("d4",), "{first's} King is in check")]
    assert any("{first's} King is in check" in line for line in scene.status)
    assert not daikuni.start().scene().marks
