"""Puzzles: positions in which one turn is clearly the only good one, and their files.

A file has one JSON object per line (JSON Lines), each a puzzle. This module owns the values and the
file; `strata.search.puzzles` decides which turns are good.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from strata.core.errors import StrataError, shown
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.rules import Rules

PUZZLES: Final = "puzzles.jsonl"
LONGEST_FILE: Final = 16 * 1024 * 1024
_ID_LENGTH: Final = 8
_LONGEST_ERROR: Final = 300

PuzzleGoal = Literal["win", "gain", "save"]
"""What the first turn brings: a (nearly) certain win, the upper hand, or less than that."""

Turn = tuple[str, ...]


class InvalidPuzzle(StrataError):
    """A file of puzzles that is refused. `file` is its path; `line` counts from 1.

    `line` is 0 if no line is at fault.
    """

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}" if line else f"{file}: {problem}")
        self.file = str(file)
        self.line = line


class UnknownPuzzle(StrataError):
    """The game has no puzzle with that id."""


class PuzzleSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game of computer players from which a puzzle comes."""

    seed: int
    game: int
    """The number of the game, from 0."""
    levels: tuple[int, int]
    """The levels of first and second."""
    turn: int
    """The number of the turn to find, from 1."""


class PuzzleStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of the solver, and the reply to it."""

    turn: Turn
    chance: float
    """The solver's expected result after it, from 0 to 1."""
    others: float
    """The same after the best of all turns that lead elsewhere."""
    reply: Turn = ()
    """The other seat's turn; empty in the last step."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position and the turns that solve it."""

    id: str
    """A short hash of the game with its options and the position."""
    game: str
    position: str
    options: dict[str, str] = {}
    """The options that differ from their defaults."""
    goal: PuzzleGoal
    steps: tuple[PuzzleStep, ...]
    themes: tuple[str, ...]
    level: int
    """The weakest level that finds the first turn, 1 to 10."""
    margin: float
    """The least difference in chance between a turn of the solver and any other turn."""
    nodes: int
    """The number of positions in each search that checked the puzzle."""
    source: PuzzleSource

    @property
    def solution(self) -> tuple[Turn, ...]:
        """The turns of both seats from the position on."""
        turns = (turn for step in self.steps for turn in (step.turn, step.reply))
        return tuple(turn for turn in turns if turn)


def puzzle_id(rules: Rules[Any], position: str) -> str:
    """Return the id of a puzzle, always the same for the same position of the same game.

    Former options count too, so that ids outlive them.
    """
    settings = {**rules.former_options, **rules.settings}
    parts = [
        rules.name,
        rules.definition or "",
        *map(str, sorted(settings.items())),
        position,
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_ID_LENGTH]


def open_puzzle(puzzle: Puzzle, game: type[Rules[Any]]) -> Position:
    """Return the position of a puzzle. Raises the errors of options and positions."""
    rules = game.open(puzzle.options)
    return Position(rules, rules.read(puzzle.position))


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file with a puzzle on each line."""
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in puzzles)


@lru_cache(maxsize=64)
def shipped_puzzles(path: Path, game: type[Rules[Any]]) -> tuple[Puzzle, ...]:
    """Return the result of `read_puzzles`, cached, for a file that does not change."""
    return read_puzzles(path, game)


def read_puzzles(path: Path, game: type[Rules[Any]]) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file of `game` in order, after playing each through.

    Raises InvalidPuzzle, which names the file and the line.
    """
    return parse_puzzles(path, _read(path), game)


def parse_puzzles(path: Path, data: bytes, game: type[Rules[Any]]) -> tuple[Puzzle, ...]:
    """Return the puzzles in `data`, the content of the file `path`, like `read_puzzles`."""
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidPuzzle(
                path, number, f"not a puzzle: {shown(str(error), _LONGEST_ERROR)}"
            ) from None
        if puzzle.id in found:
            raise InvalidPuzzle(path, number, f"the puzzle {shown(puzzle.id)} is given twice")
        try:
            _expect_valid(puzzle, game)
        except StrataError as error:
            raise InvalidPuzzle(path, number, str(error)) from None
        found[puzzle.id] = puzzle
    return tuple(found.values())


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise InvalidPuzzle(path, 0, f"cannot be read: {error.strerror}") from None
    if len(data) > LONGEST_FILE:
        raise InvalidPuzzle(path, 0, f"longer than {LONGEST_FILE} bytes")
    return data


def _expect_valid(puzzle: Puzzle, game: type[Rules[Any]]) -> None:
    if puzzle.game != game.name:
        raise StrataError(f"got a puzzle of {shown(puzzle.game)}, expected one of {game.name}")
    position = open_puzzle(puzzle, game)
    expected = puzzle_id(position.rules, str(position))
    if puzzle.id != expected:
        raise StrataError(f"id {shown(puzzle.id)}: expected {expected}")
    if not puzzle.steps or not 1 <= puzzle.level <= 10 or puzzle.nodes < 1:
        raise StrataError("expected at least one step, a level from 1 to 10 and at least one node")
    solver = position.seat
    for number, step in enumerate(puzzle.steps, 1):
        position = _play_turn(position, step.turn, solver)
        is_last = number == len(puzzle.steps)
        if is_last != (not step.reply):
            raise StrataError(f"step {number}: expected a reply to every turn except the last")
        if step.reply:
            position = _play_turn(position, step.reply, position.seat)


def _play_turn(position: Position, turn: Turn, seat: Seat | None) -> Position:
    """Return the position after a whole turn of `seat`. Raises StrataError for anything else."""
    for number, action in enumerate(turn):
        if position.seat != seat:
            raise StrataError(f"the turn {shown(' '.join(turn))} is over after {number} actions")
        position = position.play(action)
    if not turn or (position.seat == seat and position.seat is not None):
        raise StrataError(f"{shown(' '.join(turn))} is not a whole turn")
    return position
