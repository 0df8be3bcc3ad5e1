"""A server with a deadline for its shutdown, whatever does not answer."""

from __future__ import annotations

import os
import socket
import threading
from typing import Final

import structlog
import uvicorn

END_SECONDS: Final = 8.0
"""Shorter than the ten seconds after which containers are killed."""
_log: Final = structlog.get_logger("strata.server")


class PunctualServer(uvicorn.Server):
    """A server that shuts down in order, in about a second; after `end_seconds` the process exits.

    A database that does not answer could delay the shutdown for longer. What it has not stored by
    then has been sent to nobody.
    """

    end_seconds = END_SECONDS
    _late: threading.Timer | None = None

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            super().run(sockets=sockets)
        finally:
            if self._late is not None:
                self._late.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._late = threading.Timer(self.end_seconds, self._end_now)
        self._late.daemon = True
        self._late.start()
        await super().shutdown(sockets)

    def _end_now(self) -> None:
        _log.error("ended-late", seconds=self.end_seconds)
        os._exit(1)
