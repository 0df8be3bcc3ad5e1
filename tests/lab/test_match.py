"""One game of a match: openings, seeds, forfeits, the limit."""

from __future__ import annotations

import pickle
import threading

import pytest

import strata
from strata.core.errors import InvalidLimit
from strata.lab import opening
from strata.lab.match import (
    Abandoned,
    Conditions,
    Fixture,
    Sitting,
    open_record,
    play_fixture,
)
from tests.lab.fakes import open_fake


@pytest.mark.parametrize("name", strata.games())
def test_both_seats_get_the_same_opening(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # How even they are is tested in test_opening.py; it takes a search.
    monkeypatch.setattr(opening, "_LOOKS", (200,))
    conditions = Conditions(strata.game(name), seed=5)
    one = open_record(conditions, Fixture(0, 0, "a", "b"))
    two = open_record(conditions, Fixture(1, 0, "b", "a"))
    other = open_record(conditions, Fixture(2, 1, "a", "b"))
    assert len(one.played) == 4
    assert one.played == two.played != other.played
    assert one.outcome() is None


def test_another_seed_opens_otherwise(daikuni: strata.Game) -> None:
    fixture = Fixture(0, 0, "a", "b")
    actions = {open_record(Conditions(daikuni, seed=n), fixture).played for n in range(5)}
    assert len(actions) == 5


def test_no_opening(daikuni: strata.Game) -> None:
    conditions = Conditions(daikuni, opening=0)
    assert open_record(conditions, Fixture(0, 0, "a", "b")).played == ()


def test_an_opening_never_ends_the_game(daikuni: strata.Game) -> None:
    conditions = Conditions(daikuni, opening=200)
    for number in range(5):
        record = open_record(conditions, Fixture(number, number, "a", "b"))
        assert record.outcome() is None
        assert len(record.played) > 20


def test_the_same_game_every_time(daikuni: strata.Game) -> None:
    conditions = Conditions(daikuni)
    fixture = Fixture(3, 1, "any", "first")
    one, two = (play_fixture(conditions, fixture, open_fake) for _ in range(2))
    assert one.record == two.record
    record = strata.load(one.record)
    assert record.tags["First"] == "any"
    assert record.tags["Second"] == "first"
    assert record.tags["Round"] == "4"
    outcome = record.outcome()
    assert outcome
    assert (one.played.winner, one.played.reason) == (outcome.winner, outcome.reason)
    assert one.played.actions == len(record.played)


def test_the_two_seats_have_seeds_of_their_own(daikuni: strata.Game) -> None:
    conditions = Conditions(daikuni, opening=0)
    games = [
        strata.load(play_fixture(conditions, Fixture(n, 0, "any", "any"), open_fake).record)
        for n in range(3)
    ]
    assert len({game.played[:2] for game in games}) == 3


@pytest.mark.parametrize(
    ("culprit", "said"),
    [
        ("illegal", "illegal action 'z99' in daikuni"),
        ("failing", "no idea?what to do"),
        ("absent", "not there"),
    ],
)
@pytest.mark.parametrize("seat", ["first", "second"])
def test_who_fails_forfeits(
    daikuni: strata.Game, culprit: str, said: str, seat: strata.Seat
) -> None:
    names = (culprit, "any") if seat == "first" else ("any", culprit)
    finished = play_fixture(Conditions(daikuni), Fixture(0, 0, *names), open_fake)
    other: strata.Seat = "second" if seat == "first" else "first"
    assert finished.played.failed == seat
    assert said in finished.played.failure
    assert finished.played.score(culprit) == 0
    record = strata.load(finished.record)
    assert record.outcome() == strata.Outcome(other, "forfeit")
    assert record.tags["Forfeit"] == finished.played.failure


def test_mistakes_of_the_program_are_no_forfeits(daikuni: strata.Game) -> None:
    with pytest.raises(ZeroDivisionError):
        play_fixture(Conditions(daikuni), Fixture(0, 0, "broken", "any"), open_fake)


def test_the_limit_is_a_draw(daikuni: strata.Game) -> None:
    finished = play_fixture(Conditions(daikuni, limit=6), Fixture(0, 0, "any", "any"), open_fake)
    assert finished.played.actions == 6
    record = strata.load(finished.record)
    assert record.outcome() == strata.Outcome(None, "agreement")
    assert record.tags["Adjudication"] == "a draw after 6 actions"
    assert finished.played.score("any") == 0.5


def test_a_game_can_be_broken_off(daikuni: strata.Game) -> None:
    sitting = Sitting()
    timer = threading.Timer(0.1, sitting.leave)
    timer.start()
    with pytest.raises(Abandoned):
        play_fixture(Conditions(daikuni), Fixture(0, 0, "slow", "slow"), open_fake, sitting)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opening": -1},
        {"opening": 201},
        {"limit": 0},
        {"time_ms": 0},
        {"time_ms": -1},
        {"seed": -1},
    ],
)
def test_conditions_are_checked(daikuni: strata.Game, wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidLimit, match="expected"):
        Conditions(daikuni, **wrong)


def test_conditions_go_to_other_processes() -> None:
    conditions = Conditions(strata.game("dzura", definition="mini"), time_ms=5)
    assert pickle.loads(pickle.dumps(conditions)) == conditions
