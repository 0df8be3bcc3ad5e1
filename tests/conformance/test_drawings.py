"""Drawings: SVG is well-formed XML, and every symbol of a game is a well-formed fragment."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

import strata
from tests.conformance.sample import spread

Positions = tuple[strata.Position, ...]
_SVG = "{http://www.w3.org/2000/svg}"


def test_svg_is_well_formed(positions: Positions) -> None:
    for position in spread(positions, 12):
        root = ElementTree.fromstring(position.svg())
        assert root.tag == f"{_SVG}svg"
        box = [float(number) for number in root.attrib["viewBox"].split()]
        assert len(box) == 4
        assert box[2] > 0
        assert box[3] > 0


def test_svg_changes_with_the_position(positions: Positions) -> None:
    drawn = {position.svg() for position in spread(positions, 12)}
    seen = {position.state.get_key() for position in spread(positions, 12)}
    assert len(drawn) >= len(seen) > 2


def test_notebooks_draw_the_svg(game: strata.Game) -> None:
    start = game.start()
    assert start._repr_svg_() == start.svg()
    ElementTree.fromstring(game.record().svg())


def test_symbols_are_well_formed(name: str) -> None:
    for key, symbol in strata.game(name).symbols.items():
        fragment = ElementTree.fromstring(f"<g>{symbol.svg}</g>")
        assert len(fragment) > 0, key
        assert all(len(glyph) >= 1 and glyph.isprintable() for glyph in symbol.glyphs), key
        assert symbol.name, key


def test_symbols_look_different(name: str) -> None:
    symbols = strata.game(name).symbols
    assert _alike({key: symbol.svg for key, symbol in symbols.items()}) == [], (
        "symbols with the same drawing"
    )
    assert _alike({key: (symbol.form, symbol.glyphs) for key, symbol in symbols.items()}) == [], (
        "symbols of the same form with the same letters for the terminal"
    )


def _alike(looks: Mapping[str, object]) -> list[list[str]]:
    """The names of those that look the same, group by group."""
    groups = {look: [key for key in looks if looks[key] == look] for look in looks.values()}
    return [group for group in groups.values() if len(group) > 1]


def test_symbols_that_look_the_same_are_named() -> None:
    assert _alike({"pawn": 1, "king": 2, "queen": 1}) == [["pawn", "queen"]]
