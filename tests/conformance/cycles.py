"""Finds actions that bring a position back, in any game, by trying pairs of actions."""

from __future__ import annotations

import random
from dataclasses import dataclass

import strata
from strata.core.kernel.plain import PlainState
from strata.core.kernel.state import State

_TRIES = 4
_STEPS = 12
_TRIED = 16_000
"""So many pairs of actions are tried from one position: games with many actions take long."""
_TRIED_PLAIN = 1_000
"""The same of games in plain Python, which are slow."""


@dataclass(frozen=True)
class Cycle:
    """Action numbers: the way to a position, and the way from it back to it."""

    approach: tuple[int, ...]
    round: tuple[int, ...]


def find_cycle(game: strata.Game) -> Cycle | None:
    for seed in range(_TRIES):
        found = _walk_until_back(game.start().state, random.Random(f"{game!r} {seed}"))
        if found is not None:
            return found
    return None


def _walk_until_back(state: State, choose: random.Random) -> Cycle | None:
    line: tuple[int, ...] = ()
    seen = {state.get_key(): 0}
    for _ in range(_STEPS):
        back = _way_back(state, seen)
        if back is not None:
            way, begin = back
            return Cycle(line[:begin], line[begin:] + way)
        codes = state.codes()
        if not codes:
            return None
        code = choose.choice(codes)
        state, line = state.after(code), (*line, code)
        if state.get_turn_start():
            seen.setdefault(state.get_key(), len(line))
    return None


def _way_back(state: State, seen: dict[int, int]) -> tuple[tuple[int, ...], int] | None:
    """One or two actions to a start of a turn that was seen, and where it was."""
    tried = 0
    most = _TRIED_PLAIN if isinstance(state, PlainState) else _TRIED
    for one in state.codes():
        if tried > most:
            break
        after = state.after(one)
        if after.get_turn_start() and after.get_key() in seen:
            return (one,), seen[after.get_key()]
        for two in after.codes():
            tried += 1
            later = after.after(two)
            if later.get_turn_start() and later.get_key() in seen:
                return (one, two), seen[later.get_key()]
    return None
