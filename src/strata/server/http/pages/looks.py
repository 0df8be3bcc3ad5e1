"""How the game of a table or a study looks, and its cards: drawn once, in a worker if need be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from litestar import Response
from litestar.di import NamedDependency

from strata.core.game import Game
from strata.core.record import Record
from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.http.access.identity import Clients, address
from strata.server.http.dependencies import AnyRequest
from strata.server.http.prepared import HOUR, JSON, PreparedAnswers
from strata.server.views.card_pictures import draw_cards
from strata.server.views.looks import draw_look


class Looks:
    """Answers requests for looks and cards.

    What a definition or unusual options make of a game is drawn in a worker, at the expense of
    whoever asks first: the cards of a large definition take seconds.
    """

    def __init__(self, prepared: PreparedAnswers, worker: MeteredWorker, clients: Clients) -> None:
        self._prepared: Final = prepared
        self._worker: Final = worker
        self._clients: Final = clients

    async def look(self, record: Record, request: AnyRequest) -> Response[bytes]:
        """The look of the game of `record`. Raises TooOften or WorkerBusy."""
        return await self._answer("look", draw_look, _encode_look, record, request)

    async def cards(self, record: Record, request: AnyRequest) -> Response[bytes]:
        """The cards of the game of `record`. Raises TooOften or WorkerBusy."""
        return await self._answer("cards", draw_cards, _encode_cards, record, request)

    async def _answer(
        self,
        kind: str,
        draw: Callable[[Game], object],
        encode: Callable[[GameSnapshot], bytes],
        record: Record,
        request: AnyRequest,
    ) -> Response[bytes]:
        rules = record.rules
        if rules == type(rules)():
            answer = await self._prepared.get((kind, rules.name), lambda: draw(Game(rules)), JSON)
        else:

            async def ask() -> bytes:
                self._clients.expect_may_work(request)
                return await self._worker.run(address(request), encode, snapshot_of(record, 0))

            answer = await self._prepared.get_asked((kind, rules), ask, JSON)
        return answer.response(request, HOUR)


TheLooks = NamedDependency[Looks]


def _encode_look(snapshot: GameSnapshot) -> bytes:
    return msgspec.json.encode(draw_look(snapshot.open_game()))


def _encode_cards(snapshot: GameSnapshot) -> bytes:
    return msgspec.json.encode(draw_cards(snapshot.open_game()))
