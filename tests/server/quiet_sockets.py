"""WebSockets of Litestar's test client that wait.

The application's side of Litestar's own sockets asks for the next message without a pause, which
keeps a processor busy as long as any socket is open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import Queue
from typing import Any

from litestar.testing import WebSocketTestSession, transport


class _AnnouncingQueue(Queue[Any]):
    """A queue that calls `announce` after something was put into it."""

    announce: Callable[[], object] | None = None

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        super().put(item, block, timeout)
        if self.announce is not None:
            self.announce()


class QuietSession(WebSocketTestSession):
    def __init__(self, client: Any, scope: Any) -> None:
        super().__init__(client, scope)
        self.receive_queue: _AnnouncingQueue = _AnnouncingQueue()

    async def do_asgi_call(self) -> None:
        """Run the application's side of the socket, in its event loop."""
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        self.receive_queue.announce = lambda: loop.call_soon_threadsafe(arrived.set)

        async def receive() -> Any:
            arrived.clear()
            while self.receive_queue.empty():
                await arrived.wait()
                arrived.clear()
            return self.receive_queue.get()

        async def send(message: Any) -> None:
            self.send_queue.put(message)

        try:
            await self.client.app(self.scope, receive, send)
        except BaseException as error:
            self.send_queue.put(error)
            raise


def install() -> None:
    """Every `TestClient` opens such sockets from now on."""
    transport.WebSocketTestSession = QuietSession  # type: ignore[attr-defined]
