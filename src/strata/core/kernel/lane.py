"""Games that are played token by token, many side by side: the basis of `strata.batch`.

A `Lane` is one game. It knows the legal actions of its position as rows of tokens, and how many
tokens of the next action are chosen; a step chooses one more. A token that is the only one left is
chosen automatically, except for the first of an action. The arrays that lanes read and write belong
to a `Desk` (desk.py), with a row for each lane.

Lanes form a tree (crew.py), so that one call goes through all of them without the interpreter lock.
Each has its own stream of random numbers and is independent of the others, so it does not matter
how they are distributed over threads.
"""

from __future__ import annotations

from typing import Annotated, Any

import cython
from cython.cimports.strata.core.kernel.constants import EXCEEDED, FORFEITED, REPEATED, STOPPED
from cython.cimports.strata.core.kernel.desk import Desk
from cython.cimports.strata.core.kernel.repetition import Repetitions
from cython.cimports.strata.core.kernel.rng import Random
from cython.cimports.strata.core.kernel.state import State

from strata.core.errors import BoundTooLow, IllegalAction, shown
from strata.core.kernel.state import action_buffer, bound_problem
from strata.core.memory import zeros


class Lane:
    """One game, and the lanes below it in the tree."""

    desk: Desk
    row: Annotated[cython.int, "readonly"]
    start: State
    state: State
    seen: Repetitions
    random: Random
    bound: cython.int
    codes: cython.longlong[::1]
    """The legal actions that begin with the tokens chosen."""
    words: cython.int[::1]
    """Their tokens, `width` for each, -1 after the last."""
    capacity: cython.int
    """The number of actions for which there is room."""
    count: cython.int
    depth: cython.int
    """The number of tokens chosen."""
    length: Annotated[cython.longlong, "readonly"]
    """The number of actions played."""
    times: cython.int
    """How often the position occurred before."""
    over: Annotated[cython.bint, "readonly"]
    result: Annotated[cython.longlong, "readonly"]
    """As `State.outcome`, or REPEATED, STOPPED (by the limit), FORFEITED (by an illegal choice) or
    EXCEEDED (too many legal actions).
    """
    left: Lane
    right: Lane
    has_left: cython.bint
    has_right: cython.bint

    def __init__(self, desk: Desk, row: int, start: State) -> None:
        self.desk = desk
        self.row = row
        self.start = start
        self.state = start.copy()
        self.seen = Repetitions()
        self.random = Random()
        self.bound = start.bound()
        self.capacity = 0
        self.over = True
        self.has_left = False
        self.has_right = False

    def hang(self, left: Lane | None, right: Lane | None) -> None:
        """Put these lanes, and all below them, below this one."""
        self.has_left = left is not None
        self.has_right = right is not None
        if left is not None:
            self.left = left
        if right is not None:
            self.right = right

    # One game.

    def begin(self, actions: cython.p_longlong) -> cython.void:
        """Begin the game anew."""
        self.state.assign(self.start)
        self.length = 0
        self.times = 0
        self.over = False
        self.result = 0
        if self.desk.repetition:
            self.seen.clear()
            if self.state.turn_start():
                self.seen.add(self.state.key())
        self.list_actions(actions)

    def list_actions(self, actions: cython.p_longlong) -> cython.void:
        """Find the legal actions and their tokens, or how the game ended."""
        index: cython.int
        length: cython.int
        width: cython.int = self.desk.width
        found: cython.int = self.state.legal(actions)
        self.depth = 0
        self.count = 0
        if found == 0:
            self.end(self.state.outcome())
            return
        if found > self.bound:
            self.end(EXCEEDED)
            return
        if found > self.capacity:
            self.grow(found)
        for index in range(found):
            self.codes[index] = actions[index]
            if self.desk.whole:
                self.words[index] = self.desk.encoder.number(self.state, actions[index])
            else:
                length = self.desk.encoder.spell(
                    self.state, actions[index], cython.address(self.words[width * index])
                )
                if length < width:
                    self.words[width * index + length] = -1
        self.count = found

    def grow(self, needed: cython.int) -> cython.void:
        with cython.gil:
            self.capacity = needed + needed // 2
            self.codes = zeros("q", self.capacity)
            # one more: `spell` may look one place ahead
            self.words = zeros("i", self.desk.width * (self.capacity + 1))

    def end(self, result: cython.longlong) -> cython.void:
        self.over = True
        self.result = result
        self.count = 0
        self.depth = 0

    def allows(self, choice: cython.int) -> cython.bint:
        """Return whether a legal action continues with that token."""
        index: cython.int
        for index in range(self.count):
            if self.words[self.desk.width * index + self.depth] == choice:
                return choice >= 0
        return False

    def choose(self, choice: cython.int, actions: cython.p_longlong) -> cython.void:
        """Choose a token that is allowed; if one action is left, play it."""
        index: cython.int
        place: cython.int
        width: cython.int = self.desk.width
        kept: cython.int = 0
        for index in range(self.count):
            if self.words[width * index + self.depth] == choice:
                if kept != index:
                    self.codes[kept] = self.codes[index]
                    for place in range(width):
                        self.words[width * kept + place] = self.words[width * index + place]
                kept += 1
        self.count = kept
        self.depth += 1
        if kept == 1:
            self.play(self.codes[0], actions)
            return
        while self.is_forced():
            self.depth += 1

    def is_forced(self) -> cython.bint:
        """Return whether several actions are left and all continue with the same token."""
        index: cython.int
        width: cython.int = self.desk.width
        if self.count < 2:
            return False
        for index in range(1, self.count):
            if self.words[width * index + self.depth] != self.words[self.depth]:
                return False
        return True

    def play(self, code: cython.longlong, actions: cython.p_longlong) -> cython.void:
        self.state.apply(code)
        self.length += 1
        self.times = 0
        self.list_actions(actions)
        if self.desk.repetition and self.state.turn_start():
            self.times = self.seen.add(self.state.key()) - 1
            if self.times + 1 >= self.desk.repetition and self.is_repetition():
                self.end(REPEATED)
        if not self.over and self.desk.limit and self.length >= self.desk.limit:
            self.end(STOPPED)

    def is_repetition(self) -> cython.bint:
        """Return whether a position that repeats once too often ends the game by repetition.

        An end by the position has precedence, unless `yielding` says otherwise.
        """
        if not self.over:
            return True
        return self.result >= 0 and (self.desk.yielding >> (self.result >> 2)) & 1 != 0

    # The lane's row of the desk.

    def write(self) -> cython.void:
        """Write the seat that acts, what it may choose and what it sees."""
        index: cython.int
        row: cython.int = self.row
        desk: cython.p_schar = cython.address(
            self.desk.masks[cython.cast(cython.Py_ssize_t, row) * self.desk.choices]
        )
        for index in range(self.desk.choices):
            desk[index] = 0
        for index in range(self.count):
            desk[self.words[self.desk.width * index + self.depth]] = 1
        self.desk.seats[row] = self.state.seat()
        self.desk.lengths[row] = self.length
        self.look(
            self.state.seat(),
            cython.address(self.desk.observations[row * self.desk.size]),
        )

    def look(self, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        """Write what `seat` sees: the position, how often it occurred, the tokens chosen."""
        place: cython.Py_ssize_t
        plane: cython.int = self.desk.encoder.planes
        index: cython.int
        token: cython.int
        cells: cython.int = self.desk.encoder.cells
        for place in range(self.desk.size):
            planes[place] = 0
        self.desk.encoder.observe(self.state, seat, planes)
        if self.desk.repetition:
            if self.times:
                self.desk.encoder.fill(planes, plane, self.times)
            plane += 1
        if seat != self.state.seat():
            return
        for index in range(self.depth):  # seen only by the seat that acts
            token = self.words[index]
            if token < cells:
                planes[(plane + index) * cells + token] = 1
            else:
                self.desk.encoder.fill(planes, plane + index, 2 + (token - cells) % 254)

    def pay(self) -> cython.void:
        """Write that the game is over, and the rewards."""
        winner: cython.int
        self.desk.terminated[self.row] = self.result != STOPPED
        self.desk.truncated[self.row] = self.result == STOPPED
        if self.result == FORFEITED:
            self.desk.rewards[2 * self.row + self.state.seat()] = -1
        elif self.result == EXCEEDED:
            self.desk.exceeded = True
        elif self.result >= 0:
            winner = self.result & 3
            if winner < 2:
                self.desk.rewards[2 * self.row + winner] = 1
                self.desk.rewards[2 * self.row + 1 - winner] = -1

    def step(self, actions: cython.p_longlong) -> cython.void:
        """Take the choice of this row, unless it is negative or the game is over."""
        row: cython.int = self.row
        choice: cython.int = self.desk.actions[row]
        self.desk.rewards[2 * row] = 0
        self.desk.rewards[2 * row + 1] = 0
        if self.over:
            return
        self.desk.terminated[row] = False
        self.desk.truncated[row] = False
        if choice < 0:
            return
        if self.allows(choice):
            self.choose(choice, actions)
        else:
            self.end(FORFEITED)
        if self.over:
            self.pay()
            if self.desk.autoreset:
                self.begin(actions)
        self.write()

    def draw(self) -> cython.int:
        """Return the next token of a random legal action; -1 if the game is over.

        All actions are equally likely.
        """
        if self.count == 0:
            return -1
        return self.words[self.desk.width * self.random.below(self.count) + self.depth]

    # This lane and all lanes below it.

    def step_all(self, actions: cython.p_longlong) -> cython.void:
        self.step(actions)
        if self.has_left:
            self.left.step_all(actions)
        if self.has_right:
            self.right.step_all(actions)

    def begin_all(self, which: cython.p_uchar, actions: cython.p_longlong) -> cython.void:
        """Begin the games anew whose rows are marked in `which`."""
        if which[self.row]:
            self.begin(actions)
            self.desk.terminated[self.row] = False
            self.desk.truncated[self.row] = False
            if self.over:
                self.pay()
            self.write()
        if self.has_left:
            self.left.begin_all(which, actions)
        if self.has_right:
            self.right.begin_all(which, actions)

    def seed_all(self, seed: cython.ulonglong, which: cython.p_uchar) -> cython.void:
        if which[self.row]:
            self.random.restart(seed, self.row)
        if self.has_left:
            self.left.seed_all(seed, which)
        if self.has_right:
            self.right.seed_all(seed, which)

    def look_all(self, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        """Write what `seat` sees in each game; if it is -1, what the seat that acts sees."""
        self.look(
            self.state.seat() if seat < 0 else seat,
            cython.address(planes[self.row * self.desk.size]),
        )
        if self.has_left:
            self.left.look_all(seat, planes)
        if self.has_right:
            self.right.look_all(seat, planes)

    def draw_all(self, choices: cython.p_int) -> cython.void:
        choices[self.row] = self.draw()
        if self.has_left:
            self.left.draw_all(choices)
        if self.has_right:
            self.right.draw_all(choices)

    def find_illegal(self) -> cython.int:
        """Return a row whose choice is not allowed; -1 for none."""
        found: cython.int
        choice: cython.int = self.desk.actions[self.row]
        if not self.over and choice >= 0 and not self.allows(choice):
            return self.row
        if self.has_left:
            found = self.left.find_illegal()
            if found >= 0:
                return found
        return self.right.find_illegal() if self.has_right else -1

    # For Python callers, one game at a time; the desk needs no arrays for these.

    def restart(self) -> None:
        actions: cython.longlong[::1] = action_buffer(self.start)
        self.begin(cython.address(actions[0]))
        self.raise_error()

    def take(self, choice: int) -> None:
        """Choose a token. Raises IllegalAction if it is not allowed."""
        if not 0 <= choice < self.desk.choices or not self.allows(choice):
            allowed = self.get_choices()
            raise IllegalAction(
                f"got choice {choice}, expected one of {shown(str(allowed))}"
                if allowed
                else f"got choice {choice}, but the game is over"
            )
        actions: cython.longlong[::1] = action_buffer(self.start)
        self.choose(choice, cython.address(actions[0]))
        self.raise_error()

    def get_choices(self) -> list[int]:
        """Return the tokens that are allowed, in ascending order."""
        width = self.desk.width
        return sorted({self.words[width * index + self.depth] for index in range(self.count)})

    def get_codes(self) -> list[int]:
        """Return the legal actions that begin with the tokens chosen."""
        return list(self.codes[: self.count]) if self.count else []

    def get_chosen(self) -> list[int]:
        """Return the tokens chosen, including those chosen automatically."""
        return list(self.words[: self.depth]) if self.depth else []

    def get_view(self, seat: int) -> memoryview[int]:
        """Return what `look` writes."""
        buffer = zeros("B", max(1, self.desk.size))
        view: cython.uchar[::1] = buffer
        self.look(seat, cython.address(view[0]))
        return buffer

    def get_state(self) -> State:
        """Return a copy of the position."""
        state: State = self.state.copy()
        state.rest()
        return state

    def copy(self) -> Lane:
        """Return an independent copy of this game."""
        lane = Lane(self.desk, self.row, self.start)
        lane.take_over(self)
        return lane

    def __deepcopy__(self, memo: dict[int, Any]) -> Lane:
        return self.copy()

    def get_seat(self) -> int:
        return self.state.seat()

    def follow(self, other: Lane) -> None:
        """Become like `other`, a lane of the same game, also in this lane's row of the desk."""
        self.take_over(other)
        self.desk.rewards[2 * self.row] = 0
        self.desk.rewards[2 * self.row + 1] = 0
        self.desk.terminated[self.row] = self.over and self.result != STOPPED
        self.desk.truncated[self.row] = self.over and self.result == STOPPED
        self.write()

    def take_over(self, other: Lane) -> None:
        index: cython.int
        self.state.assign(other.state)
        self.seen.take_over(other.seen)
        self.random.state = other.random.state
        self.count = other.count
        self.depth = other.depth
        self.length = other.length
        self.times = other.times
        self.over = other.over
        self.result = other.result
        if other.count:
            if other.count > self.capacity:
                self.grow(other.count)
            for index in range(other.count):
                self.codes[index] = other.codes[index]
            for index in range(other.count * other.desk.width):
                self.words[index] = other.words[index]

    def raise_error(self) -> None:
        """Raise what C methods met and could not raise. Raises BoundTooLow."""
        self.start.raise_error()
        if self.result == EXCEEDED:
            raise BoundTooLow(bound_problem(self.start, self.bound + 1))
