"""Servers and commands that start fast: forked from a process that has imported what they need.

The workers of servers are forked from the same one. Each is a process of its own, which can be
killed. That the program itself starts is what tests/server/test_serve.py and tests/cli/test_main.py
show.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from strata.lab import processes
from strata.server.engines.process_pool import preload

if TYPE_CHECKING:
    import pytest

CLOCK: Final = "TESTS_CLOCK"
"""In the environment of a server: a file that `write_clock` writes, which its clocks follow."""
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_WHERE: Final = ("_forkserver_address", "_forkserver_authkey")
preload("strata.server.run", "strata.cli.main", "tests.warm_server", __name__)


def start_server(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, program: str = "server"
) -> ForkServerProcess:
    """`python -m strata.server ARGUMENTS`, or `strata ARGUMENTS` with another `program`."""
    process = _CONTEXT.Process(
        target=_run, args=(program, list(arguments), dict(environment), str(log), _known())
    )
    process.start()
    return process


def start_in_terminal(
    arguments: Sequence[str], environment: Mapping[str, str], terminal: int
) -> ForkServerProcess:
    """`strata ARGUMENTS`; the open file `terminal` becomes the terminal that it is begun in."""
    handed = Connection(os.dup(terminal))
    process = _CONTEXT.Process(
        target=_run_in_terminal, args=(list(arguments), dict(environment), handed, _known())
    )
    process.start()
    handed.close()
    return process


def fork_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that this process gives to others are played in forked ones, not in new interpreters.

    That new ones play as well is what those tests show that start the program itself.
    """
    forkserver.ensure_running()
    known = SimpleNamespace(get_context=lambda _: _CONTEXT)
    monkeypatch.setattr(processes, "multiprocessing", known)


def _known() -> dict[str, object]:
    """Where the process is from which others are forked."""
    forkserver.ensure_running()
    origin: Any = forkserver._forkserver
    return {name: vars(origin).get(name) for name in _WHERE}


def _run(
    program: str,
    arguments: list[str],
    environment: dict[str, str],
    log: str,
    known: Mapping[str, object],
) -> None:
    _settle(environment, known)
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


def _run_in_terminal(
    arguments: list[str],
    environment: dict[str, str],
    handed: Connection,
    known: Mapping[str, object],
) -> None:
    import fcntl
    import termios

    _settle(environment, known)
    os.setsid()
    fcntl.ioctl(handed.fileno(), termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(handed.fileno(), number)
    handed.close()
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, buffering=1, closefd=False)
        for number, mode in enumerate(("r", "w", "w"))
    )
    sys.argv = ["strata", *arguments]
    from strata.cli.main import main

    sys.exit(main())


def _settle(environment: Mapping[str, str], known: Mapping[str, object]) -> None:
    # Else it would start a process of its own to fork from, which has to import everything.
    vars(forkserver._forkserver).update(known, ensure_running=lambda: None)
    # That process may have been started by one that keeps Ctrl-C from its workers.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ.clear()
    os.environ.update(environment)


def write_clock(
    path: Path, ahead_seconds: int, *, slept_seconds: int = 0, passed_seconds: int = 0
) -> None:
    """Set the clocks of servers that follow this file.

    They are ahead because the time of day was set, because the machine slept, or because time
    passed in which the server ran.
    """
    numbers = (ahead_seconds, slept_seconds, passed_seconds)
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(b"".join(number.to_bytes(8) for number in numbers))


def _follow_clock(path: Path) -> None:
    from strata.server.ops.time_source import elapsed_ms
    from strata.server.timing import lost_time

    seconds, nanoseconds, elapsed = time.time, time.time_ns, time.clock_gettime_ns
    with path.open("rb") as file:
        told = mmap.mmap(file.fileno(), 24, prot=mmap.PROT_READ)

    def read(*places: int) -> int:
        return sum(int.from_bytes(told[8 * place : 8 * place + 8]) for place in places)

    def without_passed_ms() -> int:
        while True:  # the file may be written between the two readings
            passed = read(2)
            now_ms = elapsed_ms()
            if read(2) == passed:
                return now_ms - passed * 1000

    time.time = lambda: seconds() + read(0, 1, 2)
    time.time_ns = lambda: nanoseconds() + read(0, 1, 2) * 10**9
    time.clock_gettime_ns = lambda number: elapsed(number) + read(1, 2) * 10**9
    # What passed while the server ran is no pause.
    lost_time.elapsed_ms = without_passed_ms  # type: ignore[attr-defined]
