"""The route of the list of a client's games."""

from __future__ import annotations

import time
from typing import Final

from litestar import get
from litestar.di import NamedDependency

from strata.core.errors import StrataError
from strata.core.outcome import SEATS
from strata.games import rules_class
from strata.server.http.access.identity import Clients
from strata.server.http.dependencies import (
    AnyRequest,
    TheClients,
    TheOpenTables,
    TheTime,
    find_table,
)
from strata.server.http.problems import NotFound, TooOften, problems
from strata.server.live.open_tables import OpenTables
from strata.server.protocol.my_games_messages import MyGameInfo, SeatSummary
from strata.server.storage.my_games import MyGame, MyGames
from strata.server.storage.seat_keys import hash_key
from strata.server.storage.stored_game import UnreadableTable
from strata.server.views.names import seat_name

_MOST: Final = 100
_MOST_OPENED: Final = 3
"""Tables of which the acting seat is not stored are opened a few at a time."""
_MOST_SECONDS: Final = 0.03
"""The most that a query is charged; a longer one has waited for others."""


@get("/api/tables", responses=problems(400))
async def my_games(
    games: NamedDependency[MyGames],
    open_tables: TheOpenTables,
    clients: TheClients,
    now_ms: TheTime,
    request: AnyRequest,
) -> list[MyGameInfo]:
    """Return the games in which this client holds a seat.

    Unfinished games come before finished ones, and the latest come first.
    """
    key = clients.key_of(request)
    if key is None:
        return []
    clients.expect_may_work(request)
    found = await _find(hash_key(key), games, clients, request)
    unknown = [one.id for one in found if not one.is_known][:_MOST_OPENED]
    for table_id in unknown:
        await _look_up(table_id, games, open_tables, clients, request)
    if unknown:
        found = await _find(hash_key(key), games, clients, request)
    return [_info(one, now_ms()) for one in found]


async def _find(device: str, games: MyGames, clients: Clients, request: AnyRequest) -> list[MyGame]:
    began = time.perf_counter()
    found = await games.of(device, _MOST)
    clients.charge(request, min(time.perf_counter() - began, _MOST_SECONDS))
    return found


async def _look_up(
    table_id: str,
    games: MyGames,
    open_tables: OpenTables,
    clients: Clients,
    request: AnyRequest,
) -> None:
    try:
        open_table = await find_table(open_tables, table_id, clients, request)
    except (StrataError, UnreadableTable, NotFound, TooOften):
        return  # an unknown game, or one to open later
    async with open_table.lock:
        await games.note(table_id, open_table.table)


def _info(one: MyGame, now_ms: int) -> MyGameInfo:
    return MyGameInfo(
        id=one.id,
        game=one.game,
        title=_title(one.game),
        mine=one.mine,
        seats={
            seat: SeatSummary(
                kind := one.kinds[seat],
                seat_name(one.tags, seat, kind, has_level=one.levels[seat] is not None),
                one.levels[seat],
                kind != "link" or seat in one.held,
            )
            for seat in SEATS
        },
        acting=one.acting,
        since_ms=max(0, now_ms - one.since_ms),
        left_ms=None if one.deadline_ms is None else max(0, one.deadline_ms - now_ms),
        outcome=one.outcome,
        reason=None if one.outcome is None else _reason(one.game, one.outcome.reason),
    )


def _title(game: str) -> str:
    try:
        return rules_class(game).title
    except StrataError:  # a game that this server does not know
        return game


def _reason(game: str, reason: str) -> str:
    try:
        known = rules_class(game).reason_words
    except StrataError:  # a game that this server does not know
        known = {}
    return known.get(reason, reason.replace("-", " "))


HANDLERS: Final = [my_games]
