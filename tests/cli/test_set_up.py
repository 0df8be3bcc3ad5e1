"""`strata play`: a secret set-up that is rearranged until it is finished, and the legend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run

Saved = Callable[[], list[Path]]
CASTLE = next(one for one in strata.game("rhodium").start().presets() if one.name == "castle")


def only(saved: Saved) -> strata.Record:
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def test_a_set_up_is_rearranged_and_finished(run: Run, saved: Saved) -> None:
    placed = CASTLE.actions  # R@a1 is among them, and e1 is free
    typed = lines(
        *placed[:10],
        "move a1 e1",
        "move e1 a1",
        "swap a1 " + placed[1].split("@")[1],
        "swap a1 " + placed[1].split("@")[1],
        "remove " + placed[3].split("@")[1],
        "place silver e2",
        "remove e2",
        placed[3].split("@")[1],  # the next one is the one that was removed
        *(action.split("@")[1] for action in placed[10:]),
        "finish",
    )
    ran = run("play", "rhodium", typed=typed)
    assert ran.err == ""
    assert "all pieces are placed; 'finish' ends the set-up" in ran.out
    record = only(saved)
    assert record.seat == "second"
    assert sorted(record.played) == sorted(placed)


def test_the_last_piece_does_not_end_the_set_up(run: Run, saved: Saved) -> None:
    ran = run("play", "rhodium", typed=lines(*CASTLE.actions))
    assert ran.err == ""
    assert "'finish' ends the set-up" in ran.out
    record = only(saved)
    assert (record.seat, record.length) == ("first", 21)  # the rest waits for `finish`
    run("play", "--resume", str(saved()[0]), typed=lines(CASTLE.actions[-1], "finish"))
    assert only(saved).played == CASTLE.actions


def test_what_is_laid_out_without_a_gap_is_saved(run: Run, saved: Saved) -> None:
    run("play", "rhodium", typed=lines("place R e1", "place S a1", "place c2"))
    assert only(saved).played == ("R@e1", "P@c2")
    run("play", "--resume", str(saved()[0]), typed=lines("new"))
    assert only(saved).played == ()


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        (("place e1", "R@e2"), "expected a cell for the next piece or a command"),
        (("place e1", "place e1"), "e1 is occupied"),
        (("place e5",), "no piece can be placed on 'e5'"),
        (("place king e1",), "no piece 'king' is left"),
        (("place",), "'place' needs a cell"),
        (("move e1",), "'move' needs two cells"),
        (("move e1 e2",), "no piece is placed on 'e1'"),
        (("place e1", "swap e1 e2"), "no piece is placed on 'e2'"),
        (("remove e1",), "'remove' needs the cell"),
        (("place e1", "finish"), "21 pieces are not placed yet"),
    ],
)
def test_what_cannot_be_done(run: Run, typed: tuple[str, ...], complaint: str) -> None:
    assert complaint in run("play", "rhodium", typed=lines(*typed)).err


def test_help_names_the_commands_only_in_a_set_up(run: Run) -> None:
    assert "remove CELL" in run("play", "rhodium", typed="help\n").out
    assert "remove CELL" not in run("play", "daikuni", typed="help\n").out
    after = run("play", "rhodium", "-o", "setup=standard", typed="help\n")
    assert "remove CELL" not in after.out


def test_the_legend_says_what_the_letters_mean(run: Run, game: strata.Game) -> None:
    ran = run("play", game.name, typed="help\nlegend\n")
    assert "explain the letters on the board" in ran.out
    for symbol in game.rules.symbols.values():
        assert symbol.name in ran.out
