"""HTTP and WebSocket of tables: made, looked at, joined, played."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from strata.core.game import Game
from strata.server.config import Limits
from strata.server.http.identity import Clients
from strata.server.http.problems import NotFound, problems
from strata.server.http.seat_keys import hash_key
from strata.server.live.connection import NO_TABLE, TRY_LATER, Socket
from strata.server.live.looks import draw_look
from strata.server.live.new_table import Made, import_record, make_table
from strata.server.live.open_table import Room
from strata.server.live.table_service import Host
from strata.server.live.views import Holds, seat_infos
from strata.server.protocol.messages import (
    Frame,
    ImportRecord,
    JoinTable,
    Look,
    NewTable,
    TableInfo,
    TableMade,
)

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[
    str, PathParameter(pattern="^[A-Za-z0-9]{12}$", description="The id of a table.")
]
TheHost = NamedDependency[Host]
TheClients = NamedDependency[Clients]
_MOST_FRAMES: Final = 100
LONGEST_BODY: Final = 256 * 1024
"""Of what holds a whole record or definition."""


async def room_of(host: Host, table_id: str) -> Room:
    room = await host.rooms.open(table_id)
    if room is None:
        raise NotFound("no such table")
    return room


async def holds_of(host: Host, table_id: str, key: str | None) -> Holds:
    return () if key is None else await host.store.seats(table_id, "device", hash_key(key))


async def _store(host: Host, made: Made) -> None:
    await host.store.write_new(made.id, made.statements)
    host.metrics.tables.labels(game=made.table.record.rules.name).inc()
    if made.table.computer_acts:
        host.later(host.open_and_settle(made.id))


@post("/api/tables", responses=problems(400, 403, 404, 413), request_max_body_size=LONGEST_BODY)
async def make(
    data: JSONBody[NewTable], host: TheHost, clients: TheClients, request: AnyRequest
) -> Response[TableMade]:
    """Makes a table. The seats `me` belong to this client from now on."""
    clients.expect_may_make(request)
    key, cookie = clients.key_for(request)
    if data.definition is None:
        made = make_table(data, hash_key(key), host.now_ms())
    else:  # it takes a while to be read: others are served meanwhile
        made = await asyncio.to_thread(make_table, data, hash_key(key), host.now_ms())
    await _store(host, made)
    return Response(TableMade(made.id, made.keys), status_code=201, cookies=cookie)


@get("/api/tables/{table_id:str}", responses=problems(400, 404))
async def look(
    table_id: TableId, host: TheHost, clients: TheClients, request: AnyRequest
) -> TableInfo:
    """The table, as this client sees it."""
    room = await room_of(host, table_id)
    holds = await holds_of(host, table_id, clients.key_of(request))
    async with host.entered(room, anew=True):
        present = await host.attendance.present(table_id, host.now_ms())
        return room.sight.info(table_id, holds, seat_infos(room.table, present), host.now_ms())


@get("/api/tables/{table_id:str}/look", responses=problems(400, 404))
async def look_of(table_id: TableId, host: TheHost) -> Response[Look]:
    """How this table's game looks: as its definition says, if it has one."""
    room = await room_of(host, table_id)
    return Response(
        draw_look(Game(room.table.record.rules)), headers={"cache-control": "max-age=3600"}
    )


@post("/api/tables/{table_id:str}/join", responses=problems(400, 403, 404, 413), status_code=200)
async def join(
    table_id: TableId,
    data: JSONBody[JoinTable],
    host: TheHost,
    clients: TheClients,
    request: AnyRequest,
) -> Response[TableInfo]:
    """Takes the seat that the key in a link is for; it is this client's from now on."""
    room = await room_of(host, table_id)
    for seat in await host.store.seats(table_id, "link", hash_key(data.key)):
        key, cookie = clients.key_for(request)
        await host.store.hold(table_id, seat, hash_key(key))
        holds = await holds_of(host, table_id, key)
        async with host.entered(room, anew=True):
            present = await host.attendance.present(table_id, host.now_ms())
            seats = seat_infos(room.table, present)
            info = room.sight.info(table_id, holds, seats, host.now_ms())
        return Response(info, status_code=200, cookies=cookie)
    raise NotFound("this link opens no seat at this table")


@get(
    "/api/tables/{table_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409),
)
async def record(
    table_id: TableId, host: TheHost, clients: TheClients, request: AnyRequest
) -> Response[str]:
    """The game as a text record, unless something in it is hidden from this client."""
    room = await room_of(host, table_id)
    holds = await holds_of(host, table_id, clients.key_of(request))
    async with host.entered(room, anew=True):
        text = room.sight.export(holds)
    disposition = f'attachment; filename="{room.table.record.rules.name}-{table_id}.strata"'
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"content-disposition": disposition}
    )


@get("/api/tables/{table_id:str}/frames", responses=problems(400, 404))
async def frames(
    table_id: TableId,
    host: TheHost,
    clients: TheClients,
    request: AnyRequest,
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=_MOST_FRAMES)] = 50,
) -> list[Frame]:
    """Positions of the game from number `first`, to be looked at again."""
    room = await room_of(host, table_id)
    holds = await holds_of(host, table_id, clients.key_of(request))
    async with host.entered(room, anew=True):
        return room.sight.frames(holds, first, count)


@post(
    "/api/records",
    responses=problems(400, 403, 404, 413),
    request_max_body_size=LONGEST_BODY,
)
async def bring(
    data: JSONBody[ImportRecord], host: TheHost, clients: TheClients, request: AnyRequest
) -> TableMade:
    """Brings in a record, to be looked at. What is wrong with it is said with its line."""
    clients.expect_may_make(request)
    # A long game takes a while to be replayed: others are served meanwhile.
    made = await asyncio.to_thread(import_record, data.text, host.now_ms())
    await _store(host, made)
    return TableMade(made.id, {})


@websocket("/api/tables/{table_id:str}/live")
async def live(
    table_id: FromPath[str],
    socket: WebSocket[Any, Any, Any],
    host: TheHost,
    clients: TheClients,
    limits: NamedDependency[Limits],
) -> None:
    """Live play: docs/protocol.md."""
    room = await host.rooms.open(table_id) if len(table_id) <= 16 else None
    await socket.accept()
    if room is None:
        await socket.close(NO_TABLE, "no such table")
        return
    holds = await holds_of(host, table_id, clients.key_of(socket))
    with clients.connected(socket) as is_welcome:
        if not is_welcome:
            await socket.close(TRY_LATER, "too many connections")
            return
        host.metrics.sockets.inc()
        try:
            await Socket(
                socket,
                host,
                room,
                holds,
                rate=limits.messages_per_second,
                idle_seconds=limits.idle_seconds,
                longest=limits.message_bytes,
            ).serve()
        finally:
            host.metrics.sockets.dec()


HANDLERS: Final = [make, look, look_of, join, record, frames, bring, live]
