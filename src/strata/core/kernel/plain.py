"""`PlainState`: the state of a plain game, whose rules are Python functions (strata.plain).

Search, playouts and counts call the C methods of a state without the interpreter lock. Here each
method takes the lock, asks the game and answers. A C method cannot raise: `Troubles` stores the
first error, the game appears to be over from then on, and `raise_error` raises the stored error.
The methods for Python callers raise at once.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import cython
from cython.cimports.strata.core.kernel.constants import DRAWN
from cython.cimports.strata.core.kernel.state import State


class Troubles:
    """The first error in C methods, shared by all states that come from one."""

    first: BaseException | None

    def keep(self) -> None:
        """Store the exception that is being handled, if it is the first."""
        if self.first is None:
            self.first = sys.exception()

    def raise_first(self) -> None:
        error = self.first
        if error is not None:
            self.first = None
            raise error


class Spot:
    """A position with the game's answers, asked for once and shared by all states on it."""

    position: Annotated[Any, "readonly"]
    listed: cython.bint
    """Whether the game was asked for the actions and the result: the fields up to `over`."""
    count: cython.int
    codes: list[int]
    actions: dict[int, str]
    """The actions by code."""
    result: cython.int
    """As `State.outcome`, if there is no action."""
    over: cython.bint
    keyed: cython.bint
    number: cython.ulonglong
    kept: Any

    def __init__(self, position: Any) -> None:
        self.position = position

    def list_actions(self, rules: Any) -> None:
        """Ask the game for the legal actions, or for how it ended."""
        self.codes, self.actions, self.result = rules.expand(self.position)
        self.count = len(self.codes)
        self.over = self.count == 0
        self.listed = True

    def digest(self, rules: Any) -> None:
        self.number = rules.digest(self.position)
        self.keyed = True


class PlainState(State):
    """A position of a plain game. `rules` is the game (strata.plain.game).

    `open` makes one; before that, a state is only good for `assign`.
    """

    rules: Any
    spot: Spot
    troubles: Troubles

    def bound(self) -> cython.int:
        with cython.gil:
            return self.rules.most_actions if self.rules is not None else 1

    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int = 0
        index: cython.int
        with cython.gil:
            if self.troubles.first is None:
                try:
                    if not self.spot.listed:
                        self.spot.list_actions(self.rules)
                    count = self.spot.count
                    for index in range(count):
                        actions[index] = self.spot.codes[index]
                except BaseException:
                    count = 0
                    self.troubles.keep()
        return count

    def apply(self, action: cython.longlong) -> cython.void:
        with cython.gil:
            try:
                self.move(action)
            except BaseException:
                self.troubles.keep()

    def outcome(self) -> cython.int:
        result: cython.int = DRAWN
        with cython.gil:
            if self.troubles.first is None and self.spot.listed:
                result = self.spot.result
        return result

    def key(self) -> cython.ulonglong:
        number: cython.ulonglong = 0
        with cython.gil:
            try:
                if not self.spot.keyed:
                    self.spot.digest(self.rules)
                number = self.spot.number
            except BaseException:
                self.troubles.keep()
        return number

    def memo_key(self) -> cython.ulonglong:
        number: cython.ulonglong = self.key()
        with cython.gil:
            try:
                number ^= self.rules.digest_clock(self.spot.position)
            except BaseException:
                self.troubles.keep()
        return number

    def assign(self, other: State) -> cython.void:
        with cython.gil:
            self.take(other)

    # For Python callers; these may raise.

    def stand_on(self, position: Any) -> None:
        """Set the state to `position`."""
        self.mover = position.seat != "first"
        self.phase = position.step != ""
        self.spot = Spot(position)

    def take(self, other: PlainState) -> None:
        self.mover = other.mover
        self.phase = other.phase
        self.waived = other.waived
        self.rules = other.rules
        self.spot = other.spot
        self.troubles = other.troubles

    def open(self, rules: Any, position: Any) -> PlainState:
        """Make this the state of `position`, by the rules of the game `rules`, and return it."""
        self.rules = rules
        self.troubles = Troubles()
        self.stand_on(position)
        return self

    def beside(self, position: Any) -> PlainState:
        """Return the state of another position of the same game, which shares this one's errors."""
        state: PlainState = PlainState().open(self.rules, position)
        state.troubles = self.troubles
        return state

    def hiding(self, position: Any) -> PlainState:
        """Return the state of what a viewer sees of this one.

        It has no actions, but knows whether the game is over.
        """
        state: PlainState = self.beside(position)
        state.spot.over = self.get_over()
        state.spot.codes, state.spot.actions = [], {}
        state.spot.listed = True
        return state

    def move(self, action: int) -> None:
        """Play a legal action."""
        if not self.spot.listed:
            self.spot.list_actions(self.rules)
        self.stand_on(self.rules.follow(self.spot.position, self.spot.actions[action]))

    def get_position(self) -> Any:
        return self.spot.position

    def get_actions(self) -> dict[int, str]:
        """Return the legal actions by code."""
        if not self.spot.listed:
            self.spot.list_actions(self.rules)
        return self.spot.actions

    def codes(self) -> list[int]:
        return list(self.get_actions())

    def after(self, action: int) -> PlainState:
        state: PlainState = PlainState()
        state.take(self)
        state.move(action)
        state.get_actions()  # rules that fail there raise here, and not later
        return state

    def get_outcome(self) -> int:
        self.get_actions()
        return self.outcome()

    def get_over(self) -> bool:
        self.get_actions()
        return bool(self.spot.over)

    def get_kept(self) -> Any:
        """Return what `keep` stored with the position; None if nothing."""
        return self.spot.kept

    def keep(self, thing: Any) -> None:
        """Store something that follows from the position, for as long as the position lives."""
        self.spot.kept = thing

    def get_key(self) -> int:
        number: cython.ulonglong = self.key()
        self.raise_error()
        return number

    def get_memo_key(self) -> int:
        number: cython.ulonglong = self.memo_key()
        self.raise_error()
        return number

    def raise_error(self) -> None:
        self.troubles.raise_first()
