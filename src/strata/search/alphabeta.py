"""Alpha-beta, compiled: the inner loop behind `strata.search.deepening`.

Values are whole points seen from the seat that acts. A turn may have several actions, so a value
changes its sign only where the acting seat changes. States are copied and changed, never undone:
every depth has a frame with room for one state and its actions.
"""

from __future__ import annotations

from array import array

import cython

from strata.search import values
from strata.search.memory import table_memory

if not cython.compiled:
    from math import log

    from strata.core.evaluation import Evaluation
    from strata.core.rng import FULL, mix
    from strata.core.state import State
else:
    from cython.cimports.libc.math import log
    from cython.cimports.strata.core.evaluation import Evaluation
    from cython.cimports.strata.core.rng import mix
    from cython.cimports.strata.core.state import State

    FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WIN = cython.declare(cython.int, values.WIN)
PROVEN = cython.declare(cython.int, values.PROVEN)
INFINITE = cython.declare(cython.int, values.INFINITE)
MOST_PLIES = cython.declare(cython.int, 128)
NOISY_PLIES = cython.declare(cython.int, 12)  # the furthest that noisy actions are followed
NOISY_A_DEPTH = cython.declare(cython.int, 4)  # how much further with each depth after the first
DRAWN = cython.declare(cython.int, 2)

# Points by which a position is out of reach, a depth.
AHEAD = cython.declare(cython.int, 150)
BEHIND = cython.declare(cython.int, 150)

LONGEST_TURN = cython.declare(cython.int, 24)  # plies in which a turn is followed to its end

# What the table knows of a value.
EXACT = cython.declare(cython.int, 0)
AT_LEAST = cython.declare(cython.int, 1)
AT_MOST = cython.declare(cython.int, 2)

# The order in which actions are tried.
REMEMBERED = cython.declare(cython.int, 2000000000)
NOISY = cython.declare(cython.int, 1000000000)
KILLER = cython.declare(cython.int, 900000000)
VALUED = cython.declare(cython.int, 800000000)
MOST_HISTORY = cython.declare(cython.int, 1 << 26)

# By how much late actions are searched less deep, at 64 * depth + number of the action.
REDUCTIONS = cython.declare(cython.uchar[4096])
if not cython.compiled:
    REDUCTIONS = [0] * 4096
    fetch = id  # in C it loads memory ahead of its use: alphabeta.pxd


def fill_reductions() -> None:
    depth: cython.int
    number: cython.int
    for depth in range(1, 64):
        for number in range(1, 64):
            REDUCTIONS[64 * depth + number] = cython.cast(
                cython.int, 0.4 + log(depth) * log(number) / 2.2
            )


fill_reductions()


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
        frame: Frame
        number: cython.int
        if not cython.compiled:
            self.history = [0] * 8192
            self.filter = [0] * 4096
        self.evaluation = evaluation
        self.repetition = repetition
        self.selective = selective
        self.top = Frame(like)
        frame = self.top
        number = MOST_PLIES + NOISY_PLIES + 2
        while number > 0:
            frame.next = Frame(like)
            frame = frame.next
            number -= 1
        self.entries = table_memory(32 << table_bits)
        if cython.compiled:
            self.slots = cython.address(self.entries[0])
        else:
            self.slots = self.entries
        self.mask = (1 << (table_bits - 1)) - 1
        self.age = 0
        self.path = array("Q", bytes(8))
        self.excluded = array("q", bytes(8))
        self.excluded_count = 0
        self.root_actions = array("q", bytes(8 * like.bound()))
        self.root_values = array("i", bytes(4 * like.bound()))
        self.root_count = 0
        self.root_key = 0
        self.noise = 0
        self.noise_seed = 0
        self.halted = False
        self.nodes = 0
        self.most_nodes = 0
        self.deepest = 0
        self.noisy_plies = 0
        self.path_length = 0
        self.root_length = 0

    # For Python callers.

    def begin(self, state: State, earlier: list[int], most_nodes: int) -> None:
        """A search from `state`; `earlier` are the keys of the turns of the game so far."""
        number: cython.int
        if state.whole_key() != self.root_key:
            self.root_key = state.whole_key()
            self.root_count = 0
        self.top.state.assign(state)
        self.nodes = 0
        self.most_nodes = most_nodes
        self.age = (self.age + 1) & 255
        self.path = array("Q", [*earlier, *([0] * (MOST_PLIES + NOISY_PLIES + 8))])
        self.path_length = len(earlier)
        for number in range(4096):
            self.filter[number] = 0
        for number in range(self.path_length):
            if self.filter[self.path[number] & 4095] < 250:
                self.filter[self.path[number] & 4095] += 1
        if state.begins_turn() and self.repetition and not earlier:
            self.remember_position(state.position_key())
        self.root_length = self.path_length
        for number in range(8192):
            self.history[number] >>= 3

    def forget(self) -> None:
        """Empties the table."""
        number: cython.longlong
        for number in range(len(self.entries)):
            self.slots[number] = 0
        for number in range(8192):
            self.history[number] = 0

    def ready(self) -> None:
        self.halted = False

    def halt(self) -> None:
        self.halted = True

    def is_halted(self) -> bool:
        return bool(self.halted)

    def count(self) -> int:
        return self.nodes

    def furthest(self) -> int:
        """How many actions deep the last `run` looked."""
        return self.deepest

    def misjudge(self, points: int, seed: int) -> None:
        """Makes every judgement wrong by up to `points`, always alike for the same position."""
        self.noise = points
        self.noise_seed = seed

    def exclude(self, actions: list[int]) -> None:
        """Actions that are not looked at in the position itself."""
        self.excluded = array("q", [*actions, 0])
        self.excluded_count = len(actions)

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> int:
        """The value of the position for its seat; what it means is in the window's terms."""
        value: cython.int
        self.top.length = 0
        self.deepest = 0
        self.noisy_plies = NOISY_A_DEPTH * (depth - 1)
        if self.noisy_plies > NOISY_PLIES:
            self.noisy_plies = NOISY_PLIES
        with cython.nogil:
            value = self.search(self.top, depth, alpha, beta, 0)
        return value

    def line(self) -> list[int]:
        """The best actions that the last `run` found; empty if it found none in its window."""
        return [self.top.line[number] for number in range(self.top.length)]

    # For other searches.

    def settle(self, state):
        """What `state`, which is not over, is worth for first when its captures are played out."""
        value: cython.int
        self.top.state.assign(state)
        value = self.quiesce(self.top, -INFINITE, INFINITE, 0, NOISY_A_DEPTH)
        return -value if state.seat() else value

    # The search.

    def judge(self, frame):
        """What a position that goes on is worth for the seat that acts."""
        points: cython.int = self.evaluation.score(frame.state)
        scattered: cython.ulonglong
        if self.noise:
            scattered = mix((frame.state.key() + self.noise_seed) & FULL)
            points += cython.cast(cython.int, scattered % (2 * self.noise + 1)) - self.noise
        return -points if frame.state.seat() else points

    def final(self, frame, ply):
        """What a finished game is worth, seen from the seat that the state says acts."""
        winner: cython.int = frame.state.outcome() & 3
        if winner == DRAWN:
            return 0
        return WIN - ply if winner == frame.state.seat() else ply - WIN

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
        self.nodes += 1
        frame.length = 0
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.halted = True
        if self.halted:
            return 0
        if depth <= 0 or ply >= MOST_PLIES - 1:
            return self.quiesce(frame, alpha, beta, ply, self.noisy_plies)
        if ply == 0 or self.repetition == 0 or not frame.state.turn_start():
            return self.search_actions(frame, depth, alpha, beta, ply)
        if self.is_repeated(frame.state.key()):
            return 0
        self.remember_position(frame.state.key())
        value = self.search_actions(frame, depth, alpha, beta, ply)
        self.forget_position()
        return value

    def search_actions(self, frame, depth, alpha, beta, ply):
        key: cython.ulonglong = frame.state.memo_key()
        place: cython.ulonglong
        remembered: cython.longlong = -1
        known: cython.ulonglong
        value: cython.int
        judged: cython.int = 0
        count: cython.int
        number: cython.int
        action: cython.longlong
        rank: cython.int
        seat: cython.int
        deeper: cython.int
        less: cython.int
        first: cython.bint = True
        open_window: cython.bint = beta - alpha > 1
        best: cython.int = -INFINITE
        best_action: cython.longlong = -1
        floor: cython.int = alpha
        tried: cython.int = 0
        enough: cython.int = INFINITE
        prunes: cython.bint = (
            self.selective and not open_window and depth <= 3 and -PROVEN < beta < PROVEN
        )
        if prunes:  # the table's entry takes as long to come as the position to be judged
            if cython.compiled:
                fetch(cython.address(self.slots[self.pair_of(key)]))
            judged = self.judge(frame)
        place = self.place_of(key)
        if key and self.slots[place] == key:
            remembered = cython.cast(cython.longlong, self.slots[place + 1])
            known = self.slots[place + 2]
            if (
                ply > 0
                and not open_window
                and cython.cast(cython.int, (known >> 32) & 255) >= depth
            ):
                value = self.from_table(cython.cast(cython.int, known & 0xFFFF) - 32768, ply)
                rank = cython.cast(cython.int, (known >> 40) & 3)
                if (
                    rank == EXACT
                    or (rank == AT_LEAST and value >= beta)
                    or (rank == AT_MOST and value <= alpha)
                ):
                    return value
        if prunes:
            if judged - AHEAD * depth >= beta and not frame.state.over(frame.room):
                return judged  # so far ahead that a few actions change nothing
            if depth <= 2 and judged + BEHIND * depth <= alpha:
                enough = 1  # so far behind that only noisy actions can change it
        count = frame.state.legal(frame.room)
        if count == 0:
            return self.final(frame, ply)
        seat = frame.state.seat()
        self.rank_actions(frame, count, remembered, seat)
        if ply == 0:
            self.rank_root(frame, count)
        for number in range(count):
            rank = self.bring_forward(frame, number, count)
            action = frame.room[number]
            if ply == 0 and self.is_excluded(action):
                continue
            if tried >= enough and rank < KILLER:
                break
            frame.next.state.assign(frame.state)
            frame.next.state.apply(action)
            tried += 1
            deeper = depth - 1
            if frame.next.state.seat() == seat:
                if deeper == 0 and self.follows_turn(frame.next, ply):
                    deeper = 1
                if first:
                    value = self.search(frame.next, deeper, alpha, beta, ply + 1)
                else:
                    less = self.reduction(depth, tried, rank)
                    value = self.search(frame.next, deeper - less, alpha, alpha + 1, ply + 1)
                    if value > alpha and less:
                        value = self.search(frame.next, deeper, alpha, alpha + 1, ply + 1)
                    if alpha < value < beta:
                        value = self.search(frame.next, deeper, alpha, beta, ply + 1)
            elif first:
                value = -self.search(frame.next, deeper, -beta, -alpha, ply + 1)
            else:
                less = self.reduction(depth, tried, rank)
                value = -self.search(frame.next, deeper - less, -alpha - 1, -alpha, ply + 1)
                if value > alpha and less:
                    value = -self.search(frame.next, deeper, -alpha - 1, -alpha, ply + 1)
                if alpha < value < beta:
                    value = -self.search(frame.next, deeper, -beta, -alpha, ply + 1)
            if self.halted:
                return 0
            first = False
            if ply == 0:
                self.note_root(action, value)
            if value > best:
                best = value
                best_action = action
                if value > alpha:
                    alpha = value
                    self.keep_line(frame, action)
                    if value >= beta:
                        if rank < NOISY:
                            self.reward(frame, action, seat, depth, number)
                        break
        if key and not (ply == 0 and self.excluded_count):
            self.to_table(place, key, best_action, best, depth, ply, floor, beta)
        return best

    def quiesce(self, frame, alpha, beta, ply, left):
        """The value when nothing but noisy actions is played; the seat may leave them alone."""
        count: cython.int
        noisy: cython.int = 0
        enough: cython.int
        number: cython.int
        value: cython.int
        best: cython.int
        seat: cython.int
        if ply > self.deepest:
            self.deepest = ply
        if frame.state.over(frame.room):
            return self.final(frame, ply)
        best = self.judge(frame)
        if best >= beta or left == 0 or self.evaluation.is_quiet(frame.state):
            return best
        if best > alpha:
            alpha = best
        count = frame.state.legal(frame.room)
        self.evaluation.promises(frame.state, frame.room, count, frame.ranks)
        for number in range(count):
            if frame.ranks[number] > 0:
                frame.room[noisy] = frame.room[number]
                frame.ranks[noisy] = frame.ranks[number]
                noisy += 1
        seat = frame.state.seat()
        enough = noisy
        if self.selective and enough > 1 + 2 * left:
            enough = 1 + 2 * left
        for number in range(enough):
            self.bring_forward(frame, number, noisy)
            frame.next.state.assign(frame.state)
            frame.next.state.apply(frame.room[number])
            self.nodes += 1
            if self.most_nodes and self.nodes >= self.most_nodes:
                self.halted = True
            if frame.next.state.seat() == seat:
                value = self.quiesce(frame.next, alpha, beta, ply + 1, left - 1)
            else:
                value = -self.quiesce(frame.next, -beta, -alpha, ply + 1, left - 1)
            if self.halted:
                return best
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def follows_turn(self, frame, ply):
        """Whether a turn is looked at to its end before it is judged."""
        return self.evaluation.between_turns and ply < LONGEST_TURN and not frame.state.turn_start()

    def reduction(self, depth, tried, rank):
        """How much less deep a late, quiet action is searched first."""
        if depth < 3 or tried < 4 or rank >= KILLER or not self.selective:
            return 0
        return REDUCTIONS[64 * (depth if depth < 63 else 63) + (tried if tried < 63 else 63)]

    def is_excluded(self, action):
        number: cython.int = self.excluded_count - 1
        while number >= 0 and self.excluded[number] != action:
            number -= 1
        return number >= 0

    def history_place(self, action, seat):
        scattered: cython.ulonglong = (cython.cast(cython.ulonglong, action) * SPREAD) & FULL
        return cython.cast(
            cython.int, (scattered >> 52) | (cython.cast(cython.ulonglong, seat) << 12)
        )

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

    def bring_forward(self, frame, number, count):
        """Puts the best of what is left at place `number`; returns its rank."""
        other: cython.int
        best: cython.int = number
        rank: cython.int = frame.ranks[number]
        action: cython.longlong
        for other in range(number + 1, count):
            if frame.ranks[other] > rank:
                rank = frame.ranks[other]
                best = other
        if best != number:
            action = frame.room[best]
            frame.room[best] = frame.room[number]
            frame.ranks[best] = frame.ranks[number]
            frame.room[number] = action
            frame.ranks[number] = rank
        return rank

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

    def keep_line(self, frame, action):
        number: cython.int
        length: cython.int = frame.next.length if frame.next.length < 126 else 126
        frame.line[0] = action
        for number in range(length):
            frame.line[number + 1] = frame.next.line[number]
        frame.length = length + 1

    # The table: pairs of entries of four numbers, of which the fourth is free. The first of a pair
    # keeps what was searched deeper, the second what came last.

    def pair_of(self, key):
        return ((key ^ (key >> 32)) & self.mask) << 3

    def place_of(self, key):
        """Where `key` is, or else the second place of its pair."""
        place: cython.ulonglong = self.pair_of(key)
        return place if self.slots[place] == key else place + 4

    def to_table(self, place, key, action, value, depth, ply, floor, beta):
        known: cython.ulonglong
        first: cython.ulonglong = place & ~cython.cast(cython.ulonglong, 7)
        bound: cython.int = EXACT
        if value >= beta:
            bound = AT_LEAST
        elif value <= floor:
            bound = AT_MOST
        if value >= PROVEN:
            value += ply
        elif value <= -PROVEN:
            value -= ply
        if self.slots[place] != key:
            known = self.slots[first + 2]
            if (
                self.slots[first] == 0
                or cython.cast(cython.int, (known >> 48) & 255) != self.age
                or cython.cast(cython.int, (known >> 32) & 255) <= depth
            ):
                place = first
        self.slots[place] = key
        self.slots[place + 1] = cython.cast(cython.ulonglong, action)
        self.slots[place + 2] = (
            cython.cast(cython.ulonglong, value + 32768)
            | (cython.cast(cython.ulonglong, depth) << 32)
            | (cython.cast(cython.ulonglong, bound) << 40)
            | (cython.cast(cython.ulonglong, self.age) << 48)
        )

    def from_table(self, value, ply):
        """A win is as far away as from here, not as from where it was found."""
        if value >= PROVEN:
            return value - ply
        return value + ply if value <= -PROVEN else value
