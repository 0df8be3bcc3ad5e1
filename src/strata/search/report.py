"""The input and the output of a search: limits, scores, lines and reports."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from strata.core.action import Action
from strata.core.errors import InvalidLimit
from strata.core.kernel.constants import SCALE
from strata.core.outcome import Seat

LONGEST_MS = 24 * 3600 * 1000
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search stops: at the first limit that is reached, or when `stop` is called.

    None is no limit. Without any limit the search runs until `stop`, or until the game is solved.
    """

    time_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for value, most, what in (
            (self.time_ms, LONGEST_MS, "milliseconds to think"),
            (self.nodes, 1 << 62, "nodes"),
            (self.depth, DEEPEST, "actions deep"),
        ):
            if value is not None and not 1 <= value <= most:
                raise InvalidLimit(f"{value} {what}: expected 1 to {most}")

    def divided(self, by: int) -> Limits:
        """Return limits with time and nodes divided by `by`, and the same depth."""
        time_ms, nodes = (value and max(1, value // by) for value in (self.time_ms, self.nodes))
        return Limits(time_ms, nodes, self.depth)


class Score(msgspec.Struct, frozen=True):
    """What a position is worth, seen from first: above 0 is good for first."""

    points: int
    wins_in: int | None = None
    """The number of actions to a proven win, negative if second wins; None: nothing is proven."""

    @property
    def expected(self) -> float:
        """The expected result for first, from 0 to 1."""
        if self.wins_in is not None:
            return 1.0 if self.wins_in > 0 else 0.0
        return 1 / (1 + math.exp(-self.points / SCALE))

    def worth(self, seat: Seat | None) -> tuple[int, int]:
        """Return a sort key: the better for `seat`, the larger. A quicker win is larger."""
        sign = -1 if seat == "second" else 1
        if self.wins_in is None:
            return 0, sign * self.points
        return (1, -abs(self.wins_in)) if sign * self.wins_in > 0 else (-1, abs(self.wins_in))

    def __str__(self) -> str:
        """Return the score as text: `+1.25` in ordinary pieces, or `first wins in 3`."""
        if self.wins_in is not None:
            return f"{'first' if self.wins_in > 0 else 'second'} wins in {abs(self.wins_in)}"
        return f"{self.points / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Line:
    """A continuation of the game: best play as far as it was searched."""

    actions: tuple[Action, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a search so far. The first action of the first line is the one to play."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    elapsed_ms: int

    @property
    def action(self) -> Action:
        return self.lines[0].actions[0]

    @property
    def score(self) -> Score:
        return self.lines[0].score

    def by_score(self, seat: Seat | None) -> Report:
        """Return the same report with the lines sorted by score, the best for `seat` first.

        `seat` is the one to act. People read lines in this order. The action to play may differ:
        one with more visits, or one that a search found as it was stopped.
        """
        ranked = sorted(self.lines, key=lambda line: line.score.worth(seat), reverse=True)
        return replace(self, lines=tuple(ranked))

    @property
    def nodes_per_second(self) -> int:
        return self.nodes * 1000 // max(self.elapsed_ms, 1)


Tell = Callable[[Report], None]
