"""What docs/rules/kyo.md states besides its worked examples: starts, positions, counts."""

from __future__ import annotations

import re

import pytest

import strata
from tests.rulebook import section

GAME = strata.game("kyo")


@pytest.mark.parametrize(
    "text", re.findall(r"^`([^` ]+ \w+ \S+ \d+)`", section("kyo", 8), re.MULTILINE)
)
def test_position_of_section_8(text: str) -> None:
    assert str(GAME.position(text)) == text
    assert "end" in GAME.position(text).actions()


def test_start_of_section_3() -> None:
    starts = re.findall(r"^`([^` ]+ first - 0)`$", section("kyo", 3), re.MULTILINE)
    assert starts == [str(GAME.start())]


COUNTS = re.findall(
    r"^\| `([\w-]+)` \| `(\w+)` \| (\d{3}) \| (\d+) \|$", section("kyo", 7), re.MULTILINE
)


def test_counts_were_found() -> None:
    assert len(COUNTS) == 12
    assert len(re.findall(r"^`9,dk", section("kyo", 8), re.MULTILINE)) == 2


@pytest.mark.parametrize(("start", "extras", "one", "two"), COUNTS)
def test_counts_of_section_7(start: str, extras: str, one: str, two: str) -> None:
    position = strata.game("kyo", start=start, extras=extras).start()
    assert position.perft(1) == int(one)
    if strata.compiled():
        assert position.perft(2) == int(two)


RANKS = re.findall(r"^- `([\w-]+)`: (.*)$", section("kyo", 7), re.MULTILINE)


@pytest.mark.parametrize(("value", "sentence"), RANKS)
def test_ranks_of_section_7(value: str, sentence: str) -> None:
    option = "start" if value in ("open-field", "deadlock") else "extras"
    ranks = str(strata.game("kyo", **{option: value}).start()).split(" ")[0].split("/")[::-1]
    named = re.findall(r"ranks (\d+) and (\d+) are `([^`]+)`(?: and `([^`]+)`)?", sentence)
    assert named
    for red, gold, red_rank, gold_rank in named:
        assert ranks[int(red) - 1] == red_rank
        assert ranks[int(gold) - 1] == (gold_rank or red_rank)


def test_ranks_were_found() -> None:
    assert [value for value, _ in RANKS] == [
        "open-field",
        "deadlock",
        "cannons",
        "knights",
        "both",
    ]
