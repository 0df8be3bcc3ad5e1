"""A table: one game being played by two seats, with its clock, offers and a version.

Everything that happens at a table is a method call, with the acting seat and the time as arguments.
A call either raises Refusal and changes nothing, or changes the table and raises its version. The
caller stores and sends. What a table has besides its actions is `TableExtras`: `Table.extras()`
returns it, and a table can be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from strata.core.errors import GameError, IllegalAction, listed, shown
from strata.core.outcome import AGREED_REASONS, Outcome, Seat, other_seat
from strata.core.record import Record
from strata.play.claim import ClaimTerms, expect_claimable, make_claim
from strata.play.refusal import Refusal
from strata.play.table_extras import Request as Request
from strata.play.table_extras import SeatKind as SeatKind
from strata.play.table_extras import TableExtras as TableExtras
from strata.play.table_extras import score_with
from strata.play.turns import Turns
from strata.play.undo import expect_can_take_back, last_step

_REQUESTS: Final[Mapping[Request, str]] = {
    "draw": "draw offer",
    "take-back": "take-back request",
    "claim": "claim",
}


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
        turns: Turns | None = None,
    ) -> None:
        """`turns` are those of `record`, if they are known."""
        self.record: Final = record
        self.kinds: Final = dict(kinds)
        self.is_solo: Final = all(kind == "me" for kind in kinds.values())
        """Whether both seats belong to the creator of the table."""
        self.levels: Final = dict(levels or {})
        """The level of the computer at a seat; without one it plays at random."""
        self.imported: Final = imported
        self.version = version
        self.acted_version = version
        """The version since which nothing was played or taken back, as far as this object knows."""
        self.turns: Final = turns or Turns(record)
        extras = extras or TableExtras()
        self.clock = extras.clock
        self.draw_offer = extras.draw_offer
        self.take_back = extras.take_back
        self.rematch_wanted = extras.rematch_wanted
        self.rematch = extras.rematch
        self.score: Final = extras.score
        self.claim = extras.claim
        self.turn_since_ms = extras.turn_since_ms
        self._untold: Final = dict(extras.untold)
        self.laid_out = extras.laid_out
        if extras.agreed is not None and record.outcome() is None:
            record.conclude(extras.agreed)

    # What it is.

    @property
    def seat(self) -> Seat | None:
        """The seat to act; None when the game is over or the record can only be viewed."""
        return None if self.imported else self.record.seat

    @property
    def is_over(self) -> bool:
        return self.imported or self.record.outcome() is not None

    @property
    def computer_acts(self) -> bool:
        seat = self.seat
        return seat is not None and self.kinds[seat] == "computer"

    def extras(self) -> TableExtras:
        outcome = self.record.outcome()
        agreed = outcome if outcome and outcome.reason in AGREED_REASONS else None
        kept = (self.draw_offer, self.take_back, self.rematch_wanted, self.rematch, self.claim)
        untold = dict(self._untold)
        return TableExtras(
            self.clock, agreed, *kept, self.turn_since_ms, untold, self.score, self.laid_out
        )

    def untold_to(self, held: Collection[Seat]) -> int:
        """Return the number of versions of which the holder of these seats never hears."""
        untold = self._untold
        return sum([count for seat, count in untold.items() if seat not in held]) if untold else 0

    @property
    def deadline_ms(self) -> int | None:
        """When the clock or a claim will end the game, if nothing happens before."""
        by_clock = self.clock.deadline_ms if self.clock is not None else None
        if self.claim is None:
            return by_clock
        return min(self.claim.stands_ms, by_clock or self.claim.stands_ms)

    def score_after(self) -> tuple[float, float]:
        """Return the score including this game, which must be over."""
        return score_with(self.score, self.record.outcome())

    # What can happen.

    def play(self, seat: Seat, action: str, now_ms: int) -> None:
        """Play one action of `seat`. The caller calls `flag` first, for a time that is up."""
        self.expect_turn_of(seat)
        self._play(action, now_ms)
        self._acted(seat, 1)

    def play_preset(self, seat: Seat, name: str, now_ms: int) -> None:
        """Play a preset for `seat`: all of its actions or none, as one change.

        The version rises by the number of actions, as if they were played one by one.
        """
        self.expect_turn_of(seat)
        offered = {preset.name: preset for preset in self.record.position.view(seat).presets()}
        if name not in offered:
            expected = f"expected one of {listed(offered)}" if offered else "none is offered now"
            raise Refusal("not-allowed", f"no preset {shown(name)}: {expected}")
        self.play_sequence(seat, offered[name].actions, now_ms)

    def play_parts(self, seat: Seat, actions: Sequence[str], now_ms: int) -> None:
        """Play an action of `seat` with those that complete it: all or none, as one change.

        Each of them except the last is incomplete. The version rises by the number of actions.
        """
        self.expect_turn_of(seat)
        self.play_sequence(seat, actions, now_ms, are_parts=True)

    def play_sequence(
        self, seat: Seat, actions: Sequence[str], now_ms: int, *, are_parts: bool = False
    ) -> None:
        """Play actions of `seat`: all or none, as one change; the version rises by their number.

        With `are_parts`, each except the last must be incomplete. Raises Refusal.
        """
        played, clock, since_ms = self.record.length, self.clock, self.turn_since_ms
        try:
            for place, action in enumerate(actions, 1):
                self.expect_turn_of(seat)
                if are_parts and place < len(actions):
                    self._expect_incomplete(seat, action)
                self._play(action, now_ms)
        except Refusal:
            while self.record.length > played:
                self.record.undo()
            self.turns.follow()
            self.clock, self.turn_since_ms = clock, since_ms
            raise
        self._acted(seat, self.record.length - played)

    def _expect_incomplete(self, seat: Seat, action: str) -> None:
        try:
            is_incomplete = self.record.position.view(seat).is_incomplete(action)
        except IllegalAction as error:
            raise Refusal("illegal-action", str(error)) from None
        if not is_incomplete:
            raise Refusal("not-allowed", f"{shown(action)} is already complete: play it alone")

    def _play(self, action: str, now_ms: int) -> None:
        acting = self.seat
        try:
            self.record.play(action)
        except IllegalAction as error:
            raise Refusal("illegal-action", str(error)) from None
        except GameError as error:
            raise Refusal("not-allowed", error.brief) from error
        self.turns.follow()
        if self.seat != acting:
            self.turn_since_ms = now_ms
        self._run_clock(now_ms)

    def _acted(self, seat: Seat, actions: int) -> None:
        if not self._is_in_secret(seat):  # else the other seat would notice
            if self.draw_offer != seat:
                self.draw_offer = None
            self.take_back = None
        if self.claim is not None and self.claim.by != seat:
            self.claim = None
        self.laid_out = None
        self.version += actions
        self.acted_version = self.version

    def undo_step(self, seat: Seat) -> int:
        """Undo the last step of the turn in progress of `seat`, without asking.

        Returns the number of its actions. The clock runs on. Others never hear of a step made in
        secret, nor of its undoing. Raises Refusal.
        """
        self.expect_turn_of(seat)
        taken = last_step(self.record, seat)
        if self._is_in_secret(seat):
            self._untold[seat] = self._untold.get(seat, 0) + 1 + taken
        elif self.take_back == seat:
            self.take_back = None  # it was about the turn before this change
        self._undo(taken)
        return taken

    def lay_out(self, seat: Seat, placed: int, pieces: dict[str, str]) -> None:
        """Store `pieces`, which `seat` laid out in secret, in place of its last `placed` actions.

        Nobody else hears of it. The caller (play/arranging.py) knows what can be laid out.
        """
        self._untold[seat] = self._untold.get(seat, 0) + 1 + placed
        self.laid_out = pieces
        self._undo(placed)

    def _undo(self, actions: int) -> None:
        for _ in range(actions):
            self.record.undo()
        self.turns.follow()
        self.version += 1
        self.acted_version = self.version

    def _is_in_secret(self, seat: Seat) -> bool:
        """Return whether `seat` is doing something that the other seat may not know of yet."""
        return self.record.unfinished_in_secret(other_seat(seat)) > 0

    def _run_clock(self, now_ms: int) -> None:
        """Update the clock after an action: the turn goes on, or it is over, or the game is.

        Consecutive turns in secret count as one, since the clock would tell how many there are.
        """
        if self.clock is None:
            return
        if self.seat is None:
            self.clock = self.clock.stopped(now_ms)
        elif self.record.position.begins_turn and not self._is_in_secret(self.seat):
            self.clock = self.clock.turn_over(self._on_the_clock(), now_ms)

    def _on_the_clock(self) -> Seat | None:
        """Return the seat to act if it has finished its first turn, which is free."""
        seat = self.seat
        return seat if seat is not None and self.turns.completed(seat) else None

    def flag(self, now_ms: int) -> bool:
        """End the game by `time` if the running seat's time is up; return whether it was."""
        if self.clock is None or self.is_over:
            return False
        fallen = self.clock.fallen(now_ms)
        if fallen is None:
            return False
        self._conclude(Outcome(other_seat(fallen), "time"), now_ms)
        return True

    def give_back(self, from_ms: int, until_ms: int) -> bool:
        """Give back the time of an outage; return whether anything changed.

        The running seat gets the time on its clock, an absent one before a claim stands.
        """
        if self.is_over:
            return False
        before = (self.clock, self.claim)
        if self.clock is not None:
            self.clock = self.clock.given_back(from_ms, until_ms)
        if self.claim is not None:
            self.claim = self.claim.given_back(from_ms, until_ms)
        if before == (self.clock, self.claim):
            return False
        self.version += 1
        return True

    def resign(self, seat: Seat, now_ms: int) -> None:
        self._expect_going_on()
        self._conclude(Outcome(other_seat(seat), "resignation"), now_ms)

    def claim_game(self, claimer: Seat, absent_ms: int, terms: ClaimTerms, now_ms: int) -> None:
        """Claim the game for `claimer`, since the other seat, which is to act, has been away.

        The claim is a warning: `settle_claim` ends the game after the grace period. Raises Refusal.
        """
        self._expect_going_on()
        expect_claimable(self, claimer)
        other = other_seat(claimer)
        self.claim = make_claim(
            claimer,
            other,
            absent_ms=absent_ms,
            waited_ms=now_ms - self.turn_since_ms if self.turn_since_ms else absent_ms,
            clock=self.clock,
            terms=terms,
            now_ms=now_ms,
        )
        self.version += 1

    def note_seen(self, seats: Collection[Seat]) -> bool:
        """Note that the holder of `seats` is present; return whether that ended a claim."""
        if self.claim is None or other_seat(self.claim.by) not in seats:
            return False
        self.claim = None
        self.version += 1
        return True

    def settle_claim(self, now_ms: int) -> bool:
        """End the game by `abandonment` if a claim has come to stand; return whether it has."""
        if self.is_over or self.claim is None or now_ms < self.claim.stands_ms:
            return False
        self._conclude(Outcome(self.claim.by, "abandonment"), now_ms)
        return True

    def withdraw(self, seat: Seat, request: Request) -> None:
        """Withdraw a draw offer, a take-back request, or a claim of `seat`. Raises Refusal."""
        self._expect_going_on()
        if request == "draw" and self.draw_offer == seat:
            self.draw_offer = None
        elif request == "take-back" and self.take_back == seat:
            self.take_back = None
        elif request == "claim" and self.claim is not None and self.claim.by == seat:
            self.claim = None
        else:
            raise Refusal("not-allowed", f"{seat} has no {_REQUESTS[request]} to withdraw")
        self.version += 1

    def offer_draw(self, seat: Seat, now_ms: int) -> None:
        """Offer a draw; it is agreed at once at a solo table, or if the other seat offers one."""
        self._expect_going_on()
        if self.kinds[other_seat(seat)] == "computer":
            raise Refusal("not-allowed", "the computer does not accept draw offers")
        if self.is_solo or self.draw_offer == other_seat(seat):
            self._conclude(Outcome(None, "agreement"), now_ms)
            return
        if self.draw_offer == seat:
            raise Refusal("not-allowed", "you have already offered a draw")
        self.draw_offer = seat
        self.version += 1

    def answer_draw(self, seat: Seat, accept: bool, now_ms: int) -> None:
        self._expect_going_on()
        if self.draw_offer != other_seat(seat):
            raise Refusal("not-allowed", f"no draw has been offered to {seat}")
        if accept:
            self._conclude(Outcome(None, "agreement"), now_ms)
            return
        self.draw_offer = None
        self.version += 1

    def ask_take_back(self, seat: Seat, now_ms: int) -> None:
        """Ask to take back a turn. It is granted at once by the computer, and at a solo table."""
        self._expect_going_on()
        if self.take_back is not None:
            raise Refusal("not-allowed", f"{self.take_back} has already asked for a take-back")
        asking = self.turns.last_seat or seat if self.is_solo else seat
        expect_can_take_back(self.record, self.turns, asking)
        if self.is_solo or self.kinds[other_seat(seat)] == "computer":
            self._take_back(asking, now_ms)
        else:
            self.take_back = seat
        self.version += 1

    def answer_take_back(self, seat: Seat, accept: bool, now_ms: int) -> None:
        self._expect_going_on()
        asking = other_seat(seat)
        if self.take_back != asking:
            raise Refusal("not-allowed", f"{asking} has not asked for a take-back")
        if accept:
            expect_can_take_back(self.record, self.turns, asking)
            self._take_back(asking, now_ms)
        self.take_back = None
        self.version += 1

    def name_seat(self, seat: Seat, name: str) -> None:
        """Set the name of the player at `seat`, also in the record; an empty name removes it."""
        if name:
            self.record.tags[seat.capitalize()] = name
        else:
            self.record.tags.pop(seat.capitalize(), None)
        self.version += 1

    def expect_may_help(self, seat: Seat) -> None:
        """Raise Refusal unless `seat` is to act, in a game against the computer."""
        self.expect_turn_of(seat)
        if self.kinds[other_seat(seat)] != "computer":
            raise Refusal("not-allowed", "help is available only in games against the computer")

    def note_help(self, seat: Seat, kind: str = "hint") -> None:
        """Count help given to `seat` in the record, once per kind and position. Raises Refusal."""
        self.expect_may_help(seat)
        self.version += self.record.note_help(seat, kind)

    # What those share.

    def _expect_going_on(self) -> None:
        if self.imported:
            raise Refusal("not-allowed", "this is a replay: nothing can be played")
        outcome = self.record.outcome()
        if outcome is not None:
            raise Refusal("game-over", f"the game is over ({outcome})")

    def expect_turn_of(self, seat: Seat) -> None:
        self._expect_going_on()
        if self.seat != seat:
            raise Refusal("not-your-turn", f"it is {self.seat}'s turn, not {seat}'s")

    def _conclude(self, outcome: Outcome, now_ms: int) -> None:
        self.record.conclude(outcome)
        if self.clock is not None:
            self.clock = self.clock.stopped(now_ms)
        self.draw_offer = self.take_back = self.claim = self.laid_out = None
        self.version += 1
        self.acted_version = self.version

    def undo_turn(self, seat: Seat, now_ms: int) -> int:
        """Take back to the start of the last turn of `seat`, which must have one.

        Returns the number of actions taken back. `ask_take_back` is for players who have to agree.
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
        self.draw_offer = self.claim = self.laid_out = None
        self.turn_since_ms = now_ms
        if self.clock is not None:
            self.clock = self.clock.begun_again(self._on_the_clock(), now_ms)
        self.acted_version = self.version + 1  # the caller raises `version` to it
        return taken
