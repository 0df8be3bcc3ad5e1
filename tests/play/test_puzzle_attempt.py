"""A way through a puzzle: answers, replies, hints, the puzzle of the day."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import IllegalAction
from strata.play.puzzle_attempt import InvalidPuzzleAttempt, PuzzleAttempt
from tests.core.test_puzzle_files import GAME, make


@pytest.fixture
def attempt() -> PuzzleAttempt:
    return PuzzleAttempt(GAME, make())


def test_the_solution_is_played_against_its_replies(attempt: PuzzleAttempt) -> None:
    assert attempt.task() == "First to act. Find the turn that wins."
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
    assert answer.wanted == 1.0
    assert answer.chance is not None
    assert answer.chance < answer.wanted
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


def test_hints_show_the_piece_then_the_cells(attempt: PuzzleAttempt) -> None:
    hints = attempt.hints_for_turn()
    assert hints[0].read() == "The turn begins with a1."
    assert hints[0].cells == ("a1",)
    attempt.play("take-a1")
    assert "end" in attempt.hints_for_turn()[0].read(), "only the rest of the turn is left"
    attempt.play("take-b1")
    assert attempt.hints_for_turn()[0].cells == ("a1",), "the turn began otherwise"


def test_an_attempt_goes_on_from_what_stands() -> None:
    stands = ["take-a1", "end", "take-b1", "end", "take-c1"]
    attempt = PuzzleAttempt(GAME, make(), stands)
    assert (attempt.number, attempt.begun) == (1, 4)
    assert not attempt.needs_search("end")
    assert attempt.needs_search("take-d1") is False, "the turn goes on"
    assert attempt.play("end").verdict == "solved"


@pytest.mark.parametrize(
    "stands",
    [
        ["take-a1", "take-b1", "end"],
        ["take-a1", "end"],
        ["take-a1", "end", "take-b1", "take-c1", "end"],
        ["take-a1", "end", "take-b1", "end", "take-c1", "end"],
        ["take-a1", "end", "take-b1", "end", "take-c1", "end", "take-d1"],
    ],
)
def test_what_is_not_the_solution_does_not_stand(stands: list[str]) -> None:
    with pytest.raises(InvalidPuzzleAttempt):
        PuzzleAttempt(GAME, make(), stands)
