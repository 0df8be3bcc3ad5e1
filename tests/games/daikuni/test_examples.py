"""The worked examples E1–E30 of docs/rules/daikuni.md, read from the rulebook itself."""

from __future__ import annotations

import re

import pytest

import strata
from strata.core.option import parse_settings
from tests.rulebook import Block, read_blocks, read_fields, rulebook_path

EXAMPLES = {
    f"E{number[1]}": block
    for block in read_blocks(rulebook_path("daikuni").read_text(encoding="utf-8"))
    if (number := re.match(r"E(\d+)\. ", block.title))
}
KNOWN_FIELDS = {"options", "position", "play", "after", "actions", "outcome"}


def test_all_examples_were_found() -> None:
    assert list(EXAMPLES) == [f"E{number}" for number in range(1, 31)]


def test_examples_say_what_they_expect() -> None:
    kinds = [frozenset(read_fields(block)) for block in EXAMPLES.values()]
    assert all({"options", "position", "actions"} <= kind <= KNOWN_FIELDS for kind in kinds)
    assert all(("play" in kind) == ("after" in kind) for kind in kinds)
    assert sum("play" in kind for kind in kinds) == 7
    assert sum("outcome" in kind for kind in kinds) == 7


@pytest.mark.parametrize("block", EXAMPLES.values(), ids=EXAMPLES)
def test_example(block: Block) -> None:
    fields = read_fields(block)
    options = "" if fields["options"] == "default" else fields["options"]
    game = strata.game("daikuni", **parse_settings(options))
    position = game.position(fields["position"])
    record = game.record(position).play_all(fields.get("play", "").split())
    if "after" in fields:
        assert str(record.position) == fields["after"]
    count, colon, listed = fields["actions"].partition(":")
    assert len(record.position.actions()) == int(count)
    if colon:
        assert list(record.position.actions()) == listed.split()
    outcome = record.position.outcome()
    assert str(outcome) == fields.get("outcome", "None")
    assert record.outcome() == outcome
