"""Prepared answers: the same for everybody, made once, compressed once and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import msgspec
from litestar import Response

from strata.server.http.access.compression import accepts_gzip, compressed
from strata.server.http.dependencies import AnyRequest

JSON: Final = "application/json"
SVG: Final = "image/svg+xml"
HOUR: Final = "public, max-age=3600"
_MOST: Final = 256
"""Of this server's games, and as many of what others have defined."""


@dataclass(frozen=True)
class Prepared:
    body: bytes
    gzipped: bytes
    media_type: str
    etag: str

    def response(self, request: AnyRequest, cache: str, status: int = 200) -> Response[bytes]:
        """Return the response: compressed if the request accepts that, 304 if its ETag matches."""
        headers = {"cache-control": cache, "etag": self.etag, "vary": "Accept-Encoding"}
        if status == 200 and self.etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        body = self.body
        if accepts_gzip(request.headers) and len(self.gzipped) < len(body):
            body = self.gzipped
            headers["content-encoding"] = "gzip"
        return Response(body, status_code=status, media_type=self.media_type, headers=headers)


def prepare(body: bytes, media_type: str) -> Prepared:
    return Prepared(body, compressed(body), media_type, f'"{sha256(body).hexdigest()[:20]}"')


class PreparedAnswers:
    """The prepared answers. Each is made once, however many requests wait for it.

    Answers about games that clients have defined are kept apart, so that they displace none of the
    server's own.
    """

    def __init__(self) -> None:
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="strata-pages")
        self._own: Final = _Latest()
        self._others: Final = _Latest()

    async def get(self, key: Hashable, make: Callable[[], object], media_type: str) -> Prepared:
        """Return the answer under `key`.

        `make` runs in a thread and returns text, or a value to be written as JSON.
        """
        loop = asyncio.get_running_loop()
        return await self._own.get(
            key, lambda: loop.run_in_executor(self._thread, _made, make, media_type)
        )

    async def get_asked(
        self, key: Hashable, ask: Callable[[], Awaitable[bytes]], media_type: str
    ) -> Prepared:
        """Return the answer under `key` about a game that a client has defined.

        `ask` has the body made in another process, since it may take seconds.
        """

        async def made() -> Prepared:
            body = await ask()
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, prepare, body, media_type)

        return await self._others.get(key, lambda: asyncio.ensure_future(made()))

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class _Latest:
    """The answers that were requested last, made or being made."""

    def __init__(self) -> None:
        self._making: Final[OrderedDict[Hashable, asyncio.Future[Prepared]]] = OrderedDict()

    async def get(self, key: Hashable, begin: Callable[[], asyncio.Future[Prepared]]) -> Prepared:
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = begin()
            if len(self._making) > _MOST:
                self._making.popitem(last=False)
        else:
            self._making.move_to_end(key)
        try:
            return await asyncio.shield(making)
        except Exception:  # failures are not kept
            if self._making.get(key) is making:
                del self._making[key]
            raise


def _made(make: Callable[[], object], media_type: str) -> Prepared:
    made = make()
    body = made.encode() if isinstance(made, str) else msgspec.json.encode(made)
    return prepare(body, media_type)
