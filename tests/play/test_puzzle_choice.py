"""Which puzzle comes next: of the day, near a rating, in a streak."""

from __future__ import annotations

import random
from datetime import date, timedelta

import msgspec

from strata.core.teaching.puzzle import Puzzle
from strata.play.glicko import Rating
from strata.play.puzzle_choice import (
    DIFFICULTIES,
    daily_puzzle,
    difficulty_of,
    nearest_puzzle,
    next_in_streak,
    puzzle_rating,
    puzzles_until_rated,
    rate,
)
from tests.core.test_puzzle_files import make


def named(name: str, level: int = 1) -> Puzzle:
    return msgspec.structs.replace(make(level=level), id=name)


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


def test_the_nearest_that_was_not_tried_comes_first() -> None:
    puzzles = [named("a", 1), named("b", 4), named("c", 9)]

    def chosen(rating: float, tried: str = "", solved: str = "") -> str | None:
        found = nearest_puzzle(puzzles, rating, set(tried), set(solved))
        return found.id if found else None

    assert chosen(1300) == "b"
    assert chosen(1300, tried="b") == "a"
    assert chosen(2000, tried="abc", solved="c") == "b", "what was not solved is tried again"
    assert chosen(2000, tried="abc", solved="abc") == "c"
    assert nearest_puzzle([], 1500, (), ()) is None


def test_a_streak_gets_harder_and_repeats_nothing() -> None:
    puzzles = [named(name, level) for name, level in zip("abcdef", (3, 1, 2, 1, 9, 2), strict=True)]
    chance, done = random.Random(1), list[str]()
    while found := next_in_streak(puzzles, done, {"b"}, chance):
        done.append(found.id)
    assert done[:2] == ["d", "b"], "what was tried before comes later"
    assert set(done[2:4]) == {"c", "f"}
    assert done[4:] == ["a", "e"]


def test_every_level_has_a_difficulty() -> None:
    names = [difficulty_of(make(level=level)).name for level in range(1, 11)]
    assert names == sorted(names, key=[each.name for each in DIFFICULTIES].index)


def test_only_what_is_solved_raises_the_rating() -> None:
    puzzle = make(level=5)
    before = Rating()
    assert rate(before, puzzle, True).rating > before.rating > rate(before, puzzle, False).rating


def test_a_rating_is_shown_after_five_puzzles() -> None:
    assert [puzzles_until_rated(tried) for tried in (0, 4, 5, 50)] == [5, 1, 0, 0]
