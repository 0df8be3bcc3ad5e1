"""`strata tournament`: the table, and runs that are interrupted, killed and gone on with."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

import strata
from strata.lab.match import Finished
from strata.lab.results import Results
from tests.adapters.scripts import engine
from tests.cli.conftest import PROGRAM, Run
from tests.descendants import descendants
from tests.forked import fork_players
from tests.patience import PATIENCE

PLAYERS = ("--players", "random,greedy,1")


@pytest.fixture(autouse=True)
def _processes_that_begin_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_players(monkeypatch)


def lines_of(folder: Path) -> list[bytes]:
    file = folder / "results.jsonl"
    return file.read_bytes().splitlines() if file.exists() else []


def test_everybody_against_everybody(run: Run, tmp_path: Path) -> None:
    ran = run("tournament", "daikuni", *PLAYERS, "-n", 2, "--out", tmp_path / "t", "--workers", 2)
    assert ran.code == 0
    _, *told = ran.err.splitlines()
    assert [line.partition(":")[0] for line in told] == [f"{n}/6" for n in range(1, 7)]
    assert any(": level 1 – random: " in line for line in told)
    for word in ("random", "greedy", "Elo", "95 %", "against"):
        assert word in ran.out
    assert len(lines_of(tmp_path / "t")) == 6
    for file in (tmp_path / "t" / "records").iterdir():
        assert strata.load(file.read_text(encoding="utf-8")).outcome() is not None


def test_a_ladder_as_json(run: Run, tmp_path: Path) -> None:
    ran = run("tournament", "daikuni", *PLAYERS, "-n", 2, "--out", tmp_path, "--ladder", "--json")
    found = json.loads(ran.out)
    assert [result["players"] for result in found["results"]] == [
        ["random", "greedy"],
        ["greedy", "1"],
    ]
    assert found["played"] == 4
    assert {row["player"] for row in found["standings"]} == {"random", "greedy", "1"}


def test_a_second_run_plays_nothing_again(run: Run, tmp_path: Path) -> None:
    command = ("tournament", "daikuni", *PLAYERS, "-n", 2, "--out", tmp_path, "--json")
    one = run(*command)
    before = lines_of(tmp_path)
    two = run(*command)
    assert two.err == "note: 6 of 6 games were already played\n"
    assert one.out == two.out
    assert lines_of(tmp_path) == before


@pytest.mark.parametrize(
    "other",
    [["--seed", "2"], ["-n", "4"], ["--ladder"], ["--time", "5ms"], ["-o", "tiles=16"]],
)
def test_other_settings_are_refused(run: Run, tmp_path: Path, other: list[str]) -> None:
    command = ["tournament", "daikuni", *PLAYERS, "--opening", "0", "--out", str(tmp_path)]
    run(*command, "-n", 2)
    ran = run(*command, *([] if "-n" in other else ["-n", 2]), *other)
    assert ran.code == 2
    assert ran.err.startswith(f"error: {tmp_path} was created with other settings: ")
    assert len(lines_of(tmp_path)) == 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "random"], "players: got 1, expected two or more"),
        (["--players", "random,"], "expected a name, a level or engine:COMMAND"),
        (["--players", "random,random"], "players: 'random' is given twice"),
        (["--players", "random,12"], "'12'"),
        (["--players", "random,nobody"], "'nobody'"),
        (["--players", "random,engine:/nowhere/at/all"], "No such file or directory"),
        (["--players", "random,1", "-n", "0"], "games: got 0"),
        (["--players", "random,1", "--time", "0s"], "expected 1ms to 24h"),
        ([], "--players"),
    ],
)
def test_refusals_leave_nothing(
    refused: Callable[..., str], tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert said in refused("tournament", "daikuni", *arguments, "--out", tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_a_folder_of_something_else(refused: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    said = refused("tournament", "daikuni", *PLAYERS, "--out", tmp_path)
    assert "exists but has no settings.json" in said


def begin(folder: Path, players: str, *more: object) -> subprocess.Popen[str]:
    """Runs a tournament in a process of its own, until some games are finished."""
    child = subprocess.Popen(
        [*PROGRAM, "tournament", "daikuni", "--players", players, "--out", str(folder)]
        + [str(word) for word in more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while len(lines_of(folder)) < 3 and time.monotonic() < deadline:
        assert child.poll() is None
        time.sleep(0.01)
    return child


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    return not alive


def test_a_killed_run_loses_nothing(run: Run, tmp_path: Path) -> None:
    more = ("-n", 100, "--opening", 0, "--workers", 2, "--json")
    child = begin(tmp_path / "t", "random,1", *more)
    crew = psutil.Process(child.pid).children(recursive=True)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert gone(crew)  # nobody goes on playing for nobody
    before = lines_of(tmp_path / "t")
    assert 3 <= len(before) < 100
    ran = run("tournament", "daikuni", "--players", "random,1", "--out", tmp_path / "t", *more)
    assert ran.code == 0
    after = lines_of(tmp_path / "t")
    assert after[: len(before)] == before
    assert sorted(json.loads(line)["number"] for line in after) == list(range(100))
    whole = run("tournament", "daikuni", "--players", "random,1", "--out", tmp_path / "w", *more)
    assert json.loads(whole.out)["results"] == json.loads(ran.out)["results"]


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    child = begin(tmp_path / "t", "random,1", "-n", 4000, "--opening", 0, "--json")
    crew = psutil.Process(child.pid).children(recursive=True)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert gone(crew)
    played = len(lines_of(tmp_path / "t"))
    _, *games, note = err.splitlines()
    assert len(games) in (played - 1, played)
    assert note == (
        f"note: interrupted after {played} of 4000 games, saved in {tmp_path / 't'}; "
        "run the same command to continue"
    )
    assert json.loads(out)["interrupted"] is True
    assert json.loads(out)["played"] == played


@pytest.mark.parametrize("late", [False, True], ids=["before its line", "after its line"])
def test_ctrl_c_while_a_game_is_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """What counts is what is on disk, wherever the interruption comes."""
    add = Results.add

    def interrupted(results: Results, finished: Finished) -> None:
        if late or finished.played.number < 2:
            add(results, finished)
        if finished.played.number == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Results, "add", interrupted)
    sizes = ("-n", 2, "--opening", 0)
    command = ("tournament", "daikuni", *PLAYERS, *sizes, "--out", tmp_path / "t", "--json")
    ran = run(*command)
    assert ran.code == 130
    played = 3 if late else 2
    assert len(lines_of(tmp_path / "t")) == played
    assert f"interrupted after {played} of 6 games" in ran.err
    assert json.loads(ran.out)["played"] == played
    monkeypatch.undo()
    assert json.loads(run(*command).out)["played"] == 6


def test_ctrl_c_ends_engines_that_hang(tmp_path: Path) -> None:
    hangs = f"engine:{engine(tmp_path, 'hangs')}"
    child = subprocess.Popen(
        [*PROGRAM, "match", "daikuni", "random", hangs, "--time", "60s"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:  # until a worker has started its engine
        commands = descendants(child.pid).values()
        if any("multiprocessing" in command for command in commands) and any(
            "hangs.py" in command for command in commands
        ):
            break
        time.sleep(0.05)
    time.sleep(0.5)
    crew = psutil.Process(child.pid).children(recursive=True)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert "no game was finished" in out
    assert "not saved" in err
    assert gone(crew)
