"""Move ordering: the better the first actions that alpha-beta tries, the more it cuts off.

First comes the action from the transposition table, then noisy actions by promise, then killers
(quiet actions that caused a cutoff at the same ply), then the rest by the history heuristic. Quiet
actions of the root are ordered by their values at the previous depth.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import (
    HISTORY,
    INFINITE,
    KILLER,
    MOST_HISTORY,
    MOST_PLIES,
    NOISY,
    NONE,
    REMEMBERED,
    VALUED,
)

from strata.core.kernel.state import SPARE
from strata.core.memory import zeros


class Frame:
    """The storage of one ply: a state, its actions with ranks, and its principal variation."""

    state: State
    next: Frame
    actions: cython.longlong[::1]
    order: cython.int[::1]
    buffer: cython.p_longlong
    ranks: cython.p_int
    killers: cython.longlong[2]
    line: cython.longlong[MOST_PLIES]
    length: cython.int

    def __init__(self, like: State, actions: memoryview[int], order: memoryview[int]) -> None:
        self.state = like.copy()
        self.actions = actions
        self.order = order
        self.buffer = cython.address(self.actions[0])
        self.ranks = cython.address(self.order[0])
        self.forget_killers()

    def forget_killers(self) -> None:
        self.killers[0] = NONE
        self.killers[1] = NONE

    def lists(self, action: cython.longlong, count: cython.int) -> cython.bint:
        """Return whether `action` is one of the first `count` actions."""
        number: cython.int = 0
        while number < count and self.buffer[number] != action:
            number += 1
        return number < count

    def bring_forward(self, number: cython.int, count: cython.int) -> cython.int:
        """Move the best remaining action to place `number`; return its rank."""
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
            action = self.buffer[best]
            self.buffer[best] = self.buffer[number]
            self.ranks[best] = self.ranks[number]
            self.buffer[number] = action
            self.ranks[number] = rank
        return rank

    def keep_line(self, action: cython.longlong) -> cython.void:
        """Store the principal variation: `action`, followed by that of the next frame."""
        number: cython.int
        length: cython.int = self.next.length
        if length > MOST_PLIES - 2:
            length = MOST_PLIES - 2
        self.line[0] = action
        for number in range(length):
            self.line[number + 1] = self.next.line[number]
        self.length = length + 1


def chain(like: State, length: int) -> Frame:
    """Make `length` linked frames; the last has no `next`.

    All share one buffer. A game that lists more than its `bound` writes into the parts of later
    frames, which hold nothing then, or into the spare room at the end, and is detected. The size of
    a part is an odd number of cache lines: otherwise, where `bound` is a power of two, the
    beginnings of all parts would compete for the same few lines of the processor's cache.
    """
    size = 8 * ((like.bound() + 7) // 8 | 1)
    actions = zeros("q", length * size + SPARE)
    order = zeros("i", length * size + SPARE)
    first: Frame = Frame(like, actions, order)
    frame: Frame = first
    for number in range(1, length):
        frame.next = Frame(like, actions[number * size :], order[number * size :])
        frame = frame.next
    return first


class MoveOrdering:
    """The move-ordering data of one tree: history, root values and excluded root actions."""

    evaluation: Evaluation
    history: cython.int[HISTORY]
    excluded: cython.longlong[::1]
    excluded_count: cython.int
    root_actions: cython.longlong[::1]
    root_values: cython.int[::1]
    root_count: cython.int
    root_key: cython.ulonglong

    def __init__(self, like: State, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.excluded = array("q", bytes(8))
        self.root_actions = zeros("q", like.bound())
        self.root_values = zeros("i", like.bound())

    def begin_search(self, root_key: cython.ulonglong) -> None:
        """Age the history; keep the values of root actions if the root is the same."""
        number: cython.int
        if root_key != self.root_key or root_key == 0:
            self.root_key = root_key
            self.root_count = 0
        for number in range(HISTORY):
            self.history[number] >>= 3

    def clear(self) -> None:
        number: cython.int
        for number in range(HISTORY):
            self.history[number] = 0
        self.root_key = 0
        self.root_count = 0

    def exclude(self, actions: list[int]) -> None:
        """Exclude these actions at the root."""
        self.excluded = array("q", [*actions, 0])
        self.excluded_count = len(actions)

    def is_excluded(self, action: cython.longlong) -> cython.bint:
        number: cython.int = self.excluded_count - 1
        while number >= 0 and self.excluded[number] != action:
            number -= 1
        return number >= 0

    def rank_actions(
        self,
        frame: Frame,
        count: cython.int,
        remembered: cython.longlong,
        seat: cython.int,
    ) -> cython.void:
        number: cython.int
        promise: cython.int
        action: cython.longlong
        self.evaluation.promises(frame.state, frame.buffer, count, frame.ranks)
        for number in range(count):
            action = frame.buffer[number]
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

    def rank_root(self, frame: Frame, count: cython.int) -> cython.void:
        """Rank the quiet actions of the root by their values at the previous depth.

        The best of all comes first. The transposition table names it, except where actions are
        excluded, since such a value is not that of the position.
        """
        number: cython.int
        place: cython.int
        best: cython.int = -1
        most: cython.int = -INFINITE
        for number in range(count):
            place = self.root_place(frame.buffer[number])
            if place == self.root_count:
                continue
            if frame.ranks[number] < KILLER:
                frame.ranks[number] = VALUED + self.root_values[place]
            if self.root_values[place] > most and not self.is_excluded(frame.buffer[number]):
                most = self.root_values[place]
                best = number
        if self.excluded_count and best >= 0:
            frame.ranks[best] = REMEMBERED

    def root_place(self, action: cython.longlong) -> cython.int:
        """Return the index of the value of `action`, or `root_count` if it has none."""
        place: cython.int = 0
        while place < self.root_count and self.root_actions[place] != action:
            place += 1
        return place

    def note_root(self, action: cython.longlong, value: cython.int) -> cython.void:
        """Store the value of an action of the root, if there is room.

        There is room unless two roots with different actions have the same key.
        """
        place: cython.int = self.root_place(action)
        if place == self.root_count:
            if place == self.root_actions.shape[0]:
                return
            self.root_count += 1
        self.root_actions[place] = action
        self.root_values[place] = value

    def history_place(self, action: cython.longlong, seat: cython.int) -> cython.int:
        scattered: cython.ulonglong = (cython.cast(cython.ulonglong, action) * GOLDEN) & FULL
        return cython.cast(
            cython.int, (scattered >> 52) | (cython.cast(cython.ulonglong, seat) << 12)
        )

    def reward(
        self,
        frame: Frame,
        action: cython.longlong,
        seat: cython.int,
        depth: cython.int,
        before: cython.int,
    ) -> cython.void:
        """Update killers and history after a cutoff by a quiet action.

        The history of the quiet actions among the `before` earlier ones is lowered.
        """
        number: cython.int
        place: cython.int = self.history_place(action, seat)
        if frame.killers[0] != action:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = action
        self.history[place] += depth * depth * 16
        if self.history[place] > MOST_HISTORY:
            for number in range(HISTORY):
                self.history[number] >>= 1
        for number in range(before):
            if frame.ranks[number] < KILLER:
                place = self.history_place(frame.buffer[number], seat)
                if self.history[place] > -MOST_HISTORY:
                    self.history[place] -= depth * depth
