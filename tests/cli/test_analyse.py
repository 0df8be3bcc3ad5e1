"""`strata analyse`: lines, limits, records, Ctrl-C."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import strata
from strata.cli.commands.learning.analyse import chance_words
from strata.games import VARIABLE
from strata.search.report import Score
from tests.cli.conftest import END, Run, Spawn, begun, write_record
from tests.patience import PATIENCE
from tests.places import ROOT

WHOLE_GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]  # E30


def test_every_game(run: Run, game: strata.Game) -> None:
    ran = run("analyse", game.name, "--time", "200ms", "--lines", 2, "--json")
    assert ran.code == 0
    assert ran.err == ""
    found = json.loads(ran.out)
    assert found["position"] == str(game.start())
    assert found["interrupted"] is False
    assert found["nodes"] > 0
    assert 1 <= len(found["lines"]) <= 2
    for line in found["lines"]:
        assert line["actions"][0] in game.start().actions()
        assert 0 <= line["expected"] <= 1


def test_a_table(run: Run) -> None:
    ran = run("analyse", "daikuni", "--depth", 2, "--lines", 2)
    assert ran.code == 0
    assert "score" in ran.out
    assert "depth 2" in ran.out
    assert "a second" in ran.out


@pytest.mark.parametrize("method", ["alpha-beta", "mcts", "uct"])
def test_methods(run: Run, method: str) -> None:
    ran = run("analyse", "daikuni", "--method", method, "--time", "0.1s", "--json")
    assert json.loads(ran.out)["method"] == method


def test_limits_without_time(run: Run) -> None:
    assert json.loads(run("analyse", "daikuni", "--depth", 1, "--json").out)["depth"] == 1
    found = json.loads(run("analyse", "daikuni", "--nodes", 500, "--json").out)
    assert found["nodes"] < 100_000


def test_a_position(run: Run) -> None:
    position = str(strata.game("daikuni").start().play("Kd4"))
    ran = run("analyse", "daikuni", *position.split(), "--depth", 1, "--json")
    assert json.loads(ran.out)["position"] == position
    assert json.loads(ran.out)["seat"] == "second"


@pytest.mark.parametrize("at", [0, 2, 3])
def test_a_place_in_a_record(run: Run, tmp_path: Path, game: strata.Game, at: int) -> None:
    record = begun(game, 3)
    file = write_record(tmp_path / "game.strata", record)
    for more in ([], [game.name]):
        ran = run("analyse", *more, "--record", file, "--at", at, "--depth", 1, "--json")
        assert json.loads(ran.out)["position"] == str(record.positions[at])


def test_the_end_of_a_record(run: Run, tmp_path: Path) -> None:
    record = begun(strata.game("daikuni"), 3)
    file = write_record(tmp_path / "game.strata", record)
    ran = run("analyse", "--record", file, "--depth", 1, "--json")
    assert json.loads(ran.out)["position"] == str(record.position)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "no game given"),
        (["chess"], "no game 'chess'"),
        (["daikuni", "nonsense"], "daikuni position"),
        (["daikuni", "--time", "0s"], "--time 0s: expected 1ms to 24h"),
        (["daikuni", "--time", "25h"], "--time 25h: expected 1ms to 24h"),
        (["daikuni", "--time", "nan"], "--time 'nan': expected a number and its unit"),
        (["daikuni", "--time", "5"], "--time '5': expected a number and its unit"),
        (["daikuni", "--time", "soon"], "--time"),
        (["daikuni", "--depth", "0"], "0 actions deep"),
        (["daikuni", "--nodes", "0"], "0 nodes"),
        (["daikuni", "--lines", "0"], "--lines"),
        (["daikuni", "--method", "guess"], "'guess'"),
        (["daikuni", "--at", "1"], "--at needs --record"),
        (["--record", "/nowhere/at/all"], "No such file"),
    ],
)
def test_refusals(refused: Callable[..., str], arguments: list[str], said: str) -> None:
    assert said in refused("analyse", *arguments)


def test_a_finished_game(refused: Callable[..., str], tmp_path: Path) -> None:
    record = strata.game("daikuni").record().play_all(WHOLE_GAME)
    file = write_record(tmp_path / "over.strata", record)
    assert "over (second wins, king-in-check)" in refused("analyse", "--record", file)
    assert "over" in refused("analyse", "daikuni", str(record.position))
    assert "expected 0 to 8" in refused("analyse", "--record", file, "--at", 9)
    assert "expected 0 to 8" in refused("analyse", "--record", file, "--at", -1)
    assert "a game of daikuni, not of 'kyo'" in refused("analyse", "kyo", "--record", file)


def _wait_for_search(pid: int) -> None:
    """Until a second thread of the program has worked for a while."""
    process, give_up = psutil.Process(pid), time.monotonic() + PATIENCE
    while sum(thread.user_time > 0.2 for thread in process.threads()[1:]) == 0:
        assert time.monotonic() < give_up
        time.sleep(0.1)


@pytest.mark.parametrize("terminal", ["dumb", "xterm"])
def test_ctrl_c_prints_what_is_known(spawn: Spawn, terminal: str) -> None:
    child = spawn("analyse", "daikuni", "--time", "60s", terminal=terminal)
    if terminal == "xterm":
        child.expect("depth [0-9]+")
    else:
        _wait_for_search(child.pid)  # nothing is seen before the end
    child.sendintr()
    child.expect("interrupted after")
    child.expect("depth [0-9]+")
    child.expect(END)
    child.wait()
    assert child.exitstatus == 130


def test_few_random_games_say_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """No score and no percentage is shown that they do not carry."""
    monkeypatch.setenv(VARIABLE, "")
    amazons = ROOT / "examples" / "games" / "amazons.py"
    ran = run("analyse", amazons, "--nodes", 50)
    assert "unclear: 50 random games are not enough to say" in ran.out
    assert "%" not in ran.out
    assert "+" not in ran.out
    found = json.loads(run("analyse", amazons, "--nodes", 50, "--json").out)
    for line in found["lines"]:
        assert (line["points"], line["expected"], line["wins_in"]) == (None, None, None)
        assert line["doubt"] > 0.1


def test_the_doubt_of_random_games_is_shown(run: Run) -> None:
    ran = run("analyse", "daikuni", "--method", "uct", "--nodes", 3000, "--lines", 1)
    assert re.search(r"\d+ ± \d %", ran.out)


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (Score(0, doubt=0.04), "50 ± 4 %"),
        (Score(5000, doubt=0.002), "> 99 %"),
        (Score(-5000, doubt=0.002), "< 1 %"),
        (Score(5000, wins_in=3), "100 %"),
        (Score(-5000, wins_in=-3), "0 %"),
    ],
)
def test_only_a_proof_is_certain(score: Score, shown: str) -> None:
    assert chance_words(score) == shown
