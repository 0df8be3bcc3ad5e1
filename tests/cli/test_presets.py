"""`strata play`: presets, offered where a position has some, and secrets kept at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import strata
from tests.cli.conftest import END, Run

Saved = Callable[[], list[Path]]
Spawn = Callable[..., Any]
GAME = strata.game("rhodium")


def _only(saved: Saved) -> strata.Record:
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def _plain(text: str) -> str:
    """Without what sets colours and clears the screen."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def test_presets_are_listed(run: Run) -> None:
    ran = run("play", "rhodium", typed="presets\nR@e1\npresets\n")
    assert ran.err == ""
    for preset in GAME.start().presets():
        assert f"{preset.name} " in ran.out
        assert f"{preset.meaning} (22 actions)" in ran.out
        assert f"{preset.meaning} (21 actions)" in ran.out


def test_a_preset_is_played_as_ordinary_actions(run: Run, saved: Saved) -> None:
    ran = run("play", "rhodium", typed="preset standard\nR@f10\n:preset standard\n")
    assert ran.err == ""
    record = _only(saved)
    start = strata.game("rhodium", setup="standard").start()
    assert str(record.position) == str(start)
    assert len(record.played) == 44
    assert record.played[22] == "R@f10"


def test_help_names_them_only_where_there_are_some(run: Run) -> None:
    offered = re.compile(r"^  preset(s?) ", re.MULTILINE)
    assert len(offered.findall(run("play", "rhodium", typed="help\n").out)) == 2
    assert not offered.findall(run("play", "daikuni", typed="help\n").out)
    standard = run("play", "rhodium", "-o", "setup=standard", typed="help\n")
    assert not offered.findall(standard.out)


def test_wrong_names_are_refused(run: Run, saved: Saved) -> None:
    ran = run("play", "rhodium", typed="preset fort\npreset\npresets please\n")
    complaints = ran.err.splitlines()
    assert complaints[0] == (
        "error: no preset 'fort': expected one of standard, castle, spearhead, columns, "
        "batteries, hedge, varied, random"
    )
    assert complaints[1].startswith("error: no preset '': expected one of standard")
    assert complaints[2] == "error: 'presets' takes no arguments, got 'please'"
    assert saved() == []
    ran = run("play", "daikuni", typed=":presets\n")
    assert ran.err.startswith("error: no command 'presets': expected one of help, actions")


def test_the_screen_changes_hands_in_secret(spawn: Spawn) -> None:
    """First's army is not on the screen any more when second begins to place his."""
    child = spawn("play", "rhodium", terminal="xterm")
    child.expect("first> ")
    child.sendline("preset castle")
    child.expect("second to act, the other looks away; press Enter: ")
    child.sendline("")
    child.expect("second> ")
    assert "1 ??? ??? ???" in _plain(child.before)
    child.sendline("preset castle")
    child.expect("first> ")
    assert "?" not in _plain(child.before)
    child.sendline("quit")
    child.expect(END)


def test_the_random_mover_places_unseen(run: Run) -> None:
    ran = run("play", "rhodium", "--first", "random", "--seed", 1, typed="")
    assert ran.out.count("first (random mover) plays a hidden action") == 22
    assert not re.search("plays (?!a hidden action$)", ran.out, re.MULTILINE)
    assert "@" not in ran.out
