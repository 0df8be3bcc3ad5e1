"""The gate every request passes: limits, the Origin check, and the headers of every answer.

A browser says in `Origin` which page is asking. What changes something, and every socket, is only
for pages of this host or of STRATA_ORIGINS; together with the cookie being SameSite=Lax, another
site's page can do nothing in a player's name. Programs that are no browsers send no Origin.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from strata.server.config import Config
from strata.server.http.problems import answer
from strata.server.ops.rate_limit import Buckets

_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
# Drawings style themselves with a <style> element; scripts are files of this host only.
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

# What is answered about a table depends on who asks, and may be secret.
_TABLES: Final = "/api/tables"
_PRIVATE: Final = {"cache-control": "no-store"}


class Gate:
    """Around the whole application: what no route answers (404, 405) passes it too."""

    def __init__(self, config: Config) -> None:
        rate = config.limits.requests_per_second
        self._origins: Final = {origin.lower() for origin in config.origins}
        self._requests: Final = Buckets(rate, 4 * rate)

    def guard(self, app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            await self._handle(scope, receive, send, app)

        return guarded

    async def _handle(self, scope: Scope, receive: Receive, send: Send, app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        changes = is_socket or str(scope.get("method")) not in _SAFE
        if changes and not self._is_own_page(headers):
            await self._turn_away(scope, receive, send, 403, "this page may not do that")
            return
        bucket = self._requests.of(scope["client"][0] if scope["client"] else "unknown")
        if not bucket.take():
            wait = {"retry-after": str(bucket.wait_seconds())}
            await self._turn_away(scope, receive, send, 429, "too many requests", wait)
            return
        await app(scope, receive, send if is_socket else _adding_headers(send, scope["path"]))

    def _is_own_page(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        host = urlsplit(origin.lower()).netloc
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


def _request(scope: Scope) -> Any:
    from litestar import Request

    return Request(scope)


def _adding_headers(send: Send, path: str) -> Send:
    added = _HEADERS | _PRIVATE if path.startswith(_TABLES) else _HEADERS

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
