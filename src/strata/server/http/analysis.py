"""The route of analyses: the computer's assessment of positions in finished games."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from strata.server.engines.analyst import Analyst, expect_may_analyse
from strata.server.http.access.identity import address
from strata.server.http.dependencies import (
    AnyRequest,
    TheClients,
    TheOpenTables,
    TheService,
    TheVisit,
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
    open_tables: TheOpenTables,
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
        expect_may_analyse(table, data, open_tables.in_play())
    with clients.analysing(request):
        return await analyst.analyse(open_table.id, table, data, address(request))


HANDLERS: Final = [analysis]
