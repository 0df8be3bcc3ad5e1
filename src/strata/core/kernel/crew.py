"""The games of a batch that one thread steps."""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.strata.core.kernel.lane import Lane

from strata.core.kernel.state import action_buffer


class Crew:
    """The lanes of one thread."""

    root: Lane
    actions: cython.longlong[::1]

    def __init__(self, lanes: list[Lane]) -> None:
        """Link `lanes`, of which there is at least one, to a tree."""
        for index, lane in enumerate(lanes):
            below = lanes[2 * index + 1 : 2 * index + 3]
            lane.hang(*(*below, None, None)[:2])
        self.root = lanes[0]
        self.actions = action_buffer(lanes[0].start)

    def step(self) -> None:
        buffer: cython.p_longlong = cython.address(self.actions[0])
        with cython.nogil:
            self.root.step_all(buffer)

    def begin(self, which: Any) -> None:
        buffer: cython.p_longlong = cython.address(self.actions[0])
        rows: cython.uchar[::1] = which
        with cython.nogil:
            self.root.begin_all(cython.address(rows[0]), buffer)

    def seed(self, seed: cython.ulonglong, which: Any) -> None:
        rows: cython.uchar[::1] = which
        self.root.seed_all(seed, cython.address(rows[0]))

    def look(self, seat: cython.int, planes: Any) -> None:
        view: cython.uchar[::1] = planes
        with cython.nogil:
            self.root.look_all(seat, cython.address(view[0]))

    def draw(self, choices: Any) -> None:
        view: cython.int[::1] = choices
        with cython.nogil:
            self.root.draw_all(cython.address(view[0]))

    def get_illegal(self) -> int:
        """Return a row whose choice is not allowed; -1 for none."""
        return self.root.find_illegal()
