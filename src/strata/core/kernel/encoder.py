"""`Encoder`: positions and actions as numbers. A game's `encoding/` derives from it.

A position becomes planes, one byte per cell, as one seat sees it; an action becomes tokens, the
clicks of its gesture as numbers. Both are from the seat's own side of the board: its pieces come
before the other's, and second looks at the board from the other end.

`observe`, `spell` and `number` are C methods when compiled, under the rules of
core/kernel/state.py: no allocation, no exception, no Python object. Nothing changes an encoder
after it is made, so all threads can share one.
"""

from __future__ import annotations

from typing import Annotated

import cython
from cython.cimports.strata.core.kernel.state import State

from strata.core.memory import zeros


class Encoder:
    """The positions and actions of one game as numbers. The base class writes none."""

    planes: Annotated[cython.int, "readonly"]
    """The number of planes of a position."""
    rows: Annotated[cython.int, "readonly"]
    columns: Annotated[cython.int, "readonly"]
    tokens: Annotated[cython.int, "readonly"]
    """The number of tokens; the first `rows` × `columns` are the cells."""
    longest: Annotated[cython.int, "readonly"]
    """The most tokens of one action."""
    numbers: Annotated[cython.int, "readonly"]
    """The number of whole actions; 0 if they are too many to be numbered."""
    cells: cython.int

    def __init__(
        self, planes: int, rows: int, columns: int, words: int, longest: int, numbers: int = 0
    ) -> None:
        """Set the sizes; `words` is the number of tokens other than cells."""
        self.planes = planes
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        self.tokens = self.cells + words
        self.longest = longest
        self.numbers = numbers

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        """Write what `seat` may see of `state` into `planes`, which are all 0.

        Nothing that is hidden from `seat` may have any part in it.
        """

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write the tokens of a legal action, as its seat sees them; return their number.

        The tokens of an action are never the beginning of another's.
        """
        return 0

    def number(self, state: State, action: cython.longlong) -> cython.int:
        """Return the number of a legal action among all of the game, as its seat sees it."""
        return 0

    def fill(self, planes: cython.p_uchar, plane: cython.int, value: cython.int) -> cython.void:
        """Write one value, at most 255, to every cell of a plane."""
        cell: cython.int
        begin: cython.int = plane * self.cells
        for cell in range(begin, begin + self.cells):
            planes[cell] = value

    # For Python callers.

    def get_planes(self, state: State, seat: int) -> memoryview[int]:
        """Return what `observe` writes: planes, rows and columns, one after the other."""
        buffer = zeros("B", max(1, self.planes * self.cells))
        view: cython.uchar[::1] = buffer
        self.observe(state, seat, cython.address(view[0]))
        state.rest()
        return buffer

    def get_tokens(self, state: State, action: int) -> tuple[int, ...]:
        buffer = zeros("i", self.longest + 1)
        view: cython.int[::1] = buffer
        count: cython.int = self.spell(state, action, cython.address(view[0]))
        state.rest()
        return tuple(buffer[:count])

    def get_number(self, state: State, action: int) -> int:
        return self.number(state, action)
