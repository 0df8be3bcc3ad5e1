"""Routes that look ahead: what can follow incomplete actions, and what an action leads to."""

from __future__ import annotations

import time
from typing import Annotated, Final

from litestar import get
from litestar.params import QueryParameter

from strata.server.http.dependencies import AnyRequest, TheClients, TheService, TheVisit
from strata.server.http.problems import problems
from strata.server.live.commands import acting_seat
from strata.server.protocol.messages import MOST_PARTS, Ahead, Preview


@get("/api/tables/{table_id:str}/ahead", responses=problems(400, 404, 409))
async def ahead(
    service: TheService,
    visit: TheVisit,
    clients: TheClients,
    request: AnyRequest,
    action: Annotated[list[str], QueryParameter(min_length=1, max_length=MOST_PARTS)],
) -> Ahead:
    """Return what can follow `action`, one or more incomplete actions. Nothing is played.

    Only for the holder of the acting seat, and not while something is hidden.
    """
    clients.expect_may_work(request)
    async with service.reading(visit.open_table) as open_table:
        began = time.perf_counter()
        found = open_table.views.ahead(acting_seat(open_table.table, visit.held), action)
    clients.charge(request, time.perf_counter() - began)
    return found


@get("/api/tables/{table_id:str}/preview", responses=problems(400, 404, 409))
async def preview(
    service: TheService,
    visit: TheVisit,
    clients: TheClients,
    request: AnyRequest,
    action: Annotated[list[str], QueryParameter(min_length=1, max_length=MOST_PARTS)],
) -> Preview:
    """Return what `action`, with the incomplete ones before it, would lead to. Nothing is played.

    Only for the holder of the acting seat. What the action would reveal is not shown.
    """
    clients.expect_may_work(request)
    async with service.reading(visit.open_table) as open_table:
        began = time.perf_counter()
        found = open_table.views.preview(acting_seat(open_table.table, visit.held), action)
    clients.charge(request, time.perf_counter() - began)
    return found


HANDLERS: Final = [ahead, preview]
