"""A server that ends soon after it is told to, whatever else does not answer."""

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
    """Ends in order, which takes a second; after `end_seconds` the process ends in any case.

    A database that does not answer could delay the end for longer. What it has not stored by then
    was told to nobody.
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
