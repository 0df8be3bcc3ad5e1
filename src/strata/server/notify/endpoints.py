"""Connections to push endpoints, which clients name: never to this machine or its network.

A name is resolved once, and the connection goes to an address that was checked, so that DNS
rebinding has no effect.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import ssl
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore
import httpx

from strata.core.errors import StrataError
from strata.server.notify.resolver import Resolver

LONGEST_ENDPOINT: Final = 1024
_HTTPS_PORT: Final = 443
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_CONNECT_SECONDS: Final = 5.0
_ANSWER_SECONDS: Final = 10.0
_MOST_ANSWER: Final = 4096
_MOST_ADDRESSES: Final = 3
MOST_POSTS: Final = 32
"""At a time: each has a connection, and a thread in which the name of its host is resolved."""


class BadEndpoint(StrataError):
    """The endpoint is not an address to which pushes may be sent."""


def check_endpoint(url: str, *, local: bool = False) -> str:
    """Return `url` if it is an allowed endpoint. Raises BadEndpoint.

    `local` allows HTTP, other ports and addresses of this machine, for tests.
    """
    expected = "expected the https address of a push service"
    if len(url) > LONGEST_ENDPOINT:
        raise BadEndpoint(
            f"endpoint: got {len(url)} characters, expected at most {LONGEST_ENDPOINT}"
        )
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise BadEndpoint(f"endpoint: {expected}")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadEndpoint(f"endpoint: {expected}") from None
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadEndpoint(f"endpoint: {expected}")
    if local:
        is_fine = parts.scheme in ("http", "https")
    else:
        is_fine = parts.scheme == "https" and port in (None, _HTTPS_PORT) and _may_name(host)
    if not is_fine:
        raise BadEndpoint(f"endpoint: {expected}")
    return url


def host_of(url: str) -> str:
    """The host of an endpoint; empty if it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _may_name(host: str) -> bool:
    """Return whether the host can be public: a public address, or a name with a dot."""
    try:
        return is_public(host)
    except ValueError:
        return _is_name(host) and not host.lower().rstrip(".").endswith(
            (".localhost", ".local", ".internal", ".home.arpa")
        )


def _is_name(host: str) -> bool:
    """Return whether the host has a dot and can be resolved: no part is empty or too long."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "." in host.strip(".")


def is_public(address: str) -> bool:
    """Return whether an IP address is public. Raises ValueError if it is no IP address."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found in _NAT64:  # in a reserved network, but a way to the address that it contains
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if any(one is not None and not is_public(str(one)) for one in inner):
            return False
        if found.ipv4_mapped is not None:
            return True
        if found.is_site_local:
            return False
    return found.is_global and not (
        found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback
    )


class _CheckedNetwork(httpcore.AsyncNetworkBackend):
    """A network backend that resolves names itself and connects to public addresses only."""

    def __init__(self, *, local: bool) -> None:
        self._local: Final = local
        self._backend: Final = httpcore.AnyIOBackend()
        self._resolver: Final = Resolver(MOST_POSTS)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await self._resolver.find(host, port, timeout)
        except UnicodeError:
            raise BadEndpoint("endpoint: expected a host name") from None
        except OSError as error:
            raise httpcore.ConnectError("the name is not known") from error
        if not addresses or not (self._local or all(map(is_public, addresses))):
            # For now: a name server that fails or filters may answer something else tomorrow.
            raise httpcore.ConnectError("endpoint: expected a name of public addresses")
        return await self._connect_any(addresses, port, timeout, local_address, socket_options)

    async def _connect_any(self, addresses: list[str], *how: Any) -> httpcore.AsyncNetworkStream:
        """Connect to the first of the addresses that accepts."""
        *others, last = addresses[:_MOST_ADDRESSES]
        for address in others:
            with contextlib.suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._backend.connect_tcp(address, *how)
        return await self._backend.connect_tcp(last, *how)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise BadEndpoint("endpoint: expected a host name")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _CheckedTransport(httpx.AsyncHTTPTransport):
    def __init__(self, context: ssl.SSLContext, *, local: bool) -> None:
        super().__init__(verify=context, trust_env=False, retries=0)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=MOST_POSTS,
            max_keepalive_connections=8,
            keepalive_expiry=20,
            network_backend=_CheckedNetwork(local=local),
        )


class EndpointClient:
    """An HTTP client for push endpoints, which follows no redirect and reads no long answer."""

    def __init__(self, *, local: bool = False) -> None:
        self._local: Final = local
        self._http: httpx.AsyncClient | None = None
        self._opening: Final = asyncio.Lock()

    async def _opened(self) -> httpx.AsyncClient:
        """Create the client at the first post: reading the trusted certificates takes 50 ms."""
        async with self._opening:
            if self._http is None:
                context = await asyncio.to_thread(httpx.create_ssl_context)
                self._http = httpx.AsyncClient(
                    transport=_CheckedTransport(context, local=self._local),
                    timeout=httpx.Timeout(_CONNECT_SECONDS),
                    follow_redirects=False,
                    trust_env=False,
                )
        return self._http

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> httpx.Response:
        """Post `body` and return the answer without its body.

        Raises BadEndpoint, Unresolved, httpx.HTTPError or TimeoutError.
        """
        check_endpoint(url, local=self._local)
        http = self._http or await self._opened()
        async with (
            asyncio.timeout(_ANSWER_SECONDS),
            http.stream("POST", url, content=body, headers=headers) as answer,
        ):
            read = 0
            async for chunk in answer.aiter_raw():
                read += len(chunk)
                if read > _MOST_ANSWER:
                    break
            return answer

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
