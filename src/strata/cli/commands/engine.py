"""`strata engine`: the engine for other programs, by lines on stdin and stdout."""

from __future__ import annotations

import sys


def run_engine() -> None:
    """Run as an engine for other programs: a line protocol on stdin and stdout."""
    from strata.adapters.engine_protocol import Session

    Session(sys.stdin, sys.stdout).run()
