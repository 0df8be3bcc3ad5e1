"""A server with a deadline for its shutdown, whatever does not answer."""

from __future__ import annotations

import os
import socket
import threading
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Final

import structlog
import uvicorn

END_SECONDS: Final = 8.0
"""Shorter than the ten seconds after which containers are killed."""
_log: Final = structlog.get_logger("strata.server")


class PunctualServer(uvicorn.Server):
    """A server that shuts down in order, in about a second; after `end_seconds` the process exits.

    A database that does not answer could delay the shutdown for longer, and rules that never return
    would prevent it. What it has not stored by then has been sent to nobody.
    """

    end_seconds = END_SECONDS

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._is_ending = False
        self._steps: Final = SimpleQueue[None]()
        """An item when the end begins, and one when it is over. A signal handler may add one."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        threading.Thread(target=self._watch_the_end, daemon=True).start()
        try:
            super().run(sockets=sockets)
        finally:
            self._begin_end()
            self._steps.put(None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._begin_end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._begin_end()
        await super().shutdown(sockets)

    def _begin_end(self) -> None:
        if not self._is_ending:
            self._is_ending = True
            self._steps.put(None)

    def _watch_the_end(self) -> None:
        self._steps.get()
        try:
            self._steps.get(timeout=self.end_seconds)
        except Empty:
            _log.error("ended-late", seconds=self.end_seconds)
            os._exit(1)
