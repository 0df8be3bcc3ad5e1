"""The inputs: the same for the same seed and number, of every kind, and never too long."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzzing.minimising import minimised
from tests.fuzzing.mutation import LONGEST, MUTATORS, Mutator, chance_of, mutate
from tests.fuzzing.target import Target

CORPUS = ["8/8/3s4/8 f 12", "1K6/q7 s 3", "Kd4 Sd5\nQa1 x"]


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda mutator: str(mutator.__name__))
def test_every_mutator_changes_texts(mutator: Mutator) -> None:
    made = {mutator(text, CORPUS, Random(seed)) for text in CORPUS for seed in range(50)}
    assert len(made - set(CORPUS)) > 3
    assert isinstance(mutator("", CORPUS, Random(1)), str)


def test_inputs_follow_from_seed_and_number() -> None:
    def inputs(seed: int) -> list[str]:
        return [mutate(CORPUS, chance_of(seed, "position/x", number)) for number in range(300)]

    assert inputs(1) == inputs(1)
    assert len(set(inputs(1))) > 200
    assert inputs(1) != inputs(2)
    assert any(text in CORPUS for text in inputs(1))
    assert max(map(len, inputs(1))) <= LONGEST


def test_an_input_of_a_target_is_the_same_in_every_run() -> None:
    target = Target("position", "daikuni")
    assert target.input(0, 5) == target.input(0, 5)
    assert target.input(0, 5) != target.input(0, 9)


def test_what_fails_is_minimised() -> None:
    tried: list[str] = []

    def fails(text: str) -> bool:
        tried.append(text)
        return "a" in text and "z" in text

    assert minimised("bcda" * 30 + "xyz" * 20, fails, 500) == "az"
    assert len(tried) <= 500
    assert minimised("a", fails, 0) == "a"
