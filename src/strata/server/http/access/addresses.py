"""Addresses of clients: the trusted proxies, and which addresses count as one client."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

_NETWORK_BITS: Final = 64  # of IPv6: the network of one household
_CONNECTIONS: Final = (ScopeType.HTTP, ScopeType.WEBSOCKET)


class Addresses:
    """The addresses of clients behind reverse proxies.

    `proxies` are the addresses and networks of the trusted proxies.
    """

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._proxies: Final = tuple(ipaddress.ip_network(one, strict=False) for one in proxies)

    def is_proxy(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._proxies)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address: the last of `forwarded` that is no known proxy.

        `forwarded` has the nearest address last. Only entries from known proxies count, since a
        client can write anything into the header.
        """
        address = peer
        for before in reversed(forwarded):
            if not self.is_proxy(address):
                break
            if _parsed(before) is None:
                break
            address = before
        return address

    def behind_proxies(self, app: ASGIApp) -> ASGIApp:
        """Return `app` with the true client and scheme that the proxies in front of it report."""

        async def told(scope: Scope, receive: Receive, send: Send) -> None:
            if self._proxies and scope["type"] in _CONNECTIONS and scope["client"]:
                self._correct(scope)
            await app(scope, receive, send)

        return told

    def _correct(self, scope: Scope) -> None:
        peer, port = scope["client"]  # type: ignore[misc]
        if not self.is_proxy(peer):
            return
        given = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
        forwarded = [
            part.strip()
            for name, value in given
            if name == b"x-forwarded-for"
            for part in value.split(",")
        ]
        client = self.client(peer, forwarded)
        scope["client"] = (client, port if client == peer else 0)
        proto = next((value for name, value in given if name == b"x-forwarded-proto"), "").strip()
        if proto in ("http", "https"):
            is_socket = scope["type"] == ScopeType.WEBSOCKET
            scope["scheme"] = proto.replace("http", "ws") if is_socket else proto


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


@lru_cache(maxsize=4096)
def client_group(address: str) -> str:
    """Return the group of clients that limits count as one: an IPv4 address or an IPv6 network."""
    parsed = _parsed(address)
    if parsed is None:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _NETWORK_BITS), strict=False))
