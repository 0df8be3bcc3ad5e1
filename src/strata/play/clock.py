"""The clock of a table: main time and increment, or a time for each turn. Time is an argument.

A seat's first turn is free: its clock runs from the beginning of its second turn, so that nobody
loses time before the other has come; a secret set-up is one turn. The increment is added when a
whole turn that was on the clock ends. With a time for each turn (days, by correspondence) every
turn begins with all of it, and nothing is carried over. All times are whole milliseconds; `now_ms`
is the time of day (since 1970), so that what is stored goes on counting while nothing runs.
"""

from __future__ import annotations

import msgspec

from strata.core.outcome import SEATS, Seat


class Clock(msgspec.Struct, frozen=True):
    """What each seat had left when the running seat's time began to run, at `since_ms`."""

    main_ms: int
    increment_ms: int
    first_ms: int
    second_ms: int
    running: Seat | None = None
    since_ms: int = 0
    turn_ms: int = 0
    """What every turn has; 0: main time and increment count."""
    given_ms: int = 0
    """When the outage began of which the time was given back last."""

    def fresh(self) -> Clock:
        """A clock of the same kind before anything was played."""
        return (
            day_clock(self.turn_ms) if self.turn_ms else new_clock(self.main_ms, self.increment_ms)
        )

    def left_ms(self, seat: Seat, now_ms: int) -> int:
        """What `seat` has left now; never below 0."""
        kept = self.first_ms if seat == "first" else self.second_ms
        if self.running == seat:
            kept -= max(0, now_ms - self.since_ms)
        return max(0, kept)

    def fallen(self, now_ms: int) -> Seat | None:
        """The seat whose time is up."""
        if self.running is not None and self.left_ms(self.running, now_ms) == 0:
            return self.running
        return None

    @property
    def deadline_ms(self) -> int | None:
        """When the running seat's time will be up."""
        if self.running is None:
            return None
        return self.since_ms + (self.first_ms if self.running == "first" else self.second_ms)

    def stopped(self, now_ms: int) -> Clock:
        """The clock with what was used so far taken off, and nobody's time running."""
        first_ms, second_ms = (self.left_ms(seat, now_ms) for seat in SEATS)
        return msgspec.structs.replace(
            self, first_ms=first_ms, second_ms=second_ms, running=None, since_ms=0
        )

    def started(self, seat: Seat | None, now_ms: int) -> Clock:
        """The clock with the time of `seat` running, from now."""
        stopped = self.stopped(now_ms)
        if seat is None:
            return stopped
        return msgspec.structs.replace(stopped, running=seat, since_ms=now_ms)

    def begun_again(self, seat: Seat | None, now_ms: int) -> Clock:
        """The clock after turns were taken back: the turn of `seat` begins once more."""
        return self._refilled(now_ms).started(seat, now_ms)

    def _refilled(self, now_ms: int) -> Clock:
        """The clock stopped, with the whole time of a turn for each seat if turns have one."""
        stopped = self.stopped(now_ms)
        if not self.turn_ms:
            return stopped
        return msgspec.structs.replace(stopped, first_ms=self.turn_ms, second_ms=self.turn_ms)

    def given_back(self, from_ms: int, now_ms: int) -> Clock:
        """The clock as if the time from `from_ms` to now had not passed: nobody could act.

        The time of an outage is given once, however many processes see to it.
        """
        lost_ms = now_ms - max(from_ms, self.since_ms)
        if self.running is None or lost_ms <= 0 or self.given_ms == from_ms:
            return self
        since_ms = self.since_ms + lost_ms
        return msgspec.structs.replace(self, since_ms=since_ms, given_ms=from_ms)

    def turn_over(self, next_seat: Seat | None, now_ms: int) -> Clock:
        """The running seat has ended its turn; `next_seat` (None: nobody yet) runs on."""
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
    """A clock on which every turn has `turn_ms`."""
    return Clock(0, 0, turn_ms, turn_ms, turn_ms=turn_ms)
