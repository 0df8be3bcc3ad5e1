"""Limits on HTTP connections: size, time, and the number for each address.

Uvicorn reads a request line and headers of any length, for any time. Here a head has at most
`MOST_HEAD` bytes and must be complete within `HEAD_SECONDS`. A connection is also closed if a body
is not complete within `BODY_SECONDS`, or if a client does not fetch its response. A malformed
request or handshake is charged to its address like any other request. An address in debt cannot
connect.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import Any, Final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from strata.server.http.access.addresses import Addresses, client_group
from strata.server.ops.networks import Holdings
from strata.server.ops.rate_limit import Buckets

MOST_HEAD: Final = 32 * 1024
MOST_MESSAGE: Final = 1024 * 1024  # more than any body that a route accepts
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
FETCH_SECONDS: Final = 30.0
_MOST_PIPELINED: Final = 16
_LINE_SECONDS: Final = 60.0
_UVICORN: Final = logging.getLogger("uvicorn.error.requests")
_UVICORN.setLevel(logging.ERROR)
_log: Final = structlog.get_logger("strata.connections")


class ConnectionLimits:
    """The number of open connections, in total and for each address, and its limits."""

    def __init__(
        self, addresses: Addresses, most: int, most_each: int, requests: Buckets | None = None
    ) -> None:
        """`requests` limits the requests of each address; None: malformed ones are unlimited."""
        self._addresses: Final = addresses
        self._most: Final = most
        self._open: Final = Holdings(most_each)
        self._requests: Final = requests
        self._malformed = 0
        """The number of malformed requests since the last line about them in the log."""
        self._next_line = -math.inf

    def enter(self, peer: str) -> str | None:
        """Count a connection. Return the value for `leave`, or None if there are too many."""
        owner = client_group(peer)
        is_proxy = self._addresses.is_proxy(peer)  # it serves many clients
        if self._open.total >= self._most:
            return None
        if not is_proxy and (not self._open.has_room(owner) or self._is_in_debt(owner)):
            return None
        self._open.add(owner)
        return owner

    def _is_in_debt(self, owner: str) -> bool:
        return self._requests is not None and self._requests.of(owner).is_in_debt()

    def leave(self, owner: str) -> None:
        self._open.remove(owner)

    def note_malformed(self, peer: str) -> None:
        """Charge an address for a malformed request. Log their number, at most once a minute."""
        if self._requests is not None and not self._addresses.is_proxy(peer):
            self._requests.of(client_group(peer)).charge(1)
        self._malformed += 1
        now = time.monotonic()
        if now >= self._next_line:
            _log.warning("malformed-requests", requests=self._malformed)
            self._malformed, self._next_line = 0, now + _LINE_SECONDS


def limited_protocol(limits: ConnectionLimits) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn."""

    class LimitedProtocol(HttpToolsProtocol):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.logger = _UVICORN  # no line for every malformed request
            self._owner: str | None = None
            self._received = 0
            self._in_head = True
            self._reading: asyncio.TimerHandle | None = None
            self._writing: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._owner = limits.enter(self.client[0] if self.client else "")
            if self._owner is None:
                transport.abort()
            else:
                self._allow(HEAD_SECONDS)

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_counting()
            super().connection_lost(exc)

        def _end_counting(self) -> None:
            self._allow(None)
            if self._writing is not None:
                self._writing.cancel()
                self._writing = None
            if self._owner is not None:
                limits.leave(self._owner)
                self._owner = None

        def _allow(self, seconds: float | None) -> None:
            """Abort the connection if the read in progress takes longer than `seconds`.

            None means that nothing is being read.
            """
            if self._reading is not None:
                self._reading.cancel()
                self._reading = None
            if seconds is not None:
                self._reading = self.loop.call_later(seconds, self._give_up)

        def _give_up(self) -> None:
            if not self.transport.is_closing():
                self.transport.abort()

        def data_received(self, data: bytes) -> None:
            """Give the parser at most a head at a time: a body may come in the same packet."""
            if self._in_head and self._reading is None:  # data, but no request has begun
                self._allow(HEAD_SECONDS)
            rest = memoryview(data)
            while rest and not self.transport.is_closing():
                most = MOST_HEAD if self._in_head else MOST_MESSAGE
                if self._received >= most:
                    self._note_malformed()
                    self._give_up()
                    return
                part = rest[: most - self._received]
                rest = rest[len(part) :]
                self._received += len(part)
                super().data_received(bytes(part))

        def _note_malformed(self) -> None:
            limits.note_malformed(self.client[0] if self.client else "")

        def send_400_response(self, msg: str) -> None:
            self._note_malformed()
            super().send_400_response(msg)

        def _unsupported_upgrade_warning(self) -> None:
            """Log nothing: any client can ask for any upgrade."""

        def handle_websocket_upgrade(self) -> None:
            self._end_counting()  # WebSockets have limits of their own
            super().handle_websocket_upgrade()
            if self.transport.is_closing():  # the handshake was refused
                self._note_malformed()

        # Callbacks of the parser.

        def on_message_begin(self) -> None:
            self._received = 0
            self._in_head = True
            self._allow(HEAD_SECONDS)
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            if len(self.pipeline) >= _MOST_PIPELINED:
                raise ValueError("too many requests at once")  # becomes a 400
            self._in_head = False
            self._allow(BODY_SECONDS)
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._received = 0
            self._in_head = True
            self._allow(None)
            super().on_message_complete()

        # Callbacks of the transport, for a client that does not fetch its response.

        def pause_writing(self) -> None:
            super().pause_writing()
            if self._writing is None:
                self._writing = self.loop.call_later(FETCH_SECONDS, self._give_up)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._writing is not None:
                self._writing.cancel()
                self._writing = None

    return LimitedProtocol
