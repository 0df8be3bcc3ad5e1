"""The processes that another one started, and what they run."""

from __future__ import annotations

import os

import psutil


def descendants(of: int | None = None) -> dict[int, str]:
    """The command lines, by number, of what a process (else this one) started and is at work."""
    found = {}
    for child in psutil.Process(of or os.getpid()).children(recursive=True):
        try:
            found[child.pid] = " ".join(child.cmdline())
        except psutil.NoSuchProcess:  # ended meanwhile, or only waits to be taken note of
            continue
    return found
