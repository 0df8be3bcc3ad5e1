"""Real PostgreSQL and Redis: private instances on free ports, in temporary folders.

Without the programs the tests that need them are skipped and say so; with CI in the environment
they fail. `scripts/services` installs them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, Self

import psutil
import pytest

from tests.patience import PATIENCE
from tests.server.processes import free_port, wait_until


def _missing(what: str) -> NoReturn:
    reason = f"{what} is not installed: run scripts/services as root"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def program(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"]]))
    return found or _missing(name)


def _as_postgres(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres", "postgres")
    return [program("runuser"), "-u", "postgres", "--"]


class _Service:
    """A program that is started, and ends with the block."""

    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        raise NotImplementedError

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
        self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.end()


class Postgres(_Service):
    """A database server, which can be killed and started again with the same data."""

    def __init__(self, folder: Path) -> None:
        """`folder` is empty, and not among pytest's own, which are for root only."""
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._folder = folder
        self._prefix = _as_postgres(folder)
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", self._data]
        initdb = [*self._prefix, program("initdb"), *options]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/")

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def start(self) -> Self:
        where = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self._folder)]
        self._process = subprocess.Popen(
            [*self._prefix, program("postgres"), "-D", self._data, *where],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        wait_until(self._accepts, "PostgreSQL")
        return self

    def _accepts(self) -> bool:
        ready = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def kill(self) -> None:
        """With SIGKILL, every process of it, as when the machine fails."""
        assert self._process is not None
        parents = psutil.Process(self._process.pid)
        for process in (parents, *parents.children()):
            process.suspend()  # so that none starts another meanwhile
        processes = [*parents.children(recursive=True), parents]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait(PATIENCE)
        psutil.wait_procs(processes, PATIENCE)
        self._process = None


class Redis(_Service):
    """A broker, which can be killed and started again at the same port."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder

    def start(self) -> Self:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [program("redis-server"), *where, "--save", ""], stdout=subprocess.DEVNULL
        )
        wait_until(lambda: self.ask("ping") == "PONG", "Redis")
        return self

    def ask(self, *command: str) -> str:
        """What `redis-cli` prints."""
        asking = [program("redis-cli"), "-p", str(self.port), *command]
        return subprocess.run(asking, capture_output=True, check=False, text=True).stdout.strip()

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None


@contextmanager
def new_postgres() -> Iterator[Postgres]:
    """A fresh database server, not yet started; it ends with the block."""
    with tempfile.TemporaryDirectory(prefix="strata-postgres-") as folder:
        postgres = Postgres(Path(folder))
        try:
            yield postgres
        finally:
            postgres.end()


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a fresh database server."""
    with new_postgres() as postgres, postgres:
        yield postgres.url


@contextmanager
def running_redis(folder: Path, port: int | None = None) -> Iterator[str]:
    """The URL of a fresh broker."""
    with Redis(folder, port) as redis:
        yield redis.url
