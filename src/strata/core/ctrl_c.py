"""Protection of child processes from Ctrl-C.

A terminal sends Ctrl-C to all of its processes; the one that started the others handles it.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Start processes that never receive Ctrl-C, not even while they start.

    The starting process receives it when the context ends. On Windows this does nothing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
