"""A table in the memory of this process, with its connections.

A change holds the table's lock from reading the version until the change is stored and sent. All
connections have been sent the same version; `send_change` sends them the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from strata.core.errors import GameError
from strata.core.outcome import SEATS, Seat
from strata.play.claim import ClaimTerms
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.live.news import Standing
from strata.server.ops.long_work import Steps
from strata.server.protocol.messages import (
    Changed,
    Move,
    Presence,
    SceneChange,
    SceneState,
    TableInfo,
    Welcome,
)
from strata.server.protocol.phrase_messages import Phrase, Said
from strata.server.protocol.presence_messages import DeviceJoined
from strata.server.storage.tables import LINK_KINDS, LinkKind, SeatHolder
from strata.server.views.names import NAME_TAGS
from strata.server.views.table_views import HeldSeats, TableViews, scene_change, seat_infos

_encode: Final = msgspec.json.Encoder().encode


class Listener(Protocol):
    """The interface of a connection that a table uses."""

    held: HeldSeats
    device: str
    """The hash of the client's key; empty for a client without one."""
    address: str
    """The client's address, to which limits apply."""

    def put(self, message: str, *, whole: bool = False) -> None:
        """Queue `message` without waiting.

        A `whole` message contains everything that the queued ones say, and replaces them.
        """

    def lose_seats(self) -> None:
        """Close the connection, because the client's seats have changed since it connected."""

    def fail(self, error: GameError) -> None:
        """Close the connection, because the rules cannot show the client the position."""


@dataclass(slots=True)
class _SentTable:
    """What was last sent to the holders of certain seats."""

    version: int
    moves: list[Move]
    scene: SceneState


class OpenTable:
    def __init__(
        self,
        table_id: str,
        table: Table,
        made_ms: int,
        taken: frozenset[Seat],
        claim_terms: ClaimTerms | None = None,
    ) -> None:
        """`taken` are the seats that a device holds, or that need no holder."""
        self.id: Final = table_id
        self.made_ms: Final = made_ms
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.present: dict[Seat, bool] = dict.fromkeys(SEATS, False)
        self.taken = taken
        self.is_current = True
        """Whether `table` is known to equal the stored table."""
        self.table: Table = table
        self.standing = Standing.of(table)
        """The standing of the stored table, to which a change is compared for news."""
        self.maker = ""
        """The address of the client that made the table, if known; it is not stored."""
        self.unpaid_seconds = 0.0
        """Processor time for opening the table that has not been charged to a client yet."""
        self.sent_version = table.version
        self._claim_terms: Final = claim_terms or ClaimTerms()
        self._views = TableViews(table, self._claim_terms)
        self._sent: Final[dict[HeldSeats, _SentTable]] = {}
        self._scene_change: tuple[SceneState, SceneState, SceneChange] | None = None
        self._sent_names = self._names()

    def replace(self, table: Table) -> None:
        """Replace the table in memory by `table`, its stored state."""
        self.table = table
        self.standing = Standing.of(table)
        self._views = TableViews(table, self._claim_terms)

    @property
    def views(self) -> TableViews:
        """What each viewer may see of the table at its present version."""
        self._views.follow()
        return self._views

    def has_connection(self, seat: Seat) -> bool:
        """Return whether a holder of `seat` is connected to this process."""
        return any(seat in listener.held for listener in self.listeners)

    @property
    def company(self) -> str:
        """The address to charge: a connected player's, else a spectator's, else the maker's."""
        players = (listener for listener in self.listeners if listener.held)
        someone = next(players, None) or next(iter(self.listeners), None)
        return someone.address if someone is not None else self.maker

    def expect_whole(self, held: HeldSeats) -> None:
        """Raise Refusal if something in the game is hidden from the holders of these seats."""
        if self.views.of(held).is_partial:
            raise Refusal("not-allowed", "something is still hidden from you in this game")

    def expect_over(self, *, or_imported: bool = False) -> None:
        """Raise Refusal unless the game is over, or imported if that is enough."""
        if not (self.table.is_over or (or_imported and self.table.imported)):
            raise Refusal("not-allowed", "the game is still being played")

    def info(self, held: HeldSeats, present: dict[Seat, bool], now_ms: int) -> TableInfo:
        seats = seat_infos(self.table, present, self.taken)
        return self.views.info(self.id, held, seats, now_ms)

    def welcome(self, listener: Listener, now_ms: int) -> None:
        """Send `listener` the whole table, and register it for every change."""
        info = self.info(listener.held, self.present, now_ms)
        self.listeners.add(listener)
        sent = _SentTable(info.state.version, list(info.moves), info.scene)
        self._sent[listener.held] = sent
        listener.put(_encode(Welcome(info)).decode(), whole=True)

    def prepare_change(self) -> Steps:
        """Prepare, in steps, what `send_change` sends; the table must not change meanwhile."""
        views = self.views
        for held in {listener.held for listener in self.listeners}:
            with contextlib.suppress(GameError):  # `send_change` meets it again
                yield from views.prepare(held, len(self._sent[held].moves))

    def send_change(self, now_ms: int) -> None:
        """Send every listener the changes since the last version it was sent.

        Those to whom the rules of the game cannot show the position are closed.
        """
        self.sent_version = self.table.version
        messages: dict[HeldSeats, str | GameError | None] = {}
        self._scene_change = None
        views = self.views
        for listener in tuple(self.listeners):
            held = listener.held
            if held not in messages:
                try:
                    messages[held] = self._change(views, held, now_ms)
                except GameError as error:
                    messages[held] = error
            message = messages[held]
            if isinstance(message, GameError):
                listener.fail(message)
            elif message is not None:
                listener.put(message)
        self.send_presence(self.present)  # if a name has changed

    def _names(self) -> tuple[str | None, ...]:
        tags = self.table.record.tags
        return tuple([tags.get(tag) for tag in NAME_TAGS.values()])

    def version_sent(self, held: HeldSeats) -> int:
        """Return the version last sent to the holder of these seats, which is a stored one."""
        sent = self._sent.get(held)
        return 0 if sent is None else sent.version

    def held_back(self, held: HeldSeats) -> int:
        """Return how many versions are kept from the holder of these seats, for now or for good."""
        return self.views.held_back(held)

    def _change(self, views: TableViews, held: HeldSeats, now_ms: int) -> str | None:
        """Return what is new for the holder of these seats; None if all of it is held back."""
        sent = self._sent[held]
        version = views.version(held)
        if version == sent.version:
            return None
        view = views.of(held)
        keep = _common(sent.moves, view.moves)
        added = tuple(view.moves[keep:])
        scene = self._compare(sent.scene, view.scene)
        sent.version, sent.scene = version, view.scene
        sent.moves[keep:] = added
        changed = Changed(keep, added, view.tellings(keep), scene, views.state(held, now_ms))
        return _encode(changed).decode()

    def _compare(self, before: SceneState, after: SceneState) -> SceneChange:
        """Return what is new in `after`; computed once for all who have seen the same scene."""
        known = self._scene_change
        if known is None or known[0] is not before or known[1] is not after:
            known = self._scene_change = before, after, scene_change(before, after)
        return known[2]

    def send_presence(
        self, present: dict[Seat, bool], taken: frozenset[Seat] | None = None
    ) -> None:
        """Send every listener the presence and names of the players, and the seats taken.

        Nothing is sent if none of that has changed.
        """
        taken = self.taken if taken is None else taken
        names = self._names()
        if (present, taken, names) == (self.present, self.taken, self._sent_names):
            return
        self.present, self.taken, self._sent_names = present, taken, names
        message = _encode(Presence(seat_infos(self.table, present, taken))).decode()
        for listener in tuple(self.listeners):
            listener.put(message)

    def send_phrase(self, message: str) -> None:
        """Send a message of `encode_said` to the holders of both seats, not to spectators."""
        for listener in tuple(self.listeners):
            if listener.held:
                listener.put(message)

    def send_joined(self, seat: Seat) -> None:
        """Tell the connected holders of `seat` that another device holds it as well."""
        message = _encode(DeviceJoined(seat)).decode()
        for listener in tuple(self.listeners):
            if seat in listener.held:
                listener.put(message)

    def settle_holders(self, holders: Collection[SeatHolder]) -> None:
        """Apply a change of the seats' holders.

        All listeners are told which seats are taken. The connections of clients whose seats have
        changed are closed.
        """
        needs_nobody = {seat for seat, kind in self.table.kinds.items() if kind != "link"}
        held = {seat for seat, kind, _ in holders if kind == "device"}
        self.send_presence(self.present, frozenset(needs_nobody | held))
        for listener in tuple(self.listeners):
            if seats_of(listener.device, holders) != listener.held:
                listener.lose_seats()


def encode_said(seat: Seat, phrase: Phrase) -> str:
    """Return the message that `seat` says `phrase`."""
    return _encode(Said(seat, phrase)).decode()


def seats_of(device: str, holders: Collection[SeatHolder]) -> HeldSeats:
    """Return the seats that a device holds, in the order of SEATS."""
    own = {seat for seat, kind, hashed in holders if (kind, hashed) == ("device", device)}
    return tuple(seat for seat in SEATS if seat in own)


def links_of(link_hash: str, holders: Collection[SeatHolder]) -> list[tuple[Seat, LinkKind]]:
    """Return the seats that a link leads to, each with the kind of link; invitations first."""
    return [
        (seat, kind) for kind in LINK_KINDS for seat in SEATS if (seat, kind, link_hash) in holders
    ]


def _common(before: Sequence[Move], after: Sequence[Move]) -> int:
    """Return the number of moves at the beginning that are equal.

    Moves are appended and removed at the end only, so the search begins there: a move that is the
    same object in both has the same moves before it.
    """
    shorter = min(len(before), len(after))
    for count in range(shorter, 0, -1):
        if before[count - 1] is after[count - 1]:
            return count
    differing = (index for index in range(shorter) if before[index] != after[index])
    return next(differing, shorter)
