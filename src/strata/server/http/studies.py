"""Routes of studies, and the socket on which the computer thinks about their positions."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import MediaType, Response, WebSocket, delete, get, post, websocket
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter

from strata.core.explaining.why_not import Explanation
from strata.play.refusal import Refusal
from strata.server.config import ServerLimits
from strata.server.engines.analyst import Analyst
from strata.server.http.access.identity import AnyConnection, Clients, address
from strata.server.http.dependencies import (
    LONGEST_BODY,
    AnyRequest,
    TheAdviceGuard,
    TheClients,
    TheOpenTables,
    TheService,
    TheStorage,
    TheWorker,
    find_table,
    person_at,
    seats_held,
)
from strata.server.http.pages.looks import TheLooks
from strata.server.http.prepared import JSON
from strata.server.http.problems import BadRequest, NotFound, TooOften, problems
from strata.server.live.advice_guard import Permission
from strata.server.live.connection import NO_TABLE, OTHER_SEATS, TRY_LATER, closing_for
from strata.server.protocol.game_messages import CardInfo, Look
from strata.server.protocol.study_messages import (
    ChangeStudy,
    MissInStudy,
    NewStudy,
    StudyChanged,
    StudyInfo,
    StudyMade,
    StudyPosition,
    StudySummary,
)
from strata.server.storage.seat_keys import ID_PATTERN, hash_key, is_id
from strata.server.study.analysis_socket import AnalysisSocket
from strata.server.study.open_study import OpenStudy
from strata.server.study.study_service import StudyService
from strata.server.study.study_worker import explain_in_study, show_position

TheStudies = NamedDependency[StudyService]
StudyId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The id of an analysis.")]
_NO_STUDY: Final = "no such analysis"
_NOT_YOURS: Final = "only its creator can change this analysis: make a copy to continue"


async def find_study(
    studies: StudyService, study_id: str, clients: Clients, connection: AnyConnection
) -> OpenStudy:
    """Return the study with this id. Raises NotFound if there is none, or TooOften."""
    if not is_id(study_id):
        raise NotFound(_NO_STUDY)
    clients.expect_may_work(connection)
    found = await studies.open(study_id, address(connection))
    if found is None:
        raise NotFound(_NO_STUDY)
    return found


def is_maker(study: OpenStudy, clients: Clients, connection: AnyConnection) -> bool:
    key = clients.key_of(connection)
    return key is not None and hash_key(key) == study.maker


@post(
    "/api/studies",
    responses=problems(400, 403, 404, 409, 413),
    request_max_body_size=LONGEST_BODY,
)
async def make(
    data: JSONBody[NewStudy],
    studies: TheStudies,
    service: TheService,
    open_tables: TheOpenTables,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> Response[StudyMade]:
    """Make a study that belongs to this client. Anybody with its link can see it."""
    if sum(map(bool, (data.table, data.text, data.game))) != 1:
        raise BadRequest("expected exactly one of `table`, `text` and `game`")
    clients.expect_may_make(request)
    clients.expect_may_work(request)
    key, cookie = clients.key_for(request)
    maker, owner = hash_key(key), address(request)
    if not data.table:
        study_id = await studies.make(data, maker, owner)
        return Response(StudyMade(study_id), status_code=201, cookies=cookie)
    found = await find_table(open_tables, data.table, clients, request)
    held = await seats_held(storage, data.table, clients.key_of(request))
    async with service.reading(found) as open_table:
        open_table.expect_whole(held)
        open_table.expect_over(or_imported=True)
        record = open_table.table.record
        source = None if open_table.table.imported else open_table.id
    study_id = await studies.make_of_game(record, source, data.name, maker, owner)
    return Response(StudyMade(study_id), status_code=201, cookies=cookie)


@get("/api/studies", responses=problems(400))
async def mine(studies: TheStudies, clients: TheClients, request: AnyRequest) -> list[StudySummary]:
    """Return this client's studies, the most recently changed first."""
    key = clients.key_of(request)
    if key is None:
        return []
    return [
        StudySummary(one.id, one.name, one.game, one.changed_ms)
        for one in await studies.of(hash_key(key))
    ]


@get(
    "/api/studies/{study_id:str}",
    responses={200: ResponseSpec(data_container=StudyInfo, description="The analysis.")}
    | problems(400, 404, 409),
)
async def look(
    study_id: StudyId, studies: TheStudies, clients: TheClients, request: AnyRequest
) -> Response[bytes]:
    """Return the whole tree of a study."""
    study = await find_study(studies, study_id, clients, request)
    mine = is_maker(study, clients, request)
    told = await studies.info(study, mine=mine, owner=address(request))
    return Response(told, media_type=JSON)


@delete(
    "/api/studies/{study_id:str}",
    responses={204: ResponseSpec(data_container=None, description="Done.")}
    | problems(403, 404, 409),
)
async def remove(
    study_id: StudyId, studies: TheStudies, clients: TheClients, request: AnyRequest
) -> None:
    """Delete one of this client's studies."""
    study = await find_study(studies, study_id, clients, request)
    if not is_maker(study, clients, request):
        raise Refusal("not-allowed", _NOT_YOURS)
    await studies.delete(study, study.maker)


@post(
    "/api/studies/{study_id:str}/changes",
    responses=problems(400, 403, 404, 409, 413),
    status_code=200,
)
async def change(
    study_id: StudyId,
    data: JSONBody[ChangeStudy],
    studies: TheStudies,
    clients: TheClients,
    request: AnyRequest,
) -> StudyChanged:
    """Change one of this client's studies. The response comes when the change is stored."""
    study = await find_study(studies, study_id, clients, request)
    if not is_maker(study, clients, request):
        raise Refusal("not-allowed", _NOT_YOURS)
    return await studies.change(study, data, address(request))


@post("/api/studies/{study_id:str}/copy", responses=problems(400, 403, 404, 409))
async def copy(
    study_id: StudyId, studies: TheStudies, clients: TheClients, request: AnyRequest
) -> Response[StudyMade]:
    """Copy a study. The copy belongs to this client."""
    clients.expect_may_make(request)
    study = await find_study(studies, study_id, clients, request)
    key, cookie = clients.key_for(request)
    made = StudyMade(await studies.copy(study, hash_key(key), address(request)))
    return Response(made, status_code=201, cookies=cookie)


@get(
    "/api/studies/{study_id:str}/positions/{number:int}",
    responses={200: ResponseSpec(data_container=StudyPosition, description="The position.")}
    | problems(400, 404),
)
async def position(
    study_id: StudyId,
    number: FromPath[int],
    studies: TheStudies,
    worker: TheWorker,
    clients: TheClients,
    request: AnyRequest,
) -> Response[bytes]:
    """Return a position of a study on the board; the maker of the study also gets the choices."""
    study = await find_study(studies, study_id, clients, request)
    snapshot = study.snapshot(study.study.node(number))
    may_play = is_maker(study, clients, request)
    drawn = await worker.run(address(request), show_position, snapshot, number, may_play)
    return Response(drawn, media_type=JSON)


@post(
    "/api/studies/{study_id:str}/why-not",
    responses=problems(400, 403, 404, 413),
    status_code=200,
)
async def explain(
    study_id: StudyId,
    data: JSONBody[MissInStudy],
    studies: TheStudies,
    worker: TheWorker,
    clients: TheClients,
    request: AnyRequest,
) -> Explanation:
    """Explain why these clicks make no action in a position of a study."""
    study = await find_study(studies, study_id, clients, request)
    snapshot = study.snapshot(study.study.node(data.node))
    return await worker.run(address(request), explain_in_study, snapshot, data.clicks)


@get(
    "/api/studies/{study_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409),
)
async def record(
    study_id: StudyId, studies: TheStudies, clients: TheClients, request: AnyRequest
) -> Response[bytes]:
    """Return the study as a text record with its variations."""
    study = await find_study(studies, study_id, clients, request)
    name = f"{study.study.record.rules.name}-{study.id}.strata"
    return Response(
        await studies.export(study, address(request)),
        media_type=MediaType.TEXT,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get(
    "/api/studies/{study_id:str}/look",
    responses={200: ResponseSpec(data_container=Look, description="How the game looks.")}
    | problems(400, 404),
)
async def look_of(
    study_id: StudyId,
    studies: TheStudies,
    clients: TheClients,
    looks: TheLooks,
    request: AnyRequest,
) -> Response[bytes]:
    """Return how the game of a study looks, as its definition says if it has one."""
    study = await find_study(studies, study_id, clients, request)
    return await looks.look(study.study.record, request)


@get(
    "/api/studies/{study_id:str}/cards",
    responses={200: ResponseSpec(data_container=list[CardInfo], description="The cards.")}
    | problems(400, 404),
)
async def cards_of(
    study_id: StudyId,
    studies: TheStudies,
    clients: TheClients,
    looks: TheLooks,
    request: AnyRequest,
) -> Response[bytes]:
    """Return what each symbol of a study's game is and does.

    The cards follow the definition of the game, if it has one.
    """
    study = await find_study(studies, study_id, clients, request)
    return await looks.cards(study.study.record, request)


@websocket("/api/studies/{study_id:str}/engine")
async def engine(
    study_id: FromPath[str],
    socket: WebSocket[Any, Any, Any],
    studies: TheStudies,
    advice_guard: TheAdviceGuard,
    clients: TheClients,
    analyst: NamedDependency[Analyst],
    limits: NamedDependency[ServerLimits],
) -> None:
    """Let the computer think about a position, deeper and deeper: docs/protocol.md."""
    await socket.accept()
    study_id = study_id[:16]

    async def opened() -> OpenStudy:
        found = await studies.open(study_id, address(socket))
        if found is None:
            raise Refusal("not-allowed", _NO_STUDY)
        return found

    try:
        study = await find_study(studies, study_id, clients, socket)
    except NotFound:
        await socket.close(NO_TABLE, _NO_STUDY)
        return
    except TooOften as error:
        await socket.close(TRY_LATER, error.detail)
        return
    except Exception as error:
        closing = closing_for(error, study_id)
        await socket.close(closing.code, closing.reason)
        return
    if not is_maker(study, clients, socket):
        await socket.close(OTHER_SEATS, _NOT_YOURS)
        return
    with clients.connected(socket) as is_welcome:
        if not is_welcome:
            await socket.close(TRY_LATER, "too many connections")
            return
        game = study.study.record.rules.name
        permission = Permission(advice_guard, game, person_at(clients, socket))
        await AnalysisSocket(
            socket,
            opened,
            analyst,
            permission.expect,
            clients.analyses(socket),
            clients.share(socket),
            address(socket),
            limits.idle_seconds,
        ).serve()


HANDLERS: Final = [
    make,
    mine,
    look,
    remove,
    change,
    copy,
    position,
    explain,
    record,
    look_of,
    cards_of,
    engine,
]
