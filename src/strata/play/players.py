"""Computer players. `choose` is what a worker process runs: plain values in, an action out.

The random mover is the only player yet. It plays what follows from the seed and the number of the
action, so that a game can be played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import strata
from strata.core.option import Value


def choose(
    game_name: str,
    settings: Mapping[str, Value],
    start: str,
    actions: Sequence[str],
    budget_ms: int,
    seed: int,
) -> str:
    """The action to play after `actions` from the position `start`, found within `budget_ms`."""
    record = strata.game(game_name, definition=None, **settings).record(start).play_all(actions)
    return choose_random(record.legal(), seed, len(actions))


def choose_random(legal: Sequence[str], seed: int, played: int) -> str:
    """Any of the legal actions."""
    return str(Random(f"{seed}/{played}").choice(legal))
