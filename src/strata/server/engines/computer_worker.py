"""The computer player, as a worker process runs it: plain values in, an action out."""

from __future__ import annotations

from strata.core.chance import choose_random
from strata.core.game import Game
from strata.play.game_snapshot import GameSnapshot
from strata.search.players import make_player


def choose(snapshot: GameSnapshot, level: int | None, budget_ms: int, seed: int) -> str:
    """Return the action to play, found within `budget_ms`; without a level, a random one."""
    record = snapshot.record()
    if level is None:
        return str(choose_random(record.actions(), seed, record.length))
    player = make_player(Game(record.rules), str(level), seed=seed, time_ms=budget_ms)
    return str(player.choose(record))
