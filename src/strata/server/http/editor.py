"""Routes of the position editor: what can be laid where, and why a draft is no position.

Nothing is stored: each request is complete in itself.
"""

from __future__ import annotations

from typing import Final

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from strata.server.http.dependencies import ThePayer, TheWorker, question
from strata.server.http.pages.pictures import FRAME, PNG, ThePictures
from strata.server.http.prepared import JSON, SVG
from strata.server.live.table_making import open_game
from strata.server.protocol.editor_messages import (
    DrawPosition,
    EditedDraft,
    EditorInfo,
    EditPosition,
    OpenEditor,
)
from strata.server.views.editing import draw_position, edit_position, open_editor


@question(
    "/api/editor/open",
    answer=ResponseSpec(data_container=EditorInfo, description="What the editor offers."),
)
async def begin(data: JSONBody[OpenEditor], worker: TheWorker, payer: ThePayer) -> Response[bytes]:
    """Return what the editor of a game offers, and the position with which it begins."""
    return Response(await worker.run(payer, _open, data), media_type=JSON)


@question(
    "/api/editor/position",
    answer=ResponseSpec(data_container=EditedDraft, description="The draft, edited."),
)
async def edit(data: JSONBody[EditPosition], worker: TheWorker, payer: ThePayer) -> Response[bytes]:
    """Check a draft or a text; return both forms, the board and every problem."""
    return Response(await worker.run(payer, _edit, data), media_type=JSON)


@question(
    "/api/editor/picture",
    answer=ResponseSpec(data_container=bytes, description="SVG, or PNG."),
)
async def picture(
    data: JSONBody[DrawPosition],
    worker: TheWorker,
    pictures: ThePictures,
    payer: ThePayer,
) -> Response[bytes]:
    """Return a position as a picture."""
    drawing = await worker.run(payer, _draw, data)
    if data.kind == "svg":
        return Response(drawing.encode(), media_type=SVG)
    return Response(await pictures.turn(payer, drawing), media_type=PNG)


def _open(wanted: OpenEditor) -> bytes:
    return open_editor(open_game(wanted.game, wanted.options, wanted.definition), wanted)


def _edit(wanted: EditPosition) -> bytes:
    return edit_position(open_game(wanted.game, wanted.options, wanted.definition), wanted)


def _draw(wanted: DrawPosition) -> str:
    game = open_game(wanted.game, wanted.options, wanted.definition)
    return draw_position(game, wanted, FRAME)


HANDLERS: Final = [begin, edit, picture]
