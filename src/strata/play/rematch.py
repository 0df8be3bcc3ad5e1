"""Rematches: which seats want one, and whether both do."""

from __future__ import annotations

from strata.core.outcome import SEATS, Seat
from strata.play.refusal import Refusal
from strata.play.table import Table


def want_rematch(table: Table, seat: Seat) -> bool:
    """Note that `seat` wants a rematch; return whether both seats do. Raises Refusal."""
    table.rematch_wanted = _willing(table, seat)
    table.version += 1
    return table.rematch_wanted == SEATS


def completes_rematch(table: Table, seat: Seat) -> bool:
    """Return whether both seats want a rematch once `seat` does. Raises Refusal."""
    return _willing(table, seat) == SEATS


def _willing(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that want a rematch if `seat` does. Raises Refusal."""
    if table.imported or not table.is_over:
        raise Refusal("not-allowed", "a rematch is possible only after a game")
    if table.rematch is not None:
        raise Refusal("not-allowed", "the rematch has already been created")
    willing = {seat, *table.rematch_wanted}
    willing |= set(SEATS) if table.is_solo else set()
    willing |= {other for other in SEATS if table.kinds[other] == "computer"}
    if willing == set(table.rematch_wanted):
        raise Refusal("not-allowed", "you have already asked for a rematch")
    return tuple(each for each in SEATS if each in willing)
