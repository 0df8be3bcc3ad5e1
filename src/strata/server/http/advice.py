"""The route of help: a hint, or the threats, for a player against the computer."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from strata.play.game_snapshot import snapshot_of
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
from strata.server.live.commands import speaking_seat
from strata.server.protocol.help_messages import Advice, AskHelp


@post(
    "/api/tables/{table_id:str}/help",
    responses=problems(400, 403, 404, 409, 413, 503),
    status_code=200,
)
async def help_player(
    data: JSONBody[AskHelp],
    service: TheService,
    advice_guard: TheAdviceGuard,
    clients: TheClients,
    analyst: NamedDependency[Analyst],
    visit: TheVisit,
    request: AnyRequest,
) -> Advice:
    """Return a hint or the threats for this client, who is to act against the computer.

    The record counts the help.
    """
    async with service.reading(visit.open_table) as open_table:
        table = open_table.table
        seat = speaking_seat(table, visit.held)
        table.expect_may_help(seat)
        version, snapshot = table.version, snapshot_of(table.record)
    async with advice_guard.guarding(snapshot.game, person_at(clients, request)):
        with clients.analysing(request):
            advice = await analyst.advise(open_table.id, snapshot, data.kind, address(request))
    async with service.changing(
        open_table, version, since=lambda known: known.acted_version
    ) as change:
        change.table.note_help(seat, data.kind)
    return advice


HANDLERS: Final = [help_player]
