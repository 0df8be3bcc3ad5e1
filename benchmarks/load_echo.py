"""The bare server that benchmarks/load.py compares with: the same stack without a game.

python benchmarks/load_echo.py PORT
"""

from __future__ import annotations

import socket as sockets
import sys
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect

STATE_BYTES: Final = 1500
_ANSWER: Final = msgspec.json.encode({"state": "x" * STATE_BYTES}).decode()
_pairs: Final[dict[int, set[WebSocket[Any, Any, Any]]]] = {}


def free_port() -> int:
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@get("/health")
async def health() -> str:
    return "ok"


@websocket("/pair/{number:int}")
async def pair(socket: WebSocket[Any, Any, Any], number: int) -> None:
    await socket.accept()
    both = _pairs.setdefault(number, set())
    both.add(socket)
    try:
        while True:
            msgspec.json.decode(await socket.receive_text())
            for each in tuple(both):
                await each.send_text(_ANSWER)
    except WebSocketDisconnect:
        both.discard(socket)


if __name__ == "__main__":
    uvicorn.run(
        Litestar([health, pair], openapi_config=None),
        port=int(sys.argv[1]),
        ws_per_message_deflate=False,
        log_level="error",
    )
