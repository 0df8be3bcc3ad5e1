"""The positions of a game, some of them stored and the others replayed on demand.

A position of the largest game takes 11 kB, so storing all positions of a long game would take more
memory than everything else about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, overload

from strata.core.action import Action
from strata.core.outcome import Seat
from strata.core.position import Position

_EVERY: Final = 32  # actions between two stored positions


class History(Sequence[Position]):
    """All positions from the start on, as a sequence. Iterating in order is fast."""

    def __init__(self, start: Position) -> None:
        self._kept: Final = [start]
        self._actions: Final[list[Action]] = []
        self.actions: Final[Sequence[Action]] = self._actions
        """The actions from the start to the current position; the list changes with the game."""
        self._turns: Final[list[tuple[Seat, bool]]] = []
        self.now = start
        """The current position."""
        self._near = 0, start
        """A position close to the one likely to be requested next, with its number."""

    def turn_at(self, number: int) -> tuple[Seat, bool]:
        """Return the seat that played the action with this number, and whether it began a turn."""
        return self._turns[number]

    def append(self, action: Action, following: Position) -> None:
        """Add `action`, which was played and led to `following`."""
        number, near = self._near
        if number != len(self._actions) - 1 or near is not self.now:
            near.forget()
        self._near = len(self._actions), self.now
        self._actions.append(action)
        self._turns.append((self.now.mover, self.now.begins_turn))
        if len(self._actions) % _EVERY == 0:
            self._kept.append(following)
        self.now = following

    def pop(self) -> Action:
        """Take back the last action and return it."""
        before = self[len(self._actions) - 1]
        if len(self._actions) % _EVERY == 0:
            self._kept.pop()
        self.now = before
        self._near = 0, self._kept[0]
        self._turns.pop()
        return self._actions.pop()

    def __len__(self) -> int:
        return len(self._actions) + 1

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...

    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        if index == len(self._actions):  # these two are nearly always asked for
            return self.now
        if index == self._near[0]:
            return self._near[1]
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(f"position {index} of {len(self)}")
        return self.now if number == len(self._actions) else self._played_to(number)

    def _played_to(self, number: int) -> Position:
        """Return the position after `number` actions, played from the nearest one at hand."""
        at, near = self._near
        kept = number // _EVERY
        if not kept * _EVERY <= at <= number:
            at, near = kept * _EVERY, self._kept[kept]
        if at < number:
            state = near.state
            for action in self._actions[at:number]:
                state = state.after(action.code)
            near = Position(near.rules, state)
        self._near = number, near
        return near
