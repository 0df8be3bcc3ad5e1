"""Files of puzzles: written and read again, and refused with file and line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import strata
from strata.core.teaching.puzzle import (
    InvalidPuzzle,
    Puzzle,
    PuzzleSource,
    PuzzleStep,
    UnknownPuzzle,
    format_puzzles,
    open_puzzle,
    puzzle_id,
    read_puzzles,
)
from tests.doubles.stones import LeftStones, Stones

GAME = strata.Game(LeftStones())
START = str(GAME.start())
TURN = ("take-a1", "end")
REPLY = ("take-b1", "end")


def make(**changes: object) -> Puzzle:
    """A puzzle of two steps; the file is not asked whether it is a good one."""
    puzzle = Puzzle(
        id=puzzle_id(GAME.rules, START),
        game=GAME.name,
        position=START,
        goal="win",
        steps=(
            PuzzleStep(TURN, 1.0, 0.0, REPLY),
            PuzzleStep(("take-c1", "end"), 1.0, 0.0),
        ),
        themes=("quiet",),
        level=3,
        margin=0.2,
        nodes=1000,
        source=PuzzleSource(1, 0, (3, 4), 1),
    )
    return msgspec.structs.replace(puzzle, **changes)


def read(folder: Path, text: str) -> tuple[Puzzle, ...]:
    file = folder / "puzzles.jsonl"
    file.write_text(text, encoding="utf-8")
    return read_puzzles(file, LeftStones)


def test_a_file_is_written_and_read_again(tmp_path: Path) -> None:
    puzzle = make()
    assert read(tmp_path, format_puzzles([puzzle]) + "\n") == (puzzle,)
    assert puzzle.solution == (TURN, REPLY, ("take-c1", "end"))
    assert str(open_puzzle(puzzle, LeftStones)) == START
    assert read(tmp_path, "") == ()


BAD: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "not a puzzle"),
    "no UTF-8": ('{"id": "\udcff"}', "not a puzzle"),
    "no object": ("[]", "not a puzzle"),
    "an unknown key": ('{"colour": 1}', "not a puzzle"),
    "another game": (format_puzzles([make(game="x")]), "expected one of left-stones"),
    "another position": (format_puzzles([make(position="zz f -")]), "zz"),
    "an unknown option": (format_puzzles([make(options={"a": "b"})]), "option"),
    "another id": (format_puzzles([make(id="00000000")]), "id '00000000': expected"),
    "no steps": (format_puzzles([make(steps=())]), "expected at least one step"),
    "a level": (format_puzzles([make(level=11)]), "a level from 1 to 10"),
    "an illegal action": (
        format_puzzles([make(steps=(PuzzleStep(("take-i1", "end"), 1, 0),))]),
        "illegal action",
    ),
    "half a turn": (
        format_puzzles([make(steps=(PuzzleStep(("take-a1",), 1, 0),))]),
        "is not a whole turn",
    ),
    "two turns": (
        format_puzzles([make(steps=(PuzzleStep((*TURN, *REPLY), 1, 0),))]),
        "is over after 2 actions",
    ),
    "a last reply": (
        format_puzzles([make(steps=(PuzzleStep(TURN, 1, 0, REPLY),))]),
        "a reply to every turn except the last",
    ),
    "the same twice": (format_puzzles([make()]) * 2, "is given twice"),
}


@pytest.mark.parametrize(("text", "problem"), BAD.values(), ids=BAD)
def test_bad_files_are_refused_with_their_line(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_bytes(b"\n" + text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidPuzzle, match=problem) as refused:
        read_puzzles(file, LeftStones)
    assert refused.value.line == (3 if problem == "is given twice" else 2)
    assert str(file) in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidPuzzle, match="cannot be read"):
        read_puzzles(tmp_path / "none", LeftStones)


def test_ids_differ_by_game_and_position() -> None:
    ids = {
        puzzle_id(LeftStones(), START),
        puzzle_id(Stones(), START),
        puzzle_id(LeftStones(), "********1 f -"),
        puzzle_id(strata.game("daikuni").rules, "x"),
        puzzle_id(strata.game("daikuni", tiles=16).rules, "x"),
    }
    assert len(ids) == 5


def test_a_game_without_puzzles() -> None:
    assert GAME.puzzles == ()
    with pytest.raises(UnknownPuzzle, match="left-stones has no puzzle 'abc'"):
        GAME.puzzle("abc")


@pytest.mark.parametrize("name", strata.games())
def test_every_game_ships_puzzles(name: str) -> None:
    game = strata.game(name)
    assert game.puzzles
    puzzle = game.puzzles[-1]
    assert game.puzzle(puzzle.id) == puzzle
    assert len({puzzle.position for puzzle in game.puzzles}) == len(game.puzzles)
