"""The clock: time is an argument, so every moment can be looked at."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from strata.play.clock import Clock, day_clock, new_clock

NOW = 1_700_000_000_000


def test_new_clock_stands() -> None:
    clock = new_clock(60_000, 2_000)
    assert clock.running is None
    assert clock.deadline_ms is None
    assert clock.left_ms("first", NOW) == 60_000
    assert clock.fallen(NOW + 10**9) is None


def test_only_the_running_seat_loses_time() -> None:
    clock = new_clock(60_000, 2_000).started("second", NOW)
    assert clock.left_ms("second", NOW + 12_345) == 60_000 - 12_345
    assert clock.left_ms("first", NOW + 12_345) == 60_000
    assert clock.deadline_ms == NOW + 60_000


def test_increment_comes_when_the_turn_ends() -> None:
    clock = new_clock(60_000, 2_000).started("first", NOW).turn_over("second", NOW + 10_000)
    assert (clock.first_ms, clock.second_ms) == (52_000, 60_000)
    assert clock.running == "second"
    assert clock.since_ms == NOW + 10_000


def test_a_free_turn_earns_no_increment() -> None:
    clock = new_clock(60_000, 2_000).turn_over(None, NOW).turn_over("first", NOW + 5_000)
    assert (clock.first_ms, clock.second_ms) == (60_000, 60_000)
    assert clock.running == "first"


def test_flag_falls_at_the_deadline_and_not_before() -> None:
    clock = new_clock(1_000, 0).started("first", NOW)
    assert clock.fallen(NOW + 999) is None
    assert clock.fallen(NOW + 1_000) == "first"
    assert clock.left_ms("first", NOW + 5_000) == 0


def test_time_of_day_set_back_gives_no_time() -> None:
    clock = new_clock(60_000, 0).started("first", NOW)
    assert clock.left_ms("first", NOW - 10_000) == 60_000


@given(st.lists(st.integers(0, 5_000), max_size=30), st.integers(0, 3_000))
def test_what_is_used_and_earned_adds_up(thinking: list[int], increment: int) -> None:
    clock: Clock = new_clock(1_000_000, increment).started("first", NOW)
    now, used, turns = NOW, {"first": 0, "second": 0}, {"first": 0, "second": 0}
    for number, pause in enumerate(thinking):
        seat = "first" if number % 2 == 0 else "second"
        now += pause
        used[seat] += pause
        turns[seat] += 1
        clock = clock.turn_over("second" if seat == "first" else "first", now)
    for seat in ("first", "second"):
        expected = 1_000_000 - used[seat] + increment * turns[seat]
        assert clock.left_ms(seat, now) == expected  # type: ignore[arg-type]


def test_a_clock_that_was_stored_before_turns_had_a_time() -> None:
    stored = b'{"main_ms":60000,"increment_ms":500,"first_ms":9,"second_ms":8,"running":"first"}'
    clock = msgspec.json.decode(stored, type=Clock)
    assert (clock.turn_ms, clock.first_ms) == (0, 9)
    assert clock.fresh() == new_clock(60_000, 500)
    assert day_clock(7).fresh() == day_clock(7)
