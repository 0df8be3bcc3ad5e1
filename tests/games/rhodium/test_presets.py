"""Ready-made arrays: legal, complete, mirrored, and completed from what is placed already."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import strata
from strata.core.preset import Preset
from strata.games.rhodium.arrays import ARRAYS, Array

GAME = strata.game("rhodium")
STANDARD = strata.game("rhodium", setup="standard")
ARMY = "RPPTTDDDDGGGGSSSSSSSSS"
NAMES = [*(array.name for array in ARRAYS), "varied", "random"]


def _preset(position: strata.Position, name: str, seed: int = 1) -> Preset:
    (found,) = (preset for preset in position.presets(seed) if preset.name == name)
    return found


def _after(position: strata.Position, name: str, seed: int = 1) -> strata.Position:
    """Plays them one by one: each must be legal after those before it."""
    for action in _preset(position, name, seed).actions:
        position = position.play(action)
    return position


def _turned(ranks: list[str]) -> list[str]:
    return [rank[::-1].swapcase() for rank in reversed(ranks)]


def _ranks(position: strata.Position) -> list[str]:
    """Rank 1 to 10, a dot for an empty cell."""
    board = str(position).split(" ")[0]
    for run in (10, *range(9, 0, -1)):
        board = board.replace(str(run), "." * run)
    return board.split("/")[::-1]


def test_there_are_several() -> None:
    presets = GAME.start().presets()
    assert [preset.name for preset in presets] == NAMES
    assert len(NAMES) >= 6
    assert len({preset.actions for preset in presets}) == len(presets)
    for preset in presets:
        assert preset.name.isalpha()
        assert 20 < len(preset.meaning) < 64
        assert "\n" not in preset.meaning


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.name)
def test_an_array_is_the_army(array: Array) -> None:
    assert [len(rank) for rank in array.ranks] == [10, 10, 10]
    letters = "".join(array.ranks).replace(".", "")
    assert Counter(letters) == Counter(ARMY)


@pytest.mark.parametrize("name", NAMES)
def test_both_players_can_take_it(name: str) -> None:
    half = _after(GAME.start(), name)
    assert half.seat == "second"
    assert _preset(half, name).actions[0][0] == "R"
    whole = _after(half, name)
    assert str(whole).endswith(" 1 play - - 0 - -")
    ranks = _ranks(whole)
    if name != "random":
        assert _turned(ranks) == ranks, "second sees the same picture from his seat"
    assert whole.presets() == ()


def test_standard_is_the_standard_start() -> None:
    assert str(_after(_after(GAME.start(), "standard"), "standard")) == str(STANDARD.start())


def test_there_are_none_outside_the_set_up() -> None:
    assert STANDARD.start().presets() == ()
    assert strata.game("daikuni").start().presets() == ()
    assert strata.game("kyo").start().view("first").presets() == ()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_completed_from_anything(name: str) -> None:
    """From any set-up that was begun by hand, for both players."""
    choose = random.Random(name)
    for begun in range(45):
        position = GAME.start()
        for _ in range(begun):
            if len(str(position)) and position.begins_turn and position.seat is not None:
                position = position.play(choose.choice(position.actions()))
        if position.presets():
            after = _after(position, name, seed=begun)
            expected = "second" if position.seat == "first" else "first"
            assert after.seat == expected
            before, now = "".join(_ranks(position)), "".join(_ranks(after))
            assert all(old in (".", new) for old, new in zip(before, now, strict=True))


def test_what_fits_the_array_is_kept() -> None:
    position = GAME.start().play("R@e1").play("P@h2")
    assert str(_after(position, "standard")) == str(_after(GAME.start(), "standard"))
    moved = _after(GAME.start().play("R@a1"), "standard")
    ranks = _ranks(moved)
    assert ranks[0] == "RD.DTSD.DT", "the Titanium of a1 takes the free cell of the Rhodium"


def test_random_ones_follow_their_seed_and_differ_without() -> None:
    start = GAME.start()
    assert _preset(start, "random", 5) == _preset(start, "random", 5)
    assert _preset(start, "random", 5) != _preset(start, "random", 6)
    drawn = {start.presets()[-1].actions for _ in range(5)}
    assert len(drawn) == 5
    cells = Counter(_preset(start, "random", seed).actions[0] for seed in range(600))
    assert len(cells) == 30, "the Rhodium comes to every cell"


def test_no_array_loses_its_rhodium_on_the_first_turn() -> None:
    """Neither player can capture the Rhodium at once, whatever two arrays meet."""
    for first in NAMES[:-1]:
        half = _after(GAME.start(), first)
        for second in NAMES[:-1]:
            start = _after(half, second)
            assert not _wins(start), (first, second)
            quiet = [action for action in start.actions() if "x" not in action]
            replies = [_wins(start.play(action)) for action in quiet]
            assert not all(replies), (first, second)


def _wins(position: strata.Position) -> bool:
    return any(position.play(action).outcome() for action in position.actions() if "x" in action)


def test_arrays_stand_behind_closed_files() -> None:
    """The promise of arrays.py: a piece before the Rhodium on its file."""
    for array in ARRAYS:
        front, middle, back = array.ranks
        file = back.index("R")
        assert front[file] + middle[file] != "..", array.name
