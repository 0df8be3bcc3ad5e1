"""Openings for games between players: random actions that leave both sides a fair game.

A random action may lose the game at once, and then the players have no influence. Every opening is
therefore searched, and an uneven one is replaced by a new draw. An opening is even if the side to
act stands no better and no worse than the side that begins a game. A short search rejects most
uneven openings; a longer one checks the rest.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from strata.core.game import Game
from strata.core.outcome import SEATS
from strata.core.record import Record
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits

EVEN: Final = 0.06  # largest difference of the expected result
_DRAWS: Final = 60
_LOOKS: Final = (Limits(nodes=4000), Limits(nodes=100_000))


@lru_cache(maxsize=1000)
def draw_opening(game: Game, length: int, seed: str) -> tuple[str, ...]:
    """Return the actions of an opening, the same for the same seed.

    There are fewer than `length` only if games nearly always end within `length` actions. If no
    draw is even, the least uneven one is returned.
    """
    if length == 0:
        return ()
    searcher = AlphaBetaSearcher(game, table_bits=16)
    usual = [_hopes(game.record(), searcher, limits) for limits in _LOOKS]
    best: tuple[int, int, float] = (-1, 0, 0.0)
    actions: tuple[str, ...] = ()
    for draw in range(_DRAWS):
        record = _open(game, length, Random(f"{seed}/{draw}"))
        passed, tilt = 0, 0.0
        for limits, hope in zip(_LOOKS, usual, strict=True):
            tilt = abs(_hopes(record, searcher, limits) - hope)
            if tilt > EVEN:
                break
            passed += 1
        found = (len(record.played), passed, -tilt)
        if found > best:
            best = found
            actions = record.played
        if found[:2] == (length, len(_LOOKS)):
            break
    return actions


def _open(game: Game, length: int, random: Random) -> Record:
    """Play random actions that do not end the game."""
    record = game.record()
    while len(record.played) < length and record.seat is not None:
        record.play(random.choice(record.actions()))
    if record.outcome() is not None and record.played:
        record.undo()
    return record


def _hopes(record: Record, searcher: AlphaBetaSearcher, limits: Limits) -> float:
    """Return the expected result of the side to act; 0.5 while anything is hidden."""
    if any(record.position.hides_from(seat) for seat in SEATS):
        return 0.5
    searcher.forget()
    expected = searcher.think(record, limits).score.expected
    return expected if record.seat == "first" else 1 - expected
