"""The WebSocket protocol of the server: limits below messages, and texts written at once.

Uvicorn answers every ping at once, however many come and whether or not the answers are read. Here
a client may send a limited number a second. One that sends more, or that reads nothing for long, is
cut off. Uvicorn also stops and resumes reading at every message, which costs two calls of the
system. Here reading stops when several messages wait.

`writer_of` returns a short way out: it writes a text to the socket of a client that has read
everything before, without a task and the layers of the framework.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from strata.server.ops.rate_limit import Bucket

FETCH_SECONDS: Final = 30.0
FRAMES_PER_SECOND: Final = 5.0
FRAMES_AT_ONCE: Final = 30.0
_AT_A_TIME: Final = 1024
"""The number of bytes that are parsed before the limit on frames is checked again."""
_MOST_WAITING: Final = 4  # messages
_WRITER: Final = "strata-writer"
_TEXT: Final = 0x81  # the last (and only) frame of a text


def writer_of(scope: Mapping[str, Any]) -> Callable[[str], bool]:
    """Return a function that writes a text to a connection at once.

    It returns False, and writes nothing, if the client is slow or gone.
    """
    writer: Callable[[str], bool] = scope["state"].get(_WRITER, _write_nothing)
    return writer


def _text_header(length: int) -> bytes:
    """Return what precedes a text of that many bytes in a frame of its own (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2)
    return bytes((_TEXT, 127)) + length.to_bytes(8)


def _write_nothing(text: str) -> bool:
    return False


class LimitedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._frames: Final = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._fetching: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _AT_A_TIME):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _AT_A_TIME])

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() + 1 >= _MOST_WAITING:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that uvicorn does not stop reading
        super().send_receive_event_to_app()
        self.read_paused = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][_WRITER] = self._write

    def _write(self, text: str) -> bool:
        is_open = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not (is_open and self.handshake_complete and self.writable.is_set()):
            return False
        if self.conn.extensions:  # they may change the frame
            return False
        data = text.encode()
        self.transport.write(_text_header(len(data)) + data)
        return True

    def _is_one_too_many(self) -> bool:
        if self._frames.take() and self.writable.is_set():
            return False
        self.transport.abort()
        return True

    def handle_ping(self) -> None:
        if not self._is_one_too_many():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if not self._is_one_too_many():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if not self._is_one_too_many():
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    # Callbacks of the transport, for a client that does not read what was sent.

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._fetching is None:
            self._fetching = self.loop.call_later(FETCH_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        if hasattr(self, "scope"):  # not if the handshake failed
            # Break the reference cycle, so that all this is freed at once.
            self.scope["state"].pop(_WRITER, None)
        super().connection_lost(exc)

    def _end_waiting(self) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
