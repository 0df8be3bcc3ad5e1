"""News: what a player who is away should be told about a change of a table.

Only what the table, or the list of a client's games, shows to both seats at once is news: whose
turn it is, questions, claims and the end. What a seat does in secret is not.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from strata.core.outcome import SEATS, Seat, other_seat
from strata.play.table import Table
from strata.server.storage.alerts import AlertKind

News = tuple[Seat, AlertKind]
_MOST_ADVANCE_MS: Final = 12 * 3600 * 1000
_TURN_PART: Final = 4


class Standing(NamedTuple):
    """The parts of a table whose changes can be news."""

    acting: Seat | None
    draw_offer: Seat | None
    take_back: Seat | None
    claimed_by: Seat | None
    rematch_wanted: tuple[Seat, ...]
    deadline_ms: int | None

    @classmethod
    def of(cls, table: Table) -> Standing:
        claim = table.claim
        return cls(
            table.seat,
            table.draw_offer,
            table.take_back,
            None if claim is None else claim.by,
            table.rematch_wanted,
            table.clock.deadline_ms if table.clock is not None and table.clock.turn_ms else None,
        )


def find_news(before: Standing, after: Standing) -> list[News]:
    """Return the news between two standings, with the seats that should hear of it."""
    found: list[News] = []
    if before.acting is not None and after.acting is None:
        return [(seat, "over") for seat in SEATS]
    if after.acting is not None and after.acting != before.acting:
        found.append((after.acting, "turn"))
    questions: tuple[tuple[AlertKind, Seat | None, Seat | None], ...] = (
        ("draw", before.draw_offer, after.draw_offer),
        ("take-back", before.take_back, after.take_back),
        ("claim", before.claimed_by, after.claimed_by),
    )
    for kind, was, now in questions:
        if now is not None and now != was:
            found.append((other_seat(now), kind))
    wanted = set(after.rematch_wanted) - set(before.rematch_wanted)
    if len(wanted) == 1 and len(after.rematch_wanted) == 1:
        found.append((other_seat(wanted.pop()), "rematch"))
    return found


def warning_ms(turn_ms: int) -> int:
    """Return how long before the end of a turn of `turn_ms` its player is warned.

    A quarter of the turn, at most 12 hours.
    """
    return min(turn_ms // _TURN_PART, _MOST_ADVANCE_MS)
