"""The worked examples E1-E73 of docs/rules/frozen.md, read from the rulebook itself."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import strata
from tests.games.frozen.examples import (
    Ended,
    Example,
    Listed,
    Played,
    kind_shown,
    read_examples,
    section,
)

EXAMPLES = read_examples()
# Of E19 only the captures of the templar are shown, not that of the king.
TARGETS = {"i8xe4": "xe4"}
STEPS = [step for example in EXAMPLES for step in example.steps]


def test_every_statement_was_found() -> None:
    text = section("11")
    assert [example.title.split(".")[0] for example in EXAMPLES] == [
        f"E{number}" for number in range(1, 74)
    ]
    assert sum(isinstance(step, Played) for step in STEPS) == text.count("   -> ") == 100
    assert sum(isinstance(step, Listed) for step in STEPS) == text.count("\nlegal") == 55
    assert sum(isinstance(step, Ended) for step in STEPS) == text.count("   outcome: ") == 8


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title.split(".")[0])
def test_example(example: Example) -> None:
    game = strata.game("frozen", mechanics=example.mechanics)
    record = game.record(example.position)
    assert str(record.position) == example.position
    ended = [step.outcome for step in example.steps if isinstance(step, Ended)]
    for step in example.steps:
        if isinstance(step, Listed):
            _check_list(record.position, step)
        elif isinstance(step, Played):
            for action in step.actions:
                assert record.outcome() is None
                record.play(action)
            assert str(record.position) == step.after
    assert str(record.outcome()) == (ended[0] if ended else "None")


def _check_list(position: strata.Position, listed: Listed) -> None:
    actions = position.actions()
    assert len(actions) == listed.total
    assert len(listed.actions) == listed.count
    assert list(listed.actions) == sorted(listed.actions)
    kinds = {kind_shown(action) for action in listed.actions}
    if listed.count == listed.total:
        assert actions == listed.actions
    else:
        target = TARGETS.get(" ".join(listed.actions), "")
        shown = tuple(
            action for action in actions if kind_shown(action) in kinds and action.endswith(target)
        )
        assert shown == listed.actions


def test_counts_of_the_start() -> None:
    """E1 counts the actions of the start in words."""
    sentence = section("11").split("### E1.")[1].split("```")[0].replace("\n", " ")
    named = {
        name.strip("`"): int(number)
        for number, name in re.findall(r"(\d+) (`\w+`|fuse|load|plain move)", sentence)
    }
    signs = {"+": "fuse", ">": "load", "-": "plain move"}
    found: Counter[str] = Counter()
    for action in strata.game("frozen").start().actions():
        sign = action.split(":")[0] if ":" in action else re.sub(r"[a-p]\d+", "", action)
        found[signs.get(sign, sign)] += 1
    assert found == named
    assert "731 actions" in sentence
    assert found.total() == 731


def test_start_of_section_3() -> None:
    starts = re.findall(r"^(w rnb\S+ - - - - - 1)$", section("3"), re.MULTILINE)
    assert starts == [str(strata.game("frozen").start())]
