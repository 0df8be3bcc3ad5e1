"""How much a hint loses, judged by a search of ten times as many positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import strata
from strata.search import Advice, Limits
from strata.search.levels import level
from strata.search.report import Score
from strata.search.turn_search import TurnSearch
from strata.search.turns import key_after

MARGIN: Final = 100
"""The points that a hint may lose: an ordinary piece."""
TIMES: Final = 10
_LEVEL: Final = 9  # that of hints
_WON: Final = 3000  # a win counts as much as so many points


def judge_of(game: strata.Game) -> TurnSearch:
    nodes = level(_LEVEL).nodes(game)
    assert nodes is not None
    return TurnSearch(game, Limits(nodes=TIMES * nodes))


def loss_of(judge: TurnSearch, record: strata.Record, advice: Advice) -> int:
    """Return how many points the turn of a hint loses against the best turn that `judge` finds.

    The positions after both turns are searched alike. An unfinished turn is completed first.
    """
    position = record.position
    walk, hinted = position, []
    for advised in advice.actions:
        hinted.append(walk.find(advised.action))
        walk = walk.play(advised.action)
    best = judge.whole_turn(record, judge.value(record).line)
    turn = judge.whole_turn(record, hinted)
    if key_after(position, best) == key_after(position, turn):
        return 0
    return max(0, _points(judge, record, best) - _points(judge, record, turn))


def _points(judge: TurnSearch, record: strata.Record, turn: Sequence[strata.Action]) -> int:
    """Return the value after a turn for the seat that played it."""
    seat = record.position.mover
    value = judge.value_after(record, turn)
    ended = Score(round((2 * value.first - 1) * _WON))
    points = max(-_WON, min(_WON, (value.score or ended).points))
    return points if seat == "first" else -points
