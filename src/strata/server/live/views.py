"""What leaves the server about a table, cut for who looks. Nothing else reads a position for them.

A view of the position decides what is seen. While it hides something, the moves that tell of it
are hidden too, past positions are shown through their own views, and the record is not given out.
Where nothing is hidden now, nothing of the past is.

Whoever holds both seats looks through the eyes of the seat that acts (of first, when none does).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from strata.core.outcome import SEATS, Seat
from strata.core.position import Position, View
from strata.core.record import Record
from strata.core.record_view import RecordView
from strata.core.scene import Scene, with_mark
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.play.turns import PlayedAction
from strata.server.protocol.messages import (
    Choice,
    ClockSetting,
    ClockState,
    Frame,
    Move,
    PresetInfo,
    SceneState,
    SeatInfo,
    TableInfo,
    TableState,
)

HeldSeats = tuple[Seat, ...]
"""The seats a viewer holds, in the order of SEATS; none: a spectator."""


class MoveList:
    """The moves of a table for those from whom nothing is hidden; each is made once."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._actions: Final[list[PlayedAction]] = []
        self._moves: Final[list[Move]] = []

    def current(self) -> Sequence[Move]:
        """The moves now; the next call changes the same list."""
        actions = self._table.turns.actions
        keep = min(len(self._actions), len(actions))
        while keep and self._actions[keep - 1] is not actions[keep - 1]:
            keep -= 1
        del self._actions[keep:], self._moves[keep:]
        for index in range(keep, len(actions)):
            played = actions[index]
            self._actions.append(played)
            self._moves.append(Move(played.seat, played.action, played.turn))
        return self._moves


class SeatView:
    """What one viewer may see of a table as it is now."""

    def __init__(self, table: Table, viewer: Seat | None, moves: MoveList) -> None:
        self._table: Final = table
        self._viewer: Final = viewer
        self._position: Final = table.record.position.view(viewer)
        self.is_partial: Final = self._position.hidden
        """Whether something is hidden from the viewer."""
        self.position: Final = str(self._position)
        shown: Record | RecordView = table.record
        if self.is_partial:
            shown = table.record.view(viewer)
        self.scene: Final = _scene_state(shown.scene())
        self.moves: Final = (
            _hidden_moves(table, shown) if isinstance(shown, RecordView) else moves.current()
        )

    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(action), gesture) for action, gesture in self._position.gestures())

    def presets(self) -> tuple[PresetInfo, ...]:
        offered = self._position.presets()
        return tuple(PresetInfo(preset.name, preset.meaning) for preset in offered)

    def frame(self, index: int) -> Frame:
        """The position after `index` actions."""
        record = self._table.record
        position = record.position_at(index)
        seen: Position | View = position.view(self._viewer) if self.is_partial else position
        move = self.moves[index - 1] if index else None
        scene = seen.scene()
        if move is not None and move.action == record.action_at(index - 1):
            scene = with_mark(scene, record.mark_at(index))
        is_last = index == record.length
        outcome = record.outcome() if is_last else seen.outcome()
        seat = None if outcome else seen.seat
        return Frame(index, move, str(seen), seat, _scene_state(scene), outcome)


def _hidden_moves(table: Table, view: RecordView) -> tuple[Move, ...]:
    return tuple(
        Move(played.seat, action, played.turn)
        for played, action in zip(table.turns.actions, view.played, strict=True)
    )


class TableViews:
    """What every viewer may see of a table; `follow` brings it up to the table's version."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._moves: Final = MoveList(table)
        self._version = table.version
        self._views: Final[dict[Seat | None, SeatView]] = {}
        self._choices: tuple[Choice, ...] | None = None

    def follow(self) -> None:
        """Drop what was made for another version of the table."""
        if self._version != self._table.version:
            self._version = self._table.version
            self._views.clear()
            self._choices = None

    def of(self, held: HeldSeats) -> SeatView:
        viewer = self._viewer(held)
        view = self._views.get(viewer)
        if view is None:
            view = self._open_to(viewer) or SeatView(self._table, viewer, self._moves)
            self._views[viewer] = view
        return view

    def _open_to(self, viewer: Seat | None) -> SeatView | None:
        """The view of another viewer, if nothing is hidden from either."""
        if self._table.record.position.view(viewer).hidden:
            return None
        return next((view for view in self._views.values() if not view.is_partial), None)

    def _viewer(self, held: HeldSeats) -> Seat | None:
        if len(held) == len(SEATS):
            return self._table.seat or "first"
        return held[0] if held else None

    def state(self, held: HeldSeats, now_ms: int) -> TableState:
        table, view = self._table, self.of(held)
        acting = table.seat
        acts = acting is not None and acting in held
        return TableState(
            version=table.version,
            position=view.position,
            seat=acting,
            in_turn=acting is not None and not table.record.position.begins_turn,
            scene=view.scene,
            choices=self._acting_choices(view) if acts else (),
            presets=view.presets() if acts else (),
            clock=_clock_state(table, now_ms),
            draw_offer=table.draw_offer,
            take_back=table.take_back,
            outcome=table.record.outcome(),
            rematch=table.rematch,
            rematch_wanted=table.rematch_wanted,
        )

    def _acting_choices(self, view: SeatView) -> tuple[Choice, ...]:
        if self._choices is None:
            self._choices = view.choices()
        return self._choices

    def info(
        self, table_id: str, held: HeldSeats, seats: dict[Seat, SeatInfo], now_ms: int
    ) -> TableInfo:
        table = self._table
        rules, clock = table.record.rules, table.clock
        return TableInfo(
            id=table_id,
            game=rules.name,
            title=rules.title,
            own_look=rules != type(rules)(),
            options=dict(rules.settings),
            seats=seats,
            clock=ClockSetting(clock.main_ms, clock.increment_ms) if clock else None,
            mine=held,
            imported=table.imported,
            tags=dict(table.record.tags),
            moves=tuple(self.of(held).moves),
            state=self.state(held, now_ms),
        )

    def frames(self, held: HeldSeats, first: int, count: int) -> list[Frame]:
        view = self.of(held)
        last = min(first + count, self._table.record.length + 1)
        return [view.frame(index) for index in range(first, last)]

    def export(self, held: HeldSeats) -> str:
        """The record as text; a Refusal while something is hidden from the viewer."""
        if self.of(held).is_partial:
            raise Refusal("not-allowed", "something is still hidden from you in this game")
        return self._table.record.export()


def seat_infos(
    table: Table, present: dict[Seat, bool], taken: Collection[Seat]
) -> dict[Seat, SeatInfo]:
    """Who sits where. `present` says whether people are there; computers always are."""
    names = {seat: table.record.tags.get(seat.capitalize()) for seat in SEATS}
    return {
        seat: SeatInfo(
            kind,
            names[seat] or _name(table, seat),
            table.levels.get(seat),
            kind == "computer" or present[seat],
            seat in taken,
        )
        for seat, kind in table.kinds.items()
    }


def _name(table: Table, seat: Seat) -> str:
    if table.kinds[seat] != "computer":
        return seat.capitalize()
    return "Computer" if seat in table.levels else "Random mover"


def _clock_state(table: Table, now_ms: int) -> ClockState | None:
    clock = table.clock
    if clock is None:
        return None
    return ClockState(
        clock.left_ms("first", now_ms), clock.left_ms("second", now_ms), clock.running
    )


def _scene_state(scene: Scene) -> SceneState:
    return SceneState(scene.stacks, scene.zones, scene.marks, scene.status)
