"""Steps of a turn that goes on: who may undo them, what that changes, what others hear of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import strata
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.games.rhodium.game import Rhodium
from strata.play.new_table import new_table
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.play.undo import is_final, last_step, may_undo_step, reveals

NOW = 1_700_000_000_000


def table_of(game: str, clock: tuple[int, int] | None = None) -> Table:
    return new_table(strata.game(game), {"first": "me", "second": "link"}, clock)


def play_into_a_turn(table: Table, steps: int = 1, seed: int = 3) -> Seat:
    """Play until a turn has so many steps and goes on; who acts."""
    picks = random.Random(seed)
    while True:
        seat = table.seat
        assert seat is not None
        table.play(seat, picks.choice(table.record.actions()), NOW)
        turn = table.turns.actions[-1].turn
        own = sum(played.turn == turn for played in table.turns.actions)
        if table.seat == seat and not table.record.position.begins_turn and own == steps:
            return seat


def refused(table: Table, seat: Seat) -> str:
    before = (table.version, table.extras(), table.record.played)
    with pytest.raises(Refusal) as caught:
        table.undo_step(seat)
    assert (table.version, table.extras(), table.record.played) == before
    return caught.value.reason


@pytest.mark.parametrize("game", ["kyo", "frozen"])
def test_steps_are_undone_one_by_one_to_the_start_of_the_turn(game: str) -> None:
    table = table_of(game, (600_000, 0))
    seat = play_into_a_turn(table, 2)
    began = table.turns.start_of_last(seat)
    assert began is not None
    start, clock, version = str(table.record.position_at(began)), table.clock, table.version
    undone = 0
    while table.record.length > began:
        assert may_undo_step(table.record, seat)
        undone += table.undo_step(seat)
        version += 1
        assert (table.seat, table.version, table.acted_version) == (seat, version, version)
    assert undone == 2
    assert str(table.record.position) == start
    assert table.clock == clock  # it runs on
    assert refused(table, seat) == "not-allowed"
    assert not may_undo_step(table.record, seat)


def test_a_turn_that_is_over_is_not_undone() -> None:
    table = table_of("daikuni")
    table.play("first", "Kd4", NOW)
    assert refused(table, "first") == "not-your-turn"
    assert refused(table, "second") == "not-allowed"
    assert refused(table_of("daikuni"), "first") == "not-allowed"
    table.resign("first", NOW)
    assert refused(table, "second") == "game-over"


def test_an_action_is_undone_with_the_incomplete_ones_before_it() -> None:
    game = strata.game("dzura", rotation="on")
    table = new_table(game, {"first": "me", "second": "link"})
    (swap, *_) = (action for action in table.record.actions() if "=" in action)
    table.play("first", swap, NOW)
    assert last_step(table.record, "first") == 1  # it waits for what completes it
    table.play("first", table.record.actions()[0], NOW)
    assert table.undo_step("first") == 2
    assert (table.record.length, table.version) == (0, 3)


def test_a_request_about_a_turn_lapses_when_it_is_undone() -> None:
    table = table_of("kyo")
    seat = play_into_a_turn(table)
    table.ask_take_back(seat, NOW)
    table.undo_step(seat)
    assert table.take_back is None


def place(table: Table, seat: Seat, count: int) -> None:
    for _ in range(count):
        assert table.seat == seat
        table.play(seat, table.record.actions()[0], NOW)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_an_unfinished_secret_set_up_is_undone_by_whose_it_is(seat: Seat) -> None:
    table = table_of("rhodium", (600_000, 0))
    if seat == "second":
        table.play_preset("first", "castle", NOW)
    begun, version = table.record.length, table.version
    other: Seat = "first" if seat == "second" else "second"
    before = (table.version - table.untold_to((other,)), table.clock, table.record.length)
    place(table, seat, 5)
    for _ in range(3):
        assert table.undo_step(seat) == 1
    assert (table.record.length, table.version) == (begun + 2, version + 8)
    assert (table.untold_to((seat,)), table.untold_to((other,)), table.untold_to(())) == (0, 6, 6)
    assert table.untold_to(("first", "second")) == 0
    for _ in range(2):
        table.undo_step(seat)
    assert refused(table, seat) == "not-allowed"
    assert before == (table.version - table.untold_to((other,)), table.clock, table.record.length)
    assert refused(table, other) == "not-your-turn"


def test_a_set_up_that_is_finished_is_not_undone() -> None:
    table = table_of("rhodium")
    table.play_preset("first", "castle", NOW)
    assert refused(table, "first") == "not-your-turn"
    assert refused(table, "second") == "not-allowed"
    table.play_preset("second", "castle", NOW)
    assert table.seat is not None
    assert refused(table, table.seat) == "not-allowed"


def test_what_is_undone_in_secret_is_kept() -> None:
    table = table_of("rhodium")
    place(table, "first", 3)
    table.undo_step("first")
    record = Record(table.record.start).play_all(table.record.played)
    again = Table(record, table.kinds, version=table.version, extras=table.extras())
    assert again.untold_to(()) == table.untold_to(()) == 2


class Peeking(Rhodium):
    """Whoever has placed two pieces sees everything: a step that shows something hidden."""

    def conceal(self, state: Any, viewer: Seat | None) -> Any:
        placed = sum(letter.islower() for letter in self.format(state).split(" ")[0])
        if viewer == "second" and placed >= 2:
            return state
        return super().conceal(state, viewer)


def test_a_step_that_shows_something_hidden_stays() -> None:
    rules = Peeking()
    position = Position(rules, rules.start())
    record = Record(position)
    record.play_all(position.presets(7)[0].actions)
    assert record.seat == "second"
    record.play(record.actions()[0])
    assert last_step(record, "second") == 1
    before = record.position
    action = record.actions()[0]
    record.play(action)
    assert record.seat == "second"
    assert reveals(before, action, record.position)
    assert is_final(before, action, record.position)
    with pytest.raises(Refusal, match="hidden"):
        last_step(record, "second")


def test_what_is_final() -> None:
    daikuni = strata.game("daikuni").start()
    king = daikuni.find("Kd4")
    assert is_final(daikuni, king, daikuni.play(king))
    rhodium = strata.game("rhodium").start()
    placed = rhodium.actions()[0]
    assert not is_final(rhodium, placed, rhodium.play(placed))
