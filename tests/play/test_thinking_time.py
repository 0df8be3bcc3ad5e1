"""How long a computer may think."""

from __future__ import annotations

import pytest

import strata
from strata.play.clock import new_clock
from strata.play.game_snapshot import snapshot_of
from strata.play.new_table import new_table
from strata.play.thinking_time import DEFAULT_LEVEL, LEVELS, left_of, thinking_ms
from strata.server.engines.computer_worker import choose


def test_levels_are_numbered_and_think_longer_and_longer() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    times = [level.time_ms for level in LEVELS]
    assert times == sorted(times)
    assert 1 <= DEFAULT_LEVEL <= 10


def test_without_a_clock_it_is_the_level_or_what_is_allowed() -> None:
    assert thinking_ms(10, 60_000, None) == LEVELS[9].time_ms
    assert thinking_ms(10, 700, None) == 700
    assert thinking_ms(1, 60_000, None) == LEVELS[0].time_ms
    assert thinking_ms(None, 700, None) < 50


@pytest.mark.parametrize("left_ms", [0, 100, 1_000, 10_000, 60_000, 3_600_000])
@pytest.mark.parametrize("increment_ms", [0, 1_000, 30_000])
def test_a_clock_is_never_used_up(left_ms: int, increment_ms: int) -> None:
    budget = thinking_ms(10, 60_000, left_ms, increment_ms)
    assert budget <= LEVELS[9].time_ms
    assert budget <= max(10, left_ms // 3)


def test_an_increment_is_used() -> None:
    assert thinking_ms(10, 60_000, 10_000, 0) < thinking_ms(10, 60_000, 10_000, 2_000)


def test_what_a_clock_shows() -> None:
    clock = new_clock(60_000, 0).started("first", 1_000)
    assert left_of(clock, "first", 11_000) == 50_000
    assert left_of(clock, "second", 11_000) == 60_000
    assert left_of(None, "first", 0) is None


def test_a_question_is_answered_as_asked() -> None:
    table = new_table(
        strata.game("dzura", definition="mini"), {"first": "computer", "second": "me"}
    )
    snapshot = snapshot_of(table.record)
    assert snapshot.record().rules == table.record.rules
    assert choose(snapshot, None, 10, 1) in table.record.actions()
    assert choose(snapshot, None, 10, 1) == choose(snapshot, None, 10, 1)
    assert choose(snapshot, 1, 10, 1) in table.record.actions()


def test_a_set_up_is_one_that_nobody_knows() -> None:
    start = strata.game("rhodium").start()
    known = {preset.actions for preset in start.presets(5) if not preset.varied}
    placed = set()
    for seed in range(12):
        record = strata.game("rhodium").record()
        while record.seat == "first":
            record.play(choose(snapshot_of(record), 10, 10, seed))
        varied = next(preset for preset in start.presets(seed) if preset.varied)
        assert tuple(map(str, record.played)) == varied.actions
        placed.add(varied.actions)
    assert len(placed) == 12
    assert not placed & known
