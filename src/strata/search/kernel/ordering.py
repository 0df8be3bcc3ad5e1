"""The order in which alpha-beta tries actions: the better the earlier, the less is looked at.

First what the table remembers, then noisy actions by their promise, then what was too good for the
opponent in a position beside this one (killers), then by how often an action was (history). The
actions of the position itself have what the depth before thought of them.
"""

from __future__ import annotations

from array import array

import cython

from strata.search import values

if not cython.compiled:
    from strata.core.kernel.bits import FULL
    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State

    FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

if not cython.compiled:  # ordering.pxd has them as constants of C
    REMEMBERED = 2000000000
    NOISY = 1000000000
    KILLER = 900000000
    VALUED = 800000000

INFINITE = cython.declare(cython.int, values.INFINITE)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MOST_HISTORY = cython.declare(cython.int, 1 << 26)


class Frame:
    """Room for one depth."""

    def __init__(self, like: State) -> None:
        self.state = like.copy()
        self.actions = array("q", bytes(8 * like.bound()))
        self.order = array("i", bytes(4 * like.bound()))
        if cython.compiled:
            self.room = cython.address(self.actions[0])
            self.ranks = cython.address(self.order[0])
        else:
            self.room = self.actions
            self.ranks = self.order
            self.killers = [-1] * 2
            self.line = [0] * 128
            self.next: Frame = self
        self.killers[0] = -1
        self.killers[1] = -1
        self.length = 0

    def bring_forward(self, number, count):
        """Puts the best of what is left at place `number`; returns its rank."""
        other: cython.int
        at_other: cython.int
        best: cython.int = number
        rank: cython.int = self.ranks[number]
        action: cython.longlong
        for other in range(number + 1, count):
            at_other = self.ranks[other]
            best = other if at_other > rank else best
            rank = at_other if at_other > rank else rank
        if best != number:
            action = self.room[best]
            self.room[best] = self.room[number]
            self.ranks[best] = self.ranks[number]
            self.room[number] = action
            self.ranks[number] = rank
        return rank

    def keep_line(self, action):
        """The best line from here: `action`, then that of the next frame."""
        number: cython.int
        length: cython.int = self.next.length if self.next.length < 126 else 126
        self.line[0] = action
        for number in range(length):
            self.line[number + 1] = self.next.line[number]
        self.length = length + 1


def chain(like: State, length: int) -> Frame:
    """So many frames, each the next of the one before; the last has none."""
    first: Frame = Frame(like)
    frame: Frame = first
    for _ in range(length - 1):
        frame.next = Frame(like)
        frame = frame.next
    return first


class Ordering:
    """What one tree has learned about actions."""

    def __init__(self, evaluation: Evaluation, most_actions: int) -> None:
        if not cython.compiled:
            self.history = [0] * 8192
        self.evaluation = evaluation
        self.excluded = array("q", bytes(8))
        self.excluded_count = 0
        self.root_actions = array("q", bytes(8 * most_actions))
        self.root_values = array("i", bytes(4 * most_actions))
        self.root_count = 0
        self.root_key = 0

    def begin_search(self, root_key: cython.ulonglong) -> None:
        """History fades; what is known of the position's actions stays if it is the same."""
        number: cython.int
        if root_key != self.root_key:
            self.root_key = root_key
            self.root_count = 0
        for number in range(8192):
            self.history[number] >>= 3

    def clear(self) -> None:
        number: cython.int
        for number in range(8192):
            self.history[number] = 0

    def exclude(self, actions: list[int]) -> None:
        """Actions that are not looked at in the position itself."""
        self.excluded = array("q", [*actions, 0])
        self.excluded_count = len(actions)

    def is_excluded(self, action):
        number: cython.int = self.excluded_count - 1
        while number >= 0 and self.excluded[number] != action:
            number -= 1
        return number >= 0

    def rank_actions(self, frame, count, remembered, seat):
        number: cython.int
        promise: cython.int
        action: cython.longlong
        self.evaluation.promises(frame.state, frame.room, count, frame.ranks)
        for number in range(count):
            action = frame.room[number]
            promise = frame.ranks[number]
            if action == remembered:
                frame.ranks[number] = REMEMBERED
            elif promise > 0:
                frame.ranks[number] = NOISY + promise
            elif action == frame.killers[0]:
                frame.ranks[number] = KILLER + 1
            elif action == frame.killers[1]:
                frame.ranks[number] = KILLER
            else:
                frame.ranks[number] = self.history[self.history_place(action, seat)] + promise

    def rank_root(self, frame, count):
        """The actions of the position itself: quiet ones as the depth before valued them.

        What it thought best comes first. The table says which that is, but not where actions are
        left out, since a value is then not the position's.
        """
        number: cython.int
        place: cython.int
        best: cython.int = -1
        most: cython.int = -INFINITE
        for number in range(count):
            place = self.root_place(frame.room[number])
            if place == self.root_count:
                continue
            if frame.ranks[number] < KILLER:
                frame.ranks[number] = VALUED + self.root_values[place]
            if self.root_values[place] > most and not self.is_excluded(frame.room[number]):
                most = self.root_values[place]
                best = number
        if self.excluded_count and best >= 0:
            frame.ranks[best] = REMEMBERED

    def root_place(self, action):
        place: cython.int = 0
        while place < self.root_count and self.root_actions[place] != action:
            place += 1
        return place

    def note_root(self, action, value):
        place: cython.int = self.root_place(action)
        self.root_actions[place] = action
        self.root_values[place] = value
        if place == self.root_count:
            self.root_count += 1

    def history_place(self, action, seat):
        scattered: cython.ulonglong = (cython.cast(cython.ulonglong, action) * SPREAD) & FULL
        return cython.cast(
            cython.int, (scattered >> 52) | (cython.cast(cython.ulonglong, seat) << 12)
        )

    def reward(self, frame, action, seat, depth, before):
        """A quiet action was too good: it is tried earlier elsewhere, those before it later."""
        number: cython.int
        place: cython.int = self.history_place(action, seat)
        if frame.killers[0] != action:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = action
        self.history[place] += depth * depth * 16
        if self.history[place] > MOST_HISTORY:
            for number in range(8192):
                self.history[number] >>= 1
        for number in range(before):
            if frame.ranks[number] < KILLER:
                place = self.history_place(frame.room[number], seat)
                if self.history[place] > -MOST_HISTORY:
                    self.history[place] -= depth * depth
