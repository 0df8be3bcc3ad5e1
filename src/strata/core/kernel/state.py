"""`State`: a position as numbers. A game's compiled rules derive from it.

The methods up to `rest` are the rules. They are C methods when compiled: no allocation, no
exception, no Python object, callable without the interpreter lock. Everything untrusted is checked
before it reaches them. The methods after them are the same rules for Python callers: `get_seat` is
`seat`, and so on.

A subclass stores its fields as fixed-size integers, is made without arguments, and holds in its
fields everything that decides legal actions and the outcome, options included.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.objects import copy_from

from strata.core.errors import BoundTooLow, NotCompiled
from strata.core.memory import zeros

SPARE = 65536
"""The room of a buffer beyond `bound`, in actions, so that a bound that is too low is noticed
before memory is overwritten.
"""


class State:
    """One position, as numbers. Only `apply` and `assign` change it."""

    mover: cython.int
    """The seat that acts: 0 for first, 1 for second."""
    phase: cython.int
    """The place in a turn: 0 at its start; a game numbers the others."""
    waived: cython.ulonglong
    """The restrictions that `legal` leaves out, a bit for each of `Rules.restrictions`.

    It is 0 in play; only `waiving` sets it. It is no part of a position, of its text or its keys.
    """

    def bound(self) -> cython.int:
        """Return an upper limit of what `legal` may write in any position of the game."""
        return 4096

    def legal(self, actions: cython.p_longlong) -> cython.int:
        """Write the legal actions into `actions`, in any order, none twice; return their number.

        0 means that the game is over.
        """
        return 0

    def apply(self, action: cython.longlong) -> cython.void:
        """Play `action`, which `legal` must have written for this very state."""

    def outcome(self) -> cython.int:
        """Return the result as `winner + 4 * reason`. Called only if there is no legal action.

        `winner` is 0 for first, 1 for second, 2 for a draw; `reason` is an index in
        `Rules.reasons`.
        """
        return 0

    def seat(self) -> cython.int:
        """Return the seat that acts: 0 for first, 1 for second. An action need not change it."""
        return self.mover

    def turn_start(self) -> cython.bint:
        """Return whether a turn begins here; only such positions are compared for repetition."""
        return self.phase == 0

    def key(self) -> cython.ulonglong:
        """Return a 64-bit number: equal for equal positions, different for different ones.

        Counts of turns are left out. A collision would end a record or a playout by a repetition
        that is none: build keys with `fold` or `mix` (bits.py), which spread well.
        """
        return 0

    def assign(self, other: State) -> cython.void:
        """Make this state equal to `other`, a state of the same class.

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
        """Return whether the game is over. `actions` is as for `legal`, and its content is lost.

        A game that knows this without listing the actions overrides it, as search calls it often.
        """
        return self.legal(actions) == 0

    def memo_key(self) -> cython.ulonglong:
        """Return a key of everything that decides how the game goes on; 0 for none.

        Unlike `key`, it includes a turn in progress and everything that is counted. Without it,
        search remembers nothing.
        """
        return 0

    def rest(self) -> cython.void:
        """Free what is needed only while work is in progress.

        Called when Python has its answer and may keep this state.
        """

    # For Python callers.

    def __cinit__(self) -> None:
        """Refuse a subclass written in Python, whose rules would silently never be asked.

        Only a C class has a table of C methods of its own. Uncompiled, nothing calls this. Raises
        NotCompiled.
        """
        if "__pyx_vtable__" not in type(self).__dict__:
            raise NotCompiled(
                f"class {type(self).__module__}.{type(self).__qualname__} derives from the "
                "compiled State but is not compiled, so its rules would never be called; expected "
                "a module in a folder `rules`, or a plain game"
            )

    def codes(self) -> list[int]:
        """Return the legal actions as numbers, in the order of `legal`. Raises BoundTooLow."""
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
        """Return a copy that waives these restrictions (bits), to be asked for its codes.

        Its codes can be written and clicked as legal ones are (`Rules.format_action`, `gesture`).
        There may be more of them than `bound` says. The copy is not a position: do not play, search
        or store it, or ask for its outcome.
        """
        state: State = self.copy()
        state.waived = restrictions
        return state

    def get_waived(self) -> int:
        return self.waived

    def after(self, action: int) -> State:
        """Return the state after `action`, without a waiver; this one does not change."""
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
        """Raise the error that C methods met and could not raise.

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
    """Return room for the legal actions of any position of a game, and to spare (SPARE)."""
    return zeros("q", state.bound() + SPARE)


_IDLE: list[memoryview[int]] = []
"""Buffers for reuse: making one takes longer than listing actions."""
_MOST_IDLE = 4


def borrow_buffer(state: State) -> memoryview[int]:
    """Return a buffer as `action_buffer` does, for a short time; it still has its old content."""
    try:
        buffer = _IDLE.pop()
    except IndexError:
        return action_buffer(state)
    return buffer if len(buffer) >= state.bound() + SPARE else action_buffer(state)


def give_back(buffer: memoryview[int]) -> None:
    """Return a buffer for reuse. A caller that fails keeps its buffer, which is then freed."""
    if len(_IDLE) < _MOST_IDLE:
        _IDLE.append(buffer)


def bound_problem(state: State, count: int) -> str:
    """Return the message for a `legal` that wrote more than `bound`."""
    return (
        f"{type(state).__module__}.{type(state).__qualname__}: bound() is {state.bound()}, but "
        f"legal() wrote {count} actions; expected a bound that no position exceeds"
    )
