"""Clients: their identity by cookie, their address, and what they may still ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from strata.server.config import ServerLimits
from strata.server.http.access.addresses import client_group
from strata.server.http.access.cookies import COOKIE_SECONDS, Cookies, cookie_name
from strata.server.http.problems import TooOften
from strata.server.ops.networks import Holdings
from strata.server.ops.rate_limit import Bucket, address_buckets
from strata.server.ops.work_share import WorkShare, places_for
from strata.server.storage.seat_keys import new_key

_WORK_BURST_SECONDS: Final = 5
_JUDGED_AT_ONCE: Final = 4  # of one address: a family, or a class that solves puzzles
_TOO_MANY_ANALYSES: Final = "hourly analysis limit reached: try again later"
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Clients:
    def __init__(self, secret: str, limits: ServerLimits) -> None:
        self._cookies: Final = Cookies(secret)
        self._limits: Final = limits
        self._making: Final = address_buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        visitors = limits.visitors_per_hour
        self._arriving: Final = address_buckets(visitors / 3600, visitors)
        mails = limits.confirmations_per_hour
        self._mails: Final = address_buckets(mails / 3600, mails)
        subscriptions = limits.subscriptions_per_hour
        self._subscriptions: Final = address_buckets(subscriptions / 3600, subscriptions)
        hourly = limits.analyses_per_hour
        self._analyses: Final = address_buckets(hourly / 3600, hourly)
        self._analysing: Final = Holdings(1)
        self._judging: Final = Holdings(_JUDGED_AT_ONCE)
        work = limits.work_ms_per_second
        self._work: Final = address_buckets(work, _WORK_BURST_SECONDS * work)
        self._shares: Final[WeakValueDictionary[str, WorkShare]] = WeakValueDictionary()
        self._sockets: Final = Holdings(limits.sockets_per_client)
        messages = limits.client_messages_per_second
        self._messages: Final = address_buckets(messages, 4 * messages)

    def key_of(self, connection: AnyConnection) -> str | None:
        """Return the client's key; None if it has none."""
        return self._cookies.read(connection.cookies.get(cookie_name(_is_secure(connection))))

    def key_for(self, connection: AnyConnection) -> tuple[str, list[Cookie]]:
        """Return the client's key, and the cookie that carries it if the key is new."""
        key = self.key_of(connection)
        if key is not None:
            return key, []
        key = new_key()
        return key, [_cookie(connection, self._cookies.sign(key), COOKIE_SECONDS)]

    def no_cookie(self, connection: AnyConnection) -> Cookie:
        """Return a cookie that deletes the client's key."""
        return _cookie(connection, "", 0)

    def expect_may_make(self, connection: AnyConnection) -> None:
        """Raise TooOften if the client's address makes too much.

        Tables, studies and the keys of new puzzle solvers count.
        """
        _take(self._making.of(address(connection)), "too many tables created: try again later")

    def may_make(self, owner: str) -> bool:
        """Whether this address may make one more table, which is counted."""
        return self._making.of(owner).take()

    def expect_may_arrive(self, connection: AnyConnection) -> None:
        """Raise TooOften if too many new clients come from the address."""
        words = "too many new visitors from your address: try again later"
        _take(self._arriving.of(address(connection)), words)

    def expect_may_mail(self, connection: AnyConnection) -> None:
        """Raise TooOften if the client's address asks for too many confirmation mails."""
        _take(self._mails.of(address(connection)), "too many e-mails requested: try again later")

    def expect_may_subscribe(self, connection: AnyConnection) -> None:
        """Raises TooOften for a client that registers for pushes too fast."""
        words = "notifications were turned on too often from your address: wait a little"
        _take(self._subscriptions.of(address(connection)), words)

    def expect_may_work(self, connection: AnyConnection) -> None:
        """Raise TooOften if the client's address has used up its share of work."""
        bucket = self._work.of(address(connection))
        if not bucket.has_any():
            words = "too many expensive requests from your address: try again shortly"
            raise _too_often(bucket, words)

    def charge(self, connection: AnyConnection, seconds: float) -> None:
        """Charge the client's address for processor time."""
        self.charge_address(address(connection), seconds)

    def charge_address(self, owner: str, seconds: float) -> None:
        """Charge an address for work done elsewhere. An empty address is not charged."""
        if owner:
            self._work.of(owner).charge(1000 * seconds)

    @contextmanager
    def analysing(self, connection: AnyConnection) -> Iterator[None]:
        """Allow an analysis. Raises TooOften.

        An address may have one at a time, and a limited number in an hour.
        """
        with _place(self._analysing, address(connection), "only one analysis at a time"):
            _take(self.analyses(connection), _TOO_MANY_ANALYSES)
            yield

    @contextmanager
    def judging(self, connection: AnyConnection) -> Iterator[Callable[[], None]]:
        """Allow an analysis that may turn out not to be needed. Raises TooOften.

        An address may have a few at a time, beside its other analyses. Yields the function that
        counts the analysis, for the caller to call if it is needed.
        """
        with _place(self._judging, address(connection), "too many answers at a time"):
            analyses = self.analyses(connection)
            if not analyses.has_any():
                raise _too_often(analyses, _TOO_MANY_ANALYSES)
            yield partial(analyses.charge, 1)

    def analyses(self, connection: AnyConnection) -> Bucket:
        """Return the bucket of analyses left to the client's address."""
        return self._analyses.of(address(connection))

    def messages(self, connection: AnyConnection) -> Bucket:
        """Return the bucket of messages on all sockets of the client's address."""
        return self._messages.of(address(connection))

    def share(self, connection: AnyConnection) -> WorkShare:
        """Return the share of work of all sockets of the client's address."""
        client = address(connection)
        share = self._shares.get(client)
        if share is None:
            places = places_for(self._limits.work_ms_per_second)
            share = self._shares[client] = WorkShare(self._work.of(client), places)
        return share

    @contextmanager
    def connected(self, connection: AnyConnection) -> Iterator[bool]:
        """Count the socket while it is open. Yields False if there are too many.

        The caller must then close the socket.
        """
        client = address(connection)
        if self._sockets.total >= self._limits.max_sockets or not self._sockets.has_room(client):
            yield False
            return
        self._sockets.add(client)
        try:
            yield True
        finally:
            self._sockets.remove(client)


@contextmanager
def _place(places: Holdings, client: str, refusal: str) -> Iterator[None]:
    if not places.has_room(client):
        raise TooOften(refusal, headers={"retry-after": "1"})
    places.add(client)
    try:
        yield
    finally:
        places.remove(client)


def _cookie(connection: AnyConnection, value: str, seconds: int) -> Cookie:
    secure = _is_secure(connection)
    return Cookie(
        cookie_name(secure),
        value=value,
        path="/",
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def _is_secure(connection: AnyConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def _take(bucket: Bucket, refusal: str) -> None:
    if not bucket.take():
        raise _too_often(bucket, refusal)


def _too_often(bucket: Bucket, refusal: str) -> TooOften:
    return TooOften(refusal, headers={"retry-after": str(bucket.wait_seconds())})


def address(connection: AnyConnection) -> str:
    """Return the client's address as limits count it."""
    return client_group(connection.client.host if connection.client else "")
