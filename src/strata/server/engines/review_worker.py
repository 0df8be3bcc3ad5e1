"""Reviews of games in a worker process, one turn at a time, so that several reviews take turns.

The worker caches its state for the latest games, so that no turn is searched twice.
"""

from __future__ import annotations

from typing import Final

import msgspec

from strata.play.game_snapshot import GameSnapshot
from strata.search.review import Effort, Review, ReviewedTurn, summarise
from strata.search.reviewer import Attempt, Reviewer, judge_attempt

_KEPT: Final = 4
_reviewers: Final[dict[GameSnapshot, Reviewer]] = {}


class JudgedTurn(msgspec.Struct, frozen=True):
    """A judged turn of a game, and the number of turns in the game."""

    turn: ReviewedTurn | None
    """None if the game has no such turn."""
    total: int
    hurried: int
    """The number of searches for this turn that had too little time."""
    effort: Effort


def judge_turn(snapshot: GameSnapshot, number: int) -> JudgedTurn:
    """Judge the turn with this number, counted from 1."""
    reviewer = _reviewers.pop(snapshot, None) or Reviewer(snapshot.record().copy())
    _reviewers[snapshot] = reviewer
    while len(_reviewers) > _KEPT:
        _reviewers.pop(next(iter(_reviewers)))
    before = reviewer.hurried
    turn = reviewer.judge(number) if number <= reviewer.total else None
    return JudgedTurn(turn, reviewer.total, reviewer.hurried - before, reviewer.effort)


def try_turn(
    snapshot: GameSnapshot, effort: Effort, turn: ReviewedTurn, actions: tuple[str, ...]
) -> Attempt:
    """Judge a turn that was tried in place of `turn`. Raises IllegalAction."""
    record = snapshot.record().copy()
    review: Review = summarise(
        (turn,),
        game=record.rules.name,
        effort=effort,
        seed=0,
        total=1,
        hurried=0,
        outcome=None,
    )
    return judge_attempt(record, review, turn, actions)
