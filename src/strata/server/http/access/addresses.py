"""Addresses of clients: the trusted proxies, and which addresses count as one client."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

_NETWORK_BITS: Final = 64  # of IPv6: the network of one household
_MOST_LOGGED: Final = 60
_log: Final = structlog.get_logger("strata.addresses")
_CONNECTIONS: Final = (ScopeType.HTTP, ScopeType.WEBSOCKET)


class Addresses:
    """The addresses of clients behind reverse proxies.

    `proxies` are the addresses and networks of the trusted proxies.
    """

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._proxies: Final = tuple(ipaddress.ip_network(one, strict=False) for one in proxies)
        self._has_warned = False

    def is_proxy(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._proxies)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address: the last of `forwarded` that is no known proxy.

        `forwarded` has the nearest address last. Only entries from known proxies count, since a
        client can write anything into the header.
        """
        address = peer
        for before in map(_without_port, reversed(forwarded)):
            if not self.is_proxy(address):
                break
            if _parsed(before) is None:
                self._warn_once(before)
                break
            address = before
        return address

    def _warn_once(self, entry: str) -> None:
        """Log an entry of a proxy that names no address: all its clients count as one."""
        if not self._has_warned:
            self._has_warned = True
            _log.warning("not-forwarded", entry=entry[:_MOST_LOGGED], expected="an IP address")

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


def _without_port(entry: str) -> str:
    """Return the address of `1.2.3.4:5`, `[::1]:5` or `[::1]`; anything else as it is."""
    if entry.startswith("["):
        inner, bracket, port = entry[1:].partition("]")
        return inner if bracket and (not port or _is_port(port)) else entry
    address, colon, port = entry.partition(":")
    return address if _is_port(colon + port) else entry


def _is_port(text: str) -> bool:
    return text[:1] == ":" and text[1:].isascii() and text[1:].isdigit()


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
