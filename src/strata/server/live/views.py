"""The exit: everything that leaves the server about a table is made here, cut for who looks.

Nothing else may read a position for somebody. `record.view(viewer)` decides what is seen: where it
hides something now, the moves that tell of it are hidden too, past positions are shown through
their own views, and the record is not given out. Where nothing is hidden now, nothing of the past
is.

Who holds both seats looks through the eyes of the seat that is to act (of first, when none is).
"""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.outcome import SEATS, Seat, other_seat
from strata.core.position import Position, View
from strata.core.scene import Mark, Scene
from strata.play.refusal import NotDone
from strata.play.table import Table
from strata.server.protocol.messages import (
    Choice,
    ClockSetting,
    ClockState,
    Frame,
    Move,
    PresetInfo,
    SceneState,
    TableInfo,
    TableState,
)
from strata.server.protocol.messages import SeatInfo as SeatInfo

Holds = tuple[Seat, ...]
"""The seats a viewer holds, in the order of SEATS; none: a spectator."""


class Seen:
    """What one viewer may see of a table as it is now."""

    def __init__(self, table: Table, viewer: Seat | None) -> None:
        self._table: Final = table
        self._view: Final = table.record.view(viewer)
        self.is_cut: Final = self._view.hidden
        self.position: Final = str(self._view.position)
        self.scene: Final = _scene_state(self._view.scene())
        turns = table.turns
        self.moves: Final = tuple(
            Move(turns.seat(index), action, turns.number(index))
            for index, action in enumerate(self._view.played)
        )

    def choices(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(str(action), gesture) for action, gesture in self._view.position.gestures()
        )

    def presets(self) -> tuple[PresetInfo, ...]:
        offered = self._view.position.presets()
        return tuple(PresetInfo(preset.name, preset.meaning) for preset in offered)

    def frame(self, index: int) -> Frame:
        """The position after `index` actions."""
        record = self._table.record
        position = record.positions[index]
        seen: Position | View = position.view(self._view.viewer) if self.is_cut else position
        move = self.moves[index - 1] if index else None
        scene = seen.scene()
        if move is not None and move.action == record.played[index - 1]:
            scene = _with_last(scene, record.positions[index - 1], move.action)
        is_last = index == len(record.played)
        outcome = record.outcome() if is_last else seen.outcome()
        seat = None if outcome else seen.seat
        return Frame(index, move, str(seen), seat, _scene_state(scene), outcome)


class Sight:
    """What every viewer may see of a table as it is now; each view is made once."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._seen: Final[dict[Seat | None, Seen]] = {}
        self._choices: tuple[Choice, ...] | None = None

    def of(self, holds: Holds) -> Seen:
        viewer = self._viewer(holds)
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = self._open_to(viewer) or Seen(self._table, viewer)
        return seen

    def _open_to(self, viewer: Seat | None) -> Seen | None:
        """What another viewer sees too, if nothing is hidden from either."""
        if self._table.record.position.view(viewer).hidden:
            return None
        return next((seen for seen in self._seen.values() if not seen.is_cut), None)

    def _viewer(self, holds: Holds) -> Seat | None:
        if len(holds) == len(SEATS):
            return self._table.seat or "first"
        return holds[0] if holds else None

    def state(self, holds: Holds, now_ms: int) -> TableState:
        table, seen = self._table, self.of(holds)
        acting = table.seat
        acts = acting is not None and acting in holds
        return TableState(
            version=table.version,
            position=seen.position,
            seat=acting,
            in_turn=acting is not None and not table.record.position.begins_turn,
            scene=seen.scene,
            choices=self._acting_choices(seen) if acts else (),
            presets=seen.presets() if acts else (),
            clock=_clock_state(table, now_ms),
            draw_offer=table.draw_offer,
            take_back=table.take_back,
            outcome=table.record.outcome(),
            rematch=table.rematch,
            rematch_wanted=table.rematch_wanted,
        )

    def _acting_choices(self, seen: Seen) -> tuple[Choice, ...]:
        if self._choices is None:
            self._choices = seen.choices()
        return self._choices

    def info(
        self, table_id: str, holds: Holds, seats: dict[Seat, SeatInfo], now_ms: int
    ) -> TableInfo:
        table = self._table
        game, clock = table.record.rules, table.clock
        return TableInfo(
            id=table_id,
            game=game.name,
            title=game.title,
            own_look=game != type(game)(),
            options=dict(game.settings),
            seats=seats,
            clock=ClockSetting(clock.main_ms, clock.increment_ms) if clock else None,
            mine=holds,
            imported=table.imported,
            tags=dict(table.record.tags),
            moves=self.of(holds).moves,
            state=self.state(holds, now_ms),
        )

    def frames(self, holds: Holds, first: int, count: int) -> list[Frame]:
        seen = self.of(holds)
        last = min(first + count, len(self._table.record.played) + 1)
        return [seen.frame(index) for index in range(first, last)]

    def export(self, holds: Holds) -> str:
        """The record as text, for whom nothing is hidden."""
        if self.of(holds).is_cut:
            raise NotDone("not-allowed", "something is still hidden from you in this game")
        return self._table.record.export()


def seat_infos(table: Table, present: dict[Seat, bool]) -> dict[Seat, SeatInfo]:
    """Who sits where. `present` is asked for seats that people hold."""
    names = {seat: table.record.tags.get(seat.capitalize()) for seat in SEATS}
    return {
        seat: SeatInfo(
            kind,
            names[seat] or _name(table, seat),
            table.levels.get(seat),
            kind == "computer" or present[seat],
        )
        for seat, kind in table.kinds.items()
    }


def _name(table: Table, seat: Seat) -> str:
    if table.kinds[seat] != "computer":
        return seat.capitalize()
    return "Computer" if seat in table.levels else "Random mover"


def speaker(table: Table, holds: Holds) -> Seat:
    """The seat for which somebody who holds `holds` speaks: of both, the one to act."""
    if not holds:
        raise NotDone("not-allowed", "you look on: none of the seats is yours")
    if len(holds) == len(SEATS):
        return table.seat or "first"
    return holds[0]


def answerer(table: Table, holds: Holds, asked_by: Seat | None) -> Seat:
    """The seat that answers: of both, the one that was asked."""
    if len(holds) == len(SEATS) and asked_by is not None:
        return other_seat(asked_by)
    return speaker(table, holds)


def _clock_state(table: Table, now_ms: int) -> ClockState | None:
    clock = table.clock
    if clock is None:
        return None
    return ClockState(
        clock.left_ms("first", now_ms), clock.left_ms("second", now_ms), clock.running
    )


def _with_last(scene: Scene, before: Position, action: str) -> Scene:
    cells = tuple(token.id for token in before.gesture(action) if token.kind == "cell")
    last = Mark("last", cells, f"last action: {action}")
    return msgspec.structs.replace(scene, marks=(last, *scene.marks))


def _scene_state(scene: Scene) -> SceneState:
    return SceneState(scene.stacks, scene.zones, scene.marks, scene.status)
