"""Answers to OPTIONS, which list all methods of a path.

Litestar's own answers list the methods of the handler that was registered first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from litestar import Response
from litestar.handlers import HTTPRouteHandler, route


def answering_options(handlers: Iterable[Any]) -> list[HTTPRouteHandler]:
    """Return a handler of OPTIONS for each path of `handlers`, to be registered before them."""
    methods: dict[str, set[str]] = defaultdict(lambda: {"OPTIONS"})
    for handler in handlers:
        if isinstance(handler, HTTPRouteHandler):
            for path in handler.paths:
                methods[path] |= set(handler.http_methods)
    return [_answering(path, allowed) for path, allowed in methods.items()]


def _answering(path: str, methods: set[str]) -> HTTPRouteHandler:
    allowed = methods | ({"HEAD"} if "GET" in methods else set())
    headers = {"allow": ", ".join(sorted(allowed))}

    @route(path, http_method="OPTIONS", include_in_schema=False, sync_to_thread=False)
    def allow() -> Response[None]:
        return Response(None, status_code=204, headers=headers)

    return allow
