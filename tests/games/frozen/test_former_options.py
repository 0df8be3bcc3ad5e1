"""The option `board`, which had one value: what names it is accepted."""

from __future__ import annotations

import pytest

import strata
from strata.cli.arguments import expect_game


def test_games_that_name_it_are_the_same() -> None:
    game = strata.game("frozen", board="16")
    assert game == strata.game("frozen")
    assert "board" not in game.settings


def test_records_that_name_it_open() -> None:
    text = strata.game("frozen").record().export()
    older = text.replace('[Options "', '[Options "board=16 ', 1)
    assert older != text
    record = strata.load(older)
    assert record.rules == strata.game("frozen").rules
    expect_game(record, "game.strata", "frozen", ["board=16"], None)


def test_other_values_are_refused() -> None:
    with pytest.raises(strata.InvalidOption, match="option board: got '8', expected 16"):
        strata.game("frozen", board=8)
