"""Random numbers: SplitMix64 as published, without bias, the same uncompiled and compiled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import strata
from tests.plainly import load_plainly
from tests.splitmix import GOLDEN, SplitMix, scramble

# The first numbers of the reference implementation by Sebastiano Vigna, for two seeds.
PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}


@pytest.fixture(scope="module")
def source(root: Path) -> ModuleType:
    """rng.py as plain Python, whatever is compiled: its C functions are not to be seen."""
    return load_plainly("plain_rng", root / "src" / "strata" / "core" / "kernel" / "rng.py")


def _random(source: ModuleType, state: int) -> Any:
    random = source.Random()
    random.state = state
    return random


@pytest.mark.parametrize(("seed", "numbers"), PUBLISHED.items())
def test_numbers_are_the_published_ones(source: ModuleType, seed: int, numbers: list[int]) -> None:
    random, reference = _random(source, seed), SplitMix(seed)
    assert [random.draw() for _ in numbers] == numbers
    assert [reference.draw() for _ in numbers] == numbers


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("number", [0, 1, 31, 2**32, 2**64 - 1])
def test_streams_begin_where_the_other_implementation_says(
    source: ModuleType, seed: int, number: int
) -> None:
    random = source.Random()
    random.restart(seed, number)
    reference = SplitMix.of_game(seed, number)
    assert random.state == reference.state == source.stream(seed, number)
    limits = [1, 2, 3, 192, 4095, 2**31 - 1]
    assert [random.below(limit) for limit in limits] == [reference.below(limit) for limit in limits]


def test_streams_do_not_meet(source: ModuleType) -> None:
    """Neither neighbours of one seed nor one number of neighbouring seeds."""
    begins = {source.stream(seed, number) for seed in range(40) for number in range(40)}
    assert len(begins) == 1600
    steps = {(begin + step * GOLDEN) % 2**64 for begin in begins for step in range(1, 60)}
    assert not begins & steps


def test_mixing_is_one_to_one(source: ModuleType) -> None:
    numbers = [*range(5000), *(2**64 - 1 - number for number in range(5000))]
    mixed = [source.mix(number) for number in numbers]
    assert len(set(mixed)) == len(numbers)
    assert mixed == [scramble(number) for number in numbers]
    assert max(mixed) < 2**64


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 192])
def test_choices_are_even(source: ModuleType, limit: int) -> None:
    random = _random(source, 99)
    drawn = 3000 * min(limit, 10)
    counts = Counter(random.below(limit) for _ in range(drawn))
    assert set(counts) == set(range(limit))
    expected = drawn / limit
    spread = sum((count - expected) ** 2 / expected for count in counts.values())
    assert spread < 1.6 * limit + 12


def test_what_would_be_biased_is_drawn_again(source: ModuleType) -> None:
    """With 3 · 2³⁰ numbers a quarter of all draws must be rejected, or some come twice as often."""
    limit = 3 * 2**30
    random, reference = _random(source, 5), SplitMix(5)
    values = [random.below(limit) for _ in range(4000)]
    assert values == [reference.below(limit) for _ in range(4000)]
    draws = (reference.state - 5) * pow(GOLDEN, -1, 2**64) % 2**64
    assert 4000 * 4 / 3 * 0.95 < draws < 4000 * 4 / 3 * 1.05
    assert Counter(value % 3 for value in values).most_common()[0][1] < 1450


def test_compiled_playouts_use_these_numbers() -> None:
    game = strata.game("daikuni")
    for seed in (0, 1, 2**64 - 1):
        for number in (0, 7, 2**64 - 1):
            random = SplitMix.of_game(seed, number)
            state, length = game.start().state, 0
            while codes := state.codes():
                state, length = state.after(codes[random.below(len(codes))]), length + 1
            played = game.playouts(1, seed=seed, first=number)
            assert played.lengths == (length,)
            assert played.results == (strata.Position(game.rules, state).outcome(),)
