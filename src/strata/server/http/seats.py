"""Routes of seats: joining a table, names, links, devices, and presence on other pages."""

from __future__ import annotations

from collections import Counter
from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody

from strata.play.refusal import Refusal
from strata.server.http.access.identity import address
from strata.server.http.dependencies import (
    AnyRequest,
    TableId,
    TheAdviceGuard,
    TheClients,
    TheOpenTables,
    TheSeating,
    TheService,
    TheStorage,
    TheVisit,
    find_table,
    seats_held,
)
from strata.server.http.problems import DONE, NotFound, SeatIsShared, problems
from strata.server.live.advice_guard import Person
from strata.server.live.open_table import links_of, seats_of
from strata.server.protocol.messages import (
    JoinTable,
    NameSeat,
    NewLink,
    SeatLink,
    TableInfo,
)
from strata.server.protocol.presence_messages import SayHere, SeatDevices, StillPlaying
from strata.server.storage.seat_keys import hash_key, new_key
from strata.server.views.names import clean_player_name

_SHARED: Final = (
    "this link adds a device to a seat that is already taken: the person who gave it to you would "
    "see and play everything that you do; if that is not you, ask for your own invitation"
)


@post(
    "/api/tables/{table_id:str}/join", responses=problems(400, 403, 404, 409, 413), status_code=200
)
async def join(
    table_id: TableId,
    data: JSONBody[JoinTable],
    service: TheService,
    seating: TheSeating,
    open_tables: TheOpenTables,
    storage: TheStorage,
    advice_guard: TheAdviceGuard,
    clients: TheClients,
    request: AnyRequest,
) -> Response[TableInfo]:
    """Take the seat that the key in a link opens, and spend the link.

    A client that holds a seat already keeps it, whatever the key: a link may be opened again. A
    link that adds a device to a seat is refused (field `share`) unless the client sends `share`,
    since the giver of the link sees and does the same at the table.
    """
    name = clean_player_name(data.name)
    open_table = await find_table(open_tables, table_id, clients, request)
    key, cookie = clients.key_for(request)
    device, link_hash = hash_key(key), hash_key(data.key)
    holders = await storage.holders(table_id)
    held = seats_of(device, holders)
    for seat, kind in links_of(link_hash, holders):
        if seat in held:
            continue
        if kind == "share" and not data.share:
            raise SeatIsShared(_SHARED)
        settled = await seating.join(open_table, seat, kind, link_hash, device, name)
        if settled is not None:
            held = seats_of(device, settled)
            await advice_guard.note(table_id, Person(device, address(request)))
    if not held:
        raise NotFound("this link is used up or not for this table: ask for a new one")
    return Response(await service.info(open_table, held), status_code=200, cookies=cookie)


@post(
    "/api/tables/{table_id:str}/name",
    status_code=204,
    responses=DONE | problems(400, 403, 404, 409),
)
async def name_seat(data: JSONBody[NameSeat], visit: TheVisit, service: TheService) -> None:
    """Set the name of this client at the table, where it must hold exactly one seat."""
    name = clean_player_name(data.name)
    if len(visit.held) != 1:
        raise Refusal("not-allowed", "to set a name you must hold exactly one seat at this table")
    await service.name_seat(visit.open_table, visit.held[0], name)


@post("/api/tables/{table_id:str}/links", responses=problems(400, 403, 404, 409, 413))
async def new_link(data: JSONBody[NewLink], visit: TheVisit, storage: TheStorage) -> SeatLink:
    """Make a link that works once: for another device to this client's seat, or an invitation.

    Every earlier link of that kind to the seat ends. Nobody is invited to a seat that its player
    gave up after anything was played or laid out: whoever holds it sees what was placed in secret.
    """
    open_table, seat = visit.open_table, data.seat
    if open_table.table.kinds[seat] == "computer" or open_table.table.imported:
        raise Refusal("not-allowed", f"the seat of {seat} cannot be taken")
    key = new_key()
    if seat in visit.held:
        await storage.share(open_table.id, seat, hash_key(key))
    elif not visit.held:
        raise Refusal("not-allowed", f"{seat} is not your seat")
    elif not await storage.invite(open_table.id, seat, hash_key(key)):
        if seat in await storage.taken(open_table.id):
            raise Refusal("not-allowed", f"{seat} is not your seat")
        raise Refusal(
            "not-allowed",
            f"the player of {seat} has left for good, and nobody can take the seat over: "
            f"claim the game while {seat} is to act",
        )
    return SeatLink(seat, key)


@get("/api/tables/{table_id:str}/devices", responses=problems(400, 404))
async def devices(
    visit: TheVisit, storage: TheStorage, clients: TheClients, request: AnyRequest
) -> list[SeatDevices]:
    """Return how many clients hold each of this client's seats, this one included."""
    key = clients.key_of(request)
    if key is None:
        return []
    holders = await storage.holders(visit.open_table.id)
    first_in = await storage.first_in(visit.open_table.id, hash_key(key))
    holding = Counter(seat for seat, kind, _ in holders if kind == "device")
    linked = {seat for seat, kind, _ in holders if kind == "share"}
    return [
        SeatDevices(seat, holding[seat], seat in linked, seat in first_in) for seat in visit.held
    ]


@post(
    "/api/tables/{table_id:str}/devices/drop",
    status_code=204,
    responses=DONE | problems(403, 404, 409),
)
async def drop_devices(
    visit: TheVisit,
    seating: TheSeating,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> None:
    """Take this client's seats away from every other client, and end the links that add one.

    Only the client that has held a seat for longest may do this.
    """
    key = clients.key_of(request)
    if key is None or not visit.held:
        return
    first_in = await storage.first_in(visit.open_table.id, hash_key(key))
    if not first_in:
        raise Refusal(
            "not-allowed", "only the device that had the seat first can take it from the others"
        )
    held = tuple(seat for seat in visit.held if seat in first_in)
    await seating.drop_other_devices(visit.open_table, held, hash_key(key))


@post("/api/here", responses=problems(400, 403, 404, 413), status_code=200)
async def say_here(
    data: JSONBody[SayHere],
    service: TheService,
    open_tables: TheOpenTables,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> StillPlaying:
    """Note that this client, which holds a seat at the table, is on another page of the site.

    This is a sign of presence: the game cannot be claimed from the client, and a claim ends.
    """
    held = await seats_held(storage, data.table, clients.key_of(request))
    if not held:
        return StillPlaying(False)
    open_table = await find_table(open_tables, data.table, clients, request)
    return StillPlaying(await service.note_seen(open_table, held))


HANDLERS: Final = [join, name_seat, new_link, devices, drop_devices, say_here]
