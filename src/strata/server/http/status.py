"""Routes for those who run the server: health and metrics."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

import strata
from strata.server.ops.metrics import Metrics
from strata.server.storage.write_queue import WriteQueue

_PATIENCE_SECONDS: Final = 2.0


@get("/health", include_in_schema=False)
async def health(
    engine: NamedDependency[AsyncEngine], write_queue: NamedDependency[WriteQueue]
) -> Response[dict[str, str]]:
    """200 if the database answers and changes are stored, else 503 with the reason."""
    problem = write_queue.problem
    if problem is None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except Exception:
            problem = "the database does not answer"
    status = {"status": "ok" if problem is None else problem, "version": strata.__version__}
    return Response(status, status_code=200 if problem is None else 503)


@get("/metrics", include_in_schema=False)
async def metrics_text(metrics: NamedDependency[Metrics]) -> Response[bytes]:
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS: Final = [health, metrics_text]
