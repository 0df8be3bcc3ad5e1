"""The choice of puzzles for a person: of the day, near a rating, by difficulty, in a streak."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Final

import msgspec

from strata.core.teaching.puzzle import Puzzle
from strata.play.glicko import Rating, updated

_LEAST_RATING: Final = 700
_A_LEVEL: Final = 150
_DEVIATION: Final = 80.0
_RATED_AFTER: Final = 5  # puzzles: before that, one mistake may cost several hundred points


class Difficulty(msgspec.Struct, frozen=True):
    """A named range of levels, both ends included."""

    name: str
    least: int
    most: int


DIFFICULTIES: Final = (
    Difficulty("easy", 1, 3),
    Difficulty("medium", 4, 5),
    Difficulty("hard", 6, 10),
)


def puzzle_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle as the solver's opponent: 850 to 2200, by its level."""
    return Rating(_LEAST_RATING + _A_LEVEL * puzzle.level, _DEVIATION)


def rate(solver: Rating, puzzle: Puzzle, solved: bool) -> Rating:
    """Return the solver's rating after the first attempt at a puzzle."""
    return updated(solver, [(puzzle_rating(puzzle), float(solved))])


def puzzles_until_rated(tried: int) -> int:
    """Return how many puzzles a solver of `tried` ones must still try to be shown a rating."""
    return max(0, _RATED_AFTER - tried)


def difficulty_of(puzzle: Puzzle) -> Difficulty:
    return next(each for each in DIFFICULTIES if puzzle.level <= each.most)


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day: the same for everybody, another one the next day."""
    return sorted(puzzles, key=lambda puzzle: puzzle.id)[day.toordinal() % len(puzzles)]


def nearest_puzzle(
    puzzles: Iterable[Puzzle], rating: float, tried: Collection[str], solved: Collection[str]
) -> Puzzle | None:
    """Return the puzzle nearest to a rating: an untried one, else an unsolved one, else any.

    `tried` and `solved` are ids. Return None if there are no puzzles.
    """
    return min(
        puzzles,
        key=lambda puzzle: (
            (puzzle.id in tried) + (puzzle.id in solved),
            abs(puzzle_rating(puzzle).rating - rating),
        ),
        default=None,
    )


def next_in_streak(
    puzzles: Iterable[Puzzle],
    done: Collection[str],
    tried: Collection[str],
    chance: random.Random,
) -> Puzzle | None:
    """Return the next puzzle of a streak: the easiest, preferably untried.

    `done` are the ids of the puzzles already in the streak. Return None if none is left.
    """
    return min(
        (puzzle for puzzle in puzzles if puzzle.id not in done),
        key=lambda puzzle: (puzzle.level, puzzle.id in tried, chance.random()),
        default=None,
    )
