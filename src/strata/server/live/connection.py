"""A WebSocket connection: incoming messages and their limits, and the outgoing queue."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

import msgspec
import structlog
from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from uvicorn.protocols.utils import ClientDisconnected

from strata.core.errors import GameError
from strata.play.refusal import Refusal
from strata.server.config import ServerLimits
from strata.server.live.commands import Commands
from strata.server.live.open_table import OpenTable
from strata.server.live.table_service import TableService
from strata.server.ops.metrics import Metrics
from strata.server.ops.rate_limit import Bucket
from strata.server.ops.work_share import WorkShare
from strata.server.protocol.messages import ClientMessage, RefusalCode, Refused
from strata.server.storage.failures import DatabaseUnavailable
from strata.server.storage.stored_game import UNREADABLE, UnreadableTable
from strata.server.storage.write_queue import WriteQueueClosed
from strata.server.views.table_views import HeldSeats

_LONGEST_QUEUE: Final = 64
_MOST_QUEUED: Final = 1024 * 1024  # characters
_LONGEST_REASON: Final = 123  # bytes
_PATIENCE: Final = 10  # invalid or too frequent messages until the socket is closed
_decode: Final = msgspec.json.Decoder(ClientMessage).decode
_MESSAGE_TYPES: Final = sorted(
    str(message.__struct_config__.tag) for message in get_args(ClientMessage)
)
_encode: Final = msgspec.json.Encoder().encode
_GONE: Final = (WebSocketDisconnect, WebSocketException, ClientDisconnected)
_log: Final = structlog.get_logger("strata.socket")

# Close codes: RFC 6455 defines those below 4000, this protocol the others. Reasons are for people.
NO_TABLE: Final = 4404
UNREADABLE_TABLE: Final = 4500
OTHER_SEATS: Final = 4403
NONSENSE: Final = 4400
TOO_FAST: Final = 4429
TRY_LATER: Final = 1013
FAILED: Final = 1011
RESTARTING: Final = 1012
GOING_AWAY: Final = 1001


class _Typed(msgspec.Struct):
    """As much of a message as says what kind of message it is."""

    type: Any = None


_decode_type: Final = msgspec.json.Decoder(_Typed).decode


class CloseConnection(Exception):
    """Raised to close the socket with a code and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def closing_for(error: BaseException, table_id: str) -> CloseConnection:
    """Return how to close a socket after `error`; log it, unless the server is shutting down."""
    if isinstance(error, CloseConnection):
        _log.info("socket-closed", table=table_id, reason=error.reason)
        return error
    if isinstance(error, DatabaseUnavailable):
        _log.error("socket-closed", table=table_id, reason=str(error))
        return CloseConnection(FAILED, str(error))
    if isinstance(error, UnreadableTable):
        _log.error("table-failed", table=table_id, error=type(error).__name__)
        return CloseConnection(UNREADABLE_TABLE, UNREADABLE)
    if isinstance(error, GameError):
        _log_failure(table_id, error)
        return CloseConnection(UNREADABLE_TABLE, _cut(error.brief))
    if isinstance(error, WriteQueueClosed):
        return CloseConnection(RESTARTING, "the server is shutting down")
    _log.error("socket-failed", table=table_id, exc_info=error)
    return CloseConnection(FAILED, "something went wrong on the server")


def _log_failure(table_id: str, error: GameError) -> None:
    _log.error("game-failed", table=table_id, error=str(error), place=error.place)


def _cut(reason: str) -> str:
    """Return `reason` cut to the length that the protocol of sockets allows."""
    if len(reason.encode()) <= _LONGEST_REASON:
        return reason
    return f"{reason.encode()[: _LONGEST_REASON - 3].decode(errors='ignore')}…"


class Connection:
    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        service: TableService,
        commands: Commands,
        metrics: Metrics,
        open_table: OpenTable,
        held: HeldSeats,
        device: str,
        limits: ServerLimits,
        address: str,
        shared: Bucket,
        share: WorkShare,
        write: Callable[[str], bool],
    ) -> None:
        """`shared` limits the messages, `share` the processor time of all sockets of `address`.

        `write` writes a message at once and returns True, or does nothing if it cannot.
        """
        self.held: HeldSeats = held
        self.device: str = device
        self.address: str = address
        self._socket: Final = socket
        self._service: Final = service
        self._commands: Final = commands
        self._metrics: Final = metrics
        self._open_table: Final = open_table
        self._idle_seconds: Final = limits.idle_seconds
        self._longest: Final = limits.message_bytes
        self._bucket: Final = Bucket(limits.messages_per_second, 4 * limits.messages_per_second)
        self._shared: Final = shared
        self._share: Final = share
        self._write: Final = write
        self._patience = _PATIENCE
        self._queue: Final[deque[str]] = deque()
        self._filled: Final = asyncio.Event()
        self._queued = 0
        self._overflown = False
        self._is_sending = False
        """Whether a message has left the queue but may not be written yet."""
        self._has_lost_seats = False
        self._failure: GameError | None = None
        self._silent_since: float | None = time.monotonic()
        """When the wait for the next message began; None while a message is handled."""

    # Out.

    def put(self, message: str, *, whole: bool = False) -> None:
        if self._has_lost_seats or self._failure is not None:
            return
        if whole:
            self._queue.clear()
            self._queued = 0
        # Spectators are served by the queue, because there may be many of them.
        is_next = not (self._queue or self._is_sending or self._overflown)
        if is_next and self.held and self._write(message):
            return
        self._queued += len(message)
        if len(self._queue) >= _LONGEST_QUEUE or (self._queue and self._queued > _MOST_QUEUED):
            self._overflown = True
            self._queue.clear()
        else:
            self._queue.append(message)
        self._filled.set()

    def lose_seats(self) -> None:
        self._has_lost_seats = True
        self._queue.clear()
        self._filled.set()

    def fail(self, error: GameError) -> None:
        self._failure = error
        self._filled.set()

    def _next(self) -> str:
        message = self._queue.popleft()
        self._queued -= len(message)
        return message

    async def _send_on(self) -> None:
        while True:
            await self._filled.wait()
            self._is_sending = True
            while self._queue and not self._overflown:
                await self._socket.send_text(self._next())
            self._is_sending = False
            if self._overflown:
                raise CloseConnection(TRY_LATER, "the client reads too slowly")
            if self._has_lost_seats:
                raise CloseConnection(OTHER_SEATS, "your seats have changed")
            if self._failure is not None:
                raise self._failure
            self._filled.clear()

    # In.

    async def serve(self, stored: int | None = None) -> None:
        """Serve the client until either side closes the connection.

        `stored` is the stored version of the table, if it has just been read.
        """
        receiving = asyncio.create_task(self._receive_on())
        sending = asyncio.create_task(self._share.charge(self._send_on()))
        try:
            try:
                arrival = partial(self._service.arrive, self._open_table, self, stored)
                await self._share.do(arrival)
            except Exception as error:
                await self._close(error)
                return
            await self._close(await self._end_of({receiving, sending}))
        finally:
            for task in (receiving, sending):
                task.cancel()
            await asyncio.wait({receiving, sending})
            # Queue closed: the server has ended all presence. Database away: stored later.
            with contextlib.suppress(WriteQueueClosed, DatabaseUnavailable):
                await self._service.leave(self._open_table, self)
            _break_cycle(self._socket)

    async def _end_of(self, tasks: set[asyncio.Task[None]]) -> BaseException | None:
        """Return the exception of the first of `tasks` to end, or CloseConnection when idle."""
        wait = float(self._idle_seconds)
        while wait > 0:
            done, _ = await asyncio.wait(tasks, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if done:
                return next(iter(done)).exception()
            now = time.monotonic()
            wait = (self._silent_since or now) + self._idle_seconds - now
        return CloseConnection(GOING_AWAY, "idle for too long")

    async def _close(self, error: BaseException | None) -> None:
        if error is None or isinstance(error, _GONE):
            return
        closing = closing_for(error, self._open_table.id)
        self._is_sending = True
        with contextlib.suppress(*_GONE):
            while self._queue and not self._overflown:
                await self._socket.send_text(self._next())
            await self._socket.close(closing.code, closing.reason)

    async def _receive_on(self) -> None:
        while True:
            self._silent_since = time.monotonic()
            event: Any = await self._socket.receive()
            self._silent_since = None
            if event["type"] == "websocket.disconnect":
                return
            if not (self._bucket.take() and self._shared.take()):
                self._lose_patience("too-fast", "too many messages: slow down")
                continue
            await self._share.do(partial(self._answer, event))
            if self._has_lost_seats:
                return

    async def _answer(self, event: Any) -> None:
        if self._has_lost_seats:
            return
        try:
            message = self._read(event)
        except ValueError as error:
            self._lose_patience("bad-message", str(error))
            return
        try:
            await self._commands.carry_out(self._open_table, self, message)
        except Refusal as refusal:
            if isinstance(refusal.__cause__, GameError):
                _log_failure(self._open_table.id, refusal.__cause__)
            self._refuse(refusal.reason, str(refusal))

    def _read(self, event: Any) -> ClientMessage:
        text = event.get("text")
        if text is None:
            raise ValueError("got a binary message, expected text")
        if len(text) > self._longest:
            raise CloseConnection(
                1009, f"got {len(text)} characters, expected at most {self._longest}"
            )
        try:
            message: ClientMessage = _decode(text)
            return message
        except msgspec.ValidationError as error:
            raise ValueError(_expectation(text, str(error))) from None
        except msgspec.DecodeError as error:
            raise ValueError(f"invalid JSON: {error}") from None
        except RecursionError:
            raise ValueError("the JSON is nested too deeply") from None
        except UnicodeError:
            raise ValueError("expected UTF-8 text") from None

    def _refuse(self, code: RefusalCode, detail: str) -> None:
        self._metrics.refused.labels(code=code).inc()
        refusal = Refused(code, detail, self._open_table.version_sent(self.held))
        self.put(_encode(refusal).decode())

    def _lose_patience(self, code: RefusalCode, detail: str) -> None:
        self._refuse(code, detail)
        self._patience -= 1
        if self._patience <= 0:
            closing = TOO_FAST if code == "too-fast" else NONSENSE
            raise CloseConnection(closing, f"{code}: {detail}"[:120])


def _break_cycle(socket: WebSocket[Any, Any, Any]) -> None:
    """Break the reference cycle between the socket and its bound methods.

    Its buffers are freed at once instead of by the garbage collector.
    """
    socket.receive = empty_receive
    socket.send = empty_send


def _expectation(text: str, problem: str) -> str:
    """Return `problem`, with the list of known types if the type of the message `text` is not."""
    try:
        is_known = _decode_type(text).type in _MESSAGE_TYPES
    except (msgspec.DecodeError, RecursionError):
        return problem
    return problem if is_known else f"{problem}, expected one of {', '.join(_MESSAGE_TYPES)}"
