"""The gate that every request passes: limits, checks of Host and Origin, response headers.

With DNS rebinding, a page of another site can make its own name resolve to this machine, and then
has the same origin as this server. Therefore only known names are served. A browser names the page
that makes a request in `Origin`. Requests that change something, and all sockets, are accepted only
from pages of this host or of STRATA_ORIGINS. Since the cookie is also SameSite=Lax, a page of
another site can do nothing in a player's name. Programs other than browsers send no Origin.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Any, Final, cast
from urllib.parse import SplitResult, urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from strata.server.config import Config
from strata.server.http.access.addresses import client_group
from strata.server.http.access.compression import Compression, accepts_gzip
from strata.server.http.problems import GONE, answer
from strata.server.ops.rate_limit import Buckets, address_buckets

_LOOPBACK: Final = ".localhost"
# A name or an address, perhaps with a port; never a user's name before it.
_HOST: Final = re.compile(r"([\w.-]*|\[[0-9A-Fa-f:.]*\])(:\d{0,5})?", re.ASCII)
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
# Drawings contain a <style> element. Scripts are only files of this host.
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

# The only pages that other sites may embed. They have no buttons that change anything, and a
# browser sends no cookie of this site from there.
_EMBED: Final = "/embed/"
_EMBEDDED: Final = _HEADERS | {
    "content-security-policy": _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}

# Responses under these paths depend on the client and may be secret.
_PERSONAL: Final = ("/api/tables", "/api/notifications", "/api/puzzles", "/api/studies")
_PRIVATE: Final = {"cache-control": "no-store"}


def request_buckets(config: Config) -> Buckets:
    """Return the buckets that limit the requests of each address."""
    rate = config.limits.requests_per_second
    return address_buckets(rate, 4 * rate)


class Gate:
    """The middleware around the whole application.

    Responses without a route (404, 405) pass it too.
    """

    def __init__(self, config: Config, requests: Buckets | None = None) -> None:
        """`requests` limits the requests of each address, and what other layers charge to it."""
        self._origins: Final = {origin.lower() for origin in config.origins}
        self._names: Final = known_names(config)
        self._requests: Final = request_buckets(config) if requests is None else requests
        self._compression: Final = Compression()

    def guard(self, app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            await self._handle(scope, receive, send, app)

        return guarded

    async def _handle(self, scope: Scope, receive: Receive, send: Send, app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        bucket = self._requests.of(client_group(scope["client"][0] if scope["client"] else ""))
        if not bucket.take():
            wait = {"retry-after": str(bucket.wait_seconds())}
            await self._turn_away(scope, receive, send, 429, "too many requests", wait)
            return
        if not _has_one_host(scope):
            detail = "expected one Host header"
            await self._turn_away(scope, receive, send, 400, detail)
            return
        if not self._is_known(headers.get("host", "")):
            detail = "unknown host name: expected one that STRATA_HOSTS lists"
            await self._turn_away(scope, receive, send, 421, detail)
            return
        if scope.get("method") == "HEAD":  # as GET; the body is left out on sending
            scope = cast("Scope", {**scope, "method": "GET"})
        changes = is_socket or str(scope.get("method")) not in _SAFE
        if changes and not self._is_own_page(headers, scope["scheme"]):
            await self._turn_away(scope, receive, send, 403, "requests of other sites are refused")
            return
        if not is_socket:
            receive = _noting_the_end(receive, scope)
            send = _adding_headers(send, scope["path"])
            if accepts_gzip(headers):
                send = self._compression.sending(send)
        await app(scope, receive, send)

    def _is_known(self, host: str) -> bool:
        if not _HOST.fullmatch(host):
            return False
        name = _split(f"//{host}").hostname or ""
        if host and not name:
            return False
        return not host or name in self._names or name.endswith(_LOOPBACK) or _is_address(name)

    def _is_own_page(self, headers: Headers, scheme: str) -> bool:
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        page = _split(origin.lower())
        # A proxy may not report HTTPS: https pages are always accepted, http pages only over HTTP.
        if page.scheme not in ("https", *(("http",) if scheme in ("http", "ws") else ())):
            return False
        host = page.netloc
        return bool(host) and (host == headers.get("host", "").lower() or host in self._origins)

    async def _turn_away(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        status: int,
        detail: str,
        headers: dict[str, str] | None = None,
    ) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": detail})
            return
        response = answer(status, detail, headers).to_asgi_response(None, _request(scope))
        await response(scope, receive, _adding_headers(send, scope["path"]))


def _has_one_host(scope: Scope) -> bool:
    """Return whether a request names the host it is for as RFC 9112 demands: once."""
    count = sum(name == b"host" for name, _ in scope["headers"])
    return count == 1 or (count == 0 and scope.get("http_version") == "1.0")


def _noting_the_end(receive: Receive, scope: Scope) -> Receive:
    """Return a `receive` that notes in the scope when the client has gone."""

    async def receive_and_note() -> Any:
        event = await receive()
        if event["type"] == "http.disconnect":
            scope["state"][GONE] = True
        return event

    return receive_and_note


def _split(url: str) -> SplitResult:
    """Return the parts of a URL; empty parts for an invalid one."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def known_names(config: Config) -> frozenset[str]:
    """Return the names under which this server may be reached, in lower case and without a port."""
    own = socket.gethostname().lower()
    given = (urlsplit(f"//{host}").hostname or "" for host in (*config.hosts, *config.origins))
    return frozenset({"localhost", own, own.partition(".")[0], f"{own}.local", *given})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _request(scope: Scope) -> Any:
    from litestar import Request

    return Request(scope)


def _adding_headers(send: Send, path: str) -> Send:
    added = _EMBEDDED if path.startswith(_EMBED) else _HEADERS
    if path.startswith(_PERSONAL):
        added = added | _PRIVATE

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
