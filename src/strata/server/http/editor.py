"""HTTP of the position editor: what can be laid where, and why a draft is no position.

Nothing is kept: every request says all of what it is about.
"""

from __future__ import annotations

from typing import Final

from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from strata.server.http.access.identity import address
from strata.server.http.dependencies import LONGEST_BODY, AnyRequest, TheClients, TheReader
from strata.server.http.pages.pictures import FRAME, PNG, ThePictures
from strata.server.http.prepared import JSON, SVG
from strata.server.http.problems import problems
from strata.server.live.new_table import open_game
from strata.server.protocol.editor_messages import (
    DrawPosition,
    EditedDraft,
    EditorInfo,
    EditPosition,
    OpenEditor,
)
from strata.server.views.editing import draw_position, edit_position, open_editor


@post(
    "/api/editor/open",
    responses={200: ResponseSpec(data_container=EditorInfo, description="What is offered.")}
    | problems(400, 403, 404, 413),
    status_code=200,
    request_max_body_size=LONGEST_BODY,
)
async def begin(
    data: JSONBody[OpenEditor], reader: TheReader, clients: TheClients, request: AnyRequest
) -> Response[bytes]:
    """What an editor of a game offers, and the position with which it begins."""
    clients.expect_may_work(request)
    return Response(await reader.read(address(request), _open, data), media_type=JSON)


@post(
    "/api/editor/position",
    responses={200: ResponseSpec(data_container=EditedDraft, description="All about it.")}
    | problems(400, 403, 404, 413),
    status_code=200,
    request_max_body_size=LONGEST_BODY,
)
async def edit(
    data: JSONBody[EditPosition], reader: TheReader, clients: TheClients, request: AnyRequest
) -> Response[bytes]:
    """A draft or a text: the other of the two, the board, and every reason against it."""
    clients.expect_may_work(request)
    return Response(await reader.read(address(request), _edit, data), media_type=JSON)


@post(
    "/api/editor/picture",
    responses={200: ResponseSpec(data_container=bytes, description="SVG, or PNG.")}
    | problems(400, 403, 404, 413),
    status_code=200,
    request_max_body_size=LONGEST_BODY,
)
async def picture(
    data: JSONBody[DrawPosition],
    reader: TheReader,
    pictures: ThePictures,
    clients: TheClients,
    request: AnyRequest,
) -> Response[bytes]:
    """A position as a picture."""
    clients.expect_may_work(request)
    drawing = await reader.read(address(request), _draw, data)
    if data.kind == "svg":
        return Response(drawing.encode(), media_type=SVG)
    return Response(await pictures.turn(address(request), drawing), media_type=PNG)


def _open(wanted: OpenEditor) -> bytes:
    return open_editor(open_game(wanted.game, wanted.options, wanted.definition), wanted)


def _edit(wanted: EditPosition) -> bytes:
    return edit_position(open_game(wanted.game, wanted.options, wanted.definition), wanted)


def _draw(wanted: DrawPosition) -> str:
    game = open_game(wanted.game, wanted.options, wanted.definition)
    return draw_position(game, wanted, FRAME)


HANDLERS: Final = [begin, edit, picture]
