"""The legend of the docs is what the game draws today, and it leaves nothing out."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import strata
from strata.games.frozen.legend import legend_svg


def test_the_legend_is_current(root: Path) -> None:
    picture = root / "docs" / "images" / "frozen-legend.svg"
    assert picture.read_text(encoding="utf-8") == legend_svg(), (
        "write strata.games.frozen.legend.legend_svg() to docs/images/frozen-legend.svg"
    )


def test_the_legend_names_every_symbol() -> None:
    text = "".join(ElementTree.fromstring(legend_svg()).itertext())
    for symbol in strata.game("frozen").symbols.values():
        assert symbol.name in text, symbol.name
