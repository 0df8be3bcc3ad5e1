"""`strata replay`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import strata
from tests.cli.conftest import END, Run, Spawn, begun, write_record

WHOLE_GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]  # E30


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    record = strata.game("daikuni").record().play_all(WHOLE_GAME)
    record.tags["Event"] = "E30"
    return write_record(tmp_path / "whole.strata", record)


@pytest.fixture
def some(tmp_path: Path, game: strata.Game) -> tuple[Path, strata.Record]:
    """A beginning of every game."""
    record = begun(game, 5)
    return write_record(tmp_path / "some.strata", record), record


def test_a_pipe_gets_everything(run: Run, some: tuple[Path, strata.Record]) -> None:
    file, record = some
    ran = run("replay", file)
    assert ran.code == 0
    places = [
        ran.out.index(f"{number}. {position.seat} {action}\n")
        for number, (action, position) in enumerate(
            zip(record.played, record.positions, strict=False), 1
        )
    ]
    assert places == sorted(places)
    assert ran.out.endswith("unfinished, 5 actions\n")
    assert run("replay", file, "--all").out == ran.out
    assert run("replay", file, "--delay", "1ms").out == ran.out
    assert run("replay", "-", typed=record.export()).out == ran.out


def test_every_action_is_told(run: Run, some: tuple[Path, strata.Record]) -> None:
    file, record = some
    ran = run("replay", file)
    entries = json.loads(run("replay", file, "--json").out)["actions"]
    for telling, entry in zip(record.tellings(), entries, strict=True):
        assert " ".join(sentence.read() for sentence in telling) in ran.out
        assert entry["telling"] == [
            {"text": sentence.read(), "cells": list(sentence.cells)} for sentence in telling
        ]


def test_final(run: Run, whole: Path) -> None:
    ran = run("replay", whole, "--final")
    assert "1. first" not in ran.out
    assert "Event: E30" in ran.out
    assert ran.out.endswith("second wins, king-in-check, 8 actions\n")


def test_resignation_is_told(run: Run, tmp_path: Path, game: strata.Game) -> None:
    record = begun(game, 1)
    record.resign("first")
    ran = run("replay", write_record(tmp_path / "resigned.strata", record))
    assert ran.out.endswith("First resigns: second wins.\nsecond wins, resignation, 1 actions\n")


def test_json(run: Run, some: tuple[Path, strata.Record]) -> None:
    file, record = some
    told = json.loads(run("replay", file, "--json").out)
    assert told["game"] == record.rules.name
    assert told["options"] == dict(record.rules.settings)
    assert told["start"] == str(record.start)
    assert [entry["action"] for entry in told["actions"]] == list(record.played)
    assert [entry["position"] for entry in told["actions"]] == [
        str(position) for position in record.positions[1:]
    ]
    assert told["final"] == str(record.position)
    assert told["outcome"] is None


def test_json_outcome(run: Run, whole: Path) -> None:
    told = json.loads(run("replay", whole, "--json").out)
    assert told["outcome"] == {"winner": "second", "reason": "king-in-check"}
    assert told["tags"] == {"Event": "E30"}


def test_step_by_step(spawn: Spawn, whole: Path) -> None:
    child = spawn("replay", whole)
    child.expect_exact("q quits: ")
    assert "1. first Qd2" not in child.before
    child.sendline("")
    child.expect_exact("1. first Qd2")
    child.expect_exact("q quits: ")
    child.sendline("")
    child.expect_exact("2. second Kg2")
    child.expect_exact("q quits: ")
    child.sendline("q")
    child.expect(END)
    assert "king-in-check" not in child.before
    child.wait()
    assert child.exitstatus == 0


def test_stepping_to_the_end(spawn: Spawn, whole: Path) -> None:
    child = spawn("replay", whole)
    for number in range(1, 9):
        child.expect_exact("q quits: ")
        child.sendline("")
        child.expect_exact(f"{number}. ")
    child.expect_exact("second wins, king-in-check, 8 actions")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("Kd3", "Kd9"), "line 7: action 7, 'Kd9', cannot be played"),
        (lambda text: text.partition("[Actions")[0], "cut off"),
        (lambda text: text.replace("second wins", "first wins"), "Result is 'first wins"),
        (lambda text: "", "the record is empty"),
        (lambda text: text.replace('"daikuni"', '"chess"'), "line 2: no game 'chess'"),
        (lambda text: text.replace("tiles=32", "name=32"), "has no option 'name'"),
    ],
)
def test_bad_records(
    refused: Callable[..., str], whole: Path, change: Callable[[str], str], said: str
) -> None:
    whole.write_text(change(whole.read_text(encoding="utf-8")), encoding="utf-8")
    told = refused("replay", whole)
    assert told.startswith(f"{whole}: line ")
    assert said in told


def test_bad_files(refused: Callable[..., str], tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert refused("replay", missing) == f"{missing}: No such file or directory"
    assert refused("replay", tmp_path) == f"{tmp_path}: Is a directory"
    binary = tmp_path / "binary"
    binary.write_bytes(b"[Strata\n\xff\xfe")
    assert refused("replay", binary) == f"{binary}: not a record: line 2 is not UTF-8 text"
    assert "not a record: longer than" in refused("replay", "/dev/zero")


def test_one_way_to_replay_at_a_time(refused: Callable[..., str], whole: Path) -> None:
    assert "cannot be combined" in refused("replay", whole, "--all", "--final")
    assert "expected a number and its unit" in refused("replay", whole, "--delay", 2)
