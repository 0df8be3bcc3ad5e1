"""The clock of a table: main time with increment, or a time per turn.

A seat's first turn is free: its clock starts with its second turn, so that nobody loses time before
the other player has come. A secret set-up is one turn. The increment is added at the end of each
turn that was on the clock. With a time per turn (days, in correspondence play) every turn starts
with all of it, and nothing is carried over.

No clock is read here: the time is an argument. All times are whole milliseconds. `now_ms` is the
Unix time, so that a stored clock keeps counting while no server runs.
"""

from __future__ import annotations

import msgspec

from strata.core.outcome import SEATS, Seat


class Clock(msgspec.Struct, frozen=True):
    """The time each seat had left at `since_ms`, when the time of the running seat started."""

    main_ms: int
    increment_ms: int
    first_ms: int
    second_ms: int
    running: Seat | None = None
    since_ms: int = 0
    turn_ms: int = 0
    """The time per turn; 0 if main time and increment apply."""
    given_ms: int = 0
    """The start of the last outage whose time was given back."""
    given_until_ms: int = 0
    """Until when time was given back."""

    def fresh(self) -> Clock:
        """Return a clock of the same kind as it is before the game."""
        return (
            day_clock(self.turn_ms) if self.turn_ms else new_clock(self.main_ms, self.increment_ms)
        )

    def left_ms(self, seat: Seat, now_ms: int) -> int:
        """Return the time `seat` has left, never below 0."""
        kept = self.first_ms if seat == "first" else self.second_ms
        if self.running == seat:
            kept -= max(0, now_ms - self.since_ms)
        return max(0, kept)

    def fallen(self, now_ms: int) -> Seat | None:
        """Return the seat whose time is up, or None."""
        if self.running is not None and self.left_ms(self.running, now_ms) == 0:
            return self.running
        return None

    @property
    def deadline_ms(self) -> int | None:
        """When the running seat's time will be up; None if no time runs."""
        if self.running is None:
            return None
        return self.since_ms + (self.first_ms if self.running == "first" else self.second_ms)

    def stopped(self, now_ms: int) -> Clock:
        """Return the clock stopped, with the time used so far deducted."""
        first_ms, second_ms = (self.left_ms(seat, now_ms) for seat in SEATS)
        return msgspec.structs.replace(
            self, first_ms=first_ms, second_ms=second_ms, running=None, since_ms=0
        )

    def started(self, seat: Seat | None, now_ms: int) -> Clock:
        """Return the clock with the time of `seat` running from now on."""
        stopped = self.stopped(now_ms)
        if seat is None:
            return stopped
        return msgspec.structs.replace(stopped, running=seat, since_ms=now_ms)

    def begun_again(self, seat: Seat | None, now_ms: int) -> Clock:
        """Return the clock after a take-back: the turn of `seat` starts anew."""
        return self._refilled(now_ms).started(seat, now_ms)

    def _refilled(self, now_ms: int) -> Clock:
        """Return the clock stopped, with the full time per turn for both seats if there is one."""
        stopped = self.stopped(now_ms)
        if not self.turn_ms:
            return stopped
        return msgspec.structs.replace(stopped, first_ms=self.turn_ms, second_ms=self.turn_ms)

    def given_back(self, from_ms: int, until_ms: int) -> Clock:
        """Return the clock as if the time from `from_ms` to `until_ms` had not passed.

        That is time in which nobody could act. The time of an outage is given back once, however
        many processes call this, and so is time that outages have in common.
        """
        lost_ms = until_ms - max(from_ms, self.since_ms, self.given_until_ms)
        if self.running is None or lost_ms <= 0 or self.given_ms == from_ms:
            return self
        return msgspec.structs.replace(
            self, since_ms=self.since_ms + lost_ms, given_ms=from_ms, given_until_ms=until_ms
        )

    def turn_over(self, next_seat: Seat | None, now_ms: int) -> Clock:
        """Return the clock after the running seat's turn, with `next_seat` running (None: none)."""
        ended = self.running
        clock = self._refilled(now_ms)
        if ended == "first":
            clock = msgspec.structs.replace(clock, first_ms=clock.first_ms + self.increment_ms)
        elif ended == "second":
            clock = msgspec.structs.replace(clock, second_ms=clock.second_ms + self.increment_ms)
        return clock.started(next_seat, now_ms)


def new_clock(main_ms: int, increment_ms: int) -> Clock:
    return Clock(main_ms, increment_ms, main_ms, main_ms)


def day_clock(turn_ms: int) -> Clock:
    """Return a clock with `turn_ms` for every turn."""
    return Clock(0, 0, turn_ms, turn_ms, turn_ms=turn_ms)
