"""Pictures: which positions a block of text gives."""

from __future__ import annotations

import pytest

import strata
from strata.core.drawing.picture import Picture, read_pictures

START = "8/8/8/8/8/8/8/8 f"


@pytest.mark.parametrize("options", ["options: default\n", "options:  default\n", ""])
def test_default_options_are_understood(options: str) -> None:
    game = strata.game("daikuni")
    start = str(game.start())
    assert [*read_pictures(f"{options}position: {start}\n", game)] == [start]


def test_what_cannot_be_drawn_is_left_out() -> None:
    game = strata.game("daikuni")
    assert read_pictures("options: colour=red\nposition: 8/8/8/8/8/8/8/8 f\n", game) == {}
    assert read_pictures("definition: no-such\nposition: 8/8/8/8/8/8/8/8 f\n", game) == {}
    assert read_pictures("position: 9/8 f\n", game) == {}
    assert read_pictures("a = b\n", game) == {}


def test_options_and_captions() -> None:
    game = strata.game("daikuni")
    block = f"options: entry=first\nposition: {START}\nactions: 192\ncaption: The start.\n"
    picture = Picture(strata.game("daikuni", entry="first").start(), "The start.")
    assert read_pictures(block, game) == {START: picture}


def test_a_definition() -> None:
    game = strata.game("dzura")
    mini = strata.game("dzura", definition="mini").start()
    assert [*read_pictures(f"definition: mini\nposition: {mini}\n", game)] == [str(mini)]


def test_a_block_that_is_a_position() -> None:
    assert [*read_pictures(f"{START}\n", strata.game("daikuni"))] == [START]
