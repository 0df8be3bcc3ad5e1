"""A table: what may be done, by whom, and what it changes."""

from __future__ import annotations

import random

import pytest

import strata
from strata.core.outcome import SEATS, Outcome, Seat, other_seat
from strata.core.record import Record
from strata.play.claim import ClaimTerms
from strata.play.clock import day_clock
from strata.play.game_snapshot import snapshot_of
from strata.play.new_table import new_table
from strata.play.refusal import Refusal
from strata.play.table import SeatKind, Table
from strata.server.engines.computer_worker import choose

NOW = 1_700_000_000_000
DAY = 24 * 3600 * 1000


def table_of(
    first: SeatKind = "me",
    second: SeatKind = "link",
    clock: tuple[int, int] | None = None,
    game: str = "daikuni",
) -> Table:
    return new_table(strata.game(game), {"first": first, "second": second}, clock)


def play_on(table: Table, actions: int, now_ms: int = NOW) -> None:
    picks = random.Random(7)
    for _ in range(actions):
        assert table.seat is not None
        table.play(table.seat, picks.choice(table.record.actions()), now_ms)


def clock_of(table: Table) -> tuple[int, int, Seat | None]:
    assert table.clock is not None
    return table.clock.first_ms, table.clock.second_ms, table.clock.running


def refusal(table: Table, deed: str, *given: object) -> str:
    """The reason for which something is refused, which leaves the table as it was."""
    before = (table.version, table.extras(), table.record.played)
    with pytest.raises(Refusal) as caught:
        getattr(table, deed)(*given)
    assert (table.version, table.extras(), table.record.played) == before
    return caught.value.reason


def test_an_action_counts_the_version_up() -> None:
    table = table_of()
    table.play("first", "Kd4", NOW)
    assert (table.version, table.seat, table.record.played) == (1, "second", ("Kd4",))


def test_actions_are_refused_for_a_reason() -> None:
    table = table_of()
    assert refusal(table, "play", "second", "Kd4", NOW) == "not-your-turn"
    assert refusal(table, "play", "first", "Kz9", NOW) == "illegal-action"
    table.resign("second", NOW)
    assert refusal(table, "play", "first", "Kd4", NOW) == "game-over"
    assert table.record.outcome() == Outcome("first", "resignation")


def test_what_is_kept_makes_the_same_table_again() -> None:
    table = table_of(clock=(60_000, 1_000))
    play_on(table, 5)
    table.offer_draw("first", NOW)
    record = Record(table.record.start).play_all(table.record.played)
    again = Table(record, table.kinds, version=table.version, extras=table.extras())
    assert again.extras() == table.extras()
    assert (again.seat, again.version) == (table.seat, table.version)
    table.resign("first", NOW)
    over = Table(record, table.kinds, version=table.version, extras=table.extras())
    assert over.record.outcome() == Outcome("second", "resignation")


def test_first_turns_are_free_then_the_clock_runs() -> None:
    table = table_of(clock=(10_000, 500))
    table.play("first", "Kd4", NOW + 60_000)
    assert clock_of(table) == (10_000, 10_000, None)
    table.play("second", "Kg7", NOW + 120_000)
    assert clock_of(table) == (10_000, 10_000, "first")
    table.play("first", table.record.actions()[0], NOW + 123_000)
    assert clock_of(table) == (7_500, 10_000, "second")


def test_flag_ends_the_game_by_time() -> None:
    table = table_of(clock=(10_000, 0))
    play_on(table, 2)
    version = table.version
    assert not table.flag(NOW + 9_999)
    assert table.flag(NOW + 10_000)
    assert table.record.outcome() == Outcome("second", "time")
    assert table.version == version + 1
    assert not table.flag(NOW + 20_000)
    assert table.clock is not None
    assert table.clock.running is None


def test_the_clock_stops_when_the_game_ends() -> None:
    table = table_of(clock=(10_000, 0))
    play_on(table, 2)
    table.resign("second", NOW + 4_000)
    assert table.clock is not None
    assert (table.clock.running, table.clock.first_ms) == (None, 6_000)


def test_increment_is_for_turns_not_for_actions() -> None:
    table = table_of(clock=(100_000, 1_000), game="kyo")
    picks, now = random.Random(3), NOW
    turns: dict[Seat, int] = {"first": 0, "second": 0}
    several = 0
    while not table.is_over and len(table.record.played) < 60:
        seat = table.seat
        assert seat is not None
        table.play(seat, picks.choice(table.record.actions()), now)
        is_turn_over = table.record.position.begins_turn
        turns[seat] += is_turn_over and not table.is_over
        several += not is_turn_over
    assert several, "kyo has turns of several actions"
    assert table.clock is not None
    for seat in turns:
        free = 1  # the first turn earns nothing
        assert table.clock.left_ms(seat, now) == 100_000 + 1_000 * max(0, turns[seat] - free)


def test_draw_by_agreement() -> None:
    table = table_of()
    play_on(table, 1)
    table.offer_draw("first", NOW)
    assert table.extras().draw_offer == "first"
    assert refusal(table, "offer_draw", "first", NOW) == "not-allowed"
    assert refusal(table, "answer_draw", "first", True, NOW) == "not-allowed"
    table.answer_draw("second", False, NOW)
    assert table.extras().draw_offer is None
    table.offer_draw("second", NOW)
    table.offer_draw("first", NOW)  # both want it
    assert table.record.outcome() == Outcome(None, "agreement")


def test_an_offer_lapses_when_the_other_acts() -> None:
    table = table_of()
    table.offer_draw("first", NOW)
    table.play("first", "Kd4", NOW)
    assert table.extras().draw_offer == "first"
    table.play("second", "Kg7", NOW)
    assert table.extras().draw_offer is None
    assert refusal(table, "answer_draw", "second", True, NOW) == "not-allowed"


def test_the_computer_agrees_to_no_draw() -> None:
    assert refusal(table_of(second="computer"), "offer_draw", "first", NOW) == "not-allowed"


def test_take_back_asked_and_granted() -> None:
    table = table_of()
    play_on(table, 5)
    table.ask_take_back("second", NOW)
    assert table.extras().take_back == "second"
    assert refusal(table, "ask_take_back", "first", NOW) == "not-allowed"
    table.answer_take_back("first", True, NOW)
    assert (len(table.record.played), table.seat, table.extras().take_back) == (3, "second", None)


def test_take_back_refused_or_overtaken() -> None:
    table = table_of()
    play_on(table, 4)
    table.ask_take_back("second", NOW)
    table.answer_take_back("first", False, NOW)
    assert (len(table.record.played), table.extras().take_back) == (4, None)
    table.ask_take_back("second", NOW)
    play_on(table, 1)
    assert table.extras().take_back is None
    assert refusal(table, "answer_take_back", "first", True, NOW) == "not-allowed"


def test_nothing_to_take_back() -> None:
    table = table_of()
    play_on(table, 1)
    assert refusal(table, "ask_take_back", "second", NOW) == "not-allowed"


def test_the_computer_grants_at_once() -> None:
    table = table_of(second="computer")
    play_on(table, 4)
    table.ask_take_back("first", NOW)
    assert (len(table.record.played), table.seat) == (2, "first")


def test_one_person_takes_back_the_last_turn() -> None:
    table = table_of(second="me")
    play_on(table, 3)
    table.ask_take_back("second", NOW)
    assert (len(table.record.played), table.seat) == (2, "first")


def test_a_turn_is_taken_back_whole() -> None:
    table = table_of(second="me", game="kyo")
    picks = random.Random(1)
    while table.record.position.begins_turn:  # until a turn goes on
        table.play(table.seat or "first", picks.choice(table.record.actions()), NOW)
    start = table.turns.start_of_last(table.seat or "first")
    table.ask_take_back(table.seat or "first", NOW)
    assert len(table.record.played) == start
    assert table.record.position.begins_turn


def test_taken_back_to_a_free_first_turn() -> None:
    table = table_of(second="me", clock=(10_000, 0))
    play_on(table, 2)
    table.ask_take_back("first", NOW + 1_000)
    assert table.clock is not None
    assert (table.seat, table.clock.running) == ("second", None)
    assert table.clock.first_ms == 9_000  # time that was used is not given back


TERMS = ClaimTerms(patience_ms=60_000, silence_ms=7 * DAY, grace_ms=60_000, silent_grace_ms=DAY)


def test_a_claim_where_a_clock_runs() -> None:
    table = table_of(clock=(600_000, 0))
    assert refusal(table, "claim_game", "first", 90_000, TERMS, NOW) == "not-allowed"
    play_on(table, 3)
    assert (table.seat, table.clock and table.clock.running) == ("second", "second")
    assert refusal(table, "claim_game", "second", 90_000, TERMS, NOW) == "not-allowed"
    assert refusal(table, "claim_game", "first", 0, TERMS, NOW) == "not-allowed"
    assert refusal(table, "claim_game", "first", 59_000, TERMS, NOW) == "not-allowed"
    table.claim_game("first", 60_000, TERMS, NOW)
    assert (table.is_over, table.version, table.deadline_ms) == (False, 4, NOW + 60_000)
    assert refusal(table, "claim_game", "first", 60_000, TERMS, NOW) == "not-allowed"
    assert not table.settle_claim(NOW + 59_999)
    assert table.settle_claim(NOW + 60_000)
    assert table.record.outcome() == Outcome("first", "abandonment")
    assert (table.claim, table.deadline_ms) == (None, None)


@pytest.mark.parametrize("clock", [None, (600_000, 0)])
def test_a_claim_without_a_running_clock_takes_days(clock: tuple[int, int] | None) -> None:
    """The second turn of a game is free on the clock too."""
    table = table_of(clock=clock)
    play_on(table, 1)
    assert (
        refusal(table, "claim_game", "first", 10 * DAY, TERMS, NOW + 7 * DAY - 1) == "not-allowed"
    )
    table.claim_game("first", 60_000, TERMS, NOW + 7 * DAY)
    assert table.deadline_ms == NOW + 8 * DAY
    assert table.settle_claim(NOW + 8 * DAY)


@pytest.mark.parametrize("sign", ["seen", "acts", "withdrawn"])
def test_a_sign_of_presence_ends_a_claim(sign: str) -> None:
    table = table_of()
    play_on(table, 1)
    table.claim_game("first", 8 * DAY, TERMS, NOW + 8 * DAY)
    assert not table.note_seen(SEATS[:1])
    version = table.version
    if sign == "seen":
        assert table.note_seen(SEATS[1:])
    elif sign == "acts":
        play_on(table, 1, NOW + 8 * DAY)
    else:
        assert refusal(table, "withdraw", "second", "claim") == "not-allowed"
        table.withdraw("first", "claim")
    assert (table.claim, table.version) == (None, version + 1)
    assert not table.settle_claim(NOW + 30 * DAY)


def test_an_outage_makes_the_grace_of_a_claim_longer() -> None:
    table = table_of()
    play_on(table, 1)
    table.claim_game("first", 8 * DAY, TERMS, NOW + 8 * DAY)
    assert table.give_back(NOW + 7 * DAY, NOW + 8 * DAY + 5_000)
    assert table.deadline_ms == NOW + 9 * DAY + 5_000


def test_the_time_of_an_outage_is_given_back_once() -> None:
    """Though several processes see to it. Another outage is another matter."""
    table = new_table(strata.game("daikuni"), {"first": "me", "second": "link"}, (60_000, 0))
    play_on(table, 3)
    due_ms = table.deadline_ms
    assert due_ms is not None
    away = NOW + 20_000
    assert table.give_back(away, away + 10_000)
    assert not table.give_back(away, away + 11_000)
    assert table.deadline_ms == due_ms + 10_000
    table.claim_game("first", 90_000, TERMS, away + 12_000)
    assert table.give_back(away + 13_000, away + 30_000)
    assert not table.give_back(away + 13_000, away + 31_000)
    assert table.clock is not None
    assert table.clock.deadline_ms == due_ms + 27_000
    assert table.claim is not None
    assert table.claim.stands_ms == away + 12_000 + TERMS.grace_ms + 17_000


def test_days_a_turn_are_not_claimed() -> None:
    table = new_table(strata.game("daikuni"), {"first": "me", "second": "link"}, day_clock(DAY))
    play_on(table, 3)
    assert refusal(table, "claim_game", "first", 90 * DAY, TERMS, NOW + DAY // 2) == "not-allowed"


@pytest.mark.parametrize("second", ["me", "computer"])
def test_nobody_to_abandon(second: SeatKind) -> None:
    table = table_of(second=second)
    play_on(table, 1)
    assert refusal(table, "claim_game", "first", 90 * DAY, TERMS, NOW + 90 * DAY) == "not-allowed"


def test_every_turn_has_its_days() -> None:
    table = new_table(strata.game("daikuni"), {"first": "me", "second": "link"}, day_clock(2 * DAY))
    play_on(table, 2)
    assert clock_of(table) == (2 * DAY, 2 * DAY, "first")
    play_on(table, 1, NOW + DAY)
    assert clock_of(table) == (2 * DAY, 2 * DAY, "second")
    assert table.deadline_ms == NOW + 3 * DAY
    play_on(table, 1, NOW + 2 * DAY)
    assert clock_of(table) == (2 * DAY, 2 * DAY, "first")
    assert not table.flag(NOW + 4 * DAY - 1)
    assert table.flag(NOW + 4 * DAY)
    assert table.record.outcome() == Outcome("second", "time")


def test_requests_are_withdrawn_by_who_made_them() -> None:
    table = table_of(game="kyo")
    play_on(table, 4)
    asking = table.turns.last_seat
    assert asking is not None
    assert refusal(table, "withdraw", asking, "draw") == "not-allowed"
    table.offer_draw(asking, NOW)
    table.ask_take_back(asking, NOW)
    assert refusal(table, "withdraw", other_seat(asking), "draw") == "not-allowed"
    table.withdraw(asking, "draw")
    assert (table.draw_offer, table.take_back, table.version) == (None, asking, 7)
    table.withdraw(asking, "take-back")
    assert (table.take_back, table.version) == (None, 8)


def test_an_imported_record_is_only_looked_at() -> None:
    record = strata.game("daikuni").record().play_all(["Kd4"])
    table = Table(record, {"first": "me", "second": "me"}, imported=True)
    assert table.seat is None
    assert refusal(table, "play", "second", "Kg7", NOW) == "not-allowed"


def test_turns_are_numbered() -> None:
    table = table_of(second="me", game="kyo")
    play_on(table, 20)
    numbers = [played.turn for played in table.turns.actions]
    assert numbers[0] == 1
    for index in range(1, len(numbers)):
        begins = table.record.positions[index].begins_turn
        assert numbers[index] == numbers[index - 1] + begins
        if not begins:
            assert table.turns.actions[index].seat == table.turns.actions[index - 1].seat


def test_the_random_mover_is_legal_and_repeats_itself() -> None:
    record = strata.game("daikuni", tiles=16).record()
    while record.outcome() is None:
        given = (snapshot_of(record), None, 100, 5)
        action = choose(*given)
        assert action == choose(*given)
        record.play(action)


def test_a_preset_counts_as_its_actions() -> None:
    table = new_table(strata.game("rhodium"), {"first": "me", "second": "link"}, (60_000, 1_000))
    table.play_preset("first", "castle", NOW)
    assert table.version == 22
    assert table.seat == "second"
    assert len(table.record.played) == 22
    table.play("second", table.record.actions()[0], NOW)
    table.play_preset("second", "random", NOW)
    assert table.version == 44
    assert table.record.position.scene().seat == "first"
    assert refusal(table, "play_preset", "first", "castle", NOW) == "not-allowed"
    assert refusal(table, "play_preset", "second", "castle", NOW) == "not-your-turn"


def test_a_preset_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(strata.game("rhodium"), {"first": "me", "second": "link"}, (60_000, 1_000))
    good = table.record.position.presets(1)[0].actions
    bad = strata.Preset("bad", "breaks off", (*good[:3], "R@e1"))
    monkeypatch.setattr(type(table.record.rules), "presets", lambda *_: (bad,))
    before = (table.version, table.clock, str(table.record.position))
    assert refusal(table, "play_preset", "first", "bad", NOW) == "illegal-action"
    assert refusal(table, "play_preset", "first", "other", NOW) == "not-allowed"
    assert (table.version, table.clock, str(table.record.position)) == before
    assert len(table.turns.actions) == 0


def test_parts_of_an_action_are_played_together_or_not_at_all() -> None:
    table = new_table(strata.game("frozen"), {"first": "me", "second": "link"}, (60_000, 1_000))
    assert refusal(table, "play_parts", "second", ("morph:b1", "kind:R"), NOW) == "not-your-turn"
    assert refusal(table, "play_parts", "first", ("morph:b1", "kind:N"), NOW) == "illegal-action"
    assert refusal(table, "play_parts", "first", ("morph:z1", "kind:R"), NOW) == "illegal-action"
    assert refusal(table, "play_parts", "first", ("a4-a5", "a5-a6"), NOW) == "not-allowed"
    table.play_parts("first", ("morph:b1", "kind:R"), NOW)
    assert (table.version, table.seat) == (2, "second")
    assert table.record.played == ("morph:b1", "kind:R")
    table.play_parts("second", ("a13-a12",), NOW)
    assert table.version == 3


def test_help_is_for_who_acts_against_the_computer() -> None:
    table = table_of(second="computer")
    for _ in range(2):
        table.note_help("first", "hint")
        assert (table.version, table.record.help) == (1, {"first": 1})
    table.note_help("first", "threats")
    assert (table.version, table.record.help) == (2, {"first": 2})
    assert refusal(table, "note_help", "second") == "not-your-turn"
    for others in (table_of(), table_of(second="me")):
        assert refusal(others, "note_help", "first") == "not-allowed"
        assert others.record.help == {}
    table.play("first", "Kd4", NOW)
    assert refusal(table, "note_help", "first") == "not-your-turn"
    table.resign("first", NOW)
    assert refusal(table, "note_help", "first") == "game-over"


def test_help_leaves_what_was_said_of_the_actions() -> None:
    """An action that is on its way is still about the same actions."""
    table = table_of(second="computer")
    table.note_help("first")
    assert table.acted_version == 0
