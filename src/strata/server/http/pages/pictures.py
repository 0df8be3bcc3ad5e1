"""Pictures of games, tables and studies: SVG, and PNG for programs that show no SVG."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from hashlib import sha256
from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from strata.core.drawing.png import draw_png
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.http.access.identity import address
from strata.server.http.dependencies import (
    AnyRequest,
    TableId,
    TheClients,
    TheOpenTables,
    TheService,
    TheWorker,
    find_table,
)
from strata.server.http.prepared import HOUR, SVG, PreparedAnswers, prepare
from strata.server.http.problems import problems
from strata.server.http.studies import StudyId, TheStudies, find_study
from strata.server.study.study_worker import draw_position
from strata.server.views.looks import draw_picture

PNG: Final = "image/png"
FRAME: Final = (1200, 630)
"""The width and height of PNG pictures in pixels: a size that link previews show whole."""
_MOST_KEPT: Final = 64


class Pictures:
    """The converter of drawings to PNG pictures in a worker process, which keeps the latest.

    A drawing that several requests wait for is converted once.
    """

    def __init__(self, worker: MeteredWorker) -> None:
        self._worker: Final = worker
        self._turned: Final[OrderedDict[bytes, asyncio.Task[bytes]]] = OrderedDict()

    async def turn(self, owner: str, drawing: str) -> bytes:
        """Return an SVG document as a PNG picture; `owner`, an address, is charged for new ones.

        Raises WorkerBusy.
        """
        key = sha256(drawing.encode()).digest()
        task = self._turned.get(key)
        if task is None:
            task = asyncio.create_task(self._worker.run(owner, draw_png, drawing))
            self._turned[key] = task
            if len(self._turned) > _MOST_KEPT:
                self._turned.popitem(last=False)
        else:
            self._turned.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:  # failures are not kept
            if self._turned.get(key) is task:
                del self._turned[key]
            raise


ThePictures = NamedDependency[Pictures]


@get("/api/games/{game:str}/picture.svg", media_type=SVG, responses=problems(400, 404))
async def of_game(
    game: FromPath[str],
    prepared: NamedDependency[PreparedAnswers],
    request: AnyRequest,
    dark: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return a position that shows what the game is like.

    With `dark`, the colours are those of a dark page.
    """
    answer = await prepared.get(("picture", game, dark), lambda: draw_picture(game, dark), SVG)
    return answer.response(request, HOUR)


@get("/api/games/{game:str}/picture.png", media_type=PNG, responses=problems(400, 404))
async def of_game_as_png(
    game: FromPath[str],
    prepared: NamedDependency[PreparedAnswers],
    pictures: ThePictures,
    clients: TheClients,
    request: AnyRequest,
) -> Response[bytes]:
    """Return the same position as a PNG picture of 1200 × 630 pixels."""
    clients.expect_may_work(request)
    drawn = await prepared.get(("frame", game), lambda: draw_picture(game, frame=FRAME), SVG)
    picture = await pictures.turn(address(request), drawn.body.decode())
    return prepare(picture, PNG).response(request, HOUR)


@get("/api/tables/{table_id:str}/picture.svg", media_type=SVG, responses=problems(400, 404))
async def of_table(
    service: TheService,
    table_id: TableId,
    open_tables: TheOpenTables,
    clients: TheClients,
    request: AnyRequest,
) -> Response[str]:
    """Return the position as a spectator sees it, whatever seats this client holds."""
    drawing = await _draw_table(service, table_id, open_tables, clients, request)
    return Response(drawing, media_type=SVG)


@get("/api/tables/{table_id:str}/picture.png", media_type=PNG, responses=problems(400, 404))
async def of_table_as_png(
    service: TheService,
    table_id: TableId,
    open_tables: TheOpenTables,
    clients: TheClients,
    pictures: ThePictures,
    request: AnyRequest,
) -> Response[bytes]:
    """Return the same position as a PNG picture of 1200 × 630 pixels."""
    drawing = await _draw_table(service, table_id, open_tables, clients, request, FRAME)
    return Response(await pictures.turn(address(request), drawing), media_type=PNG)


async def _draw_table(
    service: TheService,
    table_id: str,
    open_tables: TheOpenTables,
    clients: TheClients,
    request: AnyRequest,
    frame: tuple[int, int] | None = None,
) -> str:
    clients.expect_may_work(request)
    found = await find_table(open_tables, table_id, clients, request)
    async with service.reading(found) as open_table:
        began = time.perf_counter()
        drawing = open_table.views.of(()).svg(frame)
    clients.charge(request, time.perf_counter() - began)
    return drawing


@get("/api/studies/{study_id:str}/picture.png", media_type=PNG, responses=problems(400, 404))
async def of_study_as_png(
    study_id: StudyId,
    studies: TheStudies,
    worker: TheWorker,
    clients: TheClients,
    pictures: ThePictures,
    request: AnyRequest,
    number: Annotated[int, QueryParameter(ge=0, le=1_000_000_000)] = 0,
) -> Response[bytes]:
    """Return a position of a study as a PNG picture of 1200 × 630 pixels."""
    clients.expect_may_work(request)
    study = await find_study(studies, study_id, clients, request)
    snapshot = study.snapshot(study.study.node(number))
    drawing = await worker.run(address(request), draw_position, snapshot, FRAME)
    return Response(await pictures.turn(address(request), drawing), media_type=PNG)


HANDLERS: Final = [of_game, of_game_as_png, of_table, of_table_as_png, of_study_as_png]
