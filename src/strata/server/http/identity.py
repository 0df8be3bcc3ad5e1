"""Clients: who they are by their cookie, where they connect from, what they may still ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from strata.server.config import Limits
from strata.server.http.cookies import COOKIE, COOKIE_SECONDS, Cookies
from strata.server.http.problems import TooOften
from strata.server.ops.rate_limit import Bucket, Buckets
from strata.server.storage.seat_keys import new_key

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Clients:
    def __init__(self, secret: str, limits: Limits) -> None:
        self._cookies: Final = Cookies(secret)
        self._limits: Final = limits
        self._making: Final = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        hourly = limits.analyses_per_hour
        self._analyses: Final = Buckets(hourly / 3600, hourly)
        self._analysing: Final[set[str]] = set()
        self._sockets: Final[Counter[str]] = Counter()

    def key_of(self, connection: AnyConnection) -> str | None:
        """The key of the client, if it has one."""
        return self._cookies.read(connection.cookies.get(COOKIE))

    def key_for(self, connection: AnyConnection) -> tuple[str, list[Cookie]]:
        """The key of the client, and the cookie that gives it one if it has none."""
        key = self.key_of(connection)
        if key is not None:
            return key, []
        key = new_key()
        cookie = Cookie(
            COOKIE,
            value=self._cookies.sign(key),
            path="/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=connection.scope.get("scheme") in ("https", "wss"),
        )
        return key, [cookie]

    def expect_may_make(self, connection: AnyConnection) -> None:
        """Raises TooOften for a client that makes tables too fast."""
        _take(self._making.of(address(connection)), "too many tables made: wait a little")

    @contextmanager
    def analysing(self, connection: AnyConnection) -> Iterator[None]:
        """One analysis at a time for each address, and so many an hour; else TooOften."""
        client = address(connection)
        if client in self._analysing:
            raise TooOften("one analysis at a time, please", headers={"retry-after": "1"})
        _take(self._analyses.of(client), "too many analyses: wait a little")
        self._analysing.add(client)
        try:
            yield
        finally:
            self._analysing.discard(client)

    @contextmanager
    def connected(self, connection: AnyConnection) -> Iterator[bool]:
        """Counts the socket while it is open; False: there are too many, it is to be closed."""
        client = address(connection)
        if (
            self._sockets.total() >= self._limits.max_sockets
            or self._sockets[client] >= self._limits.sockets_per_client
        ):
            yield False
            return
        self._sockets[client] += 1
        try:
            yield True
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]


def _take(bucket: Bucket, refusal: str) -> None:
    if not bucket.take():
        raise TooOften(refusal, headers={"retry-after": str(bucket.wait_seconds())})


def address(connection: AnyConnection) -> str:
    """Where a client comes from, as far as limits go."""
    return connection.client.host if connection.client else "unknown"
