"""Routes for those who run the server: health and metrics."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

import strata
from strata.server.http.access.addresses import client_group
from strata.server.http.access.identity import address
from strata.server.http.dependencies import AnyRequest
from strata.server.http.problems import NotFound
from strata.server.ops.metrics import Metrics
from strata.server.storage.engine import DatabaseFile
from strata.server.storage.failures import DatabaseUnavailable, connected
from strata.server.storage.write_queue import WriteQueue

_PATIENCE_SECONDS: Final = 2.0
_LOOPBACK: Final = frozenset({"127.0.0.1", client_group("::1")})


@get("/health", include_in_schema=False)
async def health(
    engine: NamedDependency[AsyncEngine],
    write_queue: NamedDependency[WriteQueue],
    database_file: NamedDependency[DatabaseFile],
) -> Response[dict[str, str]]:
    """Return 200 if the database answers and changes are stored, else 503 with the reason."""
    problem = write_queue.problem or database_file.problem
    if problem is None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), connected(engine) as connection:
                await connection.execute(text("SELECT 1"))
        except DatabaseUnavailable as error:
            problem = str(error)
        except TimeoutError:
            problem = "the database does not answer"
    status = {"status": "ok" if problem is None else problem, "version": strata.__version__}
    return Response(status, status_code=200 if problem is None else 503)


@get("/metrics", include_in_schema=False)
async def metrics_text(
    metrics: NamedDependency[Metrics], metrics_token: NamedDependency[str], request: AnyRequest
) -> Response[bytes]:
    """Return the metrics to clients that know STRATA_METRICS_TOKEN.

    If no token is set, only this machine gets them.
    """
    if not _may_read_metrics(request, metrics_token):
        raise NotFound("no such page")
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _may_read_metrics(request: AnyRequest, token: str) -> bool:
    if token:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    return "x-forwarded-for" not in request.headers and address(request) in _LOOPBACK


HANDLERS: Final = [health, metrics_text]
