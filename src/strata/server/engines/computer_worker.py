"""The computer player, as a worker process runs it: plain values in, an action out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from strata.core.chance import choose_random
from strata.core.game import Game
from strata.play.game_snapshot import GameSnapshot
from strata.search.players import make_player

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")
_is_cold = True


def timed(work: Callable[[*Given], Answer], *given: *Given) -> tuple[Answer, float | None]:
    """Return what `work` returns, and the milliseconds of processor time that it took.

    The time is None for the first work of this process, which also loads what the next need.
    """
    global _is_cold
    is_cold, _is_cold = _is_cold, False
    began = time.process_time()
    answer = work(*given)
    return answer, None if is_cold else 1000 * (time.process_time() - began)


def choose(snapshot: GameSnapshot, level: int | None, budget_ms: int, seed: int) -> str:
    """Return the action to play, found within `budget_ms`; without a level, a random one."""
    record = snapshot.record()
    if level is None:
        return str(choose_random(record.actions(), seed, record.length))
    player = make_player(Game(record.rules), str(level), seed=seed, time_ms=budget_ms)
    return str(player.choose(record))
