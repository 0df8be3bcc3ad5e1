"""The pictures of the docs are what the games draw today."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata

IMAGES = Path(__file__).parent.parent / "docs" / "images"


@pytest.mark.parametrize("name", strata.games())
def test_picture_is_current(name: str) -> None:
    position = strata.game(name).showcase
    picture = IMAGES / f"{name}.svg"
    assert picture.read_text(encoding="utf-8") == position.svg(), "run scripts/pictures"
