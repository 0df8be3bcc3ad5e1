"""Backups of the database while the server runs."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import make_url

from strata.core.errors import StrataError


class CannotBackUp(StrataError):
    """The backup could not be made."""


def back_up(database_url: str, target: Path) -> int:
    """Write a consistent copy of the database to `target`; return its size in bytes.

    The copy contains all that players were told before, even what is only in the write-ahead log.
    An existing file is not touched. Raises CannotBackUp.
    """
    url = make_url(database_url)
    if url.get_backend_name() != "sqlite":
        raise CannotBackUp("the database is PostgreSQL: back it up with pg_dump")
    source = Path(url.database or "")
    if not source.is_file():
        raise CannotBackUp(f"{source}: there is no database yet")
    if target.exists():
        raise CannotBackUp(f"{target} already exists: give another name, or delete it")
    if target.resolve().name in (f"{source.name}-{part}" for part in ("journal", "shm", "wal")):
        raise CannotBackUp(f"{target} is a name that SQLite itself uses: give another one")
    try:
        target.touch(mode=0o600)  # VACUUM INTO accepts an empty file
        with contextlib.closing(sqlite3.connect(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except (OSError, sqlite3.Error) as error:
        target.unlink(missing_ok=True)
        raise CannotBackUp(f"{target} could not be written: {error}") from None
    return target.stat().st_size
