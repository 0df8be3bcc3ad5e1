"""Thinking about a position in slices, in a worker process.

The worker caches the searchers of the latest positions, so that each slice goes on where the one
before it ended.
"""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.game import Game
from strata.core.gesture import Token
from strata.core.outcome import other_seat
from strata.core.position import Position
from strata.core.record import Record
from strata.play.game_snapshot import GameSnapshot
from strata.search.players import make_searcher
from strata.search.report import Limits
from strata.search.searcher import Searcher
from strata.server.engines.analysis_worker import describe_line, describe_outcome
from strata.server.protocol.analysis_messages import AnalysisLine

_KEPT: Final = 4  # searchers, each with the memory of its search
_searchers: Final[dict[GameSnapshot, Searcher]] = {}


class Found(msgspec.Struct, frozen=True):
    """What is known of a position so far. `is_whole` says that more time would find no more."""

    expected: float | None
    words: str
    lines: tuple[AnalysisLine, ...]
    gesture: tuple[Token, ...]
    depth: int
    nodes: int
    elapsed_ms: int
    is_whole: bool


class NoThreat(msgspec.Struct, frozen=True):
    """The other seat cannot be given the turn in this position."""


def think_on(snapshot: GameSnapshot, budget_ms: int, lines: int, threat: bool) -> Found | NoThreat:
    """Think about a position for `budget_ms` more; with `threat`, as if the other had the turn."""
    record = snapshot.record().copy()
    if threat:
        turned = _turned(record)
        if turned is None:
            return NoThreat()
        record = turned
    outcome = record.outcome()
    if outcome is not None:
        expected, words = describe_outcome(outcome)
        return Found(expected, words, (), (), 0, 0, 0, True)
    searcher = _searcher(snapshot, record)
    report = searcher.think(record, Limits(time_ms=budget_ms), lines=lines)
    report = report.by_score(record.position.seat)
    best = report.lines[0]
    return Found(
        expected=best.score.told,
        words=report.words,
        lines=tuple(describe_line(record.position, line) for line in report.lines),
        gesture=record.position.gesture(best.actions[0]),
        depth=report.depth,
        nodes=report.nodes,
        elapsed_ms=report.elapsed_ms,
        is_whole=report.elapsed_ms < budget_ms // 2,
    )


def _turned(record: Record) -> Record | None:
    """Return the same position with the other seat to act; None if that is impossible."""
    seat = record.seat
    if seat is None:
        return None
    state = record.rules.with_seat(record.position.state, other_seat(seat))
    return None if state is None else Record(Position(record.rules, state))


def _searcher(snapshot: GameSnapshot, record: Record) -> Searcher:
    """Return the cached searcher of this question, or a new one; the latest are cached."""
    known = _searchers.pop(snapshot, None)
    searcher = known if known is not None else make_searcher(Game(record.rules))
    _searchers[snapshot] = searcher
    while len(_searchers) > _KEPT:
        _searchers.pop(next(iter(_searchers)))
    return searcher
