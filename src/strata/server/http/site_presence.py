"""The route of presence: a player on another page of the site has not left the game."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from strata.server.http.dependencies import (
    AnyRequest,
    TheClients,
    TheOpenTables,
    TheService,
    TheStorage,
    find_table,
    seats_held,
)
from strata.server.http.problems import problems
from strata.server.protocol.presence_messages import SayHere, StillPlaying


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


HANDLERS: Final = [say_here]
