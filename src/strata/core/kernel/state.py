"""The state of a game as numbers: what a game's compiled rules derive from.

The methods up to `memo_key` are the rules. They are C methods when compiled: no allocation, no
exception, no Python object, callable without the interpreter lock. Everything untrusted is checked
before it reaches them. The methods after them are the same rules for Python callers: `get_seat` is
`seat`, and so on.

A subclass keeps its fields as fixed-size integers, is made without arguments, and holds in its
fields everything that decides legal actions and the outcome, options included.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.objects import copy_from

from strata.core.errors import BoundTooLow, NotCompiled
from strata.core.memory import zeros

SPARE = 65536
"""How many actions a buffer holds beyond `bound`: a bound too low is noticed, not written past."""


class State:
    """One position, as numbers. Changed by `apply` and `assign` only."""

    mover: cython.int
    """Who acts: 0 for first, 1 for second."""
    phase: cython.int
    """Where in a turn the state is: 0 at its start; a game numbers the others."""
    waived: cython.ulonglong
    """The restrictions that `legal` leaves out, a bit for each of `Rules.restrictions`.

    0 in play: only `waiving` sets it. It is no part of a position, of its text or its keys.
    """

    def bound(self) -> cython.int:
        """An upper limit of what `legal` may write in any position of the game."""
        return 4096

    def legal(self, actions: cython.p_longlong) -> cython.int:
        """Writes the legal actions into `actions`, in any order, none twice; returns how many.

        None: the game is over.
        """
        return 0

    def apply(self, action: cython.longlong) -> cython.void:
        """Plays `action`, which must be one that `legal` wrote for this very state."""

    def outcome(self) -> cython.int:
        """The result as `winner + 4 * reason`; only asked when there is no legal action.

        `winner` is 0 for first, 1 for second, 2 for a draw; `reason` counts in the reasons that
        the game declares.
        """
        return 0

    def seat(self) -> cython.int:
        """Who acts: 0 for first, 1 for second. It may be the same seat as before the action."""
        return self.mover

    def turn_start(self) -> cython.bint:
        """Whether a turn begins here: these are the positions that repetition compares."""
        return self.phase == 0

    def key(self) -> cython.ulonglong:
        """A 64-bit number: equal for equal positions, different for different ones.

        What only counts turns is left out. A collision makes a record or a playout end by a
        repetition that was none: build keys with `fold` or `mix` (bits.py), which spread well.
        """
        return 0

    def assign(self, other: State) -> cython.void:
        """Makes this state equal to `other`, a state of the same class.

        A subclass overrides this only if it refers to objects or has fields that need no copy.
        """
        if cython.compiled:
            copy_from(
                cython.cast(cython.p_void, self),
                cython.cast(cython.p_void, other),
                cython.cast(cython.p_char, cython.address(self.mover))
                - cython.cast(cython.p_char, cython.cast(cython.p_void, self)),
            )
        else:
            for name, value in vars(other).items():
                setattr(self, name, value.copy() if isinstance(value, list) else value)

    def over(self, actions: cython.p_longlong) -> cython.bint:
        """Whether the game is over. `actions` is as for `legal`, and what it holds is lost.

        A game that knows it without listing the actions overrides this: search asks it often.
        """
        return self.legal(actions) == 0

    def memo_key(self) -> cython.ulonglong:
        """As `key`, but of everything that decides how the game goes on: a turn in progress and
        whatever is counted included. 0 says that there is none; search then remembers nothing.
        """
        return 0

    def rest(self) -> cython.void:
        """Gives back what only work in progress needs: Python has its answer, and may keep this."""

    # For Python callers.

    def __cinit__(self) -> None:
        """Refuses a subclass written in Python: its rules would never be asked, in silence.

        Only a C class has a table of C methods of its own. Uncompiled, nobody calls this.
        """
        if "__pyx_vtable__" not in type(self).__dict__:
            raise NotCompiled(
                f"class {type(self).__module__}.{type(self).__qualname__} derives from the "
                "compiled State but is not compiled, so its rules would never be asked; expected "
                "a module in a folder `rules`, or a plain game"
            )

    def codes(self) -> list[int]:
        """The legal actions as numbers, in the order of `legal`."""
        buffer = borrow_buffer(self)
        view: cython.longlong[::1] = buffer
        count: cython.int = self.legal(cython.address(view[0]))
        if count > self.bound() + (SPARE if self.waived else 0):
            raise BoundTooLow(bound_problem(self, count))
        self.rest()
        found = list(buffer[:count])
        give_back(buffer)
        return found

    def copy(self) -> State:
        twin: State = type(self)()
        twin.assign(self)
        return twin

    def waiving(self, restrictions: int) -> State:
        """A copy that waives these restrictions (bits), to be asked for its codes.

        Its codes may be written and clicked as legal ones are (`Rules.format_action`, `gesture`).
        There may be more of them than `bound` says. It is no position: nobody plays, searches or
        stores it, or asks for its outcome.
        """
        state: State = self.copy()
        state.waived = restrictions
        return state

    def get_waived(self) -> int:
        return self.waived

    def after(self, action: int) -> State:
        """The state after `action`; this one stays as it is. No waiver outlives an action."""
        state: State = self.copy()
        state.waived = 0
        state.apply(action)
        state.rest()
        return state

    def get_outcome(self) -> int:
        outcome: cython.int = self.outcome()
        self.rest()
        return outcome

    def get_seat(self) -> int:
        return self.seat()

    def get_turn_start(self) -> bool:
        return bool(self.turn_start())

    def get_key(self) -> int:
        key: cython.ulonglong = self.key()
        self.rest()
        return key

    def get_memo_key(self) -> int:
        key: cython.ulonglong = self.memo_key()
        self.rest()
        return key

    def raise_error(self) -> None:
        """Raise the error that C methods met and could not raise, for whoever called them.

        Only a state that asks Python (plain.py) can have one.
        """

    def get_over(self) -> bool:
        buffer = borrow_buffer(self)
        view: cython.longlong[::1] = buffer
        over: cython.bint = self.over(cython.address(view[0]))
        self.rest()
        give_back(buffer)
        return bool(over)


def action_buffer(state: State) -> memoryview[int]:
    """Room for the legal actions of any position of a game, and to spare (SPARE)."""
    return zeros("q", state.bound() + SPARE)


_IDLE: list[memoryview[int]] = []
"""Buffers that wait for the next one who lists actions: to make one takes longer than to list."""
_MOST_IDLE = 4


def borrow_buffer(state: State) -> memoryview[int]:
    """As `action_buffer`, for a short time; what was there before is still in it."""
    try:
        buffer = _IDLE.pop()
    except IndexError:
        return action_buffer(state)
    return buffer if len(buffer) >= state.bound() + SPARE else action_buffer(state)


def give_back(buffer: memoryview[int]) -> None:
    """For the next `borrow_buffer`; whoever fails keeps it, and it is freed."""
    if len(_IDLE) < _MOST_IDLE:
        _IDLE.append(buffer)


def bound_problem(state: State, count: int) -> str:
    """What to say when `legal` wrote more than `bound`."""
    return (
        f"{type(state).__module__}.{type(state).__qualname__}: bound() is {state.bound()}, but "
        f"legal() wrote {count} actions; expected a bound that no position exceeds"
    )
