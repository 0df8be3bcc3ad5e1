"""`strata playouts`."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import Run, Spawn, begun
from tests.volume import everyday


def test_json_is_what_the_library_says(run: Run, game: strata.Game) -> None:
    games = everyday(10, full=40)
    ran = run("playouts", game.name, "-n", games, "--seed", 5, "--json")
    assert ran.code == 0
    assert ran.err == ""
    told = json.loads(ran.out)
    played = game.playouts(games, seed=5)
    assert told["games"] == games
    assert told["interrupted"] is False
    assert told["position"] == str(game.start())
    results = {(entry["winner"], entry["reason"]): entry["games"] for entry in told["results"]}
    assert results == {
        (outcome.winner, outcome.reason): count
        for outcome, count in played.tally().items()
        if outcome is not None
    }
    assert sum(entry["share"] for entry in told["results"]) == pytest.approx(1)
    assert told["actions"] == {
        "mean": pytest.approx(statistics.fmean(played.lengths)),
        "median": statistics.median(played.lengths),
        "shortest": min(played.lengths),
        "longest": max(played.lengths),
    }
    assert told["turns"]["longest"] == max(played.turns)
    assert told["branching"] == {"mean": pytest.approx(played.branching), "most": played.widest}
    assert told["actions_per_second"] > 0


def test_workers_play_the_same_games(run: Run, any_game: strata.Game) -> None:
    def results(workers: int) -> object:
        ran = run("playouts", any_game.name, "-n", 70, "--workers", workers, "--json")
        return json.loads(ran.out)["results"]

    assert results(1) == results(3)


def test_table(run: Run, game: strata.Game) -> None:
    games = everyday(5, full=20)
    ran = run("playouts", game.name, "-n", games)
    assert ran.code == 0
    for word in ("result", "percent", "100.0 %", "median", "turns", "branching", "a second"):
        assert word in ran.out
    for outcome in game.playouts(games, seed=1).tally():
        assert outcome is not None
        assert outcome.reason in ran.out


def test_limit_and_position(run: Run, game: strata.Game) -> None:
    position = begun(game, 2).position
    ran = run("playouts", game.name, str(position), "-n", 5, "--limit", 1, "--json")
    told = json.loads(ran.out)
    assert told["position"] == str(position)
    assert told["actions"]["longest"] == 1
    assert "stopped" in {entry["reason"] for entry in told["results"]}
    assert "stopped" in run("playouts", game.name, "-n", 5, "--limit", 1).out


def test_unfinished_games_are_told(run: Run) -> None:
    ran = run("playouts", "daikuni", "-n", 5, "--limit", 1, "--json")
    assert ran.err == "note: 5 of 5 games unfinished after 1 actions (--limit)\n"


def test_a_game_that_never_ends_is_stopped(run: Run, endless: Path) -> None:
    ran = run("playouts", endless, "-n", 1)
    assert ran.code == 0
    assert ran.err == "note: 1 of 1 games unfinished after 20000 actions (--limit)\n"
    assert "stopped" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "-1"], "seed: got -1"),
        (["--workers", "0"], "number of workers: got 0"),
        (["--limit", "0"], "limit of actions: got 0"),
    ],
)
def test_numbers_out_of_range(
    refused: Callable[..., str], game: strata.Game, arguments: list[str], said: str
) -> None:
    assert refused("playouts", game.name, *arguments).startswith(said)


@pytest.mark.parametrize("json_asked", [False, True])
def test_interrupted_it_says_what_it_did(
    spawn: Spawn, any_game: strata.Game, json_asked: bool
) -> None:
    more = ["--json"] if json_asked else []
    child = spawn("playouts", any_game.name, "-n", 2_000_000_000, *more, terminal="xterm")
    child.expect(r"[1-9]\d*/2000000000")
    child.sendintr()
    child.expect(r"interrupted after ([1-9]\d*) of 2000000000 games")
    assert child.match
    done = child.match[1]
    child.expect(rf'"games": {done},\s+"interrupted": true' if json_asked else rf"all +{done} ")
    child.expect_exact("actions_per_second" if json_asked else "actions a second")
    child.wait()
    assert child.exitstatus == 130
