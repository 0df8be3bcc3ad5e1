"""The lock of a SQLite database: one `strata serve`, with all its workers, at a time.

Two of them would not tell each other of changes. The system releases the lock when the process
ends, however it ends. PostgreSQL is shared by several servers, and has no such lock.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import make_url

from strata.core.errors import StrataError


class DatabaseInUse(StrataError):
    """Another server uses the database."""


@contextlib.contextmanager
def database_lock(database_url: str) -> Iterator[None]:
    """Hold the lock of the database within the block. Raises DatabaseInUse.

    Nothing is locked without a file, or on Windows, which has no such locks.
    """
    url = make_url(database_url)
    if url.get_backend_name() != "sqlite" or not url.database or sys.platform == "win32":
        yield
        return
    import fcntl

    path = Path(f"{os.path.realpath(url.database)}.lock")
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # the database cannot be opened either, which is told better later
        yield
        return
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.read(file, 20).decode(errors="replace").strip()
            raise DatabaseInUse(
                f"{path.parent} is in use by another server (process {pid or 'unknown'}): "
                "stop it, or give another --data-dir"
            ) from None
        except OSError:  # some network file systems have no locks
            pass
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(file)
