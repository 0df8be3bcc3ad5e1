"""Alerts for players who are away, about changes, a new opponent and lost connections.

Most alerts are written only for seats without a connection to this process. Time warnings and the
first turn of a rematch always get one. The dispatcher (strata.server.notify.dispatcher) checks
presence in all processes before it sends an alert.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from strata.core.outcome import Seat, other_seat
from strata.server.live.change import Change
from strata.server.live.news import Standing, find_news, warning_ms
from strata.server.live.open_table import OpenTable
from strata.server.storage.alerts import Alerts
from strata.server.storage.writers import Statement

SEEN_MS: Final = 60_000
"""How long a player must stay connected to count as having seen an event.

A broken connection is noticed within this time.
"""


class Alerting:
    def __init__(self, alerts: Alerts) -> None:
        self._alerts: Final = alerts

    def of_change(self, change: Change, standing: Standing) -> list[Statement]:
        """Return the statements that write the alerts about a change, for its transaction."""
        open_table, table, now_ms = change.open_table, change.table, change.now_ms
        if table.is_solo:
            return []
        before = open_table.standing
        found = [
            self._alerts.statement(open_table.id, seat, kind, now_ms)
            for seat, kind in find_news(before, standing)
            if table.kinds[seat] != "computer" and not open_table.has_connection(seat)
        ]
        if standing.acting and standing.deadline_ms and standing.deadline_ms != before.deadline_ms:
            assert table.clock is not None
            wait_ms = standing.deadline_ms - warning_ms(table.clock.turn_ms) - now_ms
            found.append(
                self._alerts.statement(
                    open_table.id, standing.acting, "time", now_ms, wait_ms=wait_ms
                )
            )
        again = change.rematch
        if again is not None and again.row["acting"] is not None:
            # A player at the old table has time to go to the new one.
            found.append(
                self._alerts.statement(
                    again.id, again.row["acting"], "turn", now_ms, wait_ms=SEEN_MS
                )
            )
        return found

    def of_joining(self, open_table: OpenTable, seat: Seat, now_ms: int) -> list[Statement]:
        """Return the statement for the other seat that `seat` is taken, if its holder is away."""
        other = other_seat(seat)
        if open_table.table.kinds[other] == "computer" or open_table.has_connection(other):
            return []
        return [self._alerts.statement(open_table.id, other, "joined", now_ms)]

    async def note_left(self, open_table: OpenTable, seats: Collection[Seat], now_ms: int) -> None:
        """Write an alert for the seat to act if its holder left soon after the turn began.

        The connection may have been broken before the player saw the turn.
        """
        table = open_table.table
        seat = table.seat
        if seat is None or seat not in seats or table.is_solo:
            return
        if now_ms - table.turn_since_ms < SEEN_MS:
            await self._alerts.write(open_table.id, seat, "turn", now_ms, wait_ms=SEEN_MS)
