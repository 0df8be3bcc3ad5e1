"""A table that this process has in memory, with the connections of those who watch it.

Whoever changes the table holds its lock, from reading the version until the change is stored and
sent. All connections have been sent the same version; `send_change` sends them the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Final, Protocol

import msgspec

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
from strata.server.storage.tables import LINK_KINDS, LinkKind, SeatHolder
from strata.server.views.names import name_tag
from strata.server.views.views import HeldSeats, TableViews, scene_change, seat_infos

_encode: Final = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A connection, as a table sees it."""

    held: HeldSeats
    device: str
    """The hash of the client's key; empty for one that has none."""
    address: str
    """Where it comes from, as far as limits go."""

    def put(self, message: str, *, whole: bool = False) -> None:
        """Queue `message` behind those before it; never waits.

        With `whole` it says everything that those before it do, which need not be sent any more.
        """

    def lose_seats(self) -> None:
        """Close the connection: the client holds other seats now than when it connected."""


class OpenTable:
    def __init__(
        self,
        table_id: str,
        table: Table,
        made_ms: int,
        taken: frozenset[Seat],
        claim_terms: ClaimTerms | None = None,
    ) -> None:
        """`taken` are the seats that somebody holds, or that need nobody."""
        self.id: Final = table_id
        self.made_ms: Final = made_ms
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.present: dict[Seat, bool] = dict.fromkeys(SEATS, False)
        self.taken = taken
        self.is_current = True
        """Whether `table` is known to equal what is stored."""
        self.table: Table = table
        self.standing = Standing.of(table)
        """How the table stands as it is stored: what a change is news of."""
        self.maker = ""
        """The address of who made it, if that is known: it is not stored."""
        self.unpaid_seconds = 0.0
        """Processor time that opening it took, until it is charged to whoever asked for it."""
        self.sent_version = table.version
        self._claim_terms: Final = claim_terms or ClaimTerms()
        self._views = TableViews(table, self._claim_terms)
        self._sent_moves: Final[dict[HeldSeats, list[Move]]] = {}
        self._sent_versions: Final[dict[HeldSeats, int]] = {}
        self._sent_scenes: Final[dict[HeldSeats, SceneState]] = {}
        self._scene_change: tuple[SceneState | None, SceneState, SceneChange] | None = None
        self._sent_names = self._names()

    def replace(self, table: Table) -> None:
        """Take over `table`, the stored state of this table."""
        self.table = table
        self.standing = Standing.of(table)
        self._views = TableViews(table, self._claim_terms)

    @property
    def views(self) -> TableViews:
        """What each viewer may see of the table now."""
        self._views.follow()
        return self._views

    def has_connection(self, seat: Seat) -> bool:
        """Whether somebody who holds `seat` is connected to this process."""
        return any(seat in listener.held for listener in self.listeners)

    @property
    def company(self) -> str:
        """The address of somebody at the table, of a player if one is there, or of its maker."""
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
        """Send `listener` the whole table; from now on it is sent every change."""
        info = self.info(listener.held, self.present, now_ms)
        self._sent_moves[listener.held] = list(info.moves)
        self.listeners.add(listener)
        self._sent_versions[listener.held] = info.state.version
        self._sent_scenes[listener.held] = info.scene
        listener.put(_encode(Welcome(info)).decode(), whole=True)

    def prepare_change(self) -> Steps:
        """Make ready, in steps, what `send_change` sends; the table must not change meanwhile."""
        views = self.views
        for held in dict.fromkeys(listener.held for listener in self.listeners):
            sent, moves = self._sent_moves.get(held, []), views.of(held).moves
            yield from views.prepare(held, _common(sent, moves))

    def send_change(self, now_ms: int) -> None:
        """Send every listener what changed since it was last sent something."""
        self.sent_version = self.table.version
        messages: dict[HeldSeats, str | None] = {}
        self._scene_change = None
        for listener in tuple(self.listeners):
            held = listener.held
            if held not in messages:
                messages[held] = self._change(held, now_ms)
            message = messages[held]
            if message is not None:
                listener.put(message)
        self.send_presence(self.present)  # if somebody has another name now

    def _names(self) -> tuple[str | None, ...]:
        return tuple(self.table.record.tags.get(name_tag(seat)) for seat in SEATS)

    def version_sent(self, held: HeldSeats) -> int:
        """The version that was last sent to whoever holds these seats: it is stored."""
        return self._sent_versions.get(held, 0)

    def held_back(self, held: HeldSeats) -> int:
        """How many versions of the table whoever holds these seats is not told of yet."""
        return self.views.held_back(held)

    def _change(self, held: HeldSeats, now_ms: int) -> str | None:
        """What is new for whoever holds these seats; None if it is still kept from them."""
        views = self.views
        view = views.of(held)
        version = views.version(held)
        if version == self._sent_versions.get(held):
            return None
        self._sent_versions[held] = version
        scene = self._compare(self._sent_scenes.get(held), view.scene)
        self._sent_scenes[held] = view.scene
        moves = view.moves
        sent = self._sent_moves.setdefault(held, [])
        keep = _common(sent, moves)
        added = tuple(moves[keep:])
        del sent[keep:]
        sent.extend(added)
        tellings = view.tellings(keep)
        return _encode(Changed(keep, added, tellings, scene, views.state(held, now_ms))).decode()

    def _compare(self, before: SceneState | None, after: SceneState) -> SceneChange:
        """What is new in `after`: found once for all who have seen the same."""
        known = self._scene_change
        if known is None or known[0] is not before or known[1] is not after:
            known = self._scene_change = before, after, scene_change(before, after)
        return known[2]

    def send_presence(
        self, present: dict[Seat, bool], taken: frozenset[Seat] | None = None
    ) -> None:
        """Send every listener who is there, by which name, and which seats are taken.

        Nothing is sent if none of that changed.
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
        """Send the holders of both seats what one of them says (`encode_said`); no watcher."""
        for listener in tuple(self.listeners):
            if listener.held:
                listener.put(message)

    def settle_holders(self, holders: Collection[SeatHolder]) -> None:
        """Take over who holds the seats now.

        Everybody is told which are taken; the connections of clients that hold others than when
        they connected are closed.
        """
        needs_nobody = {seat for seat, kind in self.table.kinds.items() if kind != "link"}
        held = {seat for seat, kind, _ in holders if kind == "device"}
        self.send_presence(self.present, frozenset(needs_nobody | held))
        for listener in tuple(self.listeners):
            if seats_of(listener.device, holders) != listener.held:
                listener.lose_seats()


def encode_said(seat: Seat, phrase: Phrase) -> str:
    """The message that `seat` says `phrase`."""
    return _encode(Said(seat, phrase)).decode()


def seats_of(device: str, holders: Collection[SeatHolder]) -> HeldSeats:
    """The seats that a device holds, in the order of SEATS."""
    own = {seat for seat, kind, hashed in holders if (kind, hashed) == ("device", device)}
    return tuple(seat for seat in SEATS if seat in own)


def links_of(link_hash: str, holders: Collection[SeatHolder]) -> list[tuple[Seat, LinkKind]]:
    """The seats that a link leads to, and how: invitations first."""
    return [
        (seat, kind) for kind in LINK_KINDS for seat in SEATS if (seat, kind, link_hash) in holders
    ]


def _common(before: Sequence[Move], after: Sequence[Move]) -> int:
    """The number of moves at the beginning that are equal.

    Moves are appended and removed at the end only, so the search begins there: a move that is the
    same object has the same past.
    """
    shorter = min(len(before), len(after))
    for count in range(shorter, 0, -1):
        if before[count - 1] is after[count - 1]:
            return count
    differing = (index for index in range(shorter) if before[index] != after[index])
    return next(differing, shorter)
