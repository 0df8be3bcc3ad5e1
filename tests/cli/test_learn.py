"""`strata learn`: the list, a lesson from the wrong answers to the end, progress, bad names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run, Spawn

LESSONS = strata.game("daikuni").lessons


def test_the_list(run: Run) -> None:
    ran = run("learn", "daikuni")
    assert ran.code == 0
    for number, lesson in enumerate(LESSONS, 1):
        assert f"{number:3}  {lesson.name} " in ran.out
        assert lesson.title in ran.out
    assert f"0 of {len(LESSONS)} done" in ran.out
    assert "continue with: strata learn daikuni enter" in ran.out


def test_wrong_three_times_then_right(run: Run, data_home: Path) -> None:
    typed = "Sd7\nd4\n\nhint\nd4 d5\nSd9\nd4 e6\nd4 d8\n"
    ran = run("learn", "daikuni", "slide", typed=typed)
    assert ran.code == 0
    lesson = LESSONS[1]
    assert lesson.steps[0].task in ran.out
    assert "Not yet. Your Soldier moves from d4 to d7 and lays a tile." in ran.out
    assert f"Hint: {lesson.steps[0].hints[0]}" in ran.out
    assert "error: 'Sd9' is not an action here" in ran.err
    assert "Your Soldier on d4 cannot go to e6 or act on it.\nThe Soldier " in ran.out
    assert "It can reach " in ran.out
    before, _, after = ran.out.partition("Solution: d4, then d8 (Sd8).")
    assert before.count("Not yet.") == 2
    assert "Right! Your Soldier moves from d4 to d8" in after
    assert lesson.learnt in after
    assert "continue with: strata learn daikuni roads" in after
    progress = data_home / "strata" / "lessons.json"
    assert json.loads(progress.read_text()) == {"daikuni": ["slide"]}
    listed = run("learn", "daikuni").out
    assert f"1 of {len(LESSONS)} done" in listed
    assert "continue with: strata learn daikuni enter" in listed


def test_commands(run: Run) -> None:
    typed = (
        "help\ntask\nboard\nwhat d4\nwhy Sd8\nwhy Sd9\nwhy Se5\n"
        ":hint\nhint\nhint\nagain\nback\nquit\n"
    )
    ran = run("learn", "daikuni", "2", typed=typed)
    assert ran.code == 0
    assert ran.err == ""
    for said in (
        "leave the lesson",
        "Your Soldier.",
        "Your Soldier moves from d4 to d8 and lays a tile.",
        "There is no such action.",
        "Your Soldier on d4 cannot go to e5 or act on it.",
        f"Hint: {LESSONS[1].steps[0].hints[1]}",
        "There are no more hints.",
        "type an action",
    ):
        assert said in ran.out
    assert ran.out.count(LESSONS[1].steps[0].task) == 3
    assert "0 of" in run("learn", "daikuni").out


def test_one_lesson_leads_to_the_next(run: Run, data_home: Path) -> None:
    ran = run("learn", "daikuni", "slide", typed="Sd8\nwhat?\n\nquit\n")
    assert ran.code == 0
    assert "Next is lesson 3: " in ran.out
    assert "error: got 'what?', expected y or n" in ran.err
    assert LESSONS[2].steps[0].task in ran.out
    assert "continue with" not in ran.out
    ran = run("learn", "daikuni", "slide", typed="Sd8\nn\n")
    assert LESSONS[2].steps[0].task not in ran.out
    assert "continue with: strata learn daikuni roads" in ran.out


def test_the_board_speaks_to_the_learner(run: Run) -> None:
    ran = run("learn", "daikuni", "block", typed="quit\n")
    assert "your King is in check" in ran.out
    assert "first's" not in ran.out


def test_wrong_lines_are_answered(run: Run) -> None:
    typed = "what\nwhat z9\nwhy\nhint 3\n:nothing\nd4 z9\n"
    ran = run("learn", "daikuni", "slide", typed=typed)
    assert ran.code == 0
    assert ran.err.count("error: ") == 6
    assert "no cell 'z9'" in ran.err
    assert "no command 'nothing'" in ran.err


def test_several_steps_and_a_match(run: Run) -> None:
    ran = run("learn", "daikuni", "chase", typed="Qg7\nQh7\n")
    first, second = LESSONS[9].steps
    assert ran.out.index(first.task) < ran.out.index("Your opponent's King moves from g8 to h8")
    assert ran.out.index("Your opponent's King moves") < ran.out.index(second.task)
    assert LESSONS[9].learnt in ran.out
    ran = run("learn", "daikuni", "match", typed="Qc8\nagain\n")
    assert "Your opponent's" in ran.out


def test_a_line_of_several_actions(run: Run) -> None:
    ran = run("learn", "kyo", "dark-mana", typed="d3d4+2\nd3d4+1\nd4d5+0\n")
    assert "Nothing was left on d3" in ran.out
    assert strata.game("kyo").lesson("dark-mana").learnt in ran.out


def test_the_last_lesson_leads_to_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = strata.game("daikuni")
    won = game.lesson("win")
    monkeypatch.setattr(strata.Game, "lessons", (won,))
    ran = run("learn", "daikuni", "win", typed="Sb8\n")
    assert "continue with: strata play daikuni --against 1" in ran.out


def test_bad_names(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "no game" in refused("learn", "chess")
    assert "daikuni has no lesson 'none': expected one of enter" in refused(
        "learn", "daikuni", "none"
    )
    assert "daikuni has no lesson '99'" in refused("learn", "daikuni", "99")
    assert "lasca has no lessons" in refused("learn", "examples/games/lasca.py")


def test_progress_that_cannot_be_read(refused: Callable[..., str], data_home: Path) -> None:
    file = data_home / "strata" / "lessons.json"
    file.parent.mkdir(parents=True)
    file.write_text("[1")
    said = refused("learn", "daikuni")
    assert str(file) in said
    assert "progress cannot be read" in said


def test_at_a_terminal(spawn: Spawn) -> None:
    child = spawn("learn", "daikuni", "slide")
    child.expect("straight up to d8")
    child.expect("you> ")
    child.sendline("Sd8")
    child.expect("Right!")
    child.expect(r"Start it now\? \[Y/n\] ")
    child.sendline("")
    child.expect("you> ")
    child.sendline("quit")
