"""The engine socket of a study: the computer thinks ever deeper about the position that is shown.

It thinks in slices of growing length, and sends what it knows after each. Between two slices other
clients have their turn, so that many can use the engine at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from uvicorn.protocols.utils import ClientDisconnected

from strata.core.errors import StrataError
from strata.play.game_snapshot import GameSnapshot
from strata.server.engines.analyst import Analyst
from strata.server.engines.study_analysis_worker import NoThreat
from strata.server.ops.rate_limit import Bucket
from strata.server.ops.work_share import WorkShare
from strata.server.protocol.study_messages import (
    StopThinking,
    StudyCommand,
    StudyMessage,
    ThinkingRefused,
    ThinkInStudy,
    Thought,
)
from strata.server.study.open_study import OpenStudy

_BITS_MS: Final = (60, 120, 250, 500, 1000, 2000)
"""The lengths of the slices; the last one is repeated."""
_MOST_MS: Final = 60_000
"""For one request; a client that wants more asks again."""
_MESSAGES_PER_SECOND: Final = 10
_PATIENCE: Final = 10
_LONGEST_MESSAGE: Final = 1000
TOO_FAST: Final = 4429
NONSENSE: Final = 4400
GOING_AWAY: Final = 1001
_GONE: Final = (WebSocketDisconnect, WebSocketException, ClientDisconnected)
_decode: Final = msgspec.json.Decoder(StudyCommand).decode
_encode: Final = msgspec.json.Encoder().encode
_log: Final = structlog.get_logger("strata.thinking")


class _NothingLeft(StrataError):
    """The client's address has used up its analyses."""


class AnalysisSocket:
    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        study: Callable[[], Any],
        analyst: Analyst,
        expect_allowed: Callable[[], Awaitable[None]],
        analyses: Bucket,
        share: WorkShare,
        address: str,
        idle_seconds: float,
    ) -> None:
        """`study` opens the study at its stored version.

        `expect_allowed` raises Refusal while the client may have no advice about the game.
        `analyses` limits the slices for the address, `share` the other work of its sockets.
        """
        self._socket: Final = socket
        self._study: Final = study
        self._analyst: Final = analyst
        self._expect_allowed: Final = expect_allowed
        self._analyses: Final = analyses
        self._share: Final = share
        self._address: Final = address
        self._idle_seconds: Final = idle_seconds
        self._bucket: Final = Bucket(_MESSAGES_PER_SECOND, 4 * _MESSAGES_PER_SECOND)
        self._wanted: ThinkInStudy | None = None
        self._changed: Final = asyncio.Event()

    async def serve(self) -> None:
        """Serve the client until either side closes the connection."""
        tasks = {asyncio.create_task(self._receive_on()), asyncio.create_task(self._think_on())}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            error = next(iter(done)).exception()
            if error is not None and not isinstance(error, _GONE):
                _log.error("thinking-failed", exc_info=error)
                with contextlib.suppress(*_GONE):
                    await self._socket.close(1011, "something went wrong on the server")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _receive_on(self) -> None:
        patience = _PATIENCE
        while True:
            try:
                async with asyncio.timeout(self._idle_seconds):
                    event: Any = await self._socket.receive()
            except TimeoutError:
                await self._socket.close(GOING_AWAY, "idle for too long")
                return
            if event["type"] == "websocket.disconnect":
                return
            if not self._bucket.take():
                await self._socket.close(TOO_FAST, "too many messages")
                return
            try:
                self._wanted = _read(event)
                self._changed.set()
            except ValueError as error:
                patience -= 1
                if not patience:
                    await self._socket.close(NONSENSE, str(error)[:120])
                    return
                await self._send(ThinkingRefused(0, str(error)))

    async def _think_on(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = self._wanted
            if wanted is None:
                continue
            try:
                await self._think_about(wanted)
            except StrataError as error:
                await self._send(ThinkingRefused(wanted.node, str(error)))

    async def _think_about(self, wanted: ThinkInStudy) -> None:
        question = await self._share.do(partial(self._ask_about, wanted.node))
        if question is None:
            return
        study_id, snapshot = question
        spent_ms = number = 0
        while not self._changed.is_set():
            budget_ms = _BITS_MS[min(number, len(_BITS_MS) - 1)]
            self._expect_analyses_left()
            self._analyses.take()
            found = await self._analyst.think_on(
                study_id, snapshot, budget_ms, wanted.lines, wanted.threat, self._address
            )
            await self._expect_allowed()
            if isinstance(found, NoThreat):
                text = "threats cannot be computed in this position"
                await self._send(ThinkingRefused(wanted.node, text))
                return
            spent_ms, number = spent_ms + budget_ms, number + 1
            done = found.is_whole or spent_ms >= _MOST_MS
            if not self._changed.is_set():
                await self._send(
                    Thought(
                        node=wanted.node,
                        threat=wanted.threat,
                        done=done,
                        expected=found.expected,
                        words=found.words,
                        lines=found.lines,
                        gesture=found.gesture,
                        depth=found.depth,
                        nodes=found.nodes,
                        elapsed_ms=found.elapsed_ms,
                    )
                )
            if done:
                return

    async def _ask_about(self, number: int) -> tuple[str, GameSnapshot] | None:
        """Return the id of the study, and the question about a node for the worker process.

        This may have waited for its turn: None if the client has asked for something else since.
        Preparing a long game takes a millisecond, so what would be refused is refused before.
        Raises Refusal if the client may have no advice about the game.
        """
        if self._changed.is_set():
            return None
        self._expect_analyses_left()
        self._analyst.expect_room(self._address)
        await self._expect_allowed()
        study: OpenStudy = await self._study()
        return study.id, study.snapshot(study.study.node(number))

    def _expect_analyses_left(self) -> None:
        if not self._analyses.has_any():
            seconds = self._analyses.wait_seconds()
            raise _NothingLeft(f"hourly analysis limit reached: try again in {seconds} s")

    async def _send(self, message: StudyMessage) -> None:
        await self._socket.send_text(_encode(message).decode())


def _read(event: Any) -> ThinkInStudy | None:
    """Return what is to be thought about, or None to stop thinking. Raises ValueError."""
    text = event.get("text")
    if text is None or len(text) > _LONGEST_MESSAGE:
        raise ValueError(f"expected text of at most {_LONGEST_MESSAGE} characters")
    try:
        message: StudyCommand = _decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"bad message: {error}") from None
    return None if isinstance(message, StopThinking) else message
