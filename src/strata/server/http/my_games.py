"""The route of the list of a client's games."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.di import NamedDependency

from strata.core.errors import StrataError
from strata.core.outcome import SEATS
from strata.games import rules_class
from strata.server.http.access.identity import address
from strata.server.http.dependencies import AnyRequest, TheClients, TheOpenTables, TheTime
from strata.server.http.problems import problems
from strata.server.protocol.my_games_messages import MyGameInfo, SeatSummary
from strata.server.storage.my_games import MyGame, MyGames
from strata.server.storage.seat_keys import hash_key
from strata.server.storage.stored_game import UnreadableTable
from strata.server.views.names import seat_name

_MOST: Final = 100
_MOST_OPENED: Final = 3
"""Tables of which the acting seat is not stored are opened a few at a time."""


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
    found = await games.of(hash_key(key), _MOST)
    unknown = [one.id for one in found if not one.is_known][:_MOST_OPENED]
    for table_id in unknown:
        await _look_up(table_id, games, open_tables, address(request))
    if unknown:
        found = await games.of(hash_key(key), _MOST)
    return [_info(one, now_ms()) for one in found]


async def _look_up(table_id: str, games: MyGames, open_tables: TheOpenTables, owner: str) -> None:
    try:
        open_table = await open_tables.open(table_id, owner)
    except (StrataError, UnreadableTable):  # a game that this server does not know
        return
    if open_table is not None:
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
    )


def _title(game: str) -> str:
    try:
        return rules_class(game).title
    except StrataError:  # a game that this server does not know
        return game


HANDLERS: Final = [my_games]
