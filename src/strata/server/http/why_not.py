"""The route of explanations: why the player to act cannot do something at a table."""

from __future__ import annotations

from typing import Final

from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from strata.play.game_snapshot import snapshot_of
from strata.play.refusal import Refusal
from strata.server.engines.explaining import explain
from strata.server.http.dependencies import (
    ThePayer,
    TheService,
    TheVisit,
    TheWorker,
)
from strata.server.http.prepared import JSON
from strata.server.http.problems import problems
from strata.server.protocol.game_messages import Attempt, Explanation


@post(
    "/api/tables/{table_id:str}/why-not",
    responses={200: ResponseSpec(data_container=Explanation, description="The reason.")}
    | problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def why_not(
    data: JSONBody[Attempt],
    service: TheService,
    worker: TheWorker,
    visit: TheVisit,
    payer: ThePayer,
) -> Response[bytes]:
    """Explain why these clicks make no action, as far as the holder of the acting seat may know."""
    async with service.reading(visit.open_table) as open_table:
        table = open_table.table
        seat = table.seat
        if seat is None:
            raise Refusal("game-over", "the game is over")
        if seat not in visit.held:
            raise Refusal("not-your-turn", "it is not your turn")
        if data.version != table.version:
            raise Refusal("stale", "the table has changed")
        snapshot = snapshot_of(table.record)
    clicks = tuple((click.kind, click.id) for click in data.clicks)
    found = await worker.run(payer, explain, snapshot, seat, clicks)
    return Response(found, media_type=JSON)


HANDLERS: Final = [why_not]
