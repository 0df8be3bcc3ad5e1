"""The OpenAPI description of the interface.

Making it takes half a second: a thread does so on the first request, and the result is kept.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.enums import OpenAPIMediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import strata
from strata.server import protocol
from strata.server.http.dependencies import AnyRequest
from strata.server.http.prepared import HOUR, PreparedAnswers

_FOLDER: Final = "/api/schema"
_ADDRESSES: Final = (_FOLDER, f"{_FOLDER}/openapi.json")


def describe_interface(prepared: PreparedAnswers) -> OpenAPIConfig:
    """Return the configuration of the description, which also answers requests for it."""

    async def answer(request: AnyRequest) -> Response[bytes] | None:
        """Answer before the framework makes it in the event loop; None for other addresses."""
        if request.scope["path"].rstrip("/") not in _ADDRESSES:
            return None
        told = await prepared.get(
            "description", lambda: _described(request.app), OpenAPIMediaType.OPENAPI_JSON.value
        )
        return told.response(request, HOUR)

    return OpenAPIConfig(
        title="Strata",
        version=strata.__version__,
        description="Layered board games: tables, records and rules. Live play: docs/protocol.md.",
        render_plugins=[JsonRenderPlugin()],  # otherwise the framework adds pages that load scripts
        openapi_router=Router(
            _FOLDER, route_handlers=[], include_in_schema=False, before_request=answer
        ),
    )


def _described(app: Litestar) -> dict[str, Any]:
    """Return the description, with the structs marked that refuse unknown fields."""
    described = app.openapi_schema.to_schema()
    known = {
        name: struct
        for module in iter_modules(protocol.__path__, f"{protocol.__name__}.")
        if module.name.endswith("messages")
        for name, struct in vars(import_module(module.name)).items()
    }
    for name, schema in described["components"]["schemas"].items():
        config = getattr(known.get(name), "__struct_config__", None)
        if config is not None and config.forbid_unknown_fields:
            schema["additionalProperties"] = False
    return described
