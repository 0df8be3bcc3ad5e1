"""Routes of reviews: a finished game judged turn by turn."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from strata.core.record import Record
from strata.play.refusal import Refusal
from strata.server.engines.analyst import expect_may_study
from strata.server.http.access.identity import address
from strata.server.http.dependencies import (
    AnyRequest,
    TheClients,
    TheOpenTables,
    TheService,
    TheVisit,
    Visit,
)
from strata.server.http.problems import problems
from strata.server.live.open_tables import OpenTables
from strata.server.live.table_service import TableService
from strata.server.protocol.review_messages import ReviewState, TriedTurn, TryTurn
from strata.server.study.review_service import ReviewService

TheReviews = NamedDependency[ReviewService]
_BEGUN: Final = 202


async def _reviewable(visit: Visit, service: TableService, open_tables: OpenTables) -> Record:
    """The game at a table. Raises Refusal if it may not be reviewed."""
    async with service.reading(visit.open_table) as open_table:
        table = open_table.table
        if open_table.views.of(visit.held).is_partial:
            raise Refusal("not-allowed", "something is still hidden from you in this game")
        if not table.is_over:
            raise Refusal("not-allowed", "the game is still being played")
        record = table.record
    if table.imported:
        expect_may_study(record, (other.table for other in open_tables.watched()))
    return record


@get("/api/tables/{table_id:str}/review", responses=problems(400, 404))
async def look(
    visit: TheVisit,
    reviews: TheReviews,
    request: AnyRequest,
    first: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
) -> ReviewState:
    """How far the review of a game has come, with its turns from number `first` on."""
    return await reviews.state(visit.open_table.id, address(request), first)


@post(
    "/api/tables/{table_id:str}/review",
    responses=problems(400, 403, 404, 409),
    status_code=_BEGUN,
)
async def begin(
    visit: TheVisit,
    service: TheService,
    open_tables: TheOpenTables,
    reviews: TheReviews,
    clients: TheClients,
    request: AnyRequest,
) -> ReviewState:
    """Begins the review of a finished game, or goes on with one that was interrupted."""
    record = await _reviewable(visit, service, open_tables)
    table_id, owner = visit.open_table.id, address(request)
    await reviews.begin(table_id, record, owner, clients.analyses(request))
    return await reviews.state(table_id, owner, 1)


@post(
    "/api/tables/{table_id:str}/review/stop",
    responses=problems(400, 403, 404, 409),
    status_code=200,
)
async def interrupt(visit: TheVisit, reviews: TheReviews, request: AnyRequest) -> ReviewState:
    """Interrupts a review that one began oneself; what is known of it is kept."""
    table_id, owner = visit.open_table.id, address(request)
    await reviews.interrupt(table_id, owner)
    return await reviews.state(table_id, owner, 1)


@post(
    "/api/tables/{table_id:str}/review/try",
    responses=problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def try_turn(
    data: JSONBody[TryTurn],
    visit: TheVisit,
    service: TheService,
    open_tables: TheOpenTables,
    reviews: TheReviews,
    clients: TheClients,
    request: AnyRequest,
) -> TriedTurn:
    """Judges a turn that one would rather have played."""
    record = await _reviewable(visit, service, open_tables)
    with clients.analysing(request):
        return await reviews.try_turn(
            visit.open_table.id, record, data.turn, data.actions, address(request)
        )


HANDLERS: Final = [look, begin, interrupt, try_turn]
