"""Openings for games between players: random actions that leave both sides a fair game.

A random action may lose the game at once, and then the players have no influence. Every opening is
therefore searched, and an uneven one is replaced by a new draw. An opening is even if the side to
act stands no better and no worse than the side that begins a game. A short search rejects most
uneven openings; a longer one checks the rest. A game without an evaluation gives the search nothing
to judge by, so its openings are only random.
"""

from __future__ import annotations

import time
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
_LOOKS: Final = (4000, 100_000)  # positions
_JUDGING_SECONDS: Final = 20.0  # for one opening; compiled rules need a few


@lru_cache(maxsize=1000)
def draw_opening(game: Game, length: int, seed: str) -> tuple[str, ...]:
    """Return the actions of an opening, the same for the same seed.

    There are fewer than `length` only if games nearly always end within `length` actions. If no
    draw is even, or 20 seconds have passed, the least uneven one so far is returned. After 20
    seconds the speed of the machine matters too: the two games of a pair can then differ.
    """
    if length == 0:
        return ()
    judge = _Judge(game) if game.rules.has_evaluation else None
    best: tuple[int, int, float] = (-1, 0, 0.0)
    actions: tuple[str, ...] = ()
    for draw in range(_DRAWS):
        record = _open(game, length, Random(f"{seed}/{draw}"))
        passed, tilt = (len(_LOOKS), 0.0) if judge is None else judge.look_at(record)
        found = (len(record.played), passed, -tilt)
        if found > best:
            best = found
            actions = record.played
        if found[:2] == (length, len(_LOOKS)) or (judge is not None and judge.is_late):
            break
    return actions


class _Judge:
    """Compares the expected result of an opening with that of the usual start."""

    def __init__(self, game: Game) -> None:
        self._deadline: Final = time.monotonic() + _JUDGING_SECONDS
        self._searcher: Final = AlphaBetaSearcher(game, table_bits=16)
        self._usual: Final = [self._hopes(game.record(), nodes) for nodes in _LOOKS]

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def look_at(self, record: Record) -> tuple[int, float]:
        """Return how many looks find `record` even, and how uneven the last look finds it."""
        passed, tilt = 0, 0.0
        for nodes, hope in zip(_LOOKS, self._usual, strict=True):
            tilt = abs(self._hopes(record, nodes) - hope)
            if tilt > EVEN:
                break
            passed += 1
        return passed, tilt

    def _hopes(self, record: Record, nodes: int) -> float:
        """Return the expected result of the side to act; 0.5 while anything is hidden."""
        if any(record.position.hides_from(seat) for seat in SEATS):
            return 0.5
        left_ms = max(1, round(1000 * (self._deadline - time.monotonic())))
        self._searcher.forget()
        limits = Limits(time_ms=left_ms, nodes=nodes)
        expected = self._searcher.think(record, limits).score.expected
        return expected if record.seat == "first" else 1 - expected


def _open(game: Game, length: int, random: Random) -> Record:
    """Play random actions that do not end the game."""
    record = game.record()
    while len(record.played) < length and record.seat is not None:
        record.play(random.choice(record.actions()))
    if record.outcome() is not None and record.played:
        record.undo()
    return record
