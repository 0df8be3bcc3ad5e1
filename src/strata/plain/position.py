"""`PlainPosition`: letters on named cells, the seat to act, and what else the rules remember."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from strata.core.geometry import Board
from strata.core.outcome import Seat, other_seat
from strata.plain.pieces import owner_of

_NOTHING: Mapping[str, str] = {}


class PlainPosition(msgspec.Struct, frozen=True):
    """A position: an immutable value. `end_turn` and `go_on` make the next one.

    A piece is a letter: upper case is first's, lower case second's, any other sign nobody's.
    """

    stacks: Mapping[str, str]
    """The letters on each occupied cell, from bottom to top, by the cell's name."""
    seat: Seat = "first"
    """The seat that acts."""
    hand: str = ""
    """The letters off the board, sorted; the case of a letter says whose it is."""
    step: str = ""
    """What was done so far in a turn of several actions; empty where a turn begins."""
    note: str = ""
    """Anything else that the rules must remember."""
    clock: int = 0
    """A number that the rules count; positions that differ only in it repeat each other."""
    board: Board | None = None
    """The board, if known: other cells cannot be emptied."""

    def __getitem__(self, cell: str) -> str:
        """Return the letters on `cell` from bottom to top; empty if there are none."""
        return self.stacks.get(cell, "")

    def top(self, cell: str) -> str:
        """Return the letter on top of `cell`; empty if there is none."""
        return self.stacks.get(cell, "")[-1:]

    def owner(self, cell: str) -> Seat | None:
        """Return the owner of the top piece on `cell`; None if it has none or there is none."""
        return owner_of(self.top(cell))

    @property
    def other(self) -> Seat:
        """The seat that does not act."""
        return other_seat(self.seat)

    def cells_of(self, seat: Seat) -> list[str]:
        """Return the cells with a piece of `seat` on top."""
        mine = str.isupper if seat == "first" else str.islower
        return [cell for cell, stack in self.stacks.items() if mine(stack[-1])]

    def end_turn(
        self,
        changes: Mapping[str, str] = _NOTHING,
        *,
        hand: str | None = None,
        note: str | None = None,
        clock: int | None = None,
    ) -> PlainPosition:
        """Return the position after `changes`, in which the other seat begins its turn.

        `changes` has the new letters of cells, empty for a cell that becomes empty. Arguments that
        are None leave their field as it is. Raises ValueError if the board lacks a cell that
        becomes empty.
        """
        return self._changed(changes, other_seat(self.seat), "", hand, note, clock)

    def go_on(
        self,
        changes: Mapping[str, str] = _NOTHING,
        *,
        step: str,
        hand: str | None = None,
        note: str | None = None,
        clock: int | None = None,
    ) -> PlainPosition:
        """Like `end_turn`, but the same seat goes on; `step` is what its turn did so far.

        Raises ValueError also if `step` is empty: an empty step is how a turn begins.
        """
        if not step:
            raise ValueError("go_on(step='') would begin a turn: expected what the turn did so far")
        return self._changed(changes, self.seat, step, hand, note, clock)

    def masked(self, changes: Mapping[str, str]) -> PlainPosition:
        """Return the same position with other letters on some cells, to hide what is there."""
        return self._changed(changes, self.seat, self.step, None, None, None)

    def _changed(
        self,
        changes: Mapping[str, str],
        seat: Seat,
        step: str,
        hand: str | None,
        note: str | None,
        clock: int | None,
    ) -> PlainPosition:
        stacks = self.stacks | changes  # type: ignore[operator]
        for cell, stack in changes.items():
            if not stack:
                del stacks[cell]
                if cell not in self.stacks:
                    self._expect_cell(cell)
        return PlainPosition(
            MappingProxyType(stacks),
            seat,
            self.hand if hand is None else "".join(sorted(hand)),
            step,
            self.note if note is None else note,
            self.clock if clock is None else clock,
            self.board,
        )

    def _expect_cell(self, cell: str) -> None:
        if self.board is not None and cell not in self.board:
            raise ValueError(f"it empties {cell!r}, which is not a cell of the board")
