"""One WebSocket: what comes in is limited, read and answered; what goes out waits in a queue."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from strata.core.errors import GameError
from strata.play.refusal import NotDone
from strata.server.http.rate_limit import Bucket
from strata.server.live.open_table import Room
from strata.server.live.table_service import Host
from strata.server.live.views import Holds
from strata.server.protocol.messages import ClientMessage, RefusalCode, Refused, Resync
from strata.server.storage.write_queue import LedgerClosed

_LONGEST_QUEUE: Final = 64
_PATIENCE: Final = 10  # refused messages for flooding or nonsense, until the socket is closed
_decode: Final = msgspec.json.Decoder(ClientMessage).decode
_encode: Final = msgspec.json.Encoder().encode
_log: Final = structlog.get_logger("strata.socket")

# Why a socket is closed: codes of RFC 6455, from 4000 of this protocol; the reason is for people.
NO_TABLE: Final = 4404
NONSENSE: Final = 4400
TOO_FAST: Final = 4429
TRY_LATER: Final = 1013
FAILED: Final = 1011
GOING_AWAY: Final = 1001


class Closing(Exception):
    """The socket is to be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Socket:
    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        host: Host,
        room: Room,
        holds: Holds,
        *,
        rate: int,
        idle_seconds: int,
        longest: int,
    ) -> None:
        self.holds: Holds = holds
        self._socket: Final = socket
        self._host: Final = host
        self._room: Final = room
        self._idle_seconds: Final = idle_seconds
        self._longest: Final = longest
        self._bucket: Final = Bucket(rate, 4 * rate)
        self._patience = _PATIENCE
        self._queue: Final[deque[str]] = deque()
        self._filled: Final = asyncio.Event()
        self._overflown = False

    # Out.

    def put(self, message: str) -> None:
        if len(self._queue) >= _LONGEST_QUEUE:
            self._overflown = True
        else:
            self._queue.append(message)
        self._filled.set()

    async def _send_on(self) -> None:
        while True:
            await self._filled.wait()
            while self._queue and not self._overflown:
                await self._socket.send_text(self._queue.popleft())
            if self._overflown:
                raise Closing(TRY_LATER, "too slow: connect again")
            self._filled.clear()

    # In.

    async def serve(self) -> None:
        """Speaks with the client until one of the two ends it."""
        receiving = asyncio.create_task(self._receive_on())
        sending = asyncio.create_task(self._send_on())
        try:
            await self._host.arrive(self._room, self)
            done, _ = await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
            await self._close(next(iter(done)).exception())
        finally:
            for task in (receiving, sending):
                task.cancel()
            await asyncio.wait({receiving, sending})
            with contextlib.suppress(LedgerClosed):  # then nobody is here any more
                await self._host.leave(self._room, self)
            _let_go(self._socket)

    async def _close(self, error: BaseException | None) -> None:
        closing = error if isinstance(error, Closing) else None
        if error is None or isinstance(error, WebSocketDisconnect | WebSocketException):
            return
        if closing is None:
            _log.error("socket-failed", table=self._room.id, exc_info=error)
            closing = Closing(FAILED, "something went wrong here: connect again")
        else:
            _log.info("socket-closed", table=self._room.id, reason=closing.reason)
        while self._queue and not self._overflown:
            await self._socket.send_text(self._queue.popleft())
        await self._socket.close(closing.code, closing.reason)

    async def _receive_on(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._idle_seconds):
                    event: Any = await self._socket.receive()
            except TimeoutError:
                raise Closing(GOING_AWAY, "nothing heard for long: connect again") from None
            if event["type"] == "websocket.disconnect":
                return
            if not self._bucket.take():
                self._lose_patience("too-fast", "too many messages: slower, please")
                continue
            await self._answer(event)

    async def _answer(self, event: Any) -> None:
        try:
            message = self._read(event)
        except ValueError as error:
            self._lose_patience("bad-message", str(error))
            return
        if isinstance(message, Resync):
            await self._host.arrive(self._room, self)
            return
        try:
            await self._host.act(self._room, self.holds, message)
        except NotDone as refusal:
            if isinstance(refusal.__cause__, GameError):
                _log.error("game-failed", table=self._room.id, error=str(refusal))
            self._refuse(refusal.reason, str(refusal))

    def _read(self, event: Any) -> ClientMessage:
        text = event.get("text")
        if text is None:
            raise ValueError("binary message, expected text")
        if len(text) > self._longest:
            raise Closing(1009, f"a message of more than {self._longest} characters")
        try:
            message: ClientMessage = _decode(text)
            return message
        except msgspec.DecodeError as error:
            raise ValueError(str(error)) from None
        except RecursionError:
            raise ValueError("JSON too deep") from None
        except UnicodeError:
            raise ValueError("not UTF-8") from None

    def _refuse(self, code: RefusalCode, detail: str) -> None:
        self._host.metrics.refused.labels(code=code).inc()
        refusal = Refused(code, detail, self._room.table.version)
        self.put(_encode(refusal).decode())

    def _lose_patience(self, code: RefusalCode, detail: str) -> None:
        self._refuse(code, detail)
        self._patience -= 1
        if self._patience <= 0:
            closing = TOO_FAST if code == "too-fast" else NONSENSE
            raise Closing(closing, f"{code}: {detail}"[:120])


def _let_go(socket: WebSocket[Any, Any, Any]) -> None:
    """Opens the ring that a socket makes with its own functions: it is freed now, with its buffers,
    and not when all memory is looked through."""
    socket.receive = empty_receive
    socket.send = empty_send
