"""The positions of a record: as if all were kept, in a small part of the memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest

import strata
from strata.core.position import Position
from strata.core.record import Record
from tests.volume import everyday, outermost


def _played(game: str, actions: int, seed: int = 1) -> tuple[Record, list[Position]]:
    """A random game, and its positions as they were when it was played."""
    chance = random.Random(seed)
    record = strata.game(game).record()
    positions = [record.position]
    while record.length < actions and record.seat is not None:
        record.play(chance.choice(record.actions()))
        positions.append(record.position)
    return record, positions


@pytest.mark.parametrize("game", outermost(strata.games()))
def test_every_position_is_found_again(game: str) -> None:
    record, positions = _played(game, 110)
    assert [*record.positions] == positions
    numbers = [*range(len(positions))]
    random.Random(2).shuffle(numbers)
    for number in numbers:
        assert record.position_at(number) == positions[number]
        assert record.positions[number].actions() == positions[number].actions()
    assert record.position is record.positions[-1]


def test_taking_back_leads_the_same_way() -> None:
    record, positions = _played("kyo", 100)
    for number in range(len(positions) - 2, -1, -1):
        record.undo()
        assert record.position == positions[number]
        assert record.length == number
    with pytest.raises(strata.StrataError):
        record.undo()


def test_going_on_after_taking_back() -> None:
    chance = random.Random(3)
    record, _ = _played("daikuni", 40)
    for _ in range(everyday(120, full=300)):
        if record.seat is None or (record.length and chance.random() < 0.45):
            record.undo()
        else:
            record.play(chance.choice(record.actions()))
        again = strata.game("daikuni").record().play_all(record.played)
        assert again.position == record.position
        assert again.turn_keys == record.turn_keys
        assert record.position_at(record.length // 2) == again.position_at(record.length // 2)


def test_who_acted_is_known_without_the_positions() -> None:
    record, positions = _played("frozen", 60)
    for number, before in enumerate(positions[:-1]):
        assert record.turn_at(number) == (before.seat, before.begins_turn)


def test_played_by_codes_is_the_same_game() -> None:
    record, _ = _played("rhodium", 120)
    again = strata.game("rhodium").record().play_codes(record.played)
    assert again.export() == record.export()
    assert again.turn_keys == record.turn_keys
    assert again.outcome() == record.outcome()


@pytest.mark.skipif(not strata.compiled(), reason="uncompiled states are larger")
def test_a_long_game_takes_little_memory() -> None:
    record, _ = _played("frozen", 600)
    actions = record.played
    del record
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    again = strata.game("frozen").record().play_codes(actions)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert again.length == len(actions)
    # All states would be 7 MB; with room for work in progress in each of them 32 MB.
    assert after - before < 1_000_000
