"""The two drawings: what they show, from either side, and that nothing breaks out of the SVG."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from strata.core.drawing.svg import DARK, describe_stack, draw_svg
from strata.core.drawing.terminal import draw_terminal
from strata.core.geometry import HexagonalBoard, RectangularBoard
from strata.core.scene import Badge, Item, Layer, Mark, Scene, Symbol, Zone, board_cells

SYMBOLS = {
    "tile": Symbol("tile", "tile", '<rect class="tile" width="9" height="9"/>', ("░", "▒")),
    "dark": Symbol("dark chip", "chip", '<rect class="dark" width="9" height="9"/>', ("D", "d")),
    "king": Symbol("King", "piece", '<circle class="body" r="9"/>', ("K", "k")),
}


def square_scene(**extra: object) -> Scene:
    board = RectangularBoard(3, 2)
    fields: dict[str, object] = {
        "game": "sample",
        "seat": "first",
        "size": board.size,
        "cells": board_cells(board),
        "labels": board.labels(),
        "stacks": {
            "a1": (Layer("tile", "first"), Layer("king", "first")),
            "c2": (*[Layer("dark", "second")] * 7, Layer("king", "second")),
        },
    }
    return Scene(**{**fields, **extra})  # type: ignore[arg-type]


def plain(scene: Scene, *, flipped: bool = False) -> list[str]:
    drawing = draw_terminal(scene, SYMBOLS, flipped=flipped)
    return [line.rstrip() for line in drawing.plain.split("\n")]


def test_terminal_shows_letters_tiles_and_every_chip() -> None:
    assert plain(square_scene()) == [
        "    2   ·     ·     k",
        "                  ddddd",
        "                   dd",
        "    1 ░░K░░   ·     ·",
        "        a     b     c",
    ]


def test_terminal_from_the_other_side() -> None:
    assert plain(square_scene(), flipped=True) == [
        "        c     b     a",
        "    1   ·     ·   ░░K░░",
        "    2   k     ·     ·",
        "      ddddd",
        "       dd",
    ]


def test_terminal_draws_hexagons_in_half_steps() -> None:
    board = HexagonalBoard(1)
    scene = square_scene(size=board.size, cells=board_cells(board, 3), labels=(), stacks={})
    assert plain(scene) == [
        "         ·",
        "     ·       ·",
        "         ·",
        "     ·       ·",
        "         ·",
    ]


def test_terminal_numbers_hexagons_from_both_sides() -> None:
    board = HexagonalBoard(1)
    cells = board_cells(board, 3)
    scene = square_scene(size=board.size, cells=cells, labels=board.labels(), stacks={})
    assert plain(scene) == [
        "     3",
        "  2      ·",
        "     ·       ·",
        "  1      ·",
        "     ·       ·",
        "         ·",
        "     a       c",
        "         b",
    ]
    assert plain(scene, flipped=True) == [
        "     b",
        " c       a",
        "     ·",
        " ·       ·",
        "     ·        1",
        " ·       ·",
        "     ·        2",
        "         3",
    ]


def test_terminal_shows_zones_and_status() -> None:
    hand = Zone("hand", "first's hand", "first", (Item("k", Layer("king", "first"), 2),))
    empty = Zone("grave", "second's dead", "second", ())
    lines = plain(square_scene(zones=(hand, empty), status=("check!",)))
    assert lines[0] == "second's dead: nothing"
    assert lines[-2:] == ["first's hand: K King ×2", "check!"]


def test_svg_escapes_what_it_is_given() -> None:
    nasty = "<script>&\"'"
    zone = Zone("z", nasty, "first", ())
    mark = Mark("last", ("a1",), nasty)
    text = draw_svg(square_scene(zones=(zone,), marks=(mark,), status=(nasty,)), SYMBOLS)
    root = ElementTree.fromstring(text)
    assert "<script>" not in text
    assert nasty in [element.text for element in root.iter()]


def test_svg_marks_the_last_action_under_the_pieces() -> None:
    mark = Mark("last", ("a1", "b1", "c2"), "part of the last action")
    text = draw_svg(square_scene(marks=(mark,)), SYMBOLS)
    root = ElementTree.fromstring(text)
    drawn = {
        (group[0].text or "").split(":")[0]: [
            element.attrib["class"] for element in group.iter() if "class" in element.attrib
        ]
        for group in root.iter("{http://www.w3.org/2000/svg}g")
    }
    frame = ["mark casing", "mark last"]
    assert drawn["a1"] == ["first", "tile", *frame, "first", "body"]
    assert drawn["b1"] == ["mark tint", *frame]
    assert drawn["c2"] == ["mark tint", *frame, *["second", "dark"] * 7, "second", "body", "height"]


def test_svg_can_be_dark() -> None:
    light, dark = draw_svg(square_scene(), SYMBOLS), draw_svg(square_scene(), SYMBOLS, dark=True)
    assert "--board-edge:" not in light
    assert "svg{--shade0:#4b443a;" in dark
    assert len(ElementTree.fromstring(dark)) == len(ElementTree.fromstring(light))


def test_dark_drawings_have_the_colours_of_the_client(root: Path) -> None:
    palette = (root / "web" / "src" / "palette.css").read_text()
    named = dict(re.findall(r"(--[\w-]+): light-dark\(#\w+, (#\w+)\)", palette))
    used = set(re.findall(r"var\((--[\w-]+)", draw_svg(square_scene(), SYMBOLS)))
    assert {name: DARK[name] for name in used} == {name: named[name] for name in used}


def test_svg_flipped_turns_the_board_around() -> None:
    def place(text: str) -> str:
        root = ElementTree.fromstring(text)
        groups = root.iter("{http://www.w3.org/2000/svg}g")
        return next(g.attrib["transform"] for g in groups if (g[0].text or "").startswith("a1"))

    scene = square_scene()
    assert place(draw_svg(scene, SYMBOLS)) == "translate(100 200)"
    assert place(draw_svg(scene, SYMBOLS, flipped=True)) == "translate(300 100)"


def test_svg_writes_the_number_of_chips_and_wraps_the_status() -> None:
    root = ElementTree.fromstring(draw_svg(square_scene(status=("word " * 30,)), SYMBOLS))
    texts = [(e.attrib["class"], e.text) for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ("height", "7") in texts
    assert sum(kind == "status" for kind, _ in texts) > 5


def test_a_stack_in_words_is_told_from_the_top() -> None:
    layers = (Layer("tile", "first"), Layer("king", "first", (Badge("3", "{second's} prisoner"),)))
    assert describe_stack(layers, SYMBOLS) == "first's King (second's prisoner) on first's tile"
    assert describe_stack(layers, SYMBOLS, "first") == (
        "your King (your opponent's prisoner) on your tile"
    )
    assert describe_stack((), SYMBOLS) == "empty"
