"""The commands of clients: every kind of message is executed here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, assert_never

from strata.core.outcome import SEATS, Seat, other_seat
from strata.play.arranging import arrange, arrange_preset, finish_arrangement
from strata.play.claim import ClaimTerms
from strata.play.refusal import Refusal
from strata.play.rematch import completes_rematch, want_rematch
from strata.play.table import Request, Table
from strata.server.live.advice_guard import AdviceGuard, Person, is_set_up
from strata.server.live.change import Change
from strata.server.live.open_table import Listener, OpenTable
from strata.server.live.phrases import Phrases
from strata.server.live.presence import PresenceTracker
from strata.server.live.table_making import rematch_of
from strata.server.live.table_service import TableService
from strata.server.ops.metrics import Metrics
from strata.server.protocol.arranging_messages import (
    Arrange,
    ArrangePreset,
    FinishArrangement,
)
from strata.server.protocol.messages import (
    AnswerDraw,
    AnswerTakeBack,
    AskTakeBack,
    ClientMessage,
    OfferDraw,
    Play,
    PlayParts,
    PlayPreset,
    Resign,
    Resync,
    TableCommand,
    UndoStep,
    WantRematch,
    Withdraw,
)
from strata.server.protocol.phrase_messages import SayPhrase
from strata.server.protocol.presence_messages import ClaimAbandoned
from strata.server.storage.failures import StorageFull
from strata.server.storage.tables import TableStorage
from strata.server.views.table_views import HeldSeats

# Commands that accept an older version of the table, with the oldest one that will do. An action
# depends only on the actions before it, not on offers; a resignation depends on nothing.
_OLDEST: Final[dict[type[TableCommand], Callable[[Table], int]]] = {
    Play: lambda table: table.acted_version,
    PlayPreset: lambda table: table.acted_version,
    Arrange: lambda table: table.acted_version,
    ArrangePreset: lambda table: table.acted_version,
    FinishArrangement: lambda table: table.acted_version,
    PlayParts: lambda table: table.acted_version,
    Resign: lambda _: 0,
}


class Commands:
    def __init__(
        self,
        service: TableService,
        storage: TableStorage,
        presence: PresenceTracker,
        metrics: Metrics,
        advice_guard: AdviceGuard,
        *,
        claim_terms: ClaimTerms,
        most_actions: int,
        may_make: Callable[[str], bool],
    ) -> None:
        """`claim_terms` are the terms for claiming a game that the other player has left.

        `most_actions` is the largest number of actions in a game. `may_make` returns whether an
        address may make one more table, and counts it.
        """
        self._service: Final = service
        self._storage: Final = storage
        self._presence: Final = presence
        self._metrics: Final = metrics
        self._advice_guard: Final = advice_guard
        self._claim_terms: Final = claim_terms
        self._most_actions: Final = most_actions
        self._may_make: Final = may_make
        self._phrases: Final = Phrases(service)

    async def carry_out(
        self, open_table: OpenTable, listener: Listener, message: ClientMessage
    ) -> None:
        """Execute `message`. Raises Refusal, and changes nothing, if it cannot be executed."""
        if isinstance(message, Resync):
            await self._service.arrive(open_table, listener)
            return
        if isinstance(message, SayPhrase):
            self._phrases.say(open_table, listener.held, message.phrase)
            return
        began = time.perf_counter()
        async with self._service.changing(
            open_table, message.version, since=_OLDEST.get(type(message)), held=listener.held
        ) as change:
            await self._apply(change, listener, message)
        if isinstance(message, Play | PlayParts):
            self._metrics.played(time.perf_counter() - began)

    async def _apply(self, change: Change, listener: Listener, message: TableCommand) -> None:
        table, now_ms, held = change.table, change.now_ms, listener.held
        seat = speaking_seat(table, held)
        match message:
            case Play() | PlayPreset() | PlayParts() | FinishArrangement() if (
                table.record.length >= self._most_actions
            ):
                raise Refusal(
                    "not-allowed",
                    f"limit of {self._most_actions} actions reached: agree to a draw or resign",
                )
            case Play(action=action):
                table.play(seat, action, now_ms)
            case PlayPreset(name=name):
                table.play_preset(seat, name, now_ms)
            case PlayParts(actions=actions):
                table.play_parts(seat, actions, now_ms)
            case Arrange(pieces=pieces):
                arrange(table, seat, pieces)
            case ArrangePreset(name=name):
                arrange_preset(table, seat, name)
            case FinishArrangement():
                finish_arrangement(table, seat, now_ms)
            case Resign():
                table.resign(seat, now_ms)
            case OfferDraw():
                table.offer_draw(seat, now_ms)
            case AnswerDraw(accept=accept):
                table.answer_draw(_answering(table, held, table.draw_offer), accept, now_ms)
            case AskTakeBack():
                table.ask_take_back(seat, now_ms)
            case AnswerTakeBack(accept=accept):
                table.answer_take_back(_answering(table, held, table.take_back), accept, now_ms)
            case UndoStep():
                table.undo_step(seat)
            case Withdraw(request=request):
                table.withdraw(_withdrawing(table, held, request), request)
            case ClaimAbandoned():
                await self._claim(change, seat)
            case WantRematch():
                await self._want_rematch(change, seat, listener)
            case _:
                assert_never(message)

    async def _claim(self, change: Change, seat: Seat) -> None:
        other, open_table = other_seat(seat), change.open_table
        if other not in open_table.taken and not await self._was_given_up(open_table.id, other):
            raise Refusal("not-allowed", f"nobody has taken the seat of {other} yet")
        absent_ms = 0
        if not open_table.has_connection(other):  # stored presence may be out of date
            absent_ms = await self._presence.absent_ms(
                open_table.id, other, open_table.made_ms, change.now_ms
            )
        change.table.claim_game(seat, absent_ms, self._claim_terms, change.now_ms)

    async def _was_given_up(self, table_id: str, seat: Seat) -> bool:
        holders = await self._storage.holders(table_id)
        return any((held, kind) == (seat, "gone") for held, kind, _ in holders)

    async def _want_rematch(self, change: Change, seat: Seat, listener: Listener) -> None:
        """Note the wish. Whoever completes it makes the table, under the limits of new tables.

        Beyond them the wish is refused; those of the other seat stay. A computer that would play
        again from a position that was set up gives advice.
        """
        table = change.table
        if completes_rematch(table, seat):
            if "computer" in table.kinds.values() and is_set_up(table):
                person = Person(listener.device, listener.address)
                await self._advice_guard.expect_allowed(table.record.rules.name, person)
            self._expect_may_make(listener.address)
        if want_rematch(change.table, seat):
            holders = await self._storage.holders(change.open_table.id)
            rematch = rematch_of(change.table, holders, change.now_ms)
            people = [
                Person(one.device, one.address) for one in change.open_table.listeners if one.held
            ]
            is_alone = "computer" in change.table.kinds.values()
            noted = [] if is_alone else self._advice_guard.noting(rematch.id, people)
            change.create_rematch(rematch, noted)

    def _expect_may_make(self, address: str) -> None:
        try:
            self._service.expect_room()
        except StorageFull as error:
            raise Refusal("not-allowed", str(error)) from error
        if not self._may_make(address):
            raise Refusal("not-allowed", "too many tables created: ask for a rematch again later")


def speaking_seat(table: Table, held: HeldSeats) -> Seat:
    """Return the seat a client speaks for; a holder of both speaks for the one to act.

    Raises Refusal for a spectator.
    """
    if not held:
        raise Refusal("not-allowed", "you are a spectator: you hold no seat at this table")
    if len(held) == len(SEATS):
        return table.seat or "first"
    return held[0]


def acting_seat(table: Table, held: HeldSeats) -> Seat:
    """The seat that acts. Raises Refusal unless it is one of `held`."""
    acting = table.seat
    if acting is None or acting not in held:
        raise Refusal("not-your-turn", "it is not your turn")
    return acting


def _answering(table: Table, held: HeldSeats, asked_by: Seat | None) -> Seat:
    """Return the seat that answers; a holder of both answers for the one that was asked."""
    if len(held) == len(SEATS) and asked_by is not None:
        return other_seat(asked_by)
    return speaking_seat(table, held)


def _withdrawing(table: Table, held: HeldSeats, request: Request) -> Seat:
    """Return the seat that withdraws; a holder of both withdraws for the one that has asked."""
    claim = table.claim
    asked = {
        "draw": table.draw_offer,
        "take-back": table.take_back,
        "claim": None if claim is None else claim.by,
    }[request]
    return asked if asked is not None and asked in held else speaking_seat(table, held)
