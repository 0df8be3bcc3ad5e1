"""Arrangements: pieces that a seat lays out in secret and rearranges until it finishes.

The pieces laid out are stored beside the record, which contains none of them until the arrangement
is finished. Then the actions that place them are played all at once. Until then others learn
nothing of it: not the pieces, not their number, not that anything happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from strata.core.action import Action
from strata.core.arrangement import Arrangement, lay_out
from strata.core.errors import listed, shown
from strata.core.outcome import Seat, other_seat
from strata.core.position import Position
from strata.core.record import Record
from strata.core.scene import Scene
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.play.undo import reveals_at


@dataclass(frozen=True)
class Arranging:
    """The arrangement that the seat to act is laying out."""

    seat: Seat
    begin: Position
    """The position before any piece is placed."""
    placed: int
    """How many of the last actions of the record place pieces of the arrangement."""
    plan: Arrangement
    pieces: Mapping[str, str]
    """The pieces by cell: those laid out, or those that the record has placed."""

    @property
    def next(self) -> str | None:
        """The first missing piece; None if all are laid out."""
        return next(iter(self.plan.missing(self.pieces)), None)

    def scene(self) -> Scene:
        """Return what the seat sees."""
        return lay_out(self.begin.view(self.seat).scene(), self.plan, self.pieces)

    def actions(self, number: int | None = None) -> tuple[str, ...]:
        """Return the actions that place the pieces in order, up to the first that is not laid out.

        `number` is the most actions to return.
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
    """Return the arrangement of the seat to act; None where the game has none at this point."""
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
    """Replace what `seat` has laid out or placed by `pieces`, ids of pieces by cell.

    An empty mapping starts anew. Raises Refusal.
    """
    found = _expect_arranging(table, seat)
    if fault := found.plan.fault(pieces):
        raise Refusal("not-allowed", fault)
    table.lay_out(seat, found.placed, dict(pieces))


def arrange_preset(table: Table, seat: Seat, name: str) -> None:
    """Lay out a preset for `seat`, whole, to be viewed and changed. Raises Refusal."""
    found = _expect_arranging(table, seat)
    offered = {preset.name: preset for preset in found.begin.view(seat).presets()}
    if name not in offered:
        raise Refusal("not-allowed", f"no preset {shown(name)}: expected one of {listed(offered)}")
    played = Record(found.begin).play_all(offered[name].actions)
    pieces = dict(zip(_cells(played, 0), found.plan.order, strict=False))
    table.lay_out(seat, found.placed, pieces)


def finish_arrangement(table: Table, seat: Seat, now_ms: int) -> None:
    """Play what `seat` has laid out. Raises Refusal unless all of its pieces are laid out.

    Only then are others told of it.
    """
    found = _expect_arranging(table, seat)
    if table.laid_out is None or found.next is not None:
        missing = len(found.plan.missing(found.pieces))
        raise Refusal("not-allowed", f"{missing} pieces are not placed yet")
    table.play_sequence(seat, found.actions(), now_ms)


def _expect_arranging(table: Table, seat: Seat) -> Arranging:
    table.expect_turn_of(seat)
    found = find_arranging(table)
    if found is None:
        raise Refusal("not-allowed", "there is no set-up to arrange now")
    return found


def _placing(position: Position, cell: str) -> Action:
    """Return the action that places the next piece on `cell`. Raises Refusal if there is none."""
    for action, gesture in position.gestures():
        if [token.id for token in gesture] == [cell]:
            return action
    raise Refusal("illegal-action", f"no piece can be placed on {shown(cell)}")


def _cells(record: Record, start: int) -> list[str]:
    """Return the cells on which the actions from `start` on placed pieces."""
    return [
        record.position_at(at).gesture(record.action_at(at))[0].id
        for at in range(start, record.length)
    ]
