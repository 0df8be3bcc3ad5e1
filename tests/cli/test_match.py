"""`strata match`: the result, players by every kind of name, engines that fail."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from strata.adapters.engine_client import Engine
from strata.games import VARIABLE
from tests.adapters.scripts import OURS, engine
from tests.cli.conftest import END, Run, Spawn
from tests.forked import fork_players
from tests.places import ROOT


@pytest.fixture(autouse=True)
def _processes_that_begin_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_players(monkeypatch)


def test_a_match(run: Run) -> None:
    ran = run("match", "daikuni", "greedy", "random", "-n", 4)
    assert ran.code == 0
    assert "greedy" in ran.out
    assert "Elo" in ran.out


def test_each_game_is_told_where_no_bar_is_shown(run: Run) -> None:
    ran = run("match", "daikuni", "1", "random", "-n", 2, "--json")
    game = r"(first wins|second wins|draw), [a-z-]+ \(\d+ actions\)"
    begin, one, two = ran.err.splitlines()
    assert begin == "playing 2 games from balanced openings of 4 random actions"
    assert re.fullmatch(rf"1/2: level 1 – random: {game}", one)
    assert re.fullmatch(rf"2/2: random – level 1: {game}", two)
    assert json.loads(ran.out)["played"] == 2


def test_openings_without_an_evaluation_are_not_searched(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is going on is said before the first game has ended."""
    monkeypatch.setenv(VARIABLE, "")
    amazons = ROOT / "examples" / "games" / "amazons.py"
    ran = run("match", amazons, "-o", "size=6", "random", "uct", "-n", 2, "--time", "1ms")
    assert ran.code == 0
    begin, *told = ran.err.splitlines()
    assert begin == "playing 2 games from openings of 4 random actions"
    assert len(told) == 2


def test_a_bar_is_shown_at_a_terminal(spawn: Spawn) -> None:
    child = spawn("match", "daikuni", "1", "random", "-n", 2, terminal="xterm")
    child.expect("Elo")
    assert "2/2" in child.before
    assert "actions)" not in child.before
    child.expect(END)


def test_as_json(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    ran = run("match", "daikuni", "3", "random", "-n", 4, "--workers", 2, "--out", folder, "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert found["players"] == ["3", "random"]
    assert found["played"] == 4
    (result,) = found["results"]
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert result["interval"][0] <= result["share"] <= result["interval"][1]
    records = [
        strata.load(file.read_text(encoding="utf-8"))
        for file in sorted((folder / "records").glob("*.strata"))
    ]
    assert [record.tags["First"] for record in records] == ["3", "random", "3", "random"]
    assert records[0].played[:4] == records[1].played[:4]


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    one, two = (
        json.loads(run("match", "daikuni", "greedy", "random", "-n", 4, "--json").out)
        for _ in range(2)
    )
    assert one["endings"] == two["endings"]


def test_an_engine_of_others(run: Run) -> None:
    ran = run("match", "daikuni", "random", "--engine", OURS, "-n", 2, "--time", "20ms", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["players"] == ["random", f"engine:{OURS}"]


def test_an_engine_by_its_name(run: Run, tmp_path: Path) -> None:
    name = f"engine:{engine(tmp_path, 'good')}"
    ran = run("match", "daikuni", name, "random", "-n", 2, "--time", "50ms")
    assert ran.code == 0


def test_secrets_are_noted(run: Run) -> None:
    ran = run(
        "match", "rhodium", "random", "--engine", OURS, "-n", 1, "--time", "1ms", "--limit", 10
    )
    assert ran.err.startswith("note: an external engine sees the whole game")
    assert ": draw, agreement (10 actions)" in ran.err


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("dies-in-the-game", "ended with exit code 1: 'no idea what to do'"),
        ("garbage", "expected bestmove ACTION"),
        ("illegal", "chose an illegal action 'z99'"),
    ],
)
def test_engines_that_fail_forfeit(run: Run, tmp_path: Path, fault: str, said: str) -> None:
    folder = tmp_path / "out"
    ran = run(
        *("match", "daikuni", "greedy", "--engine", engine(tmp_path, fault)),
        *("-n", 2, "--time", "50ms", "--out", folder, "--opening", 0, "--json"),
    )
    assert ran.code == 2
    _, *games, last = ran.err.splitlines()
    assert [game.partition(":")[0] for game in games] == ["1/2", "2/2"]
    assert all("wins, forfeit (" in game for game in games)
    assert last.startswith("error: 2 games were forfeited; the last: engine ")
    assert said in last
    found = json.loads(ran.out)
    assert found["standings"][0]["player"] == "greedy"
    assert [failure["seat"] for failure in sorted(found["failures"], key=lambda f: f["game"])] == [
        "second",
        "first",
    ]
    for file in (folder / "records").glob("*.strata"):
        record = strata.load(file.read_text(encoding="utf-8"))
        outcome = record.outcome()
        assert outcome
        assert outcome.reason == "forfeit"
        assert said in record.tags["Forfeit"]


def test_an_engine_that_always_fails_ends_the_match(run: Run, tmp_path: Path) -> None:
    ran = run("match", "daikuni", "random", "--engine", engine(tmp_path, "illegal"), "-n", 50)
    assert ran.code == 2
    assert "forfeited 3 games in a row" in ran.err
    assert "forfeit" in ran.out


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("dies-at-once", "ended with exit code 1: 'cannot start'"),
        ("never-answers", "did not answer 'strata' with 'strataok'"),
        ("prints-garbage", "did not answer 'strata' with 'strataok'"),
    ],
)
def test_engines_that_do_not_start(
    refused: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    said: str,
) -> None:
    defaults = Engine.__init__.__kwdefaults__
    assert defaults
    monkeypatch.setitem(defaults, "start_seconds", 1.0)
    folder = tmp_path / "out"
    command = engine(tmp_path, kind)
    assert said in refused("match", "daikuni", "random", "--engine", command, "--out", folder)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["daikuni"], "PLAYER"),
        (["daikuni", "random"], "expected two players"),
        (["daikuni", "random", "greedy", "--engine", "x"], "expected two players"),
        (["daikuni", "random", "--engine", "/nowhere/at/all"], "No such file or directory"),
        (["daikuni", "random", "--engine", ""], "expected a name, a level or engine:COMMAND"),
        (["daikuni", "random", "engine:"], "expected a name, a level or engine:COMMAND"),
        (["daikuni", "random", "random"], "players: 'random' is given twice"),
        (["daikuni", "random", "nobody"], "'nobody'"),
        (["daikuni", "random", "0"], "'0'"),
        (["daikuni", "random", "11"], "'11'"),
        (["daikuni", "random", "greedy", "--time", "0ms"], "--time 0ms: expected 1ms to 24h"),
        (["daikuni", "random", "greedy", "--time", "200"], "--time '200': expected a number and"),
        (["daikuni", "random", "greedy", "-n", "0"], "games: got 0"),
        (["daikuni", "random", "greedy", "--opening", "-1"], "random opening actions: got -1"),
        (["daikuni", "random", "greedy", "--limit", "0"], "limit of actions per game: got 0"),
        (["daikuni", "random", "greedy", "--workers", "0"], "--workers"),
        (["chess", "random", "greedy"], "no game 'chess'"),
    ],
)
def test_refusals(refused: Callable[..., str], arguments: list[str], said: str) -> None:
    assert said in refused("match", *arguments)


@pytest.mark.parametrize("pause", [0.3, 1.0])
def test_ctrl_c_in_a_terminal_is_one_note(spawn: Spawn, pause: float) -> None:
    """The processes that play hear it too, also while they are being started."""
    child = spawn("match", "daikuni", "random", "1", "-n", 5000, "--workers", 2, terminal="xterm")
    child.expect("playing")
    time.sleep(pause)
    child.sendintr()
    child.expect("interrupted after")
    child.expect(END)
    child.wait()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
