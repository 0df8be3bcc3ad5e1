"""A table: one game being played by two seats, with clock, offers and a version.

Everything that happens goes through a method of `Table` that is told who asks and what time it is,
either raises Refusal and changes nothing, or changes the table and counts its version up by one.
Storing and sending are the caller's part. What a table has besides its actions is `TableExtras`:
`Table.extras()` gives it, and a table is made from it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from strata.core.errors import GameError, IllegalAction, listed, shown
from strata.core.game import Game
from strata.core.outcome import AGREED_REASONS, SEATS, Outcome, Seat, other_seat
from strata.core.record import Record
from strata.play.clock import Clock, new_clock
from strata.play.refusal import Refusal
from strata.play.turns import Turns

SeatKind = Literal["me", "link", "computer"]


class TableExtras(msgspec.Struct, frozen=True):
    """What changes at a table besides its actions and its version."""

    clock: Clock | None = None
    agreed: Outcome | None = None
    """How the game ended, if the rules did not end it."""
    draw_offer: Seat | None = None
    take_back: Seat | None = None
    rematch_wanted: tuple[Seat, ...] = ()
    rematch: str | None = None
    score: tuple[float, float] = (0, 0)
    """Points of first and second in the games of which this is a rematch."""


class Table:
    """The game at a table. `kinds` says who holds each seat."""

    def __init__(
        self,
        record: Record,
        kinds: Mapping[Seat, SeatKind],
        *,
        levels: Mapping[Seat, int] | None = None,
        version: int = 0,
        extras: TableExtras | None = None,
        imported: bool = False,
    ) -> None:
        self.record: Final = record
        self.kinds: Final = dict(kinds)
        self.levels: Final = dict(levels or {})
        """How well the computer plays at a seat; without a level, at random."""
        self.imported: Final = imported
        self.version = version
        self.acted_version = version
        """The version since which nothing was played or taken back, as far as this table knows."""
        self.turns: Final = Turns(record)
        extras = extras or TableExtras()
        self.clock = extras.clock
        self.draw_offer = extras.draw_offer
        self.take_back = extras.take_back
        self.rematch_wanted = extras.rematch_wanted
        self.rematch = extras.rematch
        self.score: Final = extras.score
        if extras.agreed is not None and record.outcome() is None:
            record.conclude(extras.agreed)

    # What it is.

    @property
    def seat(self) -> Seat | None:
        """Who is to act; None when the game is over, or is only looked at."""
        return None if self.imported else self.record.seat

    @property
    def is_over(self) -> bool:
        return self.imported or self.record.outcome() is not None

    @property
    def is_solo(self) -> bool:
        """Both seats belong to whoever made the table."""
        return all(kind == "me" for kind in self.kinds.values())

    @property
    def computer_acts(self) -> bool:
        seat = self.seat
        return seat is not None and self.kinds[seat] == "computer"

    def extras(self) -> TableExtras:
        outcome = self.record.outcome()
        agreed = outcome if outcome and outcome.reason in AGREED_REASONS else None
        return TableExtras(
            self.clock,
            agreed,
            self.draw_offer,
            self.take_back,
            self.rematch_wanted,
            self.rematch,
            self.score,
        )

    def score_after(self) -> tuple[float, float]:
        """The score with this game, which is over, counted in."""
        outcome = self.record.outcome()
        if outcome is None:
            return self.score
        first = 0.5 if outcome.winner is None else float(outcome.winner == "first")
        return self.score[0] + first, self.score[1] + 1 - first

    # What can happen.

    def play(self, seat: Seat, action: str, now_ms: int) -> None:
        """`seat` plays one action. Time that is up is dealt with by `flag` before."""
        self._expect_turn_of(seat)
        self._play(action, now_ms)
        self._acted(seat, 1)

    def play_preset(self, seat: Seat, name: str, now_ms: int) -> None:
        """`seat` plays a ready-made sequence of actions: all of them or none, as one change.

        It counts as many versions as actions, as if they were played one by one.
        """
        self._expect_turn_of(seat)
        offered = {preset.name: preset for preset in self.record.position.view(seat).presets()}
        if name not in offered:
            expected = f"expected one of {listed(offered)}" if offered else "there are none now"
            raise Refusal("not-allowed", f"no preset {shown(name)}; {expected}")
        self._play_sequence(seat, offered[name].actions, now_ms)

    def play_parts(self, seat: Seat, actions: Sequence[str], now_ms: int) -> None:
        """`seat` plays an action with those that complete it: all of them or none, as one change.

        Each of them but the last is incomplete. It counts as many versions as actions.
        """
        self._expect_turn_of(seat)
        self._play_sequence(seat, actions, now_ms, are_parts=True)

    def _play_sequence(
        self, seat: Seat, actions: Sequence[str], now_ms: int, *, are_parts: bool = False
    ) -> None:
        played, clock = self.record.length, self.clock
        try:
            for place, action in enumerate(actions, 1):
                self._expect_turn_of(seat)
                if are_parts and place < len(actions):
                    self._expect_incomplete(seat, action)
                self._play(action, now_ms)
        except Refusal:
            while self.record.length > played:
                self.record.undo()
            self.turns.follow()
            self.clock = clock
            raise
        self._acted(seat, self.record.length - played)

    def _expect_incomplete(self, seat: Seat, action: str) -> None:
        try:
            is_incomplete = self.record.position.view(seat).is_incomplete(action)
        except IllegalAction as error:
            raise Refusal("illegal-action", str(error)) from None
        if not is_incomplete:
            raise Refusal("not-allowed", f"{shown(action)} is complete: nothing is played with it")

    def _play(self, action: str, now_ms: int) -> None:
        try:
            self.record.play(action)
        except IllegalAction as error:
            raise Refusal("illegal-action", str(error)) from None
        except GameError as error:
            raise Refusal("not-allowed", str(error)) from error
        self.turns.follow()
        self._run_clock(now_ms)

    def _acted(self, seat: Seat, actions: int) -> None:
        if not self._is_in_secret(seat):  # else the other would see that something was done
            if self.draw_offer != seat:
                self.draw_offer = None
            self.take_back = None
        self.version += actions
        self.acted_version = self.version

    def _is_in_secret(self, seat: Seat) -> bool:
        """Whether `seat` is doing something of which the other may not know yet."""
        return self.record.unfinished_in_secret(other_seat(seat)) > 0

    def _run_clock(self, now_ms: int) -> None:
        """After an action: the turn goes on, or is over, or the game is.

        Turns in secret that follow each other count as one: the clock would tell how many they are.
        """
        if self.clock is None:
            return
        if self.seat is None:
            self.clock = self.clock.stopped(now_ms)
        elif self.record.position.begins_turn and not self._is_in_secret(self.seat):
            self.clock = self.clock.turn_over(self._on_the_clock(), now_ms)

    def _on_the_clock(self) -> Seat | None:
        """The seat to act, if it has had its first turn, which is free."""
        seat = self.seat
        return seat if seat is not None and self.turns.completed(seat) else None

    def flag(self, now_ms: int) -> bool:
        """Ends the game by `time` if the time of the running seat is up."""
        if self.clock is None or self.is_over:
            return False
        fallen = self.clock.fallen(now_ms)
        if fallen is None:
            return False
        self._conclude(Outcome(other_seat(fallen), "time"), now_ms)
        return True

    def give_back(self, from_ms: int, now_ms: int) -> bool:
        """Gives the running seat the time back in which no server was there; whether it had any."""
        if self.clock is None or self.is_over:
            return False
        clock = self.clock.given_back(from_ms, now_ms)
        if clock == self.clock:
            return False
        self.clock = clock
        self.version += 1
        return True

    def resign(self, seat: Seat, now_ms: int) -> None:
        self._expect_going_on()
        self._conclude(Outcome(other_seat(seat), "resignation"), now_ms)

    def abandon(self, claimer: Seat, absent_ms: int, patience_ms: int, now_ms: int) -> None:
        """`claimer` wins because the other seat has been away for `absent_ms`."""
        self._expect_going_on()
        other = other_seat(claimer)
        if self.is_solo or self.kinds[other] == "computer":
            raise Refusal("not-allowed", f"{other} cannot go away")
        if self.record.length == self.record.unfinished_in_secret(claimer):
            raise Refusal("not-allowed", "nothing has been played yet")
        if absent_ms < patience_ms:
            seconds = -(-(patience_ms - absent_ms) // 1000)
            raise Refusal("not-allowed", f"{other} may come back: {seconds} s to go")
        self._conclude(Outcome(claimer, "abandonment"), now_ms)

    def offer_draw(self, seat: Seat, now_ms: int) -> None:
        """Agreed at once where the other has offered too, or where one person plays both seats."""
        self._expect_going_on()
        if self.kinds[other_seat(seat)] == "computer":
            raise Refusal("not-allowed", "the computer does not agree to draws")
        if self.is_solo or self.draw_offer == other_seat(seat):
            self._conclude(Outcome(None, "agreement"), now_ms)
            return
        if self.draw_offer == seat:
            raise Refusal("not-allowed", "a draw is offered already")
        self.draw_offer = seat
        self.version += 1

    def answer_draw(self, seat: Seat, accept: bool, now_ms: int) -> None:
        self._expect_going_on()
        if self.draw_offer != other_seat(seat):
            raise Refusal("not-allowed", f"no draw is offered to {seat}")
        if accept:
            self._conclude(Outcome(None, "agreement"), now_ms)
            return
        self.draw_offer = None
        self.version += 1

    def ask_take_back(self, seat: Seat, now_ms: int) -> None:
        """Granted at once by the computer, and where one person plays both seats."""
        self._expect_going_on()
        if self.take_back is not None:
            raise Refusal("not-allowed", f"{self.take_back} has asked to take back already")
        asking = self.turns.last_seat or seat if self.is_solo else seat
        self._expect_can_take_back(asking)
        if self.is_solo or self.kinds[other_seat(seat)] == "computer":
            self._take_back(asking, now_ms)
        else:
            self.take_back = seat
        self.version += 1

    def answer_take_back(self, seat: Seat, accept: bool, now_ms: int) -> None:
        self._expect_going_on()
        asking = other_seat(seat)
        if self.take_back != asking:
            raise Refusal("not-allowed", f"{asking} has not asked to take back")
        if accept:
            self._expect_can_take_back(asking)
            self._take_back(asking, now_ms)
        self.take_back = None
        self.version += 1

    def name_seat(self, seat: Seat, name: str) -> None:
        """Whoever sits there is called so, in the record too; empty: they have no name."""
        if name:
            self.record.tags[seat.capitalize()] = name
        else:
            self.record.tags.pop(seat.capitalize(), None)
        self.version += 1

    def want_rematch(self, seat: Seat) -> bool:
        """Whether both want it now, so that the new table is to be made."""
        if self.imported or not self.is_over:
            raise Refusal("not-allowed", "a rematch comes after the game")
        if self.rematch is not None:
            raise Refusal("not-allowed", "the rematch is made already")
        willing = {seat, *self.rematch_wanted}
        willing |= set(SEATS) if self.is_solo else set()
        willing |= {other for other in SEATS if self.kinds[other] == "computer"}
        if willing == set(self.rematch_wanted):
            raise Refusal("not-allowed", "you want a rematch already")
        self.rematch_wanted = tuple(each for each in SEATS if each in willing)
        self.version += 1
        return len(willing) == len(SEATS)

    def expect_may_help(self, seat: Seat) -> None:
        """Raise Refusal unless `seat` is to act, in a game against the computer."""
        self._expect_turn_of(seat)
        if self.kinds[other_seat(seat)] != "computer":
            raise Refusal("not-allowed", "help is given in games against the computer only")

    def note_help(self, seat: Seat) -> None:
        """`seat` had a hint, or was told a threat: the record counts it."""
        self.expect_may_help(seat)
        self.record.note_help(seat)
        self.version += 1

    # What those share.

    def _expect_going_on(self) -> None:
        if self.imported:
            raise Refusal("not-allowed", "this record can only be looked at")
        outcome = self.record.outcome()
        if outcome is not None:
            raise Refusal("game-over", f"the game is over ({outcome})")

    def _expect_turn_of(self, seat: Seat) -> None:
        self._expect_going_on()
        if self.seat != seat:
            raise Refusal("not-your-turn", f"it is for {self.seat} to act, not for {seat}")

    def _conclude(self, outcome: Outcome, now_ms: int) -> None:
        self.record.conclude(outcome)
        if self.clock is not None:
            self.clock = self.clock.stopped(now_ms)
        self.draw_offer = self.take_back = None
        self.version += 1
        self.acted_version = self.version

    def _expect_can_take_back(self, seat: Seat) -> None:
        keep = self.turns.start_of_last(seat)
        if keep is None:
            raise Refusal("not-allowed", f"{seat} has no turn to take back")
        touched = (self.record.position_at(at) for at in range(keep, self.record.length + 1))
        if any(position.view(each).hidden for position in touched for each in SEATS):
            raise Refusal("not-allowed", "something hidden would be known: it cannot be taken back")

    def undo_turn(self, seat: Seat, now_ms: int) -> int:
        """Take back to the start of the last turn of `seat`, which must have one.

        Returns how many actions that took. `ask_take_back` is for people who have to agree.
        """
        taken = self._take_back(seat, now_ms)
        self.version += 1
        return taken

    def _take_back(self, seat: Seat, now_ms: int) -> int:
        keep = self.turns.start_of_last(seat)
        assert keep is not None
        taken = self.record.length - keep
        for _ in range(taken):
            self.record.undo()
        self.turns.follow()
        self.draw_offer = None
        if self.clock is not None:
            self.clock = self.clock.started(self._on_the_clock(), now_ms)
        self.acted_version = self.version + 1  # which the caller counts
        return taken


def new_table(
    game: Game,
    kinds: Mapping[Seat, SeatKind],
    clock: tuple[int, int] | None = None,
    levels: Mapping[Seat, int] | None = None,
    *,
    tags: Mapping[str, str] | None = None,
    score: tuple[float, float] = (0, 0),
) -> Table:
    """A table at its start; `clock` is main time and increment in milliseconds."""
    extras = TableExtras(clock=new_clock(*clock) if clock else None, score=score)
    record = game.record()
    record.tags.update(tags or {})
    return Table(record, kinds, levels=levels, extras=extras)
