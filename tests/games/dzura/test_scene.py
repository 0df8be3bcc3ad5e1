"""What Dzura shows: pieces, stacks, facings, hands with counts, tokens, checks, turns."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import strata
from strata.core.scene import Layer, Scene
from strata.games.dzura.scene import BARRAGE_BADGE

ALL = {"capture": "court", "rotation": "on", "ordnance": 5}


def _zones(scene: Scene) -> dict[str, dict[str, int]]:
    return {zone.id: {item.id: item.count for item in zone.items} for zone in scene.zones}


def _marks(scene: Scene, kind: str) -> dict[tuple[str, ...], str]:
    return {mark.cells: mark.label for mark in scene.marks if mark.kind == kind}


def test_stacks_show_the_covered_piece_below() -> None:
    game = strata.game("dzura", capture="court", ordnance=5)
    scene = game.position("5/6/7/4[C+p*]3/K7k/8/7/6/5 2 t -/- 4/5").scene()
    assert scene.stacks["d5"] == (
        Layer("P-promoted", "second", (BARRAGE_BADGE,)),
        Layer("C", "first"),
    )
    assert set(scene.stacks) == {"d5", "e1", "e9"}


def test_facings_are_shown_with_rotation_only() -> None:
    text = "5/6/7/8/K3P3p/8/7/6/4k 1 t -/- -"
    plain = strata.game("dzura").position(text).scene()
    assert all(layer.turn is None for stack in plain.stacks.values() for layer in stack)
    turned = strata.game("dzura", rotation="on").position(text.replace("P3", "P~13")).scene()
    assert {name: stack[0].turn for name, stack in turned.stacks.items()} == {
        "e1": 0,
        "e5": 60,
        "e9": 180,
        "i5": 180,
    }
    second = strata.game("dzura", rotation="on").position(text.replace("p/", "p~2/")).scene()
    assert second.stacks["e9"][0].turn == 300


def test_facings_are_drawn() -> None:
    game = strata.game("dzura", rotation="on")
    one, other = (game.position(f"5/6/7/8/K3{piece}3k/8/7/6/5 1 t -/- -") for piece in ("P", "P~1"))
    assert one.svg() != other.svg()
    assert 'rotate(60)"' in other.svg()
    ElementTree.fromstring(other.svg())
    assert "P↗" in other.__rich__().plain
    assert "P↑" in one.__rich__().plain


def test_hands_and_tokens() -> None:
    scene = strata.game("dzura", ordnance=5).position("5/6/7/8/K7k/8/7/6/5 1 t 3PLB/2N 5/0").scene()
    assert _zones(scene) == {
        "first:hand": {"first:P": 3, "first:L": 1, "first:B": 1, "first:token": 5},
        "second:hand": {"second:N": 2, "second:token": 0},
    }
    plain = strata.game("dzura").start().scene()
    assert _zones(plain) == {"first:hand": {}, "second:hand": {}}


def test_a_full_hand_is_drawn_inside_the_picture() -> None:
    position = strata.game("dzura", ordnance=5).position(
        "5/6/7/8/K7k/8/7/6/5 1 t 3P3L3N3C3T3D3B/2P 5/5"
    )
    drawing = ElementTree.fromstring(position.svg())
    width, height = map(float, drawing.attrib["viewBox"].split()[2:])
    texts = [node for node in drawing.iter() if node.get("class") == "count"]
    assert len(texts) == 7 + 1 + 1 + 1
    assert all(float(text.attrib["x"]) + 60 < width for text in texts)
    assert all(float(text.attrib["y"]) < height for text in texts)


def test_checks_are_marked_and_said() -> None:
    scene = strata.game("dzura").position("5/6/3D3/8/K5l1k/5T2/7/6/5 1 t P/- -").scene()
    assert _marks(scene, "check") == {("e1",): "{first's} king is in check"}
    assert "{first's} king is in check" in scene.status


def test_barraged_pieces_are_marked() -> None:
    scene = strata.game("dzura", **ALL).position("5/6/7/8/K2p*4k/8/7/6/4[Pp*] 1 b -/- 4/4").scene()
    assert set(_marks(scene, "effect")) == {("e4",)}
    assert scene.status == ("{first has/have} barraged: the main action is still to come",)


def test_pieces_to_be_turned_are_marked() -> None:
    game = strata.game("dzura", rotation="on")
    scene = game.position("5/6/7/3P~54/K2C4k/8/7/6/5 1 r:d4,e4 -/- -").scene()
    assert set(_marks(scene, "turn")) == {("d4", "e4")}
    assert scene.status == ("{first's} Pawn on d4 was moved: choose its facing, then e4",)
    scene = game.position("5/6/7/3k4/K2P5/8/7/6/5 1 p:e4 -/- -").scene()
    assert scene.status == ("{first's} Pawn on e4 was dropped: choose its facing",)


def test_neighbours_have_different_shades() -> None:
    game = strata.game("dzura")
    board = game.rules.defined.board  # type: ignore[attr-defined]
    shades = {cell.name: cell.shade for cell in game.start().scene().cells}
    assert set(shades.values()) == {0, 1, 2}
    for tile, name in enumerate(board.names):
        for other in board.neighbours(tile):
            assert shades[name] != shades[board.names[other]]


def test_custom_kinds_get_lettered_shields() -> None:
    game = strata.game("dzura", definition="mini")
    assert ">G</text>" in game.symbols["G"].svg
    assert game.symbols["P"] == strata.game("dzura").symbols["P"]
    assert set(game.symbols) == {"P", "G", "K", "token"}
    assert len(game.start().scene().cells) == 19


@pytest.mark.parametrize("name", ["five", "large"])
def test_custom_games_are_drawn(name: str) -> None:
    game = strata.game("dzura", definition=Path(__file__).parent / "definitions" / f"{name}.toml")
    ElementTree.fromstring(game.start().svg())
    assert game.start().__rich__().plain
