"""What docs/rules/rhodium.md states besides its worked examples: set-up, length of games."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import strata
from tests.rulebook import section

GAME = strata.game("rhodium")
STANDARD = strata.game("rhodium", setup="standard")


def test_starts_of_section_3() -> None:
    starts = re.findall(r"^(\S+/\S+ [12] \w+ .*)$", section("rhodium", 3), re.MULTILINE)
    assert starts == [str(GAME.start()), str(STANDARD.start())]


def test_diagram_of_section_3() -> None:
    rows = re.findall(r"^ ?(\d+)   ((?:[a-zA-Z.] ?){10})$", section("rhodium", 3), re.MULTILINE)
    assert [int(rank) for rank, _ in rows] == [*range(10, 0, -1)]
    stacks = STANDARD.start().scene().stacks
    for rank, row in rows:
        for file, letter in zip("abcdefghij", row.split(), strict=True):
            layers = stacks.get(f"{file}{rank}", ())
            glyphs = [GAME.symbols[layer.symbol].glyphs[0] for layer in layers]
            assert glyphs == ([] if letter == "." else [letter])


def test_pieces_of_section_3() -> None:
    rows = re.findall(r"^\| `([A-Z])` \| (\w+) \| (\d) \|", section("rhodium", 3), re.MULTILINE)
    assert len(rows) == 6
    board = str(STANDARD.start()).split()[0]
    assert {letter: board.count(letter) for letter, _, _ in rows} == {
        letter: int(number) for letter, _, number in rows
    }


def test_random_games_are_like_the_rulebook_says() -> None:
    """Section 1: medians of 236 and 185 turns; nearly all by the Rhodium or five captures."""
    if not strata.compiled():
        pytest.skip("too slow uncompiled")
    for game, low, high, placements in ((STANDARD, 200, 300, 0), (GAME, 150, 270, 44)):
        played = game.playouts(400, seed=5)
        turns = sorted(number - placements for number in played.turns)
        assert low < turns[200] < high
        reasons = Counter(result.reason for result in played.results if result)
        assert reasons["rhodium-captured"] > 150
        assert reasons["five-captures"] > 100
        assert reasons.total() == 400
        assert 75 < played.branching < 110
