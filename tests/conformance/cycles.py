"""Finds actions that bring a position back, in any game, by trying pairs of actions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

import strata
from strata.core.kernel.plain import PlainState
from strata.core.kernel.state import State

_TRIES = 4
_STEPS = 12
_TRIED = 16_000
"""So many pairs of actions are tried from one position: games with many actions take long."""
_TRIED_IN_ALL = 120_000
_SLOWER = 16
"""Of games in plain Python, which are slow, so many times fewer are tried."""


@dataclass(frozen=True)
class Cycle:
    """Action numbers: the way to a position, and the way from it back to it."""

    approach: tuple[int, ...]
    round: tuple[int, ...]


def find_cycle(game: strata.Game) -> Cycle | None:
    """Return a way back to a position with the same `repetition_key`; None if none was found."""
    finder = _Finder(game)
    for seed in range(_TRIES):
        found = finder.walk_until_back(random.Random(f"{game!r} {seed}"))
        if found is not None:
            return found
    return None


def repetition_key(game: strata.Game, state: State) -> int:
    """Return the key by which positions repeat; where they cannot, it includes the clock."""
    return state.get_key() if game.rules.repetition else state.get_memo_key()


class _Finder:
    """Tries pairs of actions along random games, as many as it may."""

    def __init__(self, game: strata.Game) -> None:
        self._start = game.start().state
        self._key = partial(repetition_key, game)
        slower = _SLOWER if isinstance(self._start, PlainState) else 1
        self._most = _TRIED // slower
        self._left = _TRIED_IN_ALL // slower

    def walk_until_back(self, choose: random.Random) -> Cycle | None:
        state = self._start
        line: tuple[int, ...] = ()
        seen = {self._key(state): 0}
        for _ in range(_STEPS):
            back = self._way_back(state, seen)
            if back is not None:
                way, begin = back
                return Cycle(line[:begin], line[begin:] + way)
            codes = state.codes()
            if not codes or self._left <= 0:
                return None
            code = choose.choice(codes)
            state, line = state.after(code), (*line, code)
            if state.get_turn_start():
                seen.setdefault(self._key(state), len(line))
        return None

    def _way_back(self, state: State, seen: dict[int, int]) -> tuple[tuple[int, ...], int] | None:
        """One or two actions to a start of a turn that was seen, and where it was."""
        tried = 0
        for one in state.codes():
            if tried > self._most:
                break
            after = state.after(one)
            if after.get_turn_start() and self._key(after) in seen:
                return (one,), seen[self._key(after)]
            for two in after.codes():
                tried += 1
                later = after.after(two)
                if later.get_turn_start() and self._key(later) in seen:
                    return (one, two), seen[self._key(later)]
        self._left -= tried
        return None
