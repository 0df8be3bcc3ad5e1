"""The folder of a tournament: nothing that is finished gets lost, nothing foreign is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from strata.lab.match import Finished, Played
from strata.lab.results import Results, ResultsRefused

SETTINGS = {"format": 1, "players": ["a", "b"], "seed": 1}


def finished(number: int) -> Finished:
    return Finished(Played(number, "a", "b", "first", "x", 7, 0.1), f"record {number}\n")


def test_games_are_kept_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with Results(folder, SETTINGS) as results:
        for number in (0, 2, 1):
            results.add(finished(number))
            lines = (folder / "results.jsonl").read_bytes().splitlines()
            assert len(lines) == len(results.played)  # at once, not at the end
    assert (folder / "records" / "000003.strata").read_text() == "record 2\n"
    with Results(folder, SETTINGS) as again:
        assert [game.number for game in again.played] == [0, 2, 1]
        again.add(finished(3))
    with Results(folder, SETTINGS) as again:
        assert len(again.played) == 4


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    with Results(tmp_path / "t", SETTINGS) as results:
        results.add(finished(0))
        results.add(finished(1))
    file = tmp_path / "t" / "results.jsonl"
    whole = file.read_bytes()
    end = whole.index(b"\n") + 1
    for cut in {*range(end, end + 5), *range(end, len(whole), 7), len(whole) - 1}:
        file.write_bytes(whole[:cut])
        with Results(tmp_path / "t", SETTINGS) as results:
            assert [game.number for game in results.played] == [0]
            results.add(finished(1))
        assert file.read_bytes() == whole


@pytest.mark.parametrize("line", [b"{}\n", b"nonsense\n", b"\xff\n", b"\n"])
def test_a_line_that_is_wrong_is_told(tmp_path: Path, line: bytes) -> None:
    with Results(tmp_path / "t", SETTINGS) as results:
        results.add(finished(0))
    file = tmp_path / "t" / "results.jsonl"
    text = file.read_bytes() + line
    file.write_bytes(text)
    with pytest.raises(ResultsRefused, match="line 2"), Results(tmp_path / "t", SETTINGS):
        pass
    assert file.read_bytes() == text


def test_a_game_that_stands_there_twice_is_told(tmp_path: Path) -> None:
    with Results(tmp_path / "t", SETTINGS) as results:
        results.add(finished(0))
    file = tmp_path / "t" / "results.jsonl"
    file.write_bytes(file.read_bytes() * 2)
    with pytest.raises(ResultsRefused, match="twice"), Results(tmp_path / "t", SETTINGS):
        pass


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"players": ["a", "c"]}, {"time": 5}, {"format": 2}]
)
def test_other_settings_are_refused(tmp_path: Path, other: dict[str, object]) -> None:
    with Results(tmp_path / "t", SETTINGS):
        pass
    name = next(iter(other))
    with (
        pytest.raises(ResultsRefused, match=f"other settings: {name} "),
        Results(tmp_path / "t", SETTINGS | other),
    ):
        pass


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    with pytest.raises(ResultsRefused, match="has no settings"), Results(tmp_path, SETTINGS):
        pass
    with (
        pytest.raises(ResultsRefused, match="has no settings"),
        Results(tmp_path / "precious", SETTINGS),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_broken_settings_are_told(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(ResultsRefused, match="cannot be read"), Results(tmp_path, SETTINGS):
        pass


def test_two_runs_in_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        Results(tmp_path / "t", SETTINGS),
        pytest.raises(ResultsRefused, match="another run is using"),
        Results(tmp_path / "t", SETTINGS),
    ):
        pass
