"""The turns of a record: which action belongs to which, and whose they are.

A turn may be several actions. Kept beside the record, and brought up to it by `follow`.
"""

from __future__ import annotations

from typing import Final

from strata.core.outcome import Seat
from strata.core.record import Record


class Turns:
    def __init__(self, record: Record) -> None:
        self._record: Final = record
        self._seats: Final[list[Seat]] = []
        self._numbers: Final[list[int]] = []
        self.follow()

    def follow(self) -> None:
        """After actions were played or taken back."""
        played = len(self._record.played)
        del self._seats[played:], self._numbers[played:]
        if len(self._seats) == played:
            return
        positions = self._record.positions
        for index in range(len(self._seats), played):
            seat = positions[index].seat
            assert seat is not None  # somebody acted
            begins = index == 0 or positions[index].begins_turn
            self._numbers.append((self._numbers[-1] if self._numbers else 0) + begins)
            self._seats.append(seat)

    def __len__(self) -> int:
        return len(self._seats)

    def seat(self, index: int) -> Seat:
        """Who played action number `index`, counted from 0."""
        return self._seats[index]

    def number(self, index: int) -> int:
        """The turn that action belongs to, counted from 1."""
        return self._numbers[index]

    @property
    def last_seat(self) -> Seat | None:
        """Who acted last."""
        return self._seats[-1] if self._seats else None

    def start_of_last(self, seat: Seat) -> int | None:
        """The index of the first action of the last turn of `seat`, also one that goes on."""
        for index in range(len(self._seats) - 1, -1, -1):
            if self._seats[index] == seat:
                turn = self._numbers[index]
                while index and self._numbers[index - 1] == turn:
                    index -= 1
                return index
        return None

    def completed(self, seat: Seat) -> bool:
        """Whether `seat` has had a whole turn."""
        if not self._seats:
            return False
        begins = self._record.position.begins_turn or self._record.position.seat is None
        last = self._numbers[-1]
        return any(
            owner == seat and (begins or number != last)
            for owner, number in zip(self._seats, self._numbers, strict=True)
        )
