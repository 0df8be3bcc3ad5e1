"""The turns of a game for search: where they begin and end, and which are equivalent.

A turn is all that one seat does until the other acts: a set-up is one turn, however many pieces it
places. Two turns that lead to the same position are equivalent, whatever the order of their
actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from strata.core.action import Action
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position
from strata.core.record import Record

_MOST_STATES: Final = 2000  # states searched for a second turn; where there are more, one is found


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """A turn of a record: the actions from number `start` up to, but not including, `end`."""

    seat: Seat
    start: int
    end: int


def turn_spans(record: Record) -> tuple[TurnSpan, ...]:
    """Return the finished turns of a record in order; an unfinished last turn is left out."""
    spans: list[TurnSpan] = []
    start = 0
    for number in range(1, record.length + 1):
        seat = record.turn_at(start)[0]
        if number == record.length:
            if not is_turn_over(record.position, seat):
                break
        elif record.turn_at(number)[0] == seat:
            continue
        spans.append(TurnSpan(seat, start, number))
        start = number
    return tuple(spans)


def is_turn_over(position: Position, seat: Seat) -> bool:
    """Return whether the action that led to `position` ended a turn of `seat`."""
    return _is_over(position.state, SEATS.index(seat))


def _is_over(state: State, seat: int) -> bool:
    return state.get_seat() != seat or state.get_over()


def is_secret(record: Record, span: TurnSpan) -> bool:
    """Return whether something is hidden from a seat where the turn starts or ends.

    That is so in a secret set-up.
    """
    return any(
        record.position_at(number).hides_from(seat)
        for number in (span.start, span.end)
        for seat in SEATS
    )


def is_forced(record: Record, span: TurnSpan) -> bool:
    """Return whether the seat had no other turn: all its turns lead to the same position."""
    begin, end = record.position_at(span.start), record.position_at(span.end)
    reached = end.state.get_key()
    keys = (state.get_key() for state in turn_ends(begin.state))
    return all(key == reached for key in keys)


def turn_ends(begin: State) -> Iterator[State]:
    """Yield the states to which the turns from `begin` lead; a state may come twice.

    The states are found one by one, and only a limited number of states is searched, so that the
    cost is negligible. The result may therefore be incomplete.
    """
    seat = begin.get_seat()
    seen: set[int] = set()
    ahead = [begin]
    for _ in range(_MOST_STATES):
        if not ahead:
            return
        state = ahead.pop()
        for code in state.codes():
            following = state.after(code)
            if _is_over(following, seat):
                yield following
            elif (key := following.get_memo_key()) not in seen:
                seen.add(key)
                ahead.append(following)


def key_after(position: Position, turn: Sequence[Action]) -> int:
    """Return the key of the position to which `turn` leads."""
    state = position.state
    for action in turn:
        state = state.after(action.code)
    return state.get_key()
