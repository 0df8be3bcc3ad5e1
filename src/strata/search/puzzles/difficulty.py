"""The difficulty of a puzzle: the weakest level that finds its first turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from strata.core.game import Game
from strata.core.record import Record
from strata.search.levels import LEVELS, Level
from strata.search.players import LevelPlayer
from strata.search.turns import is_turn_over

_SEEDS: Final = (1, 2, 3)
_LONG_MS: Final = 600_000  # a level's own time limit would make the rating machine-dependent
_LONGEST_TURN: Final = 64


def weakest_level(game: Game, start: Record, reached: int) -> int:
    """Return the weakest level that, with most seeds, reaches the key `reached` or wins at once.

    The strongest level is never run, since it is limited by time. It is the answer if no other
    level finds the turn.
    """
    for level in LEVELS[:-1]:
        found = 0
        for tried, seed in enumerate(_SEEDS, 1):
            found += _finds(game, level, seed, start, reached)
            missed = tried - found
            if max(found, missed) > len(_SEEDS) // 2:
                break
        if found > len(_SEEDS) // 2:
            return level.number
    return LEVELS[-1].number


def _finds(game: Game, level: Level, seed: int, start: Record, reached: int) -> bool:
    player = LevelPlayer(game, replace(level, time_ms=_LONG_MS), seed, None)
    record = start.copy()
    seat = record.position.mover
    for _ in range(_LONGEST_TURN):
        record.play(player.choose(record))
        if record.outcome() is not None or is_turn_over(record.position, seat):
            break
    outcome = record.outcome()
    if outcome is not None and outcome.winner == seat:
        return True
    return record.position.state.get_key() == reached
