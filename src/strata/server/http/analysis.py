"""HTTP of analyses: what the computer thinks of a position of a game that is over."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from strata.play.refusal import NotDone
from strata.server.engines.analyst import Analyst, expect_may_analyse
from strata.server.http.problems import problems
from strata.server.http.tables import (
    AnyRequest,
    TableId,
    TheClients,
    TheHost,
    holds_of,
    room_of,
)
from strata.server.protocol.messages import Analyse, Analysis


@post(
    "/api/tables/{table_id:str}/analysis",
    responses=problems(400, 403, 404, 409, 413, 503),
    status_code=200,
)
async def analysis(
    table_id: TableId,
    data: JSONBody[Analyse],
    host: TheHost,
    clients: TheClients,
    analyst: NamedDependency[Analyst],
    request: AnyRequest,
) -> Analysis:
    """What the computer thinks of the position after `number` actions. Not while it is played."""
    room = await room_of(host, table_id)
    holds = await holds_of(host, table_id, clients.key_of(request))
    async with host.entered(room, anew=True):
        table = room.table
        expect_may_analyse(table, data, (other.table for other in host.rooms.watched()))
        if room.sight.of(holds).is_cut:
            raise NotDone("not-allowed", "something is still hidden from you in this game")
    with clients.analysing(request):
        return await analyst.analyse(table_id, table, data)


HANDLERS: Final = [analysis]
