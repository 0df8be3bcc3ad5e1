"""Alpha-beta, compiled: the inner loop behind `strata.search.deepening`.

Values are whole points seen from the seat that acts. A turn may have several actions, so a value
changes its sign only where the acting seat changes. States are copied and changed, never undone:
every depth has a frame with room for one state and its actions. What was found out is kept in
table.py, leaves.py says what the ends are worth, and ordering.py which action is tried next.
"""

from __future__ import annotations

from array import array

import cython

from strata.search import values
from strata.search.kernel.ordering import chain

if not cython.compiled:
    from math import log

    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
    from strata.search.kernel.leaves import NOISY_PLIES, Leaves
    from strata.search.kernel.ordering import KILLER, NOISY, REMEMBERED, Frame, Ordering
    from strata.search.kernel.table import Table
else:
    from cython.cimports.libc.math import log
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.search.kernel.leaves import NOISY_PLIES, Leaves
    from cython.cimports.strata.search.kernel.ordering import (
        KILLER,
        NOISY,
        REMEMBERED,
        Frame,
        Ordering,
    )
    from cython.cimports.strata.search.kernel.table import Table

PROVEN = cython.declare(cython.int, values.PROVEN)
INFINITE = cython.declare(cython.int, values.INFINITE)
MOST_PLIES = cython.declare(cython.int, 128)
UNLISTED = cython.declare(cython.int, -1)

# Points by which a position is out of reach, a depth.
AHEAD = cython.declare(cython.int, 150)
BEHIND = cython.declare(cython.int, 150)

# Where a game says how many noisy actions are followed from a leaf: how many times as many actions
# are looked at near one, a depth.
NEAR_A_LEAF = cython.declare(cython.int, 5)

FORCED_PLIES = cython.declare(cython.int, 40)  # up to here an only action costs no depth

# Points that it costs to go on with a turn in progress. To end it lets the other side act, so that
# it looks the worse the nearer the horizon is, and turns would go on for nothing. In the position
# itself the caller says how much.
GOING_ON = cython.declare(cython.int, values.GOING_ON)

SHORT_LINE = cython.declare(cython.int, 8)  # plies in which a leaf too may be a repetition

LONGEST_TURN = cython.declare(cython.int, 24)  # plies in which a turn is followed to its end

# By how much late actions are searched less deep, at 64 * depth + number of the action.
REDUCTIONS = cython.declare(cython.uchar[4096])
if not cython.compiled:
    REDUCTIONS = [0] * 4096


def fill_reductions() -> None:
    depth: cython.int
    number: cython.int
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTIONS[64 * depth + number] = cython.cast(
                cython.int, 0.4 + log(depth) * log(number) / 2.2
            )


fill_reductions()


class AlphaBeta:
    """A tree of one game, with its table; searches to one depth at a time."""

    def __init__(
        self,
        like: State,
        evaluation: Evaluation,
        repetition: int,
        table_bits: int,
        selective: bool = True,
    ) -> None:
        """The table has 2 to the power of `table_bits` entries of 32 bytes.

        `selective` looks less deep where little is to be expected; without it the value is that
        of looking at everything.
        """
        self.evaluation = evaluation
        self.selective = selective
        self.leaves = Leaves(evaluation, selective)
        if not cython.compiled:
            self.filter = [0] * 4096
        self.repetition = repetition
        self.top = chain(like, MOST_PLIES + NOISY_PLIES + 3)
        self.table = Table(table_bits)
        self.ordering = Ordering(evaluation, like.bound())
        self.path = array("Q", bytes(8))
        self.going_on = GOING_ON
        self.path_length = 0
        self.root_length = 0

    # For Python callers.

    def begin(
        self,
        state: State,
        earlier: list[int],
        most_nodes: int,
        going_on: int = values.GOING_ON,
    ) -> None:
        """A search from `state`, in the middle of whose turn it costs `going_on` points to go on.

        `earlier` are the keys of the turns of the game so far.
        """
        number: cython.int
        self.top.state.assign(state)
        self.going_on = going_on
        self.leaves.nodes = 0
        self.leaves.most_nodes = most_nodes
        self.table.begin_search()
        self.ordering.begin_search(state.get_memo_key())
        self.path = array("Q", [*earlier, *([0] * (MOST_PLIES + NOISY_PLIES + 8))])
        self.path_length = len(earlier)
        for number in range(4096):
            self.filter[number] = 0
        for number in range(self.path_length):
            if self.filter[self.path[number] & 4095] < 250:
                self.filter[self.path[number] & 4095] += 1
        if state.get_turn_start() and self.repetition and not earlier:
            self.remember_position(state.get_key())
        self.root_length = self.path_length

    def forget(self) -> None:
        """Drops what was learned."""
        self.table.clear()
        self.ordering.clear()

    def ready(self) -> None:
        self.leaves.halted = False

    def halt(self) -> None:
        self.leaves.halted = True

    def is_halted(self) -> bool:
        return bool(self.leaves.halted)

    def count(self) -> int:
        return self.leaves.nodes

    def furthest(self) -> int:
        """How many actions deep the last `run` looked."""
        return self.leaves.deepest

    def misjudge(self, points: int, seed: int) -> None:
        """Makes every judgement wrong by up to `points`, always alike for the same position."""
        self.leaves.judging.misjudge(points, seed)

    def exclude(self, actions: list[int]) -> None:
        """Actions that are not looked at in the position itself."""
        self.ordering.exclude(actions)

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> int:
        """The value of the position for its seat; what it means is in the window's terms."""
        value: cython.int
        self.top.length = 0
        self.leaves.begin_depth(depth)
        with cython.nogil:
            value = self.search(self.top, depth, alpha, beta, 0)
        return value

    def line(self) -> list[int]:
        """The best actions that the last `run` found; empty if it found none in its window."""
        return [self.top.line[number] for number in range(self.top.length)]

    def loses_at_once(self, codes: list[int]) -> bool:
        """Whether the seat that acts after a turn from the position has an action that wins.

        Selection overlooks quiet actions that do, and a turn may be all that the depth is good
        for. `codes` are a line, or the beginning of one.
        """
        own: cython.int = self.top.state.seat()
        count: cython.int
        number: cython.int
        after: Frame = self.top.next
        after.state.assign(self.top.state)
        for code in codes:
            after.state.apply(code)
            if after.state.seat() != own:
                break
        if after.state.seat() == own or after.state.over(after.room):
            return False
        count = after.state.legal(after.room)
        for number in range(count):
            after.next.state.assign(after.state)
            after.next.state.apply(after.room[number])
            if (
                after.next.state.over(after.next.room)
                and after.next.state.outcome() & 3 == after.state.seat()
            ):
                return True
        return False

    # The search.

    def is_repeated(self, key):
        """Once on the way from the root is enough: what came back once can come back again."""
        number: cython.int = self.path_length - 1
        times: cython.int = 0
        if self.filter[key & 4095] == 0:
            return False
        while number >= 0:
            if self.path[number] == key:
                times += 1
                if number >= self.root_length or times >= self.repetition - 1:
                    return True
            number -= 1
        return False

    def remember_position(self, key):
        self.path[self.path_length] = key
        self.path_length += 1
        self.filter[key & 4095] += 1

    def forget_position(self):
        self.path_length -= 1
        self.filter[self.path[self.path_length] & 4095] -= 1

    def search(self, frame, depth, alpha, beta, ply):
        """The value of `frame.state` to `depth` actions, exact between `alpha` and `beta`."""
        value: cython.int
        repeats: cython.bint
        frame.length = 0
        if not self.leaves.look():
            return 0
        repeats = (
            self.repetition != 0
            and ply > 0
            and (depth > 0 or ply <= SHORT_LINE)
            and frame.state.turn_start()
        )
        if repeats and self.is_repeated(frame.state.key()):
            return 0
        if depth <= 0 or ply >= MOST_PLIES - 1:
            return self.leaves.quiesce(frame, alpha, beta, ply, self.leaves.noisy_plies)
        if not repeats:
            return self.search_actions(frame, depth, alpha, beta, ply)
        self.remember_position(frame.state.key())
        value = self.search_actions(frame, depth, alpha, beta, ply)
        self.forget_position()
        return value

    def search_actions(self, frame, depth, alpha, beta, ply):
        """`search` of a position that did not come up before.

        What the table remembers as best is tried before the actions are listed, which is often
        enough. What is remembered for a key is legal, for a position is all that its key is of.
        """
        key: cython.ulonglong = frame.state.memo_key()
        place: cython.ulonglong
        remembered: cython.longlong = -1
        value: cython.int
        judged: cython.int = 0
        count: cython.int = UNLISTED
        number: cython.int = 0
        action: cython.longlong
        rank: cython.int
        seat: cython.int
        deeper: cython.int
        less: cython.int
        open_window: cython.bint = beta - alpha > 1
        best: cython.int = -INFINITE
        best_action: cython.longlong = -1
        floor: cython.int = alpha
        tried: cython.int = 0
        cost: cython.int = 0
        enough: cython.int = INFINITE
        is_only: cython.bint = False
        prunes: cython.bint = (
            self.selective and not open_window and depth <= 3 and -PROVEN < beta < PROVEN
        )
        if prunes:
            self.table.expect(key)
            judged = self.leaves.judging.judge(frame.state, key)
        place = self.table.place_of(key)
        if key and self.table.slots[place] == key:
            remembered = cython.cast(cython.longlong, self.table.slots[place + 1])
            is_only = self.table.is_only(place)
            if ply > 0 and not open_window and self.table.decides(place, depth, ply, alpha, beta):
                return self.table.value_at(place, ply)
        if prunes:
            if judged - AHEAD * depth >= beta and not frame.state.over(frame.room):
                return judged  # so far ahead that a few actions change nothing
            if depth <= 2 and judged + BEHIND * depth <= alpha:
                enough = 1  # so far behind that only noisy actions can change it
            elif self.evaluation.breadth:
                enough = NEAR_A_LEAF * self.evaluation.breadth * depth
        seat = frame.state.seat()
        if self.selective and not frame.state.turn_start():
            cost = GOING_ON if ply else self.going_on
        while True:
            if number == 0 and ply > 0 and remembered >= 0:
                action = remembered
                rank = REMEMBERED
            else:
                if count == UNLISTED:
                    count = frame.state.legal(frame.room)
                    if count == 0:
                        return self.leaves.final(frame, ply)
                    is_only = count == 1
                    self.ordering.rank_actions(frame, count, remembered, seat)
                    if ply == 0:
                        self.ordering.rank_root(frame, count)
                    elif number:
                        frame.bring_forward(0, count)  # tried already
                if number >= count:
                    break
                rank = frame.bring_forward(number, count)
                action = frame.room[number]
            number += 1
            if ply == 0 and self.ordering.is_excluded(action):
                continue
            if tried >= enough and rank < KILLER:
                break
            frame.next.state.assign(frame.state)
            frame.next.state.apply(action)
            deeper = depth - 1
            if is_only and self.selective and ply <= FORCED_PLIES:
                deeper = depth
            less = self.reduction(depth, tried + 1, rank)
            value = self.follow(frame, seat, deeper, less, cost, alpha, beta, ply, tried == 0)
            tried += 1
            if self.leaves.halted:
                return 0
            if ply == 0:
                self.ordering.note_root(action, value)
            if value > best:
                best = value
                best_action = action
                if value > alpha:
                    alpha = value
                    frame.keep_line(action)
                    if value >= beta:
                        if rank < NOISY:
                            self.ordering.reward(frame, action, seat, depth, number - 1)
                        break
        if key and not (ply == 0 and self.ordering.excluded_count):
            self.table.keep(place, key, best_action, best, depth, ply, floor, beta, is_only)
        return best

    def follow(self, frame, seat, deeper, less, cost, alpha, beta, ply, first):
        """What the action that leads to the next frame is worth for `seat`.

        The first action has the whole window; of the others is asked only whether they are better,
        `less` deep at first.
        """
        value: cython.int
        if frame.next.state.seat() != seat:
            if first:
                return -self.search(frame.next, deeper, -beta, -alpha, ply + 1)
            value = -self.search(frame.next, deeper - less, -alpha - 1, -alpha, ply + 1)
            if value > alpha and less:
                value = -self.search(frame.next, deeper, -alpha - 1, -alpha, ply + 1)
            if alpha < value < beta:
                value = -self.search(frame.next, deeper, -beta, -alpha, ply + 1)
            return value
        if deeper == 0 and self.follows_turn(frame.next, ply):
            deeper = 1
        if -PROVEN < alpha < PROVEN:
            alpha += cost
        if -PROVEN < beta < PROVEN:
            beta += cost
        if first:
            value = self.search(frame.next, deeper, alpha, beta, ply + 1)
        else:
            value = self.search(frame.next, deeper - less, alpha, alpha + 1, ply + 1)
            if value > alpha and less:
                value = self.search(frame.next, deeper, alpha, alpha + 1, ply + 1)
            if alpha < value < beta:
                value = self.search(frame.next, deeper, alpha, beta, ply + 1)
        return value - cost if -PROVEN < value < PROVEN else value

    def follows_turn(self, frame, ply):
        """Whether a turn is looked at to its end before it is judged."""
        return self.evaluation.between_turns and ply < LONGEST_TURN and not frame.state.turn_start()

    def reduction(self, depth, tried, rank):
        """How much less deep a late, quiet action is searched first."""
        if depth < 3 or tried < 4 or rank >= KILLER or not self.selective:
            return 0
        return REDUCTIONS[64 * (depth if depth < 63 else 63) + (tried if tried < 63 else 63)]
