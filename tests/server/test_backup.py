"""Copies of the database of a running server."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from pathlib import Path

import pytest

from strata.cli.main import main
from strata.server.storage.backup import CannotBackUp, back_up
from tests.server.processes import Device, Server


def test_the_copy_has_what_was_told(tmp_path: Path) -> None:
    """Also what is only in the log of writes; and a server opens it."""
    (tmp_path / "data").mkdir()
    with Server(tmp_path / "data") as server:
        device = Device(server)
        made = [device.make("me", "me")["id"] for _ in range(5)]
        device.sit(made[0]).play("Kd4")
        copy = tmp_path / "restored" / "strata.db"
        copy.parent.mkdir()
        assert main(["backup", str(copy), "--data-dir", str(tmp_path / "data")]) == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with contextlib.closing(sqlite3.connect(copy)) as database:
        assert {row[0] for row in database.execute("SELECT id FROM tables")} == set(made)
    with Server(copy.parent) as restored:
        found = Device(restored).http.get(f"/api/tables/{made[0]}").json()
        assert [move[1] for move in found["moves"]] == ["Kd4"]


def test_what_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    arguments = ["backup", str(tmp_path / "copy.db"), "--data-dir", str(tmp_path / "none")]
    assert main(arguments) == 2
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_copied(tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path}/strata.db"
    with pytest.raises(CannotBackUp, match="no database yet"):
        back_up(database, tmp_path / "copy.db")
    sqlite3.connect(tmp_path / "strata.db").execute("CREATE TABLE some (thing)")
    (tmp_path / "there.db").write_text("precious")
    with pytest.raises(CannotBackUp, match="already exists"):
        back_up(database, tmp_path / "there.db")
    assert (tmp_path / "there.db").read_text() == "precious"
    with pytest.raises(CannotBackUp, match="could not be written"):
        back_up(database, tmp_path / "no" / "such" / "folder.db")
    for part in ("journal", "shm", "wal"):  # a copy there would be taken for the database's own
        with pytest.raises(CannotBackUp, match="SQLite itself uses"):
            back_up(database, tmp_path / f"strata.db-{part}")
    with pytest.raises(CannotBackUp, match="pg_dump"):
        back_up("postgresql+asyncpg://me@there/strata", tmp_path / "copy.db")
