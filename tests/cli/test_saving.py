"""Games on disk."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from strata.cli.console import CommandError
from strata.cli.playing.saving import GameFile, games_folder, write_copy

NOW = datetime(2026, 1, 2, 3, 4, 5)


def test_every_game_has_a_name_of_its_own(data_home: Path) -> None:
    names = [GameFile.create("some", NOW).path.name for _ in range(3)]
    assert names == [
        "some-20260102-030405.strata",
        "some-20260102-030405-2.strata",
        "some-20260102-030405-3.strata",
    ]
    assert games_folder() == data_home / "strata" / "games"


def test_folder_without_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for given in ("", "relative/path"):
        monkeypatch.setenv("XDG_DATA_HOME", given)
        assert games_folder() == tmp_path / ".local" / "share" / "strata" / "games"


def test_writing_replaces_wholly_and_leaves_nothing_else() -> None:
    file = GameFile.create("some", NOW)
    file.write("one")
    file.write("two")
    assert file.path.read_text() == "two"
    assert list(file.path.parent.iterdir()) == [file.path]


def test_a_failed_write_leaves_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    file = GameFile.create("some", NOW)
    file.write("one")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        file.write("two")
    assert file.path.read_text() == "one"
    assert list(file.path.parent.iterdir()) == [file.path]


def test_an_existing_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real = tmp_path / "real.strata"
    real.write_text("one")
    real.chmod(0o640)
    link = tmp_path / "link.strata"
    link.symlink_to(real)
    GameFile.existing(link).write("two")
    assert link.is_symlink()
    assert real.read_text() == "two"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_folder_that_takes_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(CommandError, match=r"cannot be saved in .*/file/strata/games: "):
        GameFile.create("some", NOW)


def test_a_copy_overwrites_nothing(tmp_path: Path) -> None:
    write_copy(tmp_path / "copy", "one")
    with pytest.raises(CommandError, match="already exists"):
        write_copy(tmp_path / "copy", "two")
    assert (tmp_path / "copy").read_text() == "one"
