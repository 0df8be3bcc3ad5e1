"""The value of a position and of a turn, from searches of one fixed effort; how sure a loss is."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from strata.core.action import Action
from strata.core.game import Game
from strata.core.outcome import Outcome, Seat
from strata.core.record import Record
from strata.search.players import make_searcher
from strata.search.report import Limits, Report, Score
from strata.search.turns import is_turn_over

_TABLE_BITS: Final = 18
_WITHIN_TURN: Final = 4  # a turn that a line leaves unfinished is completed with 1/4 of the effort
_LONGEST_TURN: Final = 64  # actions


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position: the expected result for first, and the best line from it."""

    first: float
    score: Score | None = None
    line: tuple[Action, ...] = ()

    def chance(self, seat: Seat) -> float:
        return self.first if seat == "first" else 1 - self.first

    @property
    def doubt(self) -> float:
        """The standard error of the expected result; 0 if it does not come from random games."""
        return 0.0 if self.score is None else self.score.doubt

    def told(self, seat: Seat) -> float | None:
        """Return the chance of `seat` as people are told it; None if it is not clear."""
        return self.chance(seat) if self.score is None or self.score.is_clear else None

    def is_won_by(self, seat: Seat) -> bool:
        """Return whether a win of `seat` is proven."""
        wins_in = self.score.wins_in if self.score is not None else None
        return wins_in is not None and (wins_in > 0) == (seat == "first")


class Stopped(Exception):
    """The review was stopped in the middle of a turn."""


class TurnSearch:
    """Searches of equal effort for the turns of one game. Any thread may call `stop`.

    Each search forgets what the last one learned, so that the order of positions does not matter.
    """

    def __init__(self, game: Game, limits: Limits, seed: int = 0) -> None:
        self.game: Final = game
        self.hurried = 0
        """The number of searches that ran out of time."""
        self._limits: Final = limits
        self._searcher: Final = make_searcher(game, seed=seed, table_bits=_TABLE_BITS)
        self._stopping: Final = threading.Event()

    def stop(self) -> None:
        self._stopping.set()
        self._searcher.stop()

    @property
    def is_stopped(self) -> bool:
        return self._stopping.is_set()

    def think(self, record: Record, limits: Limits | None = None, lines: int = 1) -> Report:
        """Search with `limits`, by default those given to the constructor.

        Raises Stopped if it was stopped: what is known by then is no basis for a judgement.
        """
        wanted = limits or self._limits
        self._searcher.forget()
        if self.is_stopped:
            raise Stopped
        report = self._searcher.think(record, wanted, lines=lines)
        if self.is_stopped:
            raise Stopped
        if _ran_out_of_time(report, wanted):
            self.hurried += 1
        return report

    def value(self, record: Record) -> Value:
        """Return the value of the current position: by its outcome, else by a search."""
        outcome = record.outcome()
        if outcome is not None:
            return Value(_result(outcome))
        report = self.think(record)
        return Value(report.score.expected, report.score, report.lines[0].actions)

    def value_after(self, record: Record, turn: Sequence[Action]) -> Value:
        """Return the value of the position after `turn`. The record is left unchanged."""
        record.play_codes(turn)
        try:
            return self.value(record)
        finally:
            for _ in turn:
                record.undo()

    def whole_turn(self, record: Record, line: Sequence[Action]) -> tuple[Action, ...]:
        """Return the turn that `line` begins with; searches complete it if the line ends early.

        The record is left unchanged.
        """
        seat, start = record.position.mover, record.length
        try:
            for action in line:
                record.play_codes([action])
                if is_turn_over(record.position, seat):
                    break
            while not is_turn_over(record.position, seat) and record.outcome() is None:
                if record.length - start >= _LONGEST_TURN:
                    break  # judged as far as it goes
                following = self.think(record, self._limits.divided(_WITHIN_TURN))
                record.play_codes([following.action])
            return record.played[start:]
        finally:
            while record.length > start:
                record.undo()


def _ran_out_of_time(report: Report, limits: Limits) -> bool:
    if limits.time_ms is None or limits.nodes is None or report.score.wins_in is not None:
        return False
    return report.nodes < limits.nodes and report.elapsed_ms > limits.time_ms // 2


def _result(outcome: Outcome) -> float:
    return 0.5 if outcome.winner is None else float(outcome.winner == "first")


def doubt_of_loss(best: Value, played: Value) -> float:
    """Return the standard error of the difference of two values."""
    return math.hypot(best.doubt, played.doubt)


def loss_of(best: Value, played: Value, seat: Seat) -> float:
    """Return what `seat` loses by the value `played`; 0 if that is within the standard error."""
    return counted_loss(best.chance(seat) - played.chance(seat), doubt_of_loss(best, played))


def counted_loss(loss: float, doubt: float) -> float:
    """Return a loss of the expected result, or 0 if it is within its standard error `doubt`."""
    return loss if loss > doubt else 0.0
