"""The client knows no rule: not even the name of a game."""

from __future__ import annotations

import re
from pathlib import Path

import strata


def test_no_game_is_named(root: Path) -> None:
    sources = [
        path
        for path in (root / "web" / "src").rglob("*")
        if path.suffix in (".ts", ".svelte", ".css")
    ]
    assert len(sources) > 30
    names = re.compile(rf"\b({'|'.join(strata.games())})\b", re.IGNORECASE)
    naming = [path.name for path in sources if names.search(path.read_text())]
    assert naming == []


def test_components_are_small_rooms(root: Path) -> None:
    lengths = {
        path.name: len(path.read_text().splitlines())
        for path in (root / "web" / "src").rglob("*.svelte")
    }
    assert {name: length for name, length in lengths.items() if length > 250} == {}
