"""Compares the rules of a game with a reference that is a plain game, in a file of its own.

REFERENCE = Path(__file__).with_name("reference.py")

def test_random_games_agree() -> None:
    agree("mygame", REFERENCE, {"size": 6})

@pytest.mark.parametrize("entry", read_perft(perft_path("mygame")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    counts_agree(entry, REFERENCE)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

import strata
from tests.perft.entries import Entry

_NO_OPTIONS: Mapping[str, object] = {}


def agree(
    name: str | Path,
    reference: Path,
    options: Mapping[str, object] = _NO_OPTIONS,
    games: int = 20,
    *,
    limit: int = 2000,
) -> int:
    """Play random games by both rules and compare every position of them.

    Position text, seat, beginnings of turns, legal actions in any order and outcomes, repetition
    included, must be the same. A game ends after `limit` actions. The same arguments play the
    same games. Raises AssertionError with the actions that lead to the first difference; returns
    how many positions were compared.
    """
    one, two = strata.game(name, **options), strata.game(reference, **options)
    compared = 0
    for number in range(games):
        choose = Random(f"{sorted(options.items())} {number}")
        record, other = one.record(), two.record()
        _compare(record, other)
        while record.outcome() is None and record.length < limit:
            action = str(choose.choice(record.actions()))
            record.play(action)
            other.play(action)
            _compare(record, other)
        compared += record.length + 1
    return compared


def counts_agree(entry: Entry, reference: Path, most: int = 3_000) -> None:
    """Compare the counts of `entry` with those of the reference.

    The first depth is always counted, deeper ones while there are at most `most` sequences.
    """
    position = strata.game(reference, **entry.options).position(entry.position)
    for depth, count in entry.counts.items():
        if depth > 1 and count > most:
            break
        found = position.perft(depth)
        assert found == count, (
            f"{entry.id}, depth {depth}: {count}, the reference counts {found}; in {entry.position}"
        )


def _compare(record: strata.Record, other: strata.Record) -> None:
    one, two = record.position, other.position
    _expect_same(record, "positions", str(one), str(two))
    _expect_same(record, "outcomes", str(record.outcome()), str(other.outcome()))
    _expect_same(record, "seats", record.seat, other.seat)
    _expect_same(record, "beginnings of a turn", one.begins_turn, two.begins_turn)
    mine, theirs = {*map(str, record.actions())}, {*map(str, other.actions())}
    _expect_same(record, "actions", _only(mine, theirs), _only(theirs, mine))


def _only(actions: Iterable[str], others: Iterable[str]) -> str:
    """Those of `actions` that are not among `others`."""
    return ", ".join(sorted({*actions} - {*others})) or "no other"


def _expect_same(record: strata.Record, what: str, mine: object, theirs: object) -> None:
    if mine == theirs:
        return
    played = " ".join(map(str, record.played)) or "nothing"
    raise AssertionError(
        f"different {what} in {record.position} after {record.length} actions\n"
        f"rules      {mine}\nreference  {theirs}\noptions    {dict(record.rules.settings)}\n"
        f"played     {played}"
    )
