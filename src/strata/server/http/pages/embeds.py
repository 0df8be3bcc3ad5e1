"""The page of boards that other sites embed, and the positions that its address gives."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from strata.core.errors import InvalidLimit
from strata.server.http.access.identity import address
from strata.server.http.dependencies import AnyRequest, TheClients, TheWorker
from strata.server.http.pages import client_files
from strata.server.http.problems import NotFound, problems
from strata.server.protocol.messages import Frame
from strata.server.views.lines import MOST_ACTIONS, draw_line

LONGEST_POSITION: Final = 4000


@get("/embed/{rest:path}", include_in_schema=False)
async def page(rest: FromPath[Path], request: AnyRequest) -> Response[bytes]:
    """Serve the page for an `<iframe>`, which decides what to show."""
    answer = client_files.read_page("embed.html", request)
    if answer is None:
        raise NotFound("no such page")
    return answer


@get("/api/games/{game:str}/line", responses=problems(400, 404))
async def line(
    game: FromPath[str],
    worker: TheWorker,
    clients: TheClients,
    request: AnyRequest,
    position: Annotated[str, QueryParameter(max_length=LONGEST_POSITION)] = "",
    action: Annotated[list[str] | None, QueryParameter(max_items=MOST_ACTIONS)] = None,
    option: Annotated[list[str] | None, QueryParameter(max_items=100)] = None,
) -> list[Frame]:
    """Return a position, and the board after each of these actions.

    Each `option` is `name=value`.
    """
    clients.expect_may_work(request)
    options = {}
    for given in option or ():
        name, sign, value = given.partition("=")
        if not sign:
            raise InvalidLimit(f"option: got {given[:40]!r}, expected name=value")
        options[name] = value
    actions = tuple(action or ())
    return list(await worker.run(address(request), draw_line, game, options, position, actions))


HANDLERS: Final = [page, line]
