"""The creation of tables."""

from __future__ import annotations

from collections.abc import Mapping

from strata.core.game import Game
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.play.clock import Clock, new_clock
from strata.play.table import SeatKind, Table
from strata.play.table_extras import TableExtras


def new_table(
    game: Game,
    kinds: Mapping[Seat, SeatKind],
    clock: Clock | tuple[int, int] | None = None,
    levels: Mapping[Seat, int] | None = None,
    *,
    tags: Mapping[str, str] | None = None,
    score: tuple[float, float] = (0, 0),
    start: Position | None = None,
) -> Table:
    """Return a table at its start.

    A pair for `clock` is main time and increment in milliseconds. `start` is the starting position,
    by default that of the game.
    """
    running = new_clock(*clock) if isinstance(clock, tuple) else clock
    record = game.record(start)
    record.tags.update(tags or {})
    extras = TableExtras(clock=running, score=score)
    return Table(record, kinds, levels=levels, extras=extras)
