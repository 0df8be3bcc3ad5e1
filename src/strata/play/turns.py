"""The turns of a record: which turn each action belongs to, and whose it is.

A turn may have several actions. Turns are kept beside the record; `follow` brings them up to date.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from strata.core.outcome import Seat
from strata.core.record import Record


class PlayedAction(NamedTuple):
    """An action that was played. Taken back and played again, it is another object."""

    seat: Seat
    action: str
    turn: int
    """Counted from 1."""


class Turns:
    def __init__(self, record: Record) -> None:
        self._record: Final = record
        self._actions: Final[list[PlayedAction]] = []
        self.follow()

    @property
    def actions(self) -> Sequence[PlayedAction]:
        """The actions from the start to now; the list changes with the record."""
        return self._actions

    def follow(self) -> None:
        """Add the actions played since the last call, or drop those taken back."""
        actions, record = self._actions, self._record
        del actions[record.length :]
        for index in range(len(actions), record.length):
            seat, begins = record.turn_at(index)
            turn = (actions[-1].turn if actions else 0) + (begins or index == 0)
            actions.append(PlayedAction(seat, str(record.action_at(index)), turn))

    @property
    def last_seat(self) -> Seat | None:
        """The seat that acted last; None if nothing was played."""
        return self._actions[-1].seat if self._actions else None

    def start_of_last(self, seat: Seat) -> int | None:
        """Return the index of the first action of the last turn of `seat`, finished or not."""
        for index in range(len(self._actions) - 1, -1, -1):
            if self._actions[index].seat == seat:
                turn = self._actions[index].turn
                while index and self._actions[index - 1].turn == turn:
                    index -= 1
                return index
        return None

    def completed(self, seat: Seat) -> bool:
        """Return whether `seat` has finished a turn."""
        if not self._actions:
            return False
        position = self._record.position
        last = 0 if position.begins_turn or position.seat is None else self._actions[-1].turn
        return any(played.seat == seat and played.turn != last for played in self._actions)
