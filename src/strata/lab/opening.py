"""Openings for games between players: random actions that leave both sides a fair game.

A random action may lose the game at once, and then the players after it have no say. So a quick
search looks at every opening, and one that it finds uneven is drawn anew. Even is where the side
that acts stands no better and no worse than the one that begins a game.
"""

from __future__ import annotations

from random import Random
from typing import Final

from strata.core.contract import Game
from strata.core.outcome import SEATS
from strata.core.record import Record
from strata.search.deepening import AlphaBetaSearcher
from strata.search.report import Limits

EVEN: Final = 0.06  # of the expected result
_DRAWS: Final = 60
_GLANCE: Final = Limits(nodes=8000)
_TABLE_BITS: Final = 12


def draw_opening(game: Game, length: int, seed: str) -> tuple[str, ...]:
    """The actions, and the same for the same seed.

    Fewer than `length` only where so many nearly always end the game; uneven, but the least of
    all that were drawn, where none is even.
    """
    searcher = AlphaBetaSearcher(game, table_bits=_TABLE_BITS)
    usual = _expected(game.record(), searcher) if length else 0.5
    best: tuple[int, float] = (-1, 0.0)
    actions: tuple[str, ...] = ()
    for draw in range(_DRAWS if length else 0):
        record = _open(game, length, Random(f"{seed}/{draw}"))
        if len(record.actions) < best[0]:
            continue
        tilt = abs(_expected(record, searcher) - usual)
        if (len(record.actions), -tilt) > best:
            best = (len(record.actions), -tilt)
            actions = record.actions
        if len(actions) == length and tilt <= EVEN:
            break
    return actions


def _open(game: Game, length: int, random: Random) -> Record:
    """Random actions, of which none ends the game."""
    record = game.record()
    while len(record.actions) < length and record.seat is not None:
        record.play(random.choice(record.legal()))
    if record.outcome() is not None and record.actions:
        record.undo()
    return record


def _expected(record: Record, searcher: AlphaBetaSearcher) -> float:
    """The result that the side that acts can hope for; a half while anything is hidden."""
    if any(record.position.view(seat).hidden for seat in SEATS):
        return 0.5
    searcher.forget()
    expected = searcher.think(record, _GLANCE).score.expected
    return expected if record.seat == "first" else 1 - expected
