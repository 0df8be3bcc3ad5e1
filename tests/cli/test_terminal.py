"""`strata play` in a real terminal: gestures, Tab, signals, and games that survive them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import END, Spawn, begun

Saved = Callable[[], list[Path]]


def kept(saved: Saved) -> strata.Record:
    (file,) = saved()
    return strata.load(file.read_text(encoding="utf-8"))


def test_a_session_with_gestures_undo_a_mistake_and_ctrl_c(spawn: Spawn, saved: Saved) -> None:
    child = spawn("play", "daikuni", anew=True)
    child.expect_exact("first> ")
    child.sendline("Queen")
    child.expect_exact("first Queen> ")
    child.sendline("d2")
    child.expect_exact("second> ")
    child.sendline("King z2")
    child.expect_exact("error: no step 'z2' after King")
    child.expect_exact("second> ")
    child.sendline("King h8")
    child.expect_exact("first> ")
    child.sendline("undo")
    child.expect_exact("took back 1 action")
    child.expect_exact("second> ")
    child.sendline("Kg2")
    child.expect_exact("first> ")
    child.send("Sg")
    child.expect_exact("Sg")
    child.send("\x03")  # Ctrl-C, sent after a pause: readline misses a signal while it echoes
    child.expect(r"saved; resume with: strata play --resume (\S+)\r\n")
    assert child.match
    file = child.match[1]
    child.wait()
    assert child.exitstatus == 130
    assert kept(saved).played == ("Qd2", "Kg2")

    again = spawn("play", "--resume", file, anew=True)
    for seat, action in zip(
        ("first", "second") * 3, ("Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"), strict=True
    ):
        again.expect_exact(f"{seat}> ")
        again.sendline(action)
    again.expect_exact("second wins, king-in-check")
    again.expect(END)
    again.wait()
    assert again.exitstatus == 0
    assert kept(saved).outcome() == strata.Outcome("second", "king-in-check")


def test_tab_completes_steps_and_commands(spawn: Spawn) -> None:
    pytest.importorskip("readline")
    child = spawn("play", "daikuni")
    child.expect_exact("first> ")
    child.send("Sold\t d\t\t")
    child.expect(r"d1 +d2 +d3 +d4 +d5 +d6 +d7 +d8")
    child.sendline("4")
    child.expect_exact("second> ")
    child.sendline("un\t")
    child.expect_exact("took back 1 action")


def test_end_of_input(spawn: Spawn, saved: Saved, any_game: strata.Game) -> None:
    action = any_game.start().actions()[0]
    child = spawn("play", any_game.name)
    child.expect("> $")
    child.sendline(action)
    child.expect("to act")
    child.expect("> $")
    child.sendeof()
    child.expect("saved; resume with: strata play --resume ")
    child.wait()
    assert child.exitstatus == 0
    assert kept(saved).played == (action,)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_termination_and_hang_up(
    spawn: Spawn, saved: Saved, any_game: strata.Game, number: signal.Signals
) -> None:
    action = any_game.start().actions()[0]
    child = spawn("play", any_game.name)
    child.expect("> $")
    child.sendline(action)
    child.expect("to act")
    child.expect("> $")
    os.kill(child.pid, number)
    child.expect("saved; resume with: strata play --resume ")
    child.wait()
    assert child.exitstatus == 128 + number
    assert kept(saved).played == (action,)


def test_a_terminal_that_goes_away(spawn: Spawn, saved: Saved, any_game: strata.Game) -> None:
    action = any_game.start().actions()[0]
    child = spawn("play", any_game.name)
    child.expect("> $")
    child.sendline(action)
    child.expect("to act")
    child.expect("> $")
    child.close()
    assert kept(saved).played == (action,)


def test_a_killed_game_is_on_disk(spawn: Spawn, saved: Saved, any_game: strata.Game) -> None:
    record = begun(any_game, 3)
    child = spawn("play", any_game.name)
    for action in record.played:
        child.expect("to act")
        child.expect("> $")
        child.sendline(action)
    child.expect("to act")
    child.expect("> $")
    child.kill(signal.SIGKILL)
    child.wait()
    assert kept(saved).played == record.played
    again = spawn("play", "--resume", saved()[0])
    again.expect(f"{record.seat} to act")


def test_random_movers_can_be_stopped(spawn: Spawn, saved: Saved, any_game: strata.Game) -> None:
    child = spawn("play", any_game.name, "--first", "random", "--second", "random", "--seed", 1)
    child.expect("plays ")
    child.sendintr()
    child.expect("saved; (resume with: strata play --resume|replay with)")
    child.wait()
    assert child.exitstatus in (0, 130)
    assert kept(saved).played


def test_two_people_with_secrets_look_away(spawn: Spawn) -> None:
    name = next(
        (name for name in strata.games() if strata.game(name).start().view("second").hidden), None
    )
    if name is None:
        pytest.skip("no game hides anything at its start yet")
    child = spawn("play", name)
    child.expect("first> $")
    record = strata.game(name).record()
    while record.seat == "first":
        action = record.actions()[0]
        record.play(action)
        child.sendline(action)
        child.expect("(first> |press Enter: )$")
    if record.rules.arrangement(record.start.state) is not None:
        child.sendline("finish")
        child.expect("press Enter: $")
    child.sendline("")
    child.expect("second> $")
