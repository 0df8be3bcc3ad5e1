"""Real PostgreSQL and Redis: private instances on free ports, in temporary folders.

Without the programs the tests that need them are skipped and say so; with CI in the environment
they fail. `scripts/services` installs them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from tests.server.processes import free_port, wait_until


def _missing(what: str) -> NoReturn:
    reason = f"{what} is not installed: run scripts/services as root"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _program(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"]]))
    return found or _missing(name)


def _as_postgres(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres", "postgres")
    return [_program("runuser"), "-u", "postgres", "--"]


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a fresh database server."""
    # Not among pytest's own folders, which are for root only.
    with (
        tempfile.TemporaryDirectory(prefix="strata-postgres-") as folder,
        _postgres_in(Path(folder)) as url,
    ):
        yield url


@contextmanager
def _postgres_in(folder: Path) -> Iterator[str]:
    initdb, postgres = _program("initdb"), _program("postgres")
    prefix = _as_postgres(folder)
    data, port = folder / "data", free_port()
    options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", str(data)]
    subprocess.run([*prefix, initdb, *options], check=True, capture_output=True, cwd="/")
    process = subprocess.Popen(
        [*prefix, postgres, "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        wait_until(lambda: _accepts(port), "PostgreSQL")
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        process.terminate()
        process.wait(30)


def _accepts(port: int) -> bool:
    ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(ready, check=False).returncode == 0


@contextmanager
def running_redis(folder: Path, port: int | None = None) -> Iterator[str]:
    """The URL of a fresh broker."""
    server, port = _program("redis-server"), port or free_port()
    process = subprocess.Popen(
        [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    ping = [_program("redis-cli"), "-p", str(port), "ping"]

    def answers() -> bool:
        return subprocess.run(ping, capture_output=True, check=False).stdout.strip() == b"PONG"

    try:
        wait_until(answers, "Redis")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(30)
