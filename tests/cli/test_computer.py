"""`strata play` against the computer: by name, by level, with time; Ctrl-C while it thinks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.cli.playing.computer_players import HUMAN, player_called, player_tag
from tests.cli.conftest import END, Run, Spawn
from tests.patience import PATIENCE

Saved = Callable[[], list[Path]]


def whole(saved: Saved) -> list[Path]:
    """The saved games, without one that is just being written."""
    return [file for file in saved() if not file.name.startswith(".")]


def only(saved: Saved) -> strata.Record:
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def read_game(file: Path, game: Path) -> tuple[str, ...]:
    """The actions in a record of a game in a file."""
    return strata.game(game).load(file.read_text(encoding="utf-8")).played


@pytest.mark.parametrize("player", ["human", "random", "greedy", "engine", "alpha-beta", "1", "10"])
def test_tags_name_the_players(player: str) -> None:
    assert player_called(player_tag(player)) == player


@pytest.mark.parametrize("name", [None, "", "Anna", "level", "level x", "a b (computer)"])
def test_whoever_is_no_computer_is_a_person(name: str | None) -> None:
    assert player_called(name) == HUMAN


@pytest.mark.parametrize("player", ["greedy", "engine", "3"])
def test_it_answers(run: Run, saved: Saved, game: strata.Game, player: str) -> None:
    seat = game.start().seat
    other = "--second" if seat == "first" else "--first"
    action = game.start().actions()[0]
    ran = run("play", game.name, other, player, "--time", "100ms", "--seed", 1, typed=f"{action}\n")
    assert ran.code == 0
    assert ran.err == ""
    kept = only(saved)
    assert kept.seat == seat
    assert kept.tags["Second" if seat == "first" else "First"] == player_tag(player)
    for answer, position in zip(kept.played, kept.positions, strict=False):
        if position.seat != seat and not position.view(seat).hidden:
            assert f"({player_tag(player)}) plays {answer}" in ran.out


def test_two_computers_play_to_the_end(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", "--first", "2", "--second", "greedy", "--seed", 4)
    assert ran.code == 0
    assert only(saved).outcome() is not None
    assert "strata replay" in ran.out


@pytest.mark.parametrize(("given", "limit"), [([], 20), (["--limit", "7"], 7)])
def test_computers_stop_at_the_limit(
    run: Run,
    saved: Saved,
    endless: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: list[str],
    limit: int,
) -> None:
    monkeypatch.setattr("strata.cli.commands.play.USUAL_LIMIT", 20)
    ran = run("play", endless, "--first", "random", "--second", "random", *given)
    assert ran.code == 0
    assert f"unfinished: stopped after {limit} actions (--limit)" in ran.out
    assert "play --resume" in ran.out
    (file,) = saved()
    assert len(read_game(file, endless)) == limit


def test_the_limit_is_for_what_is_played_now(run: Run, saved: Saved, endless: Path) -> None:
    run("play", endless, "--first", "random", "--second", "random", "--limit", 3)
    (file,) = saved()
    ran = run("--games", endless, "play", "--resume", file, "--limit", 4)
    assert "unfinished: stopped after 4 actions" in ran.out
    assert len(read_game(file, endless)) == 7


def test_people_play_without_a_limit(
    run: Run, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strata.cli.commands.play.USUAL_LIMIT", 2)
    ran = run("play", endless, "--second", "random", typed="pass\npass\npass\n")
    assert ran.code == 0
    assert ran.out.count("plays pass") == 3
    assert "unfinished" not in ran.out


def test_the_player_comes_back_with_the_game(run: Run, saved: Saved) -> None:
    run("play", "daikuni", "--against", "2", "--seed", 1, typed="Qa1\n")
    (file,) = saved()
    assert only(saved).tags["Second"] == "level 2"
    ran = run("play", "--resume", file, "--seed", 1, typed="Sa8\n")
    assert "second (level 2) plays " in ran.out
    assert len(only(saved).played) == 4


def test_undo_takes_the_computers_answer_back_too(run: Run, saved: Saved) -> None:
    ran = run("play", "daikuni", "--against", "1", "--seed", 1, typed="Qa1\nundo\nSd4\n")
    assert "took back 2 actions" in ran.out
    assert only(saved).played[0] == "Sd4"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--against", "0"], "player of second: "),
        (["--against", "11"], "'11'"),
        (["--first", "nobody"], "player of first: "),
        (["--against", "4", "--time", "0s"], "--time 0s: expected 1ms to 24h"),
        (["--against", "4", "--time", "-2s"], "--time '-2s': expected a number and its unit"),
    ],
)
def test_refusals_save_nothing(
    refused: Callable[..., str], saved: Saved, arguments: list[str], said: str
) -> None:
    assert said in refused("play", "daikuni", *arguments)
    assert saved() == []


@pytest.mark.parametrize("terminal", ["dumb", "xterm"])
def test_ctrl_c_while_it_thinks(spawn: Spawn, saved: Saved, terminal: str) -> None:
    child = spawn("play", "daikuni", "--against", "engine", "--time", "60s", terminal=terminal)
    child.expect_exact("first (you)> ")
    child.sendline("Qd2")
    if terminal == "xterm":
        child.expect(re.escape("second (engine (computer)) is thinking"))
    else:
        child.expect("Qd2")
        child.expect("\n")
    deadline = time.monotonic() + PATIENCE
    while not any("Qd2" in file.read_text(encoding="utf-8") for file in whole(saved)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    child.sendintr()
    child.expect(r"saved; resume with: strata play --resume (\S+)\r\n")
    child.expect(END)
    child.wait()
    assert child.exitstatus == 130
    assert only(saved).played == ("Qd2",)
