"""The pictures of the docs are what the games draw today."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata

IMAGES = Path(__file__).parent.parent / "docs" / "images"


@pytest.mark.parametrize("name", strata.games())
def test_picture_is_current(name: str) -> None:
    game = strata.game(name)
    position = game.position(game.showcase) if game.showcase else game.start()
    picture = IMAGES / f"{name}.svg"
    assert picture.read_text(encoding="utf-8") == position.svg(), "run scripts/pictures"
