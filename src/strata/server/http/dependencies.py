"""Parameters and dependencies that the handlers of requests share, and how they are resolved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import Litestar, Request, post
from litestar._kwargs.kwargs_model import KwargsModel
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter
from litestar.routes import HTTPRoute, WebSocketRoute

from strata.server.engines.metered_worker import MeteredWorker
from strata.server.http.access.identity import AnyConnection, Clients, address
from strata.server.http.problems import NotFound, problems
from strata.server.live.advice_guard import AdviceGuard, Person
from strata.server.live.open_table import OpenTable
from strata.server.live.open_tables import OpenTables
from strata.server.live.seating import Seating
from strata.server.live.table_service import TableService
from strata.server.ops.time_source import TimeSource
from strata.server.storage.seat_keys import ID_PATTERN, hash_key, is_id
from strata.server.storage.tables import TableStorage
from strata.server.views.table_views import HeldSeats

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The id of a table.")]
TheClients = NamedDependency[Clients]
TheOpenTables = NamedDependency[OpenTables]
TheWorker = NamedDependency[MeteredWorker]
TheService = NamedDependency[TableService]
TheStorage = NamedDependency[TableStorage]
TheTime = NamedDependency[TimeSource]
TheAdviceGuard = NamedDependency[AdviceGuard]
TheSeating = NamedDependency[Seating]

LONGEST_BODY: Final = 256 * 1024
"""The most bytes in requests that contain a whole record, a definition or a lesson's actions."""


def question(path: str, *statuses: int, answer: ResponseSpec | None = None) -> post:
    """Return the decorator of a POST route that asks a question, which may contain a whole record.

    `statuses` are those of problems beyond the ones that every question can meet. `answer`
    describes a response that the handler returns as bytes.
    """
    described = {} if answer is None else {200: answer}
    return post(
        path,
        responses=described | problems(400, 403, 404, 413, *statuses),
        status_code=200,
        request_max_body_size=LONGEST_BODY,
    )


async def provide_payer(clients: TheClients, request: AnyRequest) -> str:
    """Return the address that pays for the work of a request.

    Raises TooOften if it has used up its share.
    """
    clients.expect_may_work(request)
    return address(request)


ThePayer = NamedDependency[str]
"""The client's address, which has work left to pay with."""


async def find_table(
    open_tables: OpenTables, table_id: str, clients: Clients, connection: AnyConnection
) -> OpenTable:
    """Return the table with this id. Raises NotFound if there is none.

    The client that causes a long game to be opened pays for the work. Raises TooOften if its share
    is used up.
    """
    if not is_id(table_id):
        raise NotFound("no such table")
    if open_tables.opened(table_id) is None:
        clients.expect_may_work(connection)
    open_table = await open_tables.open(table_id, address(connection))
    if open_table is None:
        raise NotFound("no such table")
    clients.charge(connection, open_table.unpaid_seconds)
    open_table.unpaid_seconds = 0.0
    return open_table


@dataclass(frozen=True)
class Visit:
    """A client at a table: the table, and the seats that the client holds there."""

    open_table: OpenTable
    held: HeldSeats


async def provide_visit(
    table_id: TableId,
    open_tables: TheOpenTables,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> Visit:
    """Return the visit of the client. Raises NotFound if there is no such table."""
    open_table = await find_table(open_tables, table_id, clients, request)
    return Visit(open_table, await seats_held(storage, table_id, clients.key_of(request)))


TheVisit = NamedDependency[Visit]


def person_at(clients: Clients, connection: AnyConnection) -> Person:
    """Return who asks, as the rule about advice knows people."""
    key = clients.key_of(connection)
    return Person("" if key is None else hash_key(key), address(connection))


async def seats_held(storage: TableStorage, table_id: str, key: str | None) -> HeldSeats:
    """Return the seats that belong to the client with this key."""
    return () if key is None else await storage.seats(table_id, "device", hash_key(key))


def resolve_in_turn(app: Litestar) -> None:
    """Let every route of `app` resolve its dependencies one after another.

    Litestar starts a task for each of several. Most of ours are parts of the application, which are
    at hand: tasks would take more time than everything else about a small request.
    """
    for model in parameter_models(app):
        model.dependency_batches = [
            {dependency}
            for batch in model.dependency_batches
            for dependency in sorted(batch, key=lambda dependency: dependency.key)
        ]


def parameter_models(app: Litestar) -> Iterator[KwargsModel]:
    """Yield the model of the parameters of every handler."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for _, model in route.route_handler_map.values():
                yield model
        elif isinstance(route, WebSocketRoute) and route.handler_parameter_model:
            yield route.handler_parameter_model
