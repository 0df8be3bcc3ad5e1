"""Views of tables: what each viewer may see. Tables leave the server only through views.

The game's view of the position decides what is visible. While it hides something, the moves that
would tell it are hidden too, past positions are shown through their own views, and the record is
withheld. If nothing is hidden in the current position, nothing of the past is. Actions that a seat
makes in secret are shown to others when they are complete; until then, others see the table and its
version as they were before.

A client that holds both seats sees what the acting seat sees (first's view when no seat acts).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from functools import cached_property
from typing import Final

import msgspec

from strata.core.errors import shown
from strata.core.explaining.reach import Reach
from strata.core.explaining.telling import Sentence, Telling
from strata.core.help_count import tell_help
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position, View
from strata.core.record import Record, mark_of
from strata.core.record_view import RecordView
from strata.core.scene import Scene, differing_cells, with_mark
from strata.play.arranging import Arranging, find_arranging
from strata.play.claim import Claim, ClaimTerms, claim_wait_ms
from strata.play.clock import Clock
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.play.undo import is_final, may_take_back, may_undo_step, reveals
from strata.server.ops.long_work import Steps
from strata.server.protocol.arranging_messages import ArrangingState
from strata.server.protocol.messages import (
    Ahead,
    ClockSetting,
    ClockState,
    Frame,
    Move,
    PresetInfo,
    Preview,
    SceneChange,
    SceneState,
    SeatInfo,
    TableInfo,
    TableState,
)
from strata.server.protocol.offers import NO_OFFERS, Offers
from strata.server.protocol.presence_messages import ClaimState
from strata.server.views.move_list import MoveList
from strata.server.views.names import seat_name
from strata.server.views.offers import list_in_steps, list_offers

_MOST_TOLD: Final = 24
"""The most moves that a message tells: enough for an army that was placed, and its last turns."""

_USUAL_TERMS: Final = ClaimTerms()
HeldSeats = tuple[Seat, ...]
"""The seats that a viewer holds, in the order of SEATS; empty for a spectator."""


class SeatView:
    """What one viewer may see of a table in its current state."""

    def __init__(self, table: Table, viewer: Seat | None, moves: MoveList) -> None:
        self._table: Final = table
        self.viewer: Final = viewer
        self.held_back: Final = table.record.unfinished_in_secret(viewer)
        """The number of actions that the viewer is not told of yet."""
        self._length: Final = table.record.length - self.held_back
        self._position: Final = table.record.position_at(self._length).view(viewer)
        self.is_partial: Final = self._position.hidden
        """Whether something is hidden from the viewer."""
        shown: Record | RecordView = table.record
        if self.is_partial:
            shown = table.record.view(viewer, self._length)
        self._shown: Final = shown
        self._text: str | None = None
        self._told: Final[dict[int, Telling]] = {}
        has_secrets = table.record.rules.has_secrets
        arranging = find_arranging(table) if has_secrets and viewer == table.seat else None
        self.arranging: Final = arranging
        """The arrangement that the viewer, who is to act, is laying out in secret."""
        is_laid_out = table.laid_out is not None
        self.scene: Final = scene_state(
            arranging.scene() if arranging is not None and is_laid_out else shown.scene()
        )
        self.moves: Final = (
            _hidden_moves(table, shown) if isinstance(shown, RecordView) else moves.current()
        )

    @property
    def position(self) -> str:
        """The text of the position as the viewer sees it."""
        if self._text is None:
            self._text = str(self._position)
        return self._text

    def svg(self, frame: tuple[int, int] | None = None) -> str:
        """Return a drawing of what the viewer sees, centred in `frame` (pixels) if one is given."""
        return self._shown.svg(frame=frame)

    def tellings(self, first: int) -> tuple[Telling, ...]:
        """Return what the moves from `first` on did; of many, only the last ones."""
        return tuple([self._tell(number) for number in self._told_from(first)])

    def last_tellings(self) -> tuple[Telling, ...]:
        """Return what the moves of the last two turns did."""
        return self.tellings(self.last_turns)

    @property
    def last_turns(self) -> int:
        """The index of the first move of the last two turns."""
        first = len(self.moves)
        while first and self.moves[first - 1].turn >= self.moves[-1].turn - 1:
            first -= 1
        return first

    def prepare(self, first: int) -> Steps:
        """Prepare, in steps, `position` and the tellings that `tellings` returns for `first`."""
        if self._text is None:
            yield
            self._text = str(self._position)
            yield
        for number in self._told_from(first):
            if number not in self._told:
                self._tell(number)
                yield

    def _told_from(self, first: int) -> range:
        return range(max(first, len(self.moves) - _MOST_TOLD), len(self.moves))

    def _tell(self, number: int) -> Telling:
        if number not in self._told:
            self._told[number] = self._shown.tell(number)
        return self._told[number]

    @cached_property
    def end(self) -> Sentence | None:
        """Why the game is over, as far as the viewer may know; None while it goes on."""
        return self._shown.tell_end()

    @property
    def in_turn(self) -> bool:
        """Whether a turn is in progress, as far as the viewer is told."""
        return not self._table.record.position_at(self._length).begins_turn

    def offers(self) -> Offers:
        return list_offers(self._position)

    def list_in_steps(self) -> Generator[None, None, Offers]:
        """Return the same as `offers`, in steps."""
        return list_in_steps(self._position)

    def presets(self) -> tuple[PresetInfo, ...]:
        offered = self._position.presets()
        return tuple(PresetInfo(preset.name, preset.meaning) for preset in offered)

    def reach(self, cell: str, index: int | None) -> Reach:
        """Return the reach of what is on `cell` after `index` actions. Raises UnknownCell.

        None is the current position.
        """
        return (self._position if index is None else self._seen_at(index)).reach(cell)

    def _seen_at(self, index: int) -> Position | View:
        position = self._table.record.position_at(index)
        return position.view(self.viewer) if self.is_partial else position

    def frame(self, index: int) -> Frame:
        """Return the position after `index` actions."""
        record = self._table.record
        seen = self._seen_at(index)
        move = self.moves[index - 1] if index else None
        scene = seen.scene()
        if move is not None and move.action == record.action_at(index - 1):
            scene = with_mark(scene, record.mark_at(index))
        is_last = index == record.length
        outcome = record.outcome() if is_last else seen.outcome()
        seat = None if outcome else seen.seat
        end = self.end if is_last else None
        telling = self._tell(index - 1) if index else ()
        return Frame(index, move, str(seen), seat, scene_state(scene), outcome, end, telling)


def _hidden_moves(table: Table, view: RecordView) -> tuple[Move, ...]:
    return tuple(
        Move(played.seat, action, played.turn)
        for played, action in zip(table.turns.actions, view.played, strict=False)
    )


class TableViews:
    """The views of a table for all viewers; `follow` brings them up to the table's version."""

    def __init__(self, table: Table, claim_terms: ClaimTerms = _USUAL_TERMS) -> None:
        self._table: Final = table
        self._claim_terms: Final = claim_terms
        self._moves: Final = MoveList(table)
        self._version = table.version
        self._views: Final[dict[HeldSeats, SeatView]] = {}
        self._offers: Offers | None = None

    def follow(self) -> None:
        """Drop what was made for another version of the table."""
        if self._version != self._table.version:
            self._version = self._table.version
            self._views.clear()
            self._offers = None

    def of(self, held: HeldSeats) -> SeatView:
        view = self._views.get(held)
        if view is None:
            viewer = self._viewer(held)
            view = self._known_to(viewer) or SeatView(self._table, viewer, self._moves)
            self._views[held] = view
        return view

    def _known_to(self, viewer: Seat | None) -> SeatView | None:
        """Return a view that shows the same: of this viewer, or where nothing is hidden at all."""
        if not self._views:
            return None
        # Something is also hidden while actions are held back.
        sees_all = not self._table.record.position.hides_from(viewer)
        for view in self._views.values():
            if view.viewer == viewer or (sees_all and not view.is_partial):
                return view
        return None

    def _viewer(self, held: HeldSeats) -> Seat | None:
        if len(held) == len(SEATS):
            return self._table.seat or "first"
        return held[0] if held else None

    def version(self, held: HeldSeats) -> int:
        """Return the version as told to the holder of these seats."""
        return self._table.version - self.of(held).held_back - self._table.untold_to(held)

    def held_back(self, held: HeldSeats) -> int:
        """Return how many versions are withheld from the holder of these seats.

        Some are withheld for now, others for ever.
        """
        return self.of(held).held_back + self._table.untold_to(held)

    def state(self, held: HeldSeats, now_ms: int) -> TableState:
        table, view = self._table, self.of(held)
        acting, outcome = table.seat, table.record.outcome()
        is_over = table.imported or outcome is not None
        acts = acting is not None and acting in held
        offers = self._acting_offers(view) if acts else NO_OFFERS
        return TableState(
            choices=offers.choices,
            tokens=offers.tokens,
            warnings=offers.warnings,
            version=table.version - view.held_back - table.untold_to(held),
            position=view.position,
            seat=acting,
            in_turn=acting is not None and view.in_turn,
            presets=view.presets() if acts else (),
            arranging=_arranging_state(view.arranging) if acts and view.arranging else None,
            may_undo=acts and acting is not None and may_undo_step(table.record, acting),
            clock=None if table.clock is None else _clock_state(table.clock, now_ms),
            claim=None if table.claim is None else _claim_state(table.claim, now_ms),
            claim_in_ms=None if is_over or acts else self._claim_in_ms(held, now_ms),
            draw_offer=table.draw_offer,
            take_back=table.take_back,
            may_take_back=not is_over and may_take_back(table.record, table.turns, held),
            hidden=view.is_partial,
            outcome=outcome,
            end=None if outcome is None else view.end,
            rematch=table.rematch,
            rematch_wanted=table.rematch_wanted,
            help=tell_help(table.record.help),
        )

    def _claim_in_ms(self, held: HeldSeats, now_ms: int) -> int | None:
        if len(held) != 1:
            return None
        return claim_wait_ms(self._table, held[0], self._claim_terms, now_ms)

    def prepare(self, held: HeldSeats, first: int | None = None) -> Steps:
        """Prepare, in steps, what the holders of these seats are told: view, tellings, offers.

        Moves are told from `first` on (None: those of the last two turns). The table must not
        change meanwhile.
        """
        yield from self._moves.prepare()
        view = self.of(held)
        yield from view.prepare(view.last_turns if first is None else first)
        if self._offers is None and self._table.seat in held:
            self._offers = yield from view.list_in_steps()

    def _acting_offers(self, view: SeatView) -> Offers:
        if self._offers is None:
            self._offers = view.offers()
        return self._offers

    def info(
        self, table_id: str, held: HeldSeats, seats: dict[Seat, SeatInfo], now_ms: int
    ) -> TableInfo:
        table = self._table
        rules, clock = table.record.rules, table.clock
        return TableInfo(
            id=table_id,
            game=rules.name,
            title=rules.title,
            goal=rules.guide.goal,
            draws=rules.draws,
            own_look=rules != type(rules)(),
            options=dict(rules.settings),
            definition=rules.definition,
            seats=seats,
            clock=clock_setting(clock),
            mine=held,
            imported=table.imported,
            tags=dict(table.record.tags),
            score=dict(zip(SEATS, table.score, strict=True)),
            moves=tuple(self.of(held).moves),
            tellings=self.of(held).last_tellings(),
            scene=self.of(held).scene,
            state=self.state(held, now_ms),
        )

    def frames(self, held: HeldSeats, first: int, count: int) -> list[Frame]:
        view = self.of(held)
        last = min(first + count, len(view.moves) + 1)
        return [view.frame(index) for index in range(first, last)]

    def reach(self, held: HeldSeats, cell: str, number: int | None) -> Reach:
        """Return the reach of what is on `cell` after `number` actions, as far as it may be known.

        None is the current position; a number that is too high means the last one. Raises
        UnknownCell.
        """
        view = self.of(held)
        return view.reach(cell, None if number is None else min(number, len(view.moves)))

    def ahead(self, acting: Seat, actions: Sequence[str]) -> Ahead:
        """Return what can follow `actions`, each of them incomplete, of the acting seat.

        Raises Refusal for a complete action, or IllegalAction.
        """
        position = self._begin(acting, actions)
        offers = msgspec.structs.asdict(list_offers(position))
        return Ahead(**offers, scene=scene_state(position.scene()))

    def _begin(self, acting: Seat, actions: Sequence[str]) -> Position:
        """Return the position after `actions`. Raises Refusal unless each of them is incomplete."""
        position = self._table.record.position
        for action in actions:
            if not position.view(acting).is_incomplete(action):
                raise Refusal("not-allowed", f"{shown(action)} is already complete: play it alone")
            position = position.play(action)
        return position

    def preview(self, acting: Seat, actions: Sequence[str]) -> Preview:
        """Return what `actions` of the acting seat lead to; all but the last must be incomplete.

        Raises Refusal for a complete action before the last, or IllegalAction.
        """
        position = self._begin(acting, actions[:-1])
        action = position.find(actions[-1])
        after = position.play(action)
        if reveals(position, action, after):
            return Preview(True, None)
        scene = with_mark(after.view(acting).scene(), mark_of(position, action))
        return Preview(is_final(position, action, after), scene_state(scene))


def seat_infos(
    table: Table, present: dict[Seat, bool], taken: Collection[Seat]
) -> dict[Seat, SeatInfo]:
    """Return the players in the seats.

    `present` says whether people are connected; the computer is always present.
    """
    tags = table.record.tags
    return {
        seat: SeatInfo(
            kind,
            seat_name(tags, seat, kind, has_level=seat in table.levels),
            table.levels.get(seat),
            kind == "computer" or present[seat],
            seat in taken,
        )
        for seat, kind in table.kinds.items()
    }


def _arranging_state(arranging: Arranging) -> ArrangingState:
    plan = arranging.plan
    return ArrangingState(plan.cells, plan.zone, dict(arranging.pieces), arranging.next)


def _clock_state(clock: Clock, now_ms: int) -> ClockState:
    first_ms, second_ms = (clock.left_ms(seat, now_ms) for seat in SEATS)
    return ClockState(first_ms, second_ms, clock.running)


def clock_setting(clock: Clock | None) -> ClockSetting | None:
    if clock is None:
        return None
    return ClockSetting(clock.main_ms, clock.increment_ms, clock.turn_ms)


def _claim_state(claim: Claim, now_ms: int) -> ClaimState:
    return ClaimState(claim.by, max(0, claim.stands_ms - now_ms))


def scene_change(before: SceneState, after: SceneState) -> SceneChange:
    """Return what is new in `after` for a viewer who has seen `before`."""
    new = after.stacks
    stacks = {cell: new.get(cell, ()) for cell in differing_cells(before.stacks, new)}
    zones = None if before.zones == after.zones else after.zones
    return SceneChange(stacks, zones, after.marks, after.status)


def scene_state(scene: Scene) -> SceneState:
    """Return the parts of a scene that change; its look has the fixed parts."""
    return SceneState(scene.stacks, scene.zones, scene.marks, scene.status)
