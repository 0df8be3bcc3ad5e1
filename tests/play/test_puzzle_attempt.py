"""A way through a puzzle: answers, replies, hints, the puzzle of the day."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest

import strata
from strata.core.errors import IllegalAction
from strata.play.puzzle_attempt import PuzzleAttempt, daily_puzzle, puzzle_rating
from tests.core.test_puzzle_files import GAME, make


@pytest.fixture
def attempt() -> PuzzleAttempt:
    return PuzzleAttempt(GAME, make())


def test_the_solution_is_played_against_its_replies(attempt: PuzzleAttempt) -> None:
    assert attempt.task() == "First to move. Find the turn that wins."
    assert attempt.play("take-a1").verdict == "on"
    answer = attempt.play("end")
    assert answer.verdict == "next"
    assert [told.action for told in answer.reply] == ["take-b1", "end"]
    assert "next" in attempt.task()
    attempt.play("take-c1")
    attempt.play("take-d1")
    assert attempt.play("take-e1").verdict == "on"
    assert attempt.play("end").verdict == "solved", "four are left: better than the file says"
    assert attempt.is_solved
    assert attempt.is_clean
    with pytest.raises(IllegalAction, match="solved"):
        attempt.play("take-f1")


def test_a_wrong_turn_is_refuted_and_taken_back(attempt: PuzzleAttempt) -> None:
    attempt.play("take-a1")
    attempt.play("take-b1")
    answer = attempt.play("end")
    assert answer.verdict == "wrong"
    assert answer.refutation[0].seat == "second"
    assert all(told.telling for told in answer.refutation)
    assert str(attempt.record.position) == str(GAME.start())
    assert not attempt.is_clean
    assert attempt.play("take-a1").verdict == "on"
    assert attempt.play("end").verdict == "next"


def test_what_is_illegal_changes_nothing(attempt: PuzzleAttempt) -> None:
    with pytest.raises(IllegalAction):
        attempt.play("take-c1")
    assert attempt.is_clean
    assert attempt.record.length == 0


def test_hints_come_in_steps(attempt: PuzzleAttempt) -> None:
    hints = []
    while (hint := attempt.hint()) is not None:
        hints.append(hint.read())
    assert len(hints) >= 2
    assert "take-a1, then end" in hints[-1]
    assert not attempt.is_clean


def test_the_solution_is_told_and_counts_as_not_solved(attempt: PuzzleAttempt) -> None:
    attempt.play("take-a1")
    told = attempt.solution()
    assert [one.action for one in told] == ["take-a1", "end", "take-b1", "end", "take-c1", "end"]
    assert [one.seat for one in told][2] == "second"
    assert attempt.is_solved
    assert not attempt.is_clean


def test_a_puzzle_has_its_own_options() -> None:
    game = strata.game("daikuni")
    puzzle = game.puzzles[0]
    attempt = PuzzleAttempt(strata.game("daikuni", tiles=16), puzzle)
    assert attempt.record.rules == game.rules


def test_ratings_follow_the_level() -> None:
    ratings = [puzzle_rating(make(level=level)).rating for level in range(1, 11)]
    assert ratings == sorted(ratings)
    assert (ratings[0], ratings[-1]) == (850, 2200)


def test_the_puzzle_of_the_day_changes_every_day() -> None:
    puzzles = [msgspec.structs.replace(make(), id=str(number)) for number in range(5)]
    day = date(2026, 11, 17)
    week = [daily_puzzle(puzzles, day + timedelta(n)).id for n in range(5)]
    assert len(set(week)) == 5
    assert daily_puzzle(puzzles[::-1], day).id == week[0]
