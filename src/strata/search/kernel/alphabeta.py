"""Alpha-beta search, compiled: the inner loop behind `strata.search.iterative_deepening`.

Values are whole points seen from the seat that acts, and fail-soft. A turn may have several
actions, so the sign of a value changes only where the acting seat changes. States are copied and
changed, never undone: every ply has a frame with room for one state and its actions.
transposition_table.py remembers positions, quiescence.py evaluates the leaves, and move_ordering.py
decides which action is tried next.
"""

from __future__ import annotations

from array import array

import cython
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.search.kernel.constants import (
    FILTER,
    FORCED_PLIES,
    FUTILITY_MARGIN,
    GOING_ON,
    INFINITE,
    KILLER,
    LATE_MOVE_FACTOR,
    LONGEST_TURN,
    MOST_PLIES,
    NOISY,
    NOISY_PLIES,
    NONE,
    PROVEN,
    REMEMBERED,
    REVERSE_FUTILITY_MARGIN,
    SHORT_LINE,
)
from cython.cimports.strata.search.kernel.move_ordering import Frame, MoveOrdering
from cython.cimports.strata.search.kernel.quiescence import Quiescence
from cython.cimports.strata.search.kernel.tables import REDUCTIONS
from cython.cimports.strata.search.kernel.transposition_table import TranspositionTable

from strata.search.kernel.move_ordering import chain


class AlphaBeta:
    """A search tree of one game with its transposition table; searches one depth at a time."""

    evaluation: Evaluation
    quiescence: Quiescence
    selective: cython.bint
    top: Frame
    table: TranspositionTable
    ordering: MoveOrdering
    path: cython.ulonglong[::1]
    """The keys of the turns of the game, followed by those of the searched line."""
    path_length: cython.int
    root_length: cython.int
    filter: cython.uchar[FILTER]
    """How many keys on the path have the same low bits."""
    repetition: cython.int
    going_on: cython.int

    def __init__(
        self,
        like: State,
        evaluation: Evaluation,
        repetition: int,
        table_bits: int,
        selective: bool = True,
    ) -> None:
        """Make a tree whose table has 2 to the power of `table_bits` entries of 32 bytes.

        `selective` enables pruning, reductions, forced extensions and the price of continuing a
        turn. Without it the value is that of a plain minimax.
        """
        self.evaluation = evaluation
        self.selective = selective
        self.quiescence = Quiescence(like, evaluation, selective)
        self.repetition = repetition
        self.top = chain(like, MOST_PLIES + NOISY_PLIES + 3)
        self.table = TranspositionTable(table_bits)
        self.ordering = MoveOrdering(like, evaluation)
        self.path = array("Q", bytes(8))
        self.going_on = GOING_ON

    # For Python callers.

    def begin(
        self, state: State, earlier: list[int], most_nodes: int, going_on: int = GOING_ON
    ) -> None:
        """Begin a search of `state`.

        `earlier` are the keys of the turns of the game so far; `most_nodes` is 0 for no limit.
        `going_on` is the price in points of continuing a turn in progress at the root.
        """
        number: cython.int
        self.top.state.assign(state)
        self.going_on = going_on
        self.quiescence.begin_search(most_nodes)
        self.table.begin_search()
        self.ordering.begin_search(state.get_memo_key())
        self.path = array("Q", [*earlier, *([0] * (MOST_PLIES + NOISY_PLIES + 8))])
        self.path_length = len(earlier)
        for number in range(FILTER):
            self.filter[number] = 0
        for number in range(self.path_length):
            if self.filter[self.path[number] & (FILTER - 1)] < 255 - MOST_PLIES:
                self.filter[self.path[number] & (FILTER - 1)] += 1
        if state.get_turn_start() and self.repetition and not earlier:
            self.remember_position(state.get_key())
        self.root_length = self.path_length

    def forget(self) -> None:
        """Drop all that was learned; later searches are those of a new tree."""
        frame: Frame = self.top
        self.table.clear()
        self.ordering.clear()
        self.quiescence.cache.clear()
        while frame is not None:
            frame.forget_killers()
            frame = frame.next

    def ready(self) -> None:
        self.quiescence.halted = False

    def halt(self) -> None:
        self.quiescence.halted = True

    def is_halted(self) -> bool:
        return bool(self.quiescence.halted)

    def count(self) -> int:
        return self.quiescence.nodes

    def misjudge(self, points: int, seed: int) -> None:
        """Offset every evaluation by up to `points`, always alike for the same position."""
        self.quiescence.cache.misjudge(points, seed)

    def exclude(self, actions: list[int]) -> None:
        """Exclude these actions at the root."""
        self.ordering.exclude(actions)

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> int:
        """Return the value of the root for its seat: exact inside the window, else a bound.

        Raises BoundTooLow.
        """
        value: cython.int
        self.top.length = 0
        self.quiescence.begin_depth(depth)
        with cython.nogil:
            value = self.search(self.top, depth, alpha, beta, 0)
        self.quiescence.check_bound(self.top.state)
        return value

    def line(self) -> list[int]:
        """Return the principal variation of the last `run`; empty if no action raised alpha."""
        return [self.top.line[number] for number in range(self.top.length)]

    def loses_at_once(self, codes: list[int]) -> bool:
        """Return whether the other seat can win at once after the turn that `codes` begins.

        Pruning overlooks quiet winning actions, and the depth may not reach beyond the turn.
        `codes` are a principal variation, or the beginning of one.
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
        if after.state.seat() == own or after.state.over(after.buffer):
            return False
        count = after.state.legal(after.buffer)
        self.quiescence.is_too_many(count)
        self.quiescence.check_bound(after.state)
        for number in range(count):
            after.next.state.assign(after.state)
            after.next.state.apply(after.buffer[number])
            if (
                after.next.state.over(after.next.buffer)
                and after.next.state.outcome() & 3 == after.state.seat()
            ):
                return True
        return False

    # The search.

    def is_repeated(self, key: cython.ulonglong) -> cython.bint:
        """Return whether a position with this key is a draw by repetition.

        One earlier occurrence on the searched line is enough, since it can be repeated again.
        """
        number: cython.int = self.path_length - 1
        times: cython.int = 0
        if self.filter[key & (FILTER - 1)] == 0:
            return False
        while number >= 0:
            if self.path[number] == key:
                times += 1
                if number >= self.root_length or times >= self.repetition - 1:
                    return True
            number -= 1
        return False

    def remember_position(self, key: cython.ulonglong) -> cython.void:
        self.path[self.path_length] = key
        self.path_length += 1
        self.filter[key & (FILTER - 1)] += 1

    def forget_position(self) -> cython.void:
        self.path_length -= 1
        self.filter[self.path[self.path_length] & (FILTER - 1)] -= 1

    def search(
        self,
        frame: Frame,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of `frame.state` at `depth`, exact between `alpha` and `beta`."""
        value: cython.int
        repeats: cython.bint
        frame.length = 0
        if not self.quiescence.look():
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
            return self.quiescence.quiesce(frame, alpha, beta, ply, self.quiescence.noisy_plies)
        if not repeats:
            return self.search_actions(frame, depth, alpha, beta, ply)
        self.remember_position(frame.state.key())
        value = self.search_actions(frame, depth, alpha, beta, ply)
        self.forget_position()
        return value

    def search_actions(
        self,
        frame: Frame,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of a position that is not a repetition.

        The action from the transposition table is tried before the others are ranked, which often
        suffices. It is played only if it is listed as legal: positions whose keys collide share it,
        and an illegal action may corrupt a state.
        """
        key: cython.ulonglong = frame.state.memo_key()
        place: cython.ulonglong
        remembered: cython.longlong = NONE
        value: cython.int
        judged: cython.int = 0
        count: cython.int
        number: cython.int = 0
        action: cython.longlong
        rank: cython.int
        seat: cython.int
        deeper: cython.int
        less: cython.int
        open_window: cython.bint = beta - alpha > 1
        best: cython.int = -INFINITE
        best_action: cython.longlong = NONE
        floor: cython.int = alpha
        tried: cython.int = 0
        cost: cython.int = 0
        enough: cython.int = INFINITE
        ranked: cython.bint = False
        prunes: cython.bint = (
            self.selective and not open_window and depth <= 3 and -PROVEN < beta < PROVEN
        )
        if prunes:
            self.table.expect(key)
            judged = self.quiescence.cache.evaluate(frame.state, key)
        place = self.table.place_of(key)
        if key and self.table.slots[place] == key:
            remembered = cython.cast(cython.longlong, self.table.slots[place + 1])
            if ply > 0 and not open_window and self.table.decides(place, depth, ply, alpha, beta):
                return self.table.value_at(place, ply)
        if prunes:
            if judged - REVERSE_FUTILITY_MARGIN * depth >= beta and not frame.state.over(
                frame.buffer
            ):
                return judged  # reverse futility pruning
            if depth <= 2 and judged + FUTILITY_MARGIN * depth <= alpha:
                enough = 1  # futility pruning: no quiet actions
            elif self.evaluation.breadth:
                enough = LATE_MOVE_FACTOR * self.evaluation.breadth * depth
        count = frame.state.legal(frame.buffer)
        if count == 0:
            return self.quiescence.final(frame, ply)
        if self.quiescence.is_too_many(count):
            return 0
        if remembered != NONE and not frame.lists(remembered, count):
            remembered = NONE
        seat = frame.state.seat()
        if self.selective and not frame.state.turn_start():
            cost = GOING_ON if ply else self.going_on
        while number < count:
            if number == 0 and ply > 0 and remembered != NONE:
                action = remembered
                rank = REMEMBERED
            else:
                if not ranked:
                    ranked = True
                    self.ordering.rank_actions(frame, count, remembered, seat)
                    if ply == 0:
                        self.ordering.rank_root(frame, count)
                    elif number:
                        frame.bring_forward(0, count)  # already tried
                rank = frame.bring_forward(number, count)
                action = frame.buffer[number]
            number += 1
            if ply == 0 and self.ordering.is_excluded(action):
                continue
            if tried >= enough and rank < KILLER:
                break
            frame.next.state.assign(frame.state)
            frame.next.state.apply(action)
            deeper = depth - 1
            if count == 1 and self.selective and ply <= FORCED_PLIES:
                deeper = depth
            less = self.reduction(depth, tried + 1, rank)
            value = self.follow(frame, seat, deeper, less, cost, alpha, beta, ply, tried == 0)
            tried += 1
            if self.quiescence.halted:
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
            self.table.keep(place, key, best_action, best, depth, ply, floor, beta)
        return best

    def follow(
        self,
        frame: Frame,
        seat: cython.int,
        deeper: cython.int,
        less: cython.int,
        cost: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        first: cython.bint,
    ) -> cython.int:
        """Return the value for `seat` of the action that led to the next frame.

        Principal variation search: the first action has the full window. The others have a null
        window and are first reduced by `less` plies; they are searched again if they turn out
        better.
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

    def follows_turn(self, frame: Frame, ply: cython.int) -> cython.bint:
        """Return whether a turn in progress is followed to its end before it is evaluated."""
        return self.evaluation.between_turns and ply < LONGEST_TURN and not frame.state.turn_start()

    def reduction(self, depth: cython.int, tried: cython.int, rank: cython.int) -> cython.int:
        """Return by how many plies a late, quiet action is first reduced (late-move reduction)."""
        if depth < 3 or tried < 4 or rank >= KILLER or not self.selective:
            return 0
        return REDUCTIONS[64 * (depth if depth < 63 else 63) + (tried if tried < 63 else 63)]
