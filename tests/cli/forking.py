"""The program `strata` in a fork of the process of the tests, which has imported all that it needs.

To start the program anew takes most of the time of a short run. `run_apart` and the tests that use
`PROGRAM` show that it starts by itself.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NoReturn

from strata.cli.main import main

_FAILED = 1


def become_program(arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """In a forked process, whose streams are set: goes on as a fresh `strata ARGUMENTS` would."""
    code = _FAILED
    try:
        os.closerange(3, min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
        _reset_signals()
        gc.callbacks.clear()  # an interrupt in one of the tests' own would be lost
        sys.unraisablehook = sys.__unraisablehook__
        _reset_streams()
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["strata", *arguments]
        sys.modules["__main__"] = ModuleType("__main__")
        code = main()
        threading._shutdown()  # type: ignore[attr-defined]  # waits for its threads
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)


def _reset_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _reset_streams() -> None:
    lines = 1 if os.isatty(1) else -1  # what goes to a terminal is written line by line
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", lines, encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
