"""Engines of others: one that works, and every way in which one may not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import strata
from strata.adapters.engine_client import Engine, EngineFailed
from tests.adapters.scripts import FAULTS, OURS, engine
from tests.descendants import descendants
from tests.volume import outermost

SAID = {
    "dies-in-the-game": "ended with exit code 1: 'no idea what to do'",
    "hangs": "did not answer bestmove ACTION within",
    "garbage": "answered '\\x00",
    "floods": "did not answer bestmove ACTION within",
    "illegal": "chose an illegal action 'z99' in daikuni",
    "empty": "answered 'bestmove', expected bestmove ACTION",
    "error": "answered 'error I do not know this game'",
}


@pytest.mark.parametrize("name", outermost(strata.games()))
def test_our_own_engine_plays(name: str) -> None:
    game = strata.game(name)
    record = game.record()
    with Engine(game, OURS, seed=1, time_ms=50) as player:
        assert player.name == f"Strata {strata.__version__}"
        for _ in range(3):
            record.play(player.choose(record))


def test_options_and_definitions_get_across() -> None:
    for game in (strata.game("daikuni", tiles=16), strata.game("dzura", definition="mini")):
        record = game.record()
        with Engine(game, OURS, time_ms=20) as player:
            record.play(player.choose(record))


def test_a_small_engine(tmp_path: Path, daikuni: strata.Game) -> None:
    record = daikuni.record()
    with Engine(daikuni, engine(tmp_path, "good"), time_ms=100) as player:
        assert player.name == "Bad 1"
        for _ in range(4):
            record.play(player.choose(record))
        player.new_game()
        assert player.choose(daikuni.record()) == record.played[0]


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_in_a_game(tmp_path: Path, daikuni: strata.Game, fault: str) -> None:
    record = daikuni.record()
    with Engine(daikuni, engine(tmp_path, fault), time_ms=50, grace_seconds=0.5) as player:
        with pytest.raises(EngineFailed) as failed:
            record.play_all(player.choose(record) for _ in range(5))
        assert SAID[fault] in str(failed.value)
        assert "\n" not in str(failed.value)
    assert len(record.played) == (2 if fault == "dies-in-the-game" else 0)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("dies-at-once", "ended with exit code 1: 'cannot start'"),
        ("never-answers", "did not answer 'strata' with 'strataok' within 1 s"),
        ("prints-garbage", "its last line was 'hello?hello?hello?'"),
        ("deaf", "did not answer readyok within 1 s"),
    ],
)
def test_faults_at_the_start(tmp_path: Path, daikuni: strata.Game, kind: str, said: str) -> None:
    with pytest.raises(EngineFailed) as failed:
        Engine(daikuni, engine(tmp_path, kind), start_seconds=1)
    assert said in str(failed.value)
    assert not _left(tmp_path)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "got nothing"),
        ("   ", "got nothing"),
        ("'", "No closing quotation"),
        ("/nowhere/at/all x", "cannot be started: /nowhere/at/all: No such file or directory"),
        ("/", "cannot be started: /: Permission denied"),
        ("a\0b", "cannot be started"),
    ],
)
def test_commands_that_cannot_be_run(daikuni: strata.Game, command: str, said: str) -> None:
    with pytest.raises(EngineFailed, match=said.replace("(", r"\(")):
        Engine(daikuni, command)


def test_nothing_stays_behind(tmp_path: Path, daikuni: strata.Game) -> None:
    with Engine(daikuni, engine(tmp_path, "hangs"), time_ms=50, grace_seconds=0.2) as player:
        assert _left(tmp_path)
        with pytest.raises(EngineFailed):
            player.choose(daikuni.record())
    assert not _left(tmp_path)


@pytest.mark.timeout(50)  # the engine would take a minute
def test_stop_is_not_waited_for_long(tmp_path: Path, daikuni: strata.Game) -> None:
    with Engine(daikuni, engine(tmp_path, "hangs"), time_ms=60_000) as player:
        threading.Timer(0.2, player.stop).start()
        with pytest.raises(EngineFailed):
            player.choose(daikuni.record())


def _left(folder: Path) -> list[int]:
    """Processes of the engines in `folder` that are still there."""
    return [number for number, command in descendants().items() if str(folder) in command]
