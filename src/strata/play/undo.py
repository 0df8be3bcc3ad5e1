"""What can be undone: steps of one's own turn without asking, and turns by a take-back.

A step is an action together with the incomplete actions before it that it completes. What a seat
does in secret (a set-up that nobody else sees yet) counts as one turn. The rules involve no chance,
so only knowledge cannot be undone: a step that showed a seat something hidden stays.
"""

from __future__ import annotations

from collections.abc import Collection

from strata.core.action import Action
from strata.core.outcome import SEATS, Seat, other_seat
from strata.core.position import Position
from strata.core.record import Record
from strata.play.refusal import Refusal
from strata.play.turns import Turns


def last_step(record: Record, seat: Seat) -> int:
    """Return the number of actions in the last step of `seat`, which is to act.

    Raises Refusal if the turn of `seat` has no step yet, if the step showed something hidden, or if
    it began in the open and the turn has become secret since.
    """
    length = record.length
    in_secret = record.unfinished_in_secret(other_seat(seat))
    goes_on = in_secret > 0 or not record.position.begins_turn
    if not (_may_have_step(record, seat) and goes_on):
        raise Refusal("not-allowed", f"{seat} has no step to undo in this turn")
    first = length - 1
    while first and _is_completed_later(record, first - 1, seat):
        first -= 1
    if any(reveals_at(record, number) for number in range(first, length)):
        raise Refusal("not-allowed", "this step revealed something hidden: it cannot be undone")
    if 0 < in_secret < length - first:
        raise Refusal("not-allowed", "the other player has seen this step: it cannot be undone")
    return length - first


def may_undo_step(record: Record, seat: Seat) -> bool:
    """Return whether `seat`, which is to act, has a step that it may undo."""
    if not _may_have_step(record, seat):
        return False  # the usual case, without an exception
    try:
        return last_step(record, seat) > 0
    except Refusal:
        return False


def _may_have_step(record: Record, seat: Seat) -> bool:
    """Return whether the last action was one of `seat`."""
    return record.length > 0 and record.turn_at(record.length - 1)[0] == seat


def is_final(before: Position, action: Action, after: Position) -> bool:
    """Return whether `action` cannot be undone: the turn ends, or something becomes known."""
    mover = before.mover
    if after.seat != mover:
        return True
    in_secret = after.hides_from(other_seat(mover))
    return (after.begins_turn and not in_secret) or reveals(before, action, after)


def reveals(before: Position, action: Action, after: Position) -> bool:
    """Return whether `action` shows a seat something that was hidden from it before.

    Where something stays hidden from the mover, the action must show no more than the mover could
    foresee.
    """
    for seat in SEATS:
        if not before.hides_from(seat):
            continue
        if not after.hides_from(seat):
            return True
        if seat == before.mover and not _is_foreseen(before, action, after):
            return True
    return False


def _is_foreseen(before: Position, action: Action, after: Position) -> bool:
    """Return whether the mover sees after `action` exactly what it could foresee."""
    rules, mover = before.rules, before.mover
    expected = rules.foresee(rules.conceal(before.state, mover), action.code, action)
    if expected is None:
        return False
    return rules.format(expected) == rules.format(rules.conceal(after.state, mover))


def _is_completed_later(record: Record, number: int, seat: Seat) -> bool:
    """Return whether the action with this number is one of `seat` that the next one completes."""
    if record.turn_at(number)[0] != seat:
        return False
    before = record.position_at(number)
    return before.rules.is_incomplete(before.state, record.action_at(number).code)


def reveals_at(record: Record, number: int) -> bool:
    """Return whether the action with this number showed a seat something hidden."""
    before, after = record.position_at(number), record.position_at(number + 1)
    return reveals(before, record.action_at(number), after)


def expect_can_take_back(record: Record, turns: Turns, seat: Seat) -> None:
    """Raise Refusal unless the last turn of `seat` can be taken back.

    Nothing may be hidden from either seat in any position of the turn.
    """
    keep = turns.start_of_last(seat)
    if keep is None:
        raise Refusal("not-allowed", f"{seat} has no turn to take back")
    if not record.rules.has_secrets:
        return  # skip the past positions
    touched = (record.position_at(at) for at in range(keep, record.length + 1))
    if any(position.hides_from(each) for position in touched for each in SEATS):
        raise Refusal("not-allowed", "this turn revealed something hidden: it cannot be taken back")


def may_take_back(record: Record, turns: Turns, seats: Collection[Seat]) -> bool:
    """Return whether the holder of `seats` can take a turn back; with both seats, the last turn."""
    asking = turns.last_seat if len(seats) == len(SEATS) else next(iter(seats), None)
    if asking is None:
        return False
    try:
        expect_can_take_back(record, turns, asking)
    except Refusal:
        return False
    return True
