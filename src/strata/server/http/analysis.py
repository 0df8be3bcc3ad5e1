"""The route of analyses: the computer's assessment of positions in finished games."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from strata.core.errors import InvalidLimit
from strata.server.engines.analyst import Analyst
from strata.server.http.access.identity import address
from strata.server.http.dependencies import (
    AnyRequest,
    TheAdviceGuard,
    TheClients,
    TheService,
    TheVisit,
    person_at,
)
from strata.server.http.problems import problems
from strata.server.protocol.analysis_messages import Analyse, Analysis


@post(
    "/api/tables/{table_id:str}/analysis",
    responses=problems(400, 403, 404, 409, 413, 503),
    status_code=200,
)
async def analysis(
    data: JSONBody[Analyse],
    service: TheService,
    advice_guard: TheAdviceGuard,
    clients: TheClients,
    analyst: NamedDependency[Analyst],
    visit: TheVisit,
    request: AnyRequest,
) -> Analysis:
    """Analyse the position after `number` actions of a finished game."""
    async with service.reading(visit.open_table) as open_table:
        table = open_table.table
        open_table.expect_whole(visit.held)
        open_table.expect_over()
        length = table.record.length
        if data.number > length:
            raise InvalidLimit(f"number {data.number}: expected 0 to {length}")
    person = person_at(clients, request)
    async with advice_guard.guarding(table.record.rules.name, person):
        with clients.analysing(request):
            return await analyst.analyse(open_table.id, table, data, address(request))


HANDLERS: Final = [analysis]
