"""Golden runs made by references: plain ones without any other code, others by golden.py."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import strata
from strata.core.option import parse_settings
from tests import golden_by_reference
from tests.examples.known import FOLDER, examples_known
from tests.golden import read_golden
from tests.golden_by_reference import find_golden, find_runs, main, play_game

MADE = [name for name in strata.games() if find_golden(name)]
"""The games whose golden runs were made by a reference that is no plain game."""


@pytest.fixture
def reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The reference of the example Hex: a copy of it that a test may change."""
    monkeypatch.setattr(golden_by_reference, "FOLDER", tmp_path)
    path = tmp_path / "hex" / "reference.py"
    path.parent.mkdir()
    shutil.copy(FOLDER / "hex.py", path)
    with examples_known():
        yield path


def test_a_plain_reference_plays_the_random_games(
    reference: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["golden", "hex"])
    main()
    said = capsys.readouterr().out.splitlines()
    assert said[:5:2] == [
        "# Hex: the random games of these seeds, played by the reference",
        "",
        "seed 1",
    ]
    played = strata.game("hex").playouts(5, seed=1)
    assert said[5:10] == [
        f"game {length} {result}"
        for length, result in zip(played.lengths, played.results, strict=True)
    ]
    assert [line for line in said if line.startswith("options")] == [
        f"options size={size}" for size in (7, 5, 9, 11)
    ]


def test_a_reference_may_be_a_folder(reference: Path) -> None:
    folder = reference.with_suffix("")
    folder.mkdir()
    reference.rename(folder / "__init__.py")
    length, result = play_game("hex", {"size": "5"}, 1, 0)
    played = strata.game("hex", size=5).playouts(1, seed=1)
    assert ((length,), (result,)) == (played.lengths, tuple(map(str, played.results)))


def test_a_wrong_reference_is_told(reference: Path) -> None:
    text = reference.read_text(encoding="utf-8")
    reference.write_text(text.replace('{cell: ""} |', ""), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"program .*\nreference "):
        [play_game("hex", {"size": "5"}, 1, number) for number in range(60)]


@pytest.mark.parametrize("name", MADE)
def test_golden_runs_are_those_of_the_reference(name: str) -> None:
    """The same options and seeds; what they play is checked by hand, for it takes minutes."""
    runs = [
        (strata.game(name, **run.settings), run.seed, len(run.lengths)) for run in read_golden(name)
    ]
    assert runs == [
        (strata.game(name, **parse_settings(options)), seed, games)
        for options, seeds in find_runs(name)
        for seed, games in seeds
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_the_shortest_game_is_played_again(name: str) -> None:
    run, number = min(
        ((run, number) for run in read_golden(name) for number in range(len(run.lengths))),
        key=lambda game: game[0].lengths[game[1]],
    )
    played = play_game(name, run.settings, run.seed, number)
    assert played == (run.lengths[number], run.results[number])
