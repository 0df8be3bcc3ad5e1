"""The analysis of a position in a worker process: plain values in, an Analysis out."""

from __future__ import annotations

from strata.core.game import Game
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import Position
from strata.play.game_snapshot import GameSnapshot
from strata.search.report import Limits, Line
from strata.server.protocol.analysis_messages import Analysis, AnalysisLine


def analyse(snapshot: GameSnapshot, budget_ms: int, lines: int) -> Analysis:
    """Analyse the position for `budget_ms`, from what the seat to act may see."""
    record = snapshot.record()
    number, outcome = len(record.played), record.outcome()
    if outcome is not None:
        expected, words = describe_outcome(outcome)
        return Analysis(number, expected, words, (), (), 0, 0, 0)
    from strata.search.players import make_searcher

    searcher = make_searcher(Game(record.rules))
    report = searcher.think(record, Limits(time_ms=budget_ms), lines=lines).by_score(
        record.position.seat
    )
    best = report.lines[0]
    return Analysis(
        number=number,
        expected=best.score.told,
        words=report.words,
        lines=tuple(describe_line(record.position, line) for line in report.lines),
        gesture=record.position.gesture(best.actions[0]),
        depth=report.depth,
        nodes=report.nodes,
        elapsed_ms=report.elapsed_ms,
    )


def describe_line(position: Position, line: Line) -> AnalysisLine:
    """Describe a line that begins in `position`."""
    seats: list[Seat] = []
    turns: list[int] = []
    turn, state = 0, position.state
    for action in line.actions:
        turn += state.get_turn_start()
        seats.append(SEATS[state.get_seat()])
        turns.append(turn)
        state = state.after(action.code)  # a search found it legal
    score = line.score
    return AnalysisLine(
        actions=tuple(str(action) for action in line.actions),
        seats=tuple(seats),
        turns=tuple(turns),
        points=score.points if score.is_clear else None,
        wins_in=score.wins_in,
        expected=score.told,
        words=str(score),
    )


def describe_outcome(outcome: Outcome) -> tuple[float, str]:
    """Return the result for first, from 0 to 1, and words for it."""
    words = f"{outcome.winner} has won" if outcome.winner else "drawn"
    return {"first": 1.0, "second": 0.0, None: 0.5}[outcome.winner], words
