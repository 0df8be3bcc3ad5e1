"""`strata play`: hints and threats against the computer, counted in the record."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import strata
from strata.search import find_hint
from tests.cli.conftest import Run

Saved = Callable[[], list[Path]]


def only(saved: Saved) -> strata.Record:
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def test_a_hint_and_threats_are_told_and_counted(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", "--against", "1", typed="hint\nthreats\nKd4\n:hint\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    first = find_hint(strata.game("daikuni").record()).actions[0]
    assert f"You can play {first.action}.\n  {first.action}: {first.telling[0].read('first')}" in (
        ran.out
    )
    assert "Nothing threatens you at the moment." in ran.out
    assert only(saved).help == {"first": 3}


def test_the_count_goes_on_when_a_game_is_resumed(run: Run, saved: Saved) -> None:
    run("play", "daikuni", "--first", "2", typed="hint\nquit\n")
    (file,) = saved()
    ran = run("play", "--resume", file, typed="hint\nquit\n")
    assert ran.err == ""
    assert only(saved).help == {"second": 2}


def test_the_end_says_how_often(run: Run) -> None:
    ran = run("play", "daikuni", "--against", "1", typed="hint\nhint\nthreats\nresign\n")
    assert "You resign: your opponent wins.\nYou had help twice.\n" in ran.out


def test_between_people_there_is_none(run: Run) -> None:
    ran = run("play", "daikuni", typed=":hint\nhelp\n")
    assert ran.err.startswith("error: no command 'hint': expected one of help, actions")
    assert not re.search(r"^  (hint|threats) ", ran.out, re.MULTILINE)
    against = run("play", "daikuni", "--against", "1", typed="help\n")
    assert len(re.findall(r"^  (hint|threats) ", against.out, re.MULTILINE)) == 2


def test_a_misspelt_command_leads_to_help(run: Run) -> None:
    ran = run("play", "daikuni", typed="hlep\nresing\nxyz\nKing z9\n")
    lines = ran.err.splitlines()
    assert lines[0].endswith("; did you mean the command help?; 'help' lists the commands")
    assert lines[1].endswith("; did you mean the command resign?; 'help' lists the commands")
    assert "illegal action 'xyz' in daikuni" in lines[2]
    assert lines[2].endswith("; 'help' lists the commands")
    assert "no step 'z9' after King" in lines[3]


def test_a_preset_tells_what_it_did(run: Run) -> None:
    ran = run("play", "rhodium", "--against", "1", typed="preset castle\nquit\n")
    assert ran.err == ""
    assert len(re.findall(r"Your \w+ is placed on ", ran.out)) == 22
