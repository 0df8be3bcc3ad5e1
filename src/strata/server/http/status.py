"""Routes for those who run the server: health and metrics."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

import strata
from strata.server.ops.metrics import Metrics


@get("/health", include_in_schema=False)
async def health(engine: NamedDependency[AsyncEngine]) -> dict[str, str]:
    """Answers if the server and its database do."""
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    return {"status": "ok", "version": strata.__version__}


@get("/metrics", include_in_schema=False)
async def metrics_text(metrics: NamedDependency[Metrics]) -> Response[bytes]:
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS: Final = [health, metrics_text]
