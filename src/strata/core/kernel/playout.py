"""Uniformly random games, compiled: the inner loop of `Game.playouts`."""

from __future__ import annotations

from array import array

import cython
from cython.cimports.strata.core.kernel.constants import EXCEEDED, FIELDS, REPEATED, STOPPED
from cython.cimports.strata.core.kernel.repetition import Repetitions
from cython.cimports.strata.core.kernel.rng import Random
from cython.cimports.strata.core.kernel.state import State

from strata.core.errors import BoundTooLow
from strata.core.kernel.state import action_buffer, bound_problem


class Playout:
    """The memory of one random game at a time: a state, the actions, the positions seen."""

    state: State
    seen: Repetitions
    random: Random
    actions: cython.longlong[::1]
    facts: cython.longlong[FIELDS]
    yielding: cython.longlong
    bound: cython.int

    def __init__(self, start: State, yielding: int) -> None:
        """Prepare games like `start`.

        `yielding` has bit r set if repetition has precedence over reason r of the game.
        """
        self.yielding = yielding
        self.state = start.copy()
        self.seen = Repetitions()
        self.random = Random()
        self.actions = action_buffer(start)
        self.bound = start.bound()

    def game(
        self,
        start: State,
        actions: cython.p_longlong,
        limit: cython.longlong,
        repetition: cython.int,
    ) -> cython.void:
        """Play from `start` to the end, or to `limit` actions (0: no limit)."""
        count: cython.int
        length: cython.longlong = 0
        turns: cython.longlong = 0
        choices: cython.longlong = 0
        widest: cython.longlong = 0
        result: cython.longlong
        self.state.assign(start)
        if repetition:
            self.seen.clear()
            if self.state.turn_start():
                self.seen.add(self.state.key())
        while True:
            count = self.state.legal(actions)
            if count == 0:
                result = self.state.outcome()
                break
            if count > self.bound:
                result = EXCEEDED
                widest = count
                break
            if limit != 0 and length == limit:
                result = STOPPED
                break
            choices += count
            if count > widest:
                widest = count
            self.state.apply(actions[self.random.below(count)])
            length += 1
            if self.state.turn_start():
                turns += 1
                if repetition and self.seen.add(self.state.key()) >= repetition:
                    result = self.decided_or_repeated(actions)
                    break
        self.facts[0] = length
        self.facts[1] = turns
        self.facts[2] = result
        self.facts[3] = choices
        self.facts[4] = widest

    def decided_or_repeated(self, actions: cython.p_longlong) -> cython.longlong:
        """Return the result of a game in a position that repeats once too often.

        An end by the position has precedence, unless `yielding` says otherwise.
        """
        code: cython.longlong
        if self.state.legal(actions) != 0:
            return REPEATED
        code = self.state.outcome()
        return REPEATED if (self.yielding >> (code >> 2)) & 1 else code

    def run(
        self,
        start: State,
        seed: cython.ulonglong,
        first: cython.ulonglong,
        games: cython.int,
        limit: cython.longlong,
        repetition: cython.int,
    ) -> array[int]:
        """Play games number `first` to `first + games - 1` of the run `seed`.

        Return FIELDS numbers per game: actions, turns, result, the sum of legal actions, the most
        at once. Raises BoundTooLow.
        """
        facts = array("q", bytes(8 * FIELDS * games))
        out: cython.longlong[::1] = facts
        index: cython.int
        field: cython.int
        buffer: cython.p_longlong = cython.address(self.actions[0])
        with cython.nogil:
            for index in range(games):
                self.random.restart(seed, first + index)
                self.game(start, buffer, limit, repetition)
                for field in range(FIELDS):
                    out[FIELDS * index + field] = self.facts[field]
                if self.facts[2] == EXCEEDED:
                    break
        start.raise_error()
        if self.facts[2] == EXCEEDED:
            raise BoundTooLow(bound_problem(start, self.facts[4]))
        return facts
