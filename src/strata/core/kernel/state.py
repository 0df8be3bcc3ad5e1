"""The state of a game as numbers: what a game's `rules.py` derives from.

The methods up to `memo_key` are the rules. They are C methods when compiled: no allocation, no
exception, no Python object, callable without the interpreter lock. Everything untrusted is checked
before it reaches them. The methods after them are the same rules for Python callers.

A subclass keeps its fields as fixed-size integers, is made without arguments, and holds in its
fields everything that decides legal actions and the outcome, options included.
"""

from __future__ import annotations

from array import array

import cython


class State:
    """One position, as numbers. Changed by `apply` and `assign` only."""

    def bound(self):
        """An upper limit of what `legal` may write in any position of the game."""
        return 4096

    def legal(self, actions):
        """Writes the legal actions into `actions`, in any order, none twice; returns how many.

        None: the game is over.
        """
        return 0

    def apply(self, action):
        """Plays `action`, which must be one that `legal` wrote for this very state."""

    def outcome(self):
        """The result as `winner + 4 * reason`; only asked when there is no legal action.

        `winner` is 0 for first, 1 for second, 2 for a draw; `reason` counts in the reasons that
        the game declares.
        """
        return 0

    def seat(self):
        """Who acts: 0 for first, 1 for second. It may be the same seat as before the action."""
        return 0

    def turn_start(self):
        """Whether a turn begins here: these are the positions that repetition compares."""
        return True

    def key(self):
        """A 64-bit number, equal for equal positions; what only counts turns is left out."""
        return 0

    def assign(self, other):
        """Makes this state equal to `other`, a state of the same class."""

    def over(self, room):
        """Whether the game is over. `room` is as for `legal`, and what it holds is lost.

        A game that knows it without listing the actions overrides this: search asks it often.
        """
        return self.legal(room) == 0

    def memo_key(self):
        """As `key`, but of everything that decides how the game goes on: a turn in progress and
        whatever is counted included. 0 says that there is none; search then remembers nothing.
        """
        return 0

    # For Python callers.

    def codes(self) -> list[int]:
        """The legal actions as numbers, in the order of `legal`."""
        room = array("q", bytes(8 * self.bound()))
        view: cython.longlong[::1] = room
        count: cython.int
        if cython.compiled:
            count = self.legal(cython.address(view[0]))
        else:
            count = self.legal(room)
        return list(room[:count])

    def copy(self) -> State:
        twin: State = type(self)()
        twin.assign(self)
        return twin

    def after(self, action: int) -> State:
        """The state after `action`; this one stays as it is."""
        state: State = self.copy()
        state.apply(action)
        return state

    def result_code(self) -> int:
        return self.outcome()

    def acting(self) -> int:
        return self.seat()

    def begins_turn(self) -> bool:
        return bool(self.turn_start())

    def position_key(self) -> int:
        return self.key()

    def whole_key(self) -> int:
        return self.memo_key()

    def is_over(self) -> bool:
        room = array("q", bytes(8 * self.bound()))
        view: cython.longlong[::1] = room
        if cython.compiled:
            return bool(self.over(cython.address(view[0])))
        return bool(self.over(room))
