"""Claims: winning a game that the other player has left, after a warning and a grace period.

If the absent player's clock runs, a short absence suffices. Otherwise only days of silence do: the
days of a turn where the clock counts days and does not run yet, a fixed number elsewhere. The claim
itself is the warning, and everybody at the table sees it.
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
    """A claim: `by` wins at `stands_ms` unless the other player shows up before."""

    by: Seat
    since_ms: int
    stands_ms: int
    given_ms: int = 0
    """The start of the last outage whose time was given back."""
    given_until_ms: int = 0
    """Until when time was given back."""

    def given_back(self, from_ms: int, until_ms: int) -> Claim:
        """Return the claim extended by the time in which the absent player could not come.

        As with `Clock.given_back`, no time is given back twice.
        """
        lost_ms = until_ms - max(from_ms, self.since_ms, self.given_until_ms)
        if lost_ms <= 0 or self.given_ms == from_ms:
            return self
        stands_ms = self.stands_ms + lost_ms
        return msgspec.structs.replace(
            self, stands_ms=stands_ms, given_ms=from_ms, given_until_ms=until_ms
        )


class ClaimTerms(msgspec.Struct, frozen=True):
    """When a game can be claimed, and how long the absent player is warned."""

    patience_ms: int = 60_000
    """How long a player must have been away."""
    silence_ms: int = 7 * _DAY_MS
    """How long the turn must have lasted, if no clock runs and turns have no days of their own."""
    grace_ms: int = 60_000
    """How long the absent player has to come back while a clock runs."""
    silent_grace_ms: int = _DAY_MS
    """The same if no clock runs."""


def expect_claimable(table: Table, claimer: Seat) -> None:
    """Raise Refusal if `claimer` may not claim, whether or not the other player is away."""
    if (refusal := _refuse_claim(table, claimer)) is not None:
        raise refusal


def _refuse_claim(table: Table, claimer: Seat) -> Refusal | None:
    """Return why `claimer` may not claim; None if it may.

    The game must have begun, be unclaimed, and wait for an action of another person.
    """
    other = other_seat(claimer)
    if table.is_solo or table.kinds[other] == "computer":
        return Refusal("not-allowed", "only a game against another person can be claimed")
    if table.record.length == table.record.unfinished_in_secret(claimer):
        return Refusal("not-allowed", "nothing has been played yet")
    if table.seat != other:
        return Refusal(
            "not-allowed", f"it is {claimer}'s turn: claim the game while the other is to act"
        )
    if table.claim is not None:
        return Refusal("not-allowed", "the game has already been claimed")
    return None


def claim_wait_ms(table: Table, claimer: Seat, terms: ClaimTerms, now_ms: int) -> int | None:
    """Return how long the turn must still last before `claimer` can claim the game.

    Return None if the game cannot be claimed during this turn. The absence of the other player is
    not considered.
    """
    if _refuse_claim(table, claimer) is not None:
        return None
    clock = table.clock
    if clock is not None and clock.running == other_seat(claimer):
        return None if clock.turn_ms else 0
    if not table.turn_since_ms:
        return 0
    return max(0, table.turn_since_ms + _silence_ms(clock, terms) - now_ms)


def _silence_ms(clock: Clock | None, terms: ClaimTerms) -> int:
    """Return how long a turn must have lasted if no clock runs.

    No clock runs before both players have moved; with days per turn, those days count even then.
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
    """Return a claim of `by` while `absent` is to act. Raises Refusal if it is too early.

    `absent_ms` is how long nobody was there for `absent`, `waited_ms` how long its turn has lasted.
    """
    is_running = clock is not None and clock.running == absent
    if clock is not None and clock.turn_ms and is_running:
        raise Refusal("not-allowed", f"the clock decides: {absent} loses when time runs out")
    if absent_ms == 0:
        raise Refusal("not-allowed", f"{absent} is present")
    to_go_ms = terms.patience_ms - absent_ms
    if not is_running:
        to_go_ms = max(to_go_ms, _silence_ms(clock, terms) - waited_ms)
    if to_go_ms > 0:
        raise Refusal("not-allowed", f"{absent} may return: claim in {_time_words(to_go_ms)}")
    grace_ms = terms.grace_ms if is_running else terms.silent_grace_ms
    return Claim(by, now_ms, now_ms + grace_ms)


def _time_words(ms: int) -> str:
    """Return a duration as `12 s`, `5 min`, `3 h` or `6 days`, rounded up."""
    for unit_ms, most, word in ((1000, 120, "s"), (60_000, 120, "min"), (3_600_000, 48, "h")):
        count = -(-ms // unit_ms)
        if count <= most:
            return f"{count} {word}"
    return f"{-(-ms // _DAY_MS)} days"
