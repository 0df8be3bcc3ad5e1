"""Pieces that a seat lays out in secret, and rearranges until it finishes.

What is laid out is kept beside the record, in which nothing of it stands until it is finished: then
the actions that place it are played, all at once. Others see nothing of it before, neither
the pieces nor their number nor that anything happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from strata.core.arrangement import Arrangement, lay_out
from strata.core.errors import listed, shown
from strata.core.outcome import Seat, other_seat
from strata.core.position import Action, Position
from strata.core.record import Record
from strata.core.scene import Scene
from strata.play.refusal import Refusal
from strata.play.steps import reveals_at
from strata.play.table import Table


@dataclass(frozen=True)
class Arranging:
    """What the seat to act lays out now."""

    seat: Seat
    begin: Position
    """Where none of it is placed."""
    placed: int
    """How many of the last actions of the record place pieces of it."""
    plan: Arrangement
    pieces: Mapping[str, str]
    """By cell: those that are laid out, or that the record has placed."""

    @property
    def next(self) -> str | None:
        """The first piece that is missing; None: all are laid out."""
        return next(iter(self.plan.missing(self.pieces)), None)

    def scene(self) -> Scene:
        """What the seat sees."""
        return lay_out(self.begin.view(self.seat).scene(), self.plan, self.pieces)

    def actions(self, number: int | None = None) -> tuple[str, ...]:
        """The actions that place the first pieces of the order, as far as they are laid out.

        `number` is how many of them at most.
        """
        cells: dict[str, list[str]] = {}
        for cell in self.plan.cells:
            if cell in self.pieces:
                cells.setdefault(self.pieces[cell], []).append(cell)
        position, played = self.begin, list[str]()
        for piece in self.plan.order[:number]:
            if not cells.get(piece):
                break
            action = _placing(position, cells[piece].pop(0))
            played.append(str(action))
            position = position.play(action)
        return tuple(played)


def find_arranging(table: Table) -> Arranging | None:
    """What the seat to act lays out; None where the game has nothing of the kind now."""
    record, seat = table.record, table.seat
    if seat is None:
        return None
    placed = record.unfinished_in_secret(other_seat(seat))
    start = record.length - placed
    begin = record.position_at(start)
    if not (begin.hides_from(other_seat(seat)) and begin.hides_from(None)):
        return None
    plan = begin.rules.arrangement(begin.state)
    if plan is None or any(reveals_at(record, at) for at in range(start, record.length)):
        return None
    pieces = table.laid_out
    if pieces is None:
        pieces = dict(zip(_cells(record, start), plan.order, strict=False))
    return Arranging(seat, begin, placed, plan, pieces)


def arrange(table: Table, seat: Seat, pieces: Mapping[str, str]) -> None:
    """`seat` lays its pieces out so, instead of what was laid out or placed before.

    `pieces` are ids of pieces by cell; none of them: it starts anew. Raises Refusal.
    """
    found = _expect_arranging(table, seat)
    if fault := found.plan.fault(pieces):
        raise Refusal("not-allowed", fault)
    table.lay_out(seat, found.placed, dict(pieces))


def arrange_preset(table: Table, seat: Seat, name: str) -> None:
    """`seat` lays a ready-made arrangement out, whole, to look at and to change."""
    found = _expect_arranging(table, seat)
    offered = {preset.name: preset for preset in found.begin.view(seat).presets()}
    if name not in offered:
        raise Refusal("not-allowed", f"no preset {shown(name)}; expected one of {listed(offered)}")
    played = Record(found.begin).play_all(offered[name].actions)
    pieces = dict(zip(_cells(played, 0), found.plan.order, strict=False))
    table.lay_out(seat, found.placed, pieces)


def finish_arrangement(table: Table, seat: Seat, now_ms: int) -> None:
    """Play what `seat` has laid out, which must be all of its pieces: others are told now."""
    found = _expect_arranging(table, seat)
    if table.laid_out is None or found.next is not None:
        missing = len(found.plan.missing(found.pieces))
        raise Refusal("not-allowed", f"{missing} pieces are not laid out yet")
    table.play_sequence(seat, found.actions(), now_ms)


def _expect_arranging(table: Table, seat: Seat) -> Arranging:
    table.expect_turn_of(seat)
    found = find_arranging(table)
    if found is None:
        raise Refusal("not-allowed", "there is nothing to lay out now")
    return found


def _placing(position: Position, cell: str) -> Action:
    """The action that places the next piece on `cell`."""
    for action, gesture in position.gestures():
        if [token.id for token in gesture] == [cell]:
            return action
    raise Refusal("illegal-action", f"no piece can be placed on {shown(cell)}")


def _cells(record: Record, start: int) -> list[str]:
    """The cells on which the actions from `start` on placed pieces."""
    return [
        record.position_at(at).gesture(record.action_at(at))[0].id
        for at in range(start, record.length)
    ]
