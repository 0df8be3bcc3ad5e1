"""Compression of responses in a thread: zlib releases the GIL, so that games do not wait."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import HTTPResponseStartEvent, Message, Send

_LEAST_BYTES: Final = 2048
_LEVEL: Final = 5
_GZIP: Final = zlib.MAX_WBITS + 16  # the format
_PART_BYTES: Final = 16 * 1024  # a quarter of a millisecond
_TEXTS: Final = ("text/", "application/json", "application/problem+json", "image/svg+xml")


def compressed(body: bytes, sleep: Callable[[float], None] | None = None) -> bytes:
    """Return `body` compressed with gzip. The result does not depend on the time.

    With `sleep`, it pauses after each part for as long as that took: a thread that keeps a
    processor delays the answers to players.
    """
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
    parts = []
    for first in range(0, len(body), _PART_BYTES):
        began = time.perf_counter()
        parts.append(packer.compress(body[first : first + _PART_BYTES]))
        if sleep is not None and first + _PART_BYTES < len(body):
            sleep(time.perf_counter() - began)
    return b"".join((*parts, packer.flush()))


def accepts_gzip(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


class Compression:
    def __init__(self) -> None:
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="strata-gzip")

    def sending(self, send: Send) -> Send:
        """Return a `send` that compresses complete text bodies of 2 KiB or more.

        Bodies that are already compressed are sent as they are.
        """
        begun: HTTPResponseStartEvent | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = message
                return
            start, begun = begun, None
            if start is not None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    message["body"] = await self._compress(start, message["body"])
                await send(start)
            await send(message)

        return send_compressed

    async def _compress(self, start: HTTPResponseStartEvent, body: bytes) -> bytes:
        headers = MutableScopeHeaders.from_message(start)
        is_text = headers.get("content-type", "").startswith(_TEXTS)
        if len(body) < _LEAST_BYTES or not is_text or "content-encoding" in headers:
            return body
        loop = asyncio.get_running_loop()
        smaller = await loop.run_in_executor(self._thread, compressed, body, time.sleep)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(smaller))
        headers.extend_header_value("vary", "Accept-Encoding")
        return smaller
