"""`strata review`: the table, JSON, limits, Ctrl-C."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import strata
from strata.search.review import Review
from tests.cli.conftest import END, Run, Spawn, begun, write_record

# Second gives its King away with the last action but one.
WHOLE_GAME = ["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"]  # E30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    record = strata.game("daikuni").record().play_all(WHOLE_GAME)
    record.tags["First"] = "Ada"
    return write_record(tmp_path / "game.strata", record)


def test_a_table(run: Run, file: Path) -> None:
    ran = run("review", file, "--level", 5)
    assert (ran.code, ran.err) == (0, "")
    assert "First: Ada" in ran.out
    rows = [line.split() for line in ran.out.splitlines()]
    assert [row[2] for row in rows if row[1:2] in (["first"], ["second"])][:8] == WHOLE_GAME
    assert "accuracy" in ran.out
    assert "Better was" in ran.out
    assert "The turn played allows" in ran.out
    assert ran.out.rstrip().endswith(", 8 turns")


def test_one_seat_only(run: Run, file: Path) -> None:
    ran = run("review", file, "--level", 3, "--seat", "second")
    rows = [line.split() for line in ran.out.splitlines() if line[:1] == " "]
    assert [row[2] for row in rows if row[0].isdecimal()] == WHOLE_GAME[1::2]


def test_json_is_the_review(run: Run, file: Path) -> None:
    ran = run("review", file, "--level", 4, "--json")
    review = msgspec.json.decode(ran.out, type=Review)
    assert [turn.actions for turn in review.turns] == [(action,) for action in WHOLE_GAME]
    assert review.is_complete
    assert str(review.outcome) == str(strata.load(file.read_text()).outcome())
    assert ran.out == run("review", file, "--level", 4, "--json").out


def test_every_game(run: Run, game: strata.Game, tmp_path: Path) -> None:
    """A game in progress is reviewed as far as it goes."""
    file = write_record(tmp_path / "game.strata", begun(game, 6))
    ran = run("review", file, "--level", 1, "--json")
    if game.name == "rhodium":
        assert "nothing to review" in ran.err
        return
    assert ran.code == 0
    assert json.loads(ran.out)["turns"]


def test_time_instead_of_a_level(run: Run, file: Path) -> None:
    found = json.loads(run("review", file, "--time", "20ms", "--json").out)
    assert found["effort"] == {"nodes": None, "time_ms": 20}
    assert len(found["turns"]) == len(WHOLE_GAME)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--level", "3", "--time", "1s"], "--level and --time cannot be combined"),
        (["--seat", "third"], "--seat 'third': expected first or second"),
        (["--time", "soon"], "expected a number and its unit"),
        (["--level", "11"], "less than or equal to 10"),
    ],
)
def test_wrong_arguments(
    refused: Callable[..., str], file: Path, arguments: list[str], problem: str
) -> None:
    assert problem in refused("review", file, *arguments)


def test_wrong_files(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "No such file" in refused("review", tmp_path / "none")
    bad = tmp_path / "bad"
    bad.write_text("hello\n")
    assert refused("review", bad).startswith(f"{bad}: line 1")
    empty = write_record(tmp_path / "empty", strata.game("daikuni").record())
    assert refused("review", empty) == f"{empty}: nothing to review: no turn was completed"


@pytest.mark.parametrize("asked", [[], ["--json"]])
def test_interrupted_it_shows_what_it_has(spawn: Spawn, file: Path, asked: list[str]) -> None:
    child = spawn("review", file, "--time", "24h", *asked, terminal="xterm")
    child.expect("reviewing turns")
    child.sendintr()
    child.expect("interrupted after 0 of 8 turns")
    child.expect('"turns": \\[\\]' if asked else "accuracy")
    child.expect(END)
    child.close()
    assert child.exitstatus == 130
