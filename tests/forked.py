"""Servers that start fast: forked from a process that has imported what a server needs.

Each is a process of its own, which can be killed. That the program itself starts is what
tests/server/test_serve.py shows.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

_CONTEXT: Final = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["strata.server.run", "strata.cli.main", __name__])


def start_server(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, program: str = "server"
) -> ForkServerProcess:
    """`python -m strata.server ARGUMENTS`, or `strata ARGUMENTS` with another `program`."""
    process = _CONTEXT.Process(
        target=_run, args=(program, list(arguments), dict(environment), str(log))
    )
    process.start()
    return process


def _run(program: str, arguments: list[str], environment: dict[str, str], log: str) -> None:
    os.environ.clear()
    os.environ.update(environment)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.close(written)
    sys.argv = ["strata", *arguments]
    if program == "server":
        from strata.server.run import main as serve

        sys.exit(serve(arguments))
    from strata.cli.main import main

    sys.exit(main())
