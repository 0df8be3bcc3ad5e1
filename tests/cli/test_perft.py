"""`strata perft`."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import strata
from strata.cli.commands import perft
from tests.cli.conftest import Run, Spawn, begun
from tests.perft.entries import parse_perft


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_total(run: Run, game: strata.Game, depth: int) -> None:
    ran = run("perft", game.name, "--depth", depth)
    assert ran.code == 0
    assert ran.out.startswith(f"depth {depth}: {game.start().perft(depth)}")


def test_from_a_position(run: Run, game: strata.Game) -> None:
    position = begun(game, 3).position
    ran = run("perft", game.name, str(position), "-d", 2)
    assert ran.out.startswith(f"depth 2: {position.perft(2)}")


def test_divide(run: Run, game: strata.Game) -> None:
    *lines, total = run("perft", game.name, "-d", 2, "--divide").out.splitlines()
    counts = game.start().perft(2, divide=True)
    assert lines == [f"{action}  {count}" for action, count in counts.items()]
    assert total.startswith(f"depth 2: {sum(counts.values())}")


def test_json(run: Run, game: strata.Game) -> None:
    plain = json.loads(run("perft", game.name, "-d", 2, "--json").out)
    assert plain["nodes"] == game.start().perft(2)
    assert plain["depth"] == 2
    assert "divide" not in plain
    divided = json.loads(run("perft", game.name, "-d", 2, "--divide", "--json").out)
    assert divided["divide"] == game.start().perft(2, divide=True)


def test_entry_is_one_of_a_perft_file(run: Run, game: strata.Game) -> None:
    (entry,) = parse_perft(run("perft", game.name, "-d", 2, "--entry", "from-here").out, "out")
    assert entry.id == "from-here"
    assert strata.game(game.name, **entry.options) == game
    assert entry.position == str(game.start())
    assert entry.counts == {depth: game.start().perft(depth) for depth in (1, 2)}


def test_entries_can_be_appended_to_one_file(run: Run) -> None:
    said = [run("perft", "daikuni", "-d", 1, "--entry", name).out for name in ("one", "two")]
    assert said[0].endswith("\nperft 1 192\n\n")
    assert [entry.id for entry in parse_perft("".join(said), "out")] == ["one", "two"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-d", "2", "--entry", "two\nlines"], "expected a name on one line"),
        (["-d", "0", "--entry", "none"], "expected 1 to 100"),
        (["-d", "1", "--entry", "a", "--json"], "cannot be combined"),
    ],
)
def test_entries_that_cannot_be(
    refused: Callable[..., str], arguments: list[str], problem: str
) -> None:
    assert problem in refused("perft", "daikuni", *arguments)


def test_deep_counts_in_blocks_are_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, any_game: strata.Game
) -> None:
    monkeypatch.setattr(perft, "_BLOCK_DEPTH", 0)
    monkeypatch.setattr(perft, "_NARROW", 0)
    ran = run("perft", any_game.name, "-d", 2)
    assert ran.out.startswith(f"depth 2: {any_game.start().perft(2)}")


def test_finished_game_has_no_sequence(run: Run) -> None:
    ran = run("perft", "daikuni", "8/8/8/8/8/8/tt6/KTt2S1Q f", "-d", 3, "--json")
    assert json.loads(ran.out)["nodes"] == 0


@pytest.mark.parametrize("arguments", [["-d", "-1"], ["-d", "101"], ["-d", "0", "--divide"]])
def test_depth_out_of_range(
    refused: Callable[..., str], game: strata.Game, arguments: list[str]
) -> None:
    assert "depth" in refused("perft", game.name, *arguments)


def test_interrupted(spawn: Spawn, any_game: strata.Game) -> None:
    child = spawn("perft", any_game.name, "-d", 100, "--json", terminal="xterm")
    child.expect("counting")
    child.sendintr()
    child.expect("interrupted: ")
    child.expect_exact("actions counted")
    child.wait()
    assert child.exitstatus == 130
