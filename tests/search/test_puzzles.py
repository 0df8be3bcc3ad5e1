"""Puzzles: the only good turn, games looked through, themes, difficulty, answers."""

from __future__ import annotations

import msgspec
import pytest

import strata
from strata.core.teaching.puzzle import Puzzle, PuzzleStep, puzzle_id
from strata.search.puzzles.answers import judge_answer
from strata.search.puzzles.difficulty import weakest_level
from strata.search.puzzles.finder import PuzzleEffort, PuzzleFinder, check_puzzle, solve
from strata.search.puzzles.only_turn import MARGIN, find_only_turn
from strata.search.puzzles.themes import THEMES, find_themes
from strata.search.report import Limits
from strata.search.turn_search import TurnSearch
from tests.doubles.stones import LastOfThree, LeftStones, stones, take
from tests.search.conftest import about_to_win, wins

LEFT = strata.Game(LeftStones())


def search_of(record: strata.Record, nodes: int = 2000) -> TurnSearch:
    return TurnSearch(strata.Game(record.rules), Limits(nodes=nodes))


def only_turn(record: strata.Record) -> list[str] | None:
    found = find_only_turn(search_of(record), record)
    return None if found is None else list(found.turn)


def test_one_good_turn_is_found() -> None:
    record = stones(6, LeftStones())
    found = find_only_turn(search_of(record), record)
    assert found is not None
    assert (list(found.turn), found.chance, found.others) == (["take-a1", "take-b1", "end"], 1, 0)
    assert record.length == 0, "searched on the record, which is as it was"


def test_two_good_turns_are_no_puzzle() -> None:
    """From both ends several turns leave four stones."""
    assert only_turn(stones(6)) is None


def test_orders_of_one_turn_are_one_answer() -> None:
    """The outer stones can be taken in either order."""
    turn = only_turn(strata.Game(LastOfThree()).record())
    assert turn is not None
    assert set(turn) == {"take-a1", "take-c1"}


def test_what_is_lost_anyway_is_no_puzzle() -> None:
    assert only_turn(stones(8, LeftStones())) is None


def test_two_turns_are_not_enough_to_choose_from() -> None:
    assert only_turn(stones(2, LeftStones())) is None


def test_a_solution_goes_on_while_one_turn_is_good() -> None:
    position = stones(6, LeftStones()).position
    steps = solve(search_of(stones(6, LeftStones())), position, MARGIN)
    assert steps[0].turn == ("take-a1", "take-b1", "end")
    assert steps[-1].reply == ()
    assert all(step.reply for step in steps[:-1])
    assert all(step.chance - step.others >= MARGIN for step in steps)


# The finder.


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    finder = PuzzleFinder(LEFT, PuzzleEffort(deep=7), seed=1)
    return list(finder.puzzles(0))


def test_a_known_puzzle_is_found_in_games(puzzles: list[Puzzle]) -> None:
    """At the start nine stones lie there: only taking one is good."""
    puzzle = puzzles[0]
    assert puzzle.position == str(LEFT.start())
    assert puzzle.steps[0].turn == ("take-a1", "end")
    assert puzzle.goal == "win"
    assert puzzle.id == puzzle_id(LEFT.rules, puzzle.position)
    assert puzzle.source.turn == 1
    assert set(puzzle.themes) <= set(THEMES)
    assert 1 <= puzzle.level <= 10
    assert check_puzzle(LEFT, puzzle) == ""


def test_the_same_seed_finds_the_same(puzzles: list[Puzzle]) -> None:
    again = PuzzleFinder(LEFT, PuzzleEffort(deep=7), seed=1)
    assert list(again.puzzles(0)) == puzzles
    known = {puzzle.id for puzzle in puzzles}
    assert list(again.puzzles(0, known)) == []


def test_no_two_puzzles_of_a_game_are_parts_of_each_other(puzzles: list[Puzzle]) -> None:
    positions = [puzzle.position for puzzle in puzzles]
    for puzzle in puzzles:
        position = LEFT.position(puzzle.position)
        for step in puzzle.steps[:-1]:
            for action in (*step.turn, *step.reply):
                position = position.play(action)
            assert str(position) not in positions


def test_a_finder_that_is_stopped_ends() -> None:
    finder = PuzzleFinder(LEFT, PuzzleEffort(deep=7))
    finder.stop()
    assert list(finder.puzzles(0)) == []


def test_a_check_finds_what_is_wrong(puzzles: list[Puzzle]) -> None:
    puzzle = puzzles[0]
    step = msgspec.structs.replace(puzzle.steps[0], turn=("take-a1", "take-b1", "end"), reply=())
    wrong = msgspec.structs.replace(puzzle, steps=(step,))
    assert "step 1: expected take-a1 take-b1 end, found take-a1 end" in check_puzzle(LEFT, wrong)
    lost = msgspec.structs.replace(puzzle, position="********1 f -")
    assert check_puzzle(LEFT, lost) == "no turn is the only good one"
    longer = msgspec.structs.replace(puzzle, steps=puzzle.steps * 3)
    assert "only the first" in check_puzzle(LEFT, longer)


# Themes and difficulty.


def themes(record: strata.Record, *turns: list[str]) -> set[str]:
    steps = [
        PuzzleStep(tuple(turn), 0.9, 0.1, tuple(reply))
        for turn, reply in zip(turns[::2], [*turns[1::2], []], strict=False)
    ]
    return set(find_themes(record.position, steps, "win"))


def test_a_win_is_named_by_its_turns() -> None:
    record = stones(3, LeftStones())
    assert themes(record, ["take-a1", "take-b1", "take-c1"]) == {
        "win-in-1",
        "many-step",
        "short",
    }
    record = stones(5, LeftStones())
    found = themes(
        record, ["take-a1", "end"], ["take-b1", "end"], ["take-c1", "take-d1", "take-e1"]
    )
    assert found == {"win-in-2"}


def test_what_is_taken_is_material() -> None:
    game = strata.game("dzura", definition="mini")
    record = game.record()
    for number in range(200):
        for action in record.actions():
            told = " ".join(sentence.read() for sentence in record.position.tell(action))
            after = record.position.play(action)
            if "captures" in told and after.outcome() is None:
                assert "wins-material" in themes(record, [action])
                assert "quiet" not in themes(record, [action])
                return
            if "captures" not in told and after.outcome() is None:
                assert "quiet" in themes(record, [action])
        record.play(record.actions()[number % 3])
    raise AssertionError("nothing to capture")


def test_what_wins_at_once_is_found_by_weak_levels() -> None:
    record = about_to_win("daikuni")[0]
    game = strata.Game(record.rules)
    reached = record.position.play(min(wins(record))).state.get_key()
    assert weakest_level(game, record, reached) <= 5


def test_what_no_level_finds_is_the_strongests() -> None:
    record = stones(6, LeftStones())
    assert weakest_level(LEFT, record, reached=0) == 10


# Answers.


def test_answers(puzzles: list[Puzzle]) -> None:
    puzzle = puzzles[0]
    start = LEFT.position(puzzle.position)
    right = judge_answer(puzzle, puzzle.steps[0], start, take(LEFT.record(start), 1))
    assert (right.is_right, right.is_solution) == (True, True)
    wrong = judge_answer(puzzle, puzzle.steps[0], start, take(LEFT.record(start), 3))
    assert (wrong.is_right, wrong.chance) == (False, 0)
    assert wrong.refutation[0].seat == "second"
    assert wrong.refutation[0].telling


def test_another_turn_that_is_as_good_is_right_too() -> None:
    """The puzzle says one of three turns that leave four stones."""
    record = stones(6)
    step = PuzzleStep(("take-a1", "take-b1", "end"), 1.0, 0.0)
    puzzle = Puzzle(
        id="x",
        game="stones",
        position=str(record.position),
        goal="win",
        steps=(step,),
        themes=(),
        level=3,
        margin=0.2,
        nodes=2000,
        source={"seed": 1, "game": 0, "levels": (1, 1), "turn": 1},  # type: ignore[arg-type]
    )
    start = record.position
    record.play_all(["take-f1", "take-e1", "end"])
    judged = judge_answer(puzzle, step, start, record)
    assert (judged.is_right, judged.is_solution) == (True, False)


# What ships.


@pytest.mark.skipif(not strata.compiled(), reason="searches as far as the puzzles state")
@pytest.mark.parametrize("name", strata.games())
def test_shipped_puzzles_are_right(name: str) -> None:
    """The cheapest one, in full; `strata puzzles GAME --check FILE` checks all of them."""
    game = strata.game(name)
    cheapest = min(
        game.puzzles, key=lambda puzzle: (len(puzzle.steps), len(puzzle.steps[0].turn), puzzle.id)
    )
    assert check_puzzle(game, cheapest) == ""


@pytest.mark.parametrize("name", strata.games())
def test_shipped_puzzles_say_what_they_are(name: str) -> None:
    for puzzle in strata.game(name).puzzles:
        assert puzzle.themes
        assert set(puzzle.themes) <= set(THEMES)
        assert all(step.chance - step.others >= puzzle.margin - 0.001 for step in puzzle.steps)
