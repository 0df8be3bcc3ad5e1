"""Positions to try properties on: from seeded random games, first to last, inside turns too."""

from __future__ import annotations

import random
from functools import cache

import strata
from strata.core.kernel.state import State
from tests.conformance.settings import Setting, fewer
from tests.volume import everyday

_OPENING = everyday(20, full=60)
"""So many positions of the first game are all taken: shorter games are taken whole."""
_SPREAD = everyday(8, full=12)
"""So many of every further game, evenly over its length, and its end."""
_GAMES = 3
_GAMES_OF_OPTIONS = everyday(2, full=3)
_SHARE_OF_OPTIONS = everyday(3, full=1)
"""Of games with an option changed so many times fewer positions: most are as without it."""
_INSIDE_TURNS = everyday(8, full=16)
_LONGEST = 20_000


def random_states(game: strata.Game, seed: str) -> list[State]:
    """All states of one random game, from the start to the end."""
    choose = random.Random(seed)
    state = game.start().state
    states = [state]
    while len(states) < _LONGEST and (codes := state.codes()):
        state = state.after(choose.choice(codes))
        states.append(state)
    return states


@cache
def sample(setting: Setting) -> tuple[strata.Position, ...]:
    """Positions of `setting`, the same in every run."""
    game = setting.game()
    chosen: list[State] = []
    inside: list[State] = []
    changed = setting != Setting(setting.name)
    share = _SHARE_OF_OPTIONS if changed else 1
    for number in range(max(2, fewer(_GAMES_OF_OPTIONS if changed else _GAMES))):
        states = random_states(game, f"{setting} {number}")
        stride = max(1, share * len(states) // _SPREAD)
        chosen += states[:_OPENING:share] if number == 0 else states[::stride]
        chosen += states[-2:]
        inside += [state for state in states if not state.get_turn_start()]
    chosen += inside[:: max(1, share * len(inside) // _INSIDE_TURNS)]
    unique = {game.rules.format(state): state for state in chosen}
    return tuple(strata.Position(game.rules, state) for state in unique.values())


def spread(positions: tuple[strata.Position, ...], count: int) -> list[strata.Position]:
    """About `count` of `positions`, evenly, always with the last; everyday half as many."""
    wanted = everyday((count + 1) // 2, full=count)
    return [*positions[:: max(1, len(positions) // wanted)], positions[-1]]
