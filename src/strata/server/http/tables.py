"""Routes of tables: making, viewing and replaying them, and the socket of live play."""

from __future__ import annotations

import time
from typing import Annotated, Any, Final

from litestar import MediaType, Response, WebSocket, get, post, websocket
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from strata.core.explaining.reach import Reach
from strata.server.config import ServerLimits
from strata.server.http.access.identity import address
from strata.server.http.access.socket_frames import writer_of
from strata.server.http.dependencies import (
    LONGEST_BODY,
    AnyRequest,
    TableId,
    TheAdviceGuard,
    TheClients,
    TheOpenTables,
    TheSeating,
    TheService,
    TheStorage,
    TheTime,
    TheVisit,
    TheWorker,
    find_table,
    person_at,
)
from strata.server.http.pages.looks import TheLooks
from strata.server.http.prepared import JSON
from strata.server.http.problems import DONE, NotFound, TooOften, problems
from strata.server.live.advice_guard import Person
from strata.server.live.commands import Commands
from strata.server.live.connection import NO_TABLE, TRY_LATER, Connection, closing_for
from strata.server.live.frames import draw_frames
from strata.server.live.open_table import seats_of
from strata.server.live.table_making import import_record, make_table
from strata.server.notify.notifier import Notifier
from strata.server.ops.metrics import Metrics
from strata.server.protocol.game_messages import (
    CardInfo,
    Look,
)
from strata.server.protocol.messages import (
    Frame,
    ImportRecord,
    NewTable,
    TableInfo,
    TableMade,
)
from strata.server.puzzles.puzzle_service import PuzzleService
from strata.server.storage.seat_keys import hash_key
from strata.server.study.study_service import StudyService

_MOST_FRAMES: Final = 100
_LONGEST_CELL: Final = 16


@post(
    "/api/tables",
    responses=problems(400, 403, 404, 409, 413),
    request_max_body_size=LONGEST_BODY,
)
async def make(
    data: JSONBody[NewTable],
    service: TheService,
    advice_guard: TheAdviceGuard,
    worker: TheWorker,
    clients: TheClients,
    now_ms: TheTime,
    request: AnyRequest,
) -> Response[TableMade]:
    """Make a table. Its `me` seats belong to this client."""
    clients.expect_may_make(request)
    key, cookie = clients.key_for(request)
    if data.definition is None and not data.position:
        prepared = make_table(data, hash_key(key), now_ms())
    else:
        clients.expect_may_work(request)
        prepared = await worker.run(address(request), make_table, data, hash_key(key), now_ms())
    is_set_up = bool(data.position) or data.definition is not None
    if is_set_up and "computer" in (data.first, data.second):
        # The computer's turns would tell what to do in a game between people.
        await advice_guard.expect_allowed(prepared.game, person_at(clients, request))
    await service.create(prepared, address(request))
    await advice_guard.note(prepared.id, Person(hash_key(key), address(request)))
    return Response(TableMade(prepared.id, prepared.keys), status_code=201, cookies=cookie)


@get("/api/tables/{table_id:str}", responses=problems(400, 404))
async def look(service: TheService, visit: TheVisit) -> TableInfo:
    """Return the table as this client sees it."""
    return await service.info(visit.open_table, visit.held)


@get(
    "/api/tables/{table_id:str}/look",
    responses={200: ResponseSpec(data_container=Look, description="How the game looks.")}
    | problems(400, 404),
)
async def look_of(
    table_id: TableId,
    open_tables: TheOpenTables,
    clients: TheClients,
    looks: TheLooks,
    request: AnyRequest,
) -> Response[bytes]:
    """Return how this table's game looks, as its definition says if it has one."""
    open_table = await find_table(open_tables, table_id, clients, request)
    return await looks.look(open_table.table.record, request)


@get(
    "/api/tables/{table_id:str}/cards",
    responses={200: ResponseSpec(data_container=list[CardInfo], description="The cards.")}
    | problems(400, 404),
)
async def cards_of(
    table_id: TableId,
    open_tables: TheOpenTables,
    clients: TheClients,
    looks: TheLooks,
    request: AnyRequest,
) -> Response[bytes]:
    """Return what each symbol of this table's game is and does.

    The cards follow the definition of the game, if it has one.
    """
    open_table = await find_table(open_tables, table_id, clients, request)
    return await looks.cards(open_table.table.record, request)


@get("/api/tables/{table_id:str}/reach", responses=problems(400, 404))
async def reach(
    service: TheService,
    visit: TheVisit,
    clients: TheClients,
    request: AnyRequest,
    cell: Annotated[str, QueryParameter(max_length=_LONGEST_CELL)],
    number: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> Reach:
    """Return where what stands on `cell` can go, as far as this client may know.

    `number` is the number of actions played in the position; without it, the current position is
    used.
    """
    clients.expect_may_work(request)
    async with service.reading(visit.open_table) as open_table:
        began = time.perf_counter()
        found = open_table.views.reach(visit.held, cell, number)
    clients.charge(request, time.perf_counter() - began)
    return found


@get(
    "/api/tables/{table_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409),
)
async def record(service: TheService, visit: TheVisit) -> Response[str]:
    """Return the game as a text record, unless something in it is hidden from this client."""
    async with service.reading(visit.open_table) as open_table:
        open_table.expect_whole(visit.held)
        text = open_table.table.record.export()
    name = f"{open_table.table.record.rules.name}-{open_table.id}.strata"
    disposition = f'attachment; filename="{name}"'
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": disposition})


@get(
    "/api/tables/{table_id:str}/frames",
    responses={200: ResponseSpec(data_container=list[Frame], description="The positions.")}
    | problems(400, 404),
)
async def frames(
    service: TheService,
    visit: TheVisit,
    worker: TheWorker,
    clients: TheClients,
    request: AnyRequest,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=_MOST_FRAMES)] = 50,
) -> Response[bytes]:
    """Return positions of the game from number `first` on, for replaying it."""
    clients.expect_may_work(request)
    await service.refresh(visit.open_table)
    drawn, seconds = await draw_frames(
        visit.open_table, visit.held, first, count, worker, address(request)
    )
    clients.charge(request, seconds)
    return Response(drawn, media_type=JSON)


@post(
    "/api/records",
    responses=problems(400, 403, 404, 413),
    request_max_body_size=LONGEST_BODY,
)
async def bring(
    data: JSONBody[ImportRecord],
    service: TheService,
    worker: TheWorker,
    clients: TheClients,
    limits: NamedDependency[ServerLimits],
    now_ms: TheTime,
    request: AnyRequest,
) -> TableMade:
    """Import a record for replaying. An error in it is reported with its line."""
    clients.expect_may_make(request)
    clients.expect_may_work(request)
    prepared = await worker.run(
        address(request), import_record, data.text, limits.game_actions, now_ms()
    )
    await service.create(prepared, address(request))
    return TableMade(prepared.id, {})


@websocket("/api/tables/{table_id:str}/live")
async def live(
    table_id: FromPath[str],
    socket: WebSocket[Any, Any, Any],
    service: TheService,
    open_tables: TheOpenTables,
    storage: TheStorage,
    clients: TheClients,
    commands: NamedDependency[Commands],
    advice_guard: TheAdviceGuard,
    metrics: NamedDependency[Metrics],
    limits: NamedDependency[ServerLimits],
) -> None:
    """Live play: docs/protocol.md."""
    await socket.accept()
    try:
        open_table = await find_table(open_tables, table_id[:16], clients, socket)
        key = clients.key_of(socket)
        device = "" if key is None else hash_key(key)
        stored = await storage.look(open_table.id)
        held = seats_of(device, stored.holders)
        if held:
            await advice_guard.note(open_table.id, Person(device, address(socket)))
    except NotFound:
        await socket.close(NO_TABLE, "no such table")
        return
    except TooOften as error:
        await socket.close(TRY_LATER, error.detail)
        return
    except Exception as error:
        closing = closing_for(error, table_id[:16])
        await socket.close(closing.code, closing.reason)
        return
    client = address(socket)
    with clients.connected(socket) as is_welcome:
        if not is_welcome:
            await socket.close(TRY_LATER, "too many connections")
            return
        connection = Connection(
            socket,
            service,
            commands,
            metrics,
            open_table,
            held,
            device,
            limits,
            client,
            clients.messages(socket),
            clients.share(socket),
            writer_of(socket.scope),
        )
        with metrics.sockets.track_inprogress():
            await connection.serve(stored.version)


@post("/api/identity", status_code=204, responses=DONE | problems(403))
async def identity(clients: TheClients, request: AnyRequest) -> Response[None]:
    """Give this client a cookie, if it has none.

    A client that has one before joining can repeat a join whose answer was lost, and is given the
    seat.
    """
    _, cookie = clients.key_for(request)
    if cookie:
        clients.expect_may_arrive(request)
    return Response(None, status_code=204, cookies=cookie)


@post("/api/forget", status_code=204, responses=DONE | problems(403))
async def forget(
    seating: TheSeating,
    notifier: NamedDependency[Notifier],
    puzzles: NamedDependency[PuzzleService],
    studies: NamedDependency[StudyService],
    clients: TheClients,
    request: AnyRequest,
) -> Response[None]:
    """Give up every seat of this client, end its notifications and delete its cookie.

    Its studies and its results in puzzles are deleted.
    """
    key = clients.key_of(request)
    if key is not None:
        await notifier.forget(hash_key(key))
        await puzzles.forget(hash_key(key))
        await studies.forget(hash_key(key))
        await seating.give_up_seats(hash_key(key))
    return Response(None, status_code=204, cookies=[clients.no_cookie(request)])


HANDLERS: Final = [
    make,
    look,
    look_of,
    cards_of,
    reach,
    record,
    frames,
    bring,
    live,
    identity,
    forget,
]
