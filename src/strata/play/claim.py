"""Claims: a game whose other player has gone away is won, after a warning and a grace period.

Where the clock of the absent one runs, being away for a while is enough; elsewhere only days of
silence are: those of a turn, where the clock counts days and does not run yet. The warning is the
claim itself, which everybody at the table sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from strata.core.outcome import Seat, other_seat
from strata.play.clock import Clock
from strata.play.refusal import Refusal

if TYPE_CHECKING:
    from strata.play.table import Table

_DAY_MS = 24 * 3600 * 1000


class Claim(msgspec.Struct, frozen=True):
    """`by` wins at `stands_ms`, unless the other player gives a sign of presence before."""

    by: Seat
    since_ms: int
    stands_ms: int
    given_ms: int = 0
    """When the outage began of which the time was given back last."""

    def given_back(self, from_ms: int, now_ms: int) -> Claim:
        """The claim stands as much later as the absent one could not come since `from_ms`."""
        lost_ms = now_ms - max(from_ms, self.since_ms)
        if lost_ms <= 0 or self.given_ms == from_ms:
            return self
        stands_ms = self.stands_ms + lost_ms
        return msgspec.structs.replace(self, stands_ms=stands_ms, given_ms=from_ms)


class ClaimTerms(msgspec.Struct, frozen=True):
    """When a game can be claimed, and for how long the absent one is warned."""

    patience_ms: int = 60_000
    """How long a player must have been away."""
    silence_ms: int = 7 * _DAY_MS
    """Without a running clock, and without days for each turn: how long the turn must have gone
    on."""
    grace_ms: int = 60_000
    """How long the absent one has to come back while a clock runs."""
    silent_grace_ms: int = _DAY_MS
    """The same without a running clock."""


def expect_claimable(table: Table, claimer: Seat) -> None:
    """Raise Refusal unless `claimer` waits for a person who has something to come back to."""
    other = other_seat(claimer)
    if table.is_solo or table.kinds[other] == "computer":
        raise Refusal("not-allowed", "only a game against another person can be claimed")
    if table.record.length == table.record.unfinished_in_secret(claimer):
        raise Refusal("not-allowed", "nothing has been played yet")
    if table.seat != other:
        raise Refusal(
            "not-allowed", f"it is {claimer}'s turn: a game is claimed while the other is to act"
        )
    if table.claim is not None:
        raise Refusal("not-allowed", "the game is claimed already")


def claim_wait_ms(table: Table, claimer: Seat, terms: ClaimTerms, now_ms: int) -> int | None:
    """How long the turn must still go on before `claimer` can claim the game.

    None where it cannot be claimed in this turn. How long the other was away is not looked at.
    """
    try:
        expect_claimable(table, claimer)
    except Refusal:
        return None
    clock = table.clock
    if clock is not None and clock.running == other_seat(claimer):
        return None if clock.turn_ms else 0
    if not table.turn_since_ms:
        return 0
    return max(0, table.turn_since_ms + _silence_ms(clock, terms) - now_ms)


def _silence_ms(clock: Clock | None, terms: ClaimTerms) -> int:
    """How long a turn must have gone on where no clock runs.

    Before both have moved no clock runs. Whoever plays by days has the days of a turn then, too.
    """
    return clock.turn_ms if clock is not None and clock.turn_ms else terms.silence_ms


def make_claim(
    by: Seat,
    absent: Seat,
    *,
    absent_ms: int,
    waited_ms: int,
    clock: Clock | None,
    terms: ClaimTerms,
    now_ms: int,
) -> Claim:
    """A claim by one seat while the other, `absent`, is to act. Raises Refusal if it is too soon.

    `absent_ms` is for how long nobody was there for `absent`, `waited_ms` how long its turn has
    gone on.
    """
    is_running = clock is not None and clock.running == absent
    if clock is not None and clock.turn_ms and is_running:
        raise Refusal("not-allowed", f"the clock decides: {absent} loses when the time is up")
    if absent_ms == 0:
        raise Refusal("not-allowed", f"{absent} is here")
    to_go_ms = terms.patience_ms - absent_ms
    if not is_running:
        to_go_ms = max(to_go_ms, _silence_ms(clock, terms) - waited_ms)
    if to_go_ms > 0:
        raise Refusal("not-allowed", f"{absent} may come back: {_time_words(to_go_ms)} to go")
    grace_ms = terms.grace_ms if is_running else terms.silent_grace_ms
    return Claim(by, now_ms, now_ms + grace_ms)


def _time_words(ms: int) -> str:
    """`12 s`, `5 min`, `3 h` or `6 days`, rounded up."""
    for unit_ms, most, word in ((1000, 120, "s"), (60_000, 120, "min"), (3_600_000, 48, "h")):
        count = -(-ms // unit_ms)
        if count <= most:
            return f"{count} {word}"
    return f"{-(-ms // _DAY_MS)} days"
