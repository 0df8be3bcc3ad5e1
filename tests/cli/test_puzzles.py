"""`strata puzzles` and `strata puzzle`: found, checked, solved at the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.core.teaching.puzzle import format_puzzles, read_puzzles
from strata.games import rules_class
from tests.cli.conftest import END, Run, Spawn
from tests.places import ROOT

GAME = "daikuni"

pytestmark = pytest.mark.skipif(not strata.compiled(), reason="searches as far as shipped puzzles")


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A file with the two cheapest puzzles of the game."""
    puzzles = sorted(strata.game(GAME).puzzles, key=lambda puzzle: (len(puzzle.steps), puzzle.id))
    file = tmp_path / "puzzles.jsonl"
    file.write_text(format_puzzles(puzzles[:2]), encoding="utf-8")
    return file


def test_puzzles_are_found_and_a_file_is_extended(run: Run, tmp_path: Path) -> None:
    """Game 8 of seed 1 has a puzzle; what was looked through is not looked through again."""
    file = tmp_path / "found.jsonl"
    ran = run("puzzles", GAME, "--games", 9, "--effort", 6, "--workers", 2, "--out", file)
    assert ran.code == 0
    first = read_puzzles(file, rules_class(GAME))
    assert first
    assert ran.out == f"{len(first)} puzzles added, {len(first)} in {file}\n"
    last = max(puzzle.source.game for puzzle in first)
    assert run("puzzles", GAME, "--games", 1, "--effort", 6, "--out", file).code == 0
    second = read_puzzles(file, rules_class(GAME))
    assert second[: len(first)] == first
    assert all(puzzle.source.game > last for puzzle in second[len(first) :])


def test_a_file_is_checked(run: Run, shipped: Path) -> None:
    ran = run("puzzles", GAME, "--check", shipped, "--sample", 1)
    assert (ran.code, ran.out) == (0, "1 of 1 puzzles are correct\n")


def test_a_check_says_what_is_wrong(run: Run, shipped: Path) -> None:
    line = json.loads(shipped.read_text().splitlines()[0])
    right = line["steps"][0]["turn"][0]
    legal = strata.game(GAME).position(line["position"]).actions()
    wrong = next(action for action in legal if action != right)
    line["steps"] = [{"turn": [wrong], "chance": 1.0, "others": 0.0}]
    shipped.write_text(json.dumps(line) + "\n")
    ran = run("puzzles", GAME, "--check", shipped)
    assert ran.code == 2
    assert f"{line['id']}: step 1: expected {wrong}, found {right}" in ran.out
    assert "0 of 1 puzzles are correct" in ran.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "no file given for the puzzles: expected --out FILE"),
        (["--check", "x", "--out", "y"], "--check and --out cannot be combined"),
        (["--out", "y", "--sample", "3"], "--sample needs --check FILE"),
        (["--check", "none"], "none: cannot be read"),
    ],
)
def test_wrong_arguments(refused: Callable[..., str], arguments: list[str], problem: str) -> None:
    assert problem in refused("puzzles", GAME, *arguments)


def test_a_bad_file_is_refused_and_kept(refused: Callable[..., str], shipped: Path) -> None:
    shipped.write_text("{}\n")
    assert f"{shipped}, line 1: not a puzzle" in refused("puzzles", GAME, "--out", shipped)
    assert shipped.read_text() == "{}\n"


def test_interrupted_it_keeps_what_it_found(spawn: Spawn, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    child = spawn(
        "puzzles", GAME, "--games", 1_000_000, "--effort", 6, "--out", file, terminal="xterm"
    )
    child.expect("[1-9][0-9]* puzzles")
    child.sendintr()
    child.expect("interrupted; ")
    child.expect(END)
    child.close()
    assert child.exitstatus == 130
    assert read_puzzles(file, rules_class(GAME))


# Solving.


def shortest() -> tuple[str, list[str]]:
    """The id of a puzzle of one turn, and its actions."""
    puzzle = min(strata.game(GAME).puzzles, key=lambda puzzle: (len(puzzle.steps), puzzle.id))
    return puzzle.id, list(puzzle.steps[0].turn)


def test_a_puzzle_is_solved(run: Run, data_home: Path) -> None:
    id_, turn = shortest()
    ran = run("puzzle", GAME, id_, typed="\n".join(turn) + "\n")
    assert ran.code == 0
    assert "Find the" in ran.out
    assert "Right!" in ran.out
    assert "1 puzzles solved, 1 of 5 tried until you have a rating" in ran.out
    kept = json.loads((data_home / "strata" / "puzzles.json").read_text())
    assert kept[GAME]["results"] == {id_: True}
    again = run("puzzle", GAME, id_, typed="\n".join(turn) + "\n")
    assert "only the first attempt at a puzzle counts" in again.out


def test_a_wrong_answer_is_refuted(run: Run, data_home: Path) -> None:
    id_, turn = shortest()
    position = strata.game(GAME).position(strata.game(GAME).puzzle(id_).position)
    wrong = next(action for action in position.actions() if action != turn[0])
    ran = run("puzzle", GAME, id_, typed="\n".join([wrong, "hint", "nonsense", *turn]) + "\n")
    assert "That is not it." in ran.out
    assert "The game could continue:" in ran.out
    assert "Hint: " in ran.out
    assert "is not an action here" in ran.err
    kept = json.loads((data_home / "strata" / "puzzles.json").read_text())
    assert kept[GAME]["results"] == {id_: False}


def test_the_solution_is_shown(run: Run) -> None:
    id_, turn = shortest()
    ran = run("puzzle", GAME, id_, typed="solution\n")
    assert "The solution:" in ran.out
    assert turn[0] in ran.out


def test_leaving_counts_nothing(run: Run, data_home: Path) -> None:
    assert run("puzzle", GAME, "--daily", typed="help\nboard\nagain\nquit\n").code == 0
    assert not (data_home / "strata" / "puzzles.json").exists()


def test_puzzles_by_theme_and_rating(run: Run) -> None:
    puzzle = strata.game(GAME).puzzles[0]
    ran = run("puzzle", GAME, "--theme", puzzle.themes[0], "--rating", 700 + 150 * puzzle.level)
    assert ran.code == 0
    assert "puzzle " in ran.out


def test_wrong_choices(refused: Callable[..., str]) -> None:
    assert "daikuni has no puzzle 'x'" in refused("puzzle", GAME, "x")
    assert "no theme 'fork'" in refused("puzzle", GAME, "--theme", "fork")
    said = refused("puzzle", GAME, "--rating", 9000)
    assert "daikuni has no puzzle rated close to 9000; its " in said
    assert " are rated " in said
    assert "cannot be combined" in refused("puzzle", GAME, "--daily", "--rating", 1000)


def test_a_game_without_puzzles_says_how_to_find_some(refused: Callable[..., str]) -> None:
    path = ROOT / "examples" / "games" / "amazons.py"
    said = refused("puzzle", path)
    assert f"amazons has no puzzles; 'strata puzzles {path} --out FILE' finds some" in said


def test_the_help_names_only_commands_of_puzzles(run: Run) -> None:
    lines = run("puzzle", GAME, typed="help\nquit\n").out.splitlines()
    begun = next(place for place, line in enumerate(lines) if "with a colon: " in line)
    named = lines[begun].rpartition(":")[2]
    assert any(line.split()[:1] == [named] for line in lines[:begun])
