"""Servers that start fast: forked from a process that has imported what a server needs.

Their workers are forked from the same one. Each is a process of its own, which can be killed. That
the program itself starts is what tests/server/test_serve.py shows.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

from strata.server.engines.workers import preload

CLOCK: Final = "TESTS_CLOCK"
"""In the environment of a server: a file that says how many seconds its clock is ahead."""
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_WHERE: Final = ("_forkserver_address", "_forkserver_authkey")
preload("strata.server.run", "strata.cli.main", "tests.warm_server", __name__)


def start_server(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, program: str = "server"
) -> ForkServerProcess:
    """`python -m strata.server ARGUMENTS`, or `strata ARGUMENTS` with another `program`."""
    forkserver.ensure_running()
    origin: Any = forkserver._forkserver
    known = {name: vars(origin).get(name) for name in _WHERE}
    process = _CONTEXT.Process(
        target=_run, args=(program, list(arguments), dict(environment), str(log), known)
    )
    process.start()
    return process


def _run(
    program: str,
    arguments: list[str],
    environment: dict[str, str],
    log: str,
    known: Mapping[str, object],
) -> None:
    # Else it would start a process of its own to fork from, which has to import everything.
    vars(forkserver._forkserver).update(known, ensure_running=lambda: None)
    os.environ.clear()
    os.environ.update(environment)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.close(written)
    if CLOCK in environment:
        _follow_clock(Path(environment[CLOCK]))
    sys.argv = ["strata", *arguments]
    if program == "server":
        from strata.server.run import main as serve

        sys.exit(serve(arguments))
    from strata.cli.main import main

    sys.exit(main())


def write_clock(path: Path, ahead_seconds: int) -> None:
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(ahead_seconds.to_bytes(8))


def _follow_clock(path: Path) -> None:
    seconds, nanoseconds = time.time, time.time_ns
    with path.open("rb") as file:
        ahead = mmap.mmap(file.fileno(), 8, prot=mmap.PROT_READ)
    time.time = lambda: seconds() + int.from_bytes(ahead)
    time.time_ns = lambda: nanoseconds() + int.from_bytes(ahead) * 10**9
