"""Routes of reviews: a finished game judged turn by turn."""

from __future__ import annotations

import time
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from strata.core.explaining.why_not import Explanation
from strata.core.record import Record
from strata.play.game_snapshot import snapshot_of
from strata.server.http.dependencies import (
    AnyRequest,
    TheAdviceGuard,
    TheClients,
    ThePayer,
    TheService,
    TheVisit,
    TheWorker,
    Visit,
    person_at,
)
from strata.server.http.prepared import JSON
from strata.server.http.problems import problems
from strata.server.live.advice_guard import Permission
from strata.server.live.table_service import TableService
from strata.server.protocol.review_messages import (
    MissInTurn,
    ReviewState,
    TriedTurn,
    TryTurn,
    TurnSoFar,
)
from strata.server.protocol.study_messages import StudyPosition
from strata.server.study.review_service import ReviewService
from strata.server.study.study_worker import explain_attempt, show_attempt

TheReviews = NamedDependency[ReviewService]
_BEGUN: Final = 202
_encode: Final = msgspec.json.Encoder().encode


async def _reviewable(visit: Visit, service: TableService) -> Record:
    """Return the game at a table. Raises Refusal if it may not be reviewed."""
    async with service.reading(visit.open_table) as open_table:
        open_table.expect_whole(visit.held)
        open_table.expect_over()
        return open_table.table.record


@get(
    "/api/tables/{table_id:str}/review",
    responses={200: ResponseSpec(data_container=ReviewState, description="The review so far.")}
    | problems(400, 404, 409),
)
async def look(
    visit: TheVisit,
    service: TheService,
    reviews: TheReviews,
    clients: TheClients,
    payer: ThePayer,
    first: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 1,
) -> Response[bytes]:
    """Return how far the review of a game has come, with its turns from number `first` on."""
    async with service.reading(visit.open_table) as open_table:
        open_table.expect_whole(visit.held)
    state = await reviews.state(visit.open_table.id, payer, first)
    began = time.thread_time()
    body = _encode(state)
    clients.charge_address(payer, time.thread_time() - began)
    return Response(body, media_type=JSON)


@post(
    "/api/tables/{table_id:str}/review",
    responses=problems(400, 403, 404, 409),
    status_code=_BEGUN,
)
async def begin(
    visit: TheVisit,
    service: TheService,
    advice_guard: TheAdviceGuard,
    reviews: TheReviews,
    clients: TheClients,
    payer: ThePayer,
    request: AnyRequest,
) -> ReviewState:
    """Begin the review of a finished game, or resume one that was interrupted.

    A complete review stays as it is.
    """
    record = await _reviewable(visit, service)
    table_id = visit.open_table.id
    permission = Permission(advice_guard, record.rules.name, person_at(clients, request))
    await permission.expect()
    await reviews.begin(table_id, record, payer, clients.analyses(request), permission.expect)
    return await reviews.state(table_id, payer, 1)


@post(
    "/api/tables/{table_id:str}/review/stop",
    responses=problems(400, 403, 404, 409),
    status_code=200,
)
async def interrupt(
    visit: TheVisit, service: TheService, reviews: TheReviews, payer: ThePayer
) -> ReviewState:
    """Interrupt a review that was begun from the client's address; its results are kept."""
    async with service.reading(visit.open_table) as open_table:
        open_table.expect_whole(visit.held)
    table_id = visit.open_table.id
    await reviews.interrupt(table_id, payer)
    return await reviews.state(table_id, payer, 1)


@post(
    "/api/tables/{table_id:str}/review/try",
    responses=problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def try_turn(
    data: JSONBody[TryTurn],
    visit: TheVisit,
    service: TheService,
    advice_guard: TheAdviceGuard,
    reviews: TheReviews,
    clients: TheClients,
    payer: ThePayer,
    request: AnyRequest,
) -> TriedTurn:
    """Judge a turn in place of one that was played."""
    record = await _reviewable(visit, service)
    table_id = visit.open_table.id
    async with advice_guard.guarding(record.rules.name, person_at(clients, request)):
        with clients.analysing(request):
            return await reviews.try_turn(table_id, record, data.turn, data.actions, payer)


@post(
    "/api/tables/{table_id:str}/review/position",
    responses={200: ResponseSpec(data_container=StudyPosition, description="The position.")}
    | problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def show_turn(
    data: JSONBody[TurnSoFar],
    visit: TheVisit,
    service: TheService,
    reviews: TheReviews,
    worker: TheWorker,
    payer: ThePayer,
) -> Response[bytes]:
    """Return the position in which a turn began, after the actions tried in its place."""
    record = await _reviewable(visit, service)
    _, turn = await reviews.find_turn(visit.open_table.id, data.turn, payer)
    snapshot = snapshot_of(record, turn.start)
    drawn = await worker.run(payer, show_attempt, snapshot, data.actions, data.turn)
    return Response(drawn, media_type=JSON)


@post(
    "/api/tables/{table_id:str}/review/why-not",
    responses=problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def explain(
    data: JSONBody[MissInTurn],
    visit: TheVisit,
    service: TheService,
    reviews: TheReviews,
    worker: TheWorker,
    payer: ThePayer,
) -> Explanation:
    """Explain why these clicks make no action in a turn being tried."""
    record = await _reviewable(visit, service)
    _, turn = await reviews.find_turn(visit.open_table.id, data.turn, payer)
    snapshot = snapshot_of(record, turn.start)
    return await worker.run(payer, explain_attempt, snapshot, data.actions, data.clicks)


HANDLERS: Final = [look, begin, interrupt, try_turn, show_turn, explain]
