"""Routes of tables: making, looking, joining, replaying, and the WebSocket of live play."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import MediaType, Response, WebSocket, get, post, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from strata.core.game import Game
from strata.play.refusal import Refusal
from strata.server.config import Limits
from strata.server.http.dependencies import (
    LONGEST_BODY,
    AnyRequest,
    TableId,
    TheClients,
    TheOpenTables,
    TheService,
    TheStorage,
    TheTime,
    TheVisit,
    find_table,
    seats_held,
)
from strata.server.http.problems import NotFound, problems
from strata.server.live.commands import Commands
from strata.server.live.connection import NO_TABLE, TRY_LATER, Connection
from strata.server.live.looks import draw_look
from strata.server.live.new_table import import_record, make_table
from strata.server.ops.metrics import Metrics
from strata.server.protocol.messages import (
    Frame,
    ImportRecord,
    JoinTable,
    Look,
    NewLink,
    NewTable,
    SeatLink,
    TableInfo,
    TableMade,
)
from strata.server.storage.seat_keys import hash_key, new_key

_MOST_FRAMES: Final = 100


@post("/api/tables", responses=problems(400, 403, 404, 413), request_max_body_size=LONGEST_BODY)
async def make(
    data: JSONBody[NewTable],
    service: TheService,
    clients: TheClients,
    now_ms: TheTime,
    request: AnyRequest,
) -> Response[TableMade]:
    """Makes a table. The seats `me` belong to this client from now on."""
    clients.expect_may_make(request)
    key, cookie = clients.key_for(request)
    if data.definition is None:
        prepared = make_table(data, hash_key(key), now_ms())
    else:  # reading it takes a while: in a thread it delays nobody
        prepared = await asyncio.to_thread(make_table, data, hash_key(key), now_ms())
    await service.create(prepared)
    return Response(TableMade(prepared.id, prepared.keys), status_code=201, cookies=cookie)


@get("/api/tables/{table_id:str}", responses=problems(400, 404))
async def look(service: TheService, visit: TheVisit) -> TableInfo:
    """The table, as this client sees it."""
    return await service.info(visit.open_table, visit.held)


@get("/api/tables/{table_id:str}/look", responses=problems(400, 404))
async def look_of(table_id: TableId, open_tables: TheOpenTables) -> Response[Look]:
    """How this table's game looks: as its definition says, if it has one."""
    open_table = await find_table(open_tables, table_id)
    return Response(
        draw_look(Game(open_table.table.record.rules)), headers={"cache-control": "max-age=3600"}
    )


@post("/api/tables/{table_id:str}/join", responses=problems(400, 403, 404, 413), status_code=200)
async def join(
    table_id: TableId,
    data: JSONBody[JoinTable],
    service: TheService,
    open_tables: TheOpenTables,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> Response[TableInfo]:
    """Takes the seat that the key in a link is for, and spends the link.

    Whoever holds a seat already keeps it, whatever the key: a link may be opened again.
    """
    open_table = await find_table(open_tables, table_id)
    key, cookie = clients.key_for(request)
    held = await seats_held(storage, table_id, key)
    link_hash = hash_key(data.key)
    for seat in await storage.seats(table_id, "link", link_hash):
        if seat not in held and await service.join(open_table, seat, link_hash, hash_key(key)):
            held = await seats_held(storage, table_id, key)
    if not held:
        raise NotFound("this link was used already, or is not one of this table: ask for a new one")
    return Response(await service.info(open_table, held), status_code=200, cookies=cookie)


@post("/api/tables/{table_id:str}/links", responses=problems(400, 403, 404, 409, 413))
async def new_link(data: JSONBody[NewLink], visit: TheVisit, storage: TheStorage) -> SeatLink:
    """Makes a link that works once: to a seat of one's own, for another device, or to an empty one.

    Every earlier link to that seat ends.
    """
    open_table, seat = visit.open_table, data.seat
    is_empty = seat not in await storage.taken(open_table.id)
    if seat not in visit.held and not (visit.held and is_empty):
        raise Refusal("not-allowed", f"{seat} is not your seat")
    if open_table.table.kinds[seat] == "computer" or open_table.table.imported:
        raise Refusal("not-allowed", f"nobody can take the seat of {seat}")
    key = new_key()
    await storage.replace_link(open_table.id, seat, hash_key(key))
    return SeatLink(seat, key)


@get(
    "/api/tables/{table_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409),
)
async def record(service: TheService, visit: TheVisit) -> Response[str]:
    """The game as a text record, unless something in it is hidden from this client."""
    async with service.reading(visit.open_table) as open_table:
        text = open_table.views.export(visit.held)
    name = f"{open_table.table.record.rules.name}-{open_table.id}.strata"
    disposition = f'attachment; filename="{name}"'
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"content-disposition": disposition}
    )


@get("/api/tables/{table_id:str}/frames", responses=problems(400, 404))
async def frames(
    service: TheService,
    visit: TheVisit,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=_MOST_FRAMES)] = 50,
) -> list[Frame]:
    """Positions of the game from number `first`, for replaying it."""
    async with service.reading(visit.open_table) as open_table:
        return open_table.views.frames(visit.held, first, count)


@post(
    "/api/records",
    responses=problems(400, 403, 404, 413),
    request_max_body_size=LONGEST_BODY,
)
async def bring(
    data: JSONBody[ImportRecord],
    service: TheService,
    clients: TheClients,
    now_ms: TheTime,
    request: AnyRequest,
) -> TableMade:
    """Imports a record for replaying. An error in it is reported with its line."""
    clients.expect_may_make(request)
    # Replaying a long game takes a while: in a thread it delays nobody.
    prepared = await asyncio.to_thread(import_record, data.text, now_ms())
    await service.create(prepared)
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
    metrics: NamedDependency[Metrics],
    limits: NamedDependency[Limits],
) -> None:
    """Live play: docs/protocol.md."""
    open_table = await open_tables.open(table_id) if len(table_id) <= 16 else None
    await socket.accept()
    if open_table is None:
        await socket.close(NO_TABLE, "no such table")
        return
    held = await seats_held(storage, table_id, clients.key_of(socket))
    with clients.connected(socket) as is_welcome:
        if not is_welcome:
            await socket.close(TRY_LATER, "too many connections")
            return
        connection = Connection(socket, service, commands, metrics, open_table, held, limits)
        with metrics.sockets.track_inprogress():
            await connection.serve()


HANDLERS: Final = [make, look, look_of, join, new_link, record, frames, bring, live]
