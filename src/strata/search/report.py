"""The input and the output of a search: limits, scores, lines and reports."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from strata.core.action import Action
from strata.core.errors import InvalidLimit
from strata.core.kernel.constants import SCALE
from strata.core.outcome import Seat

LONGEST_MS = 24 * 3600 * 1000
DEEPEST = 100
MOST_DOUBT: Final = 0.1
"""The doubt up to which a score is shown: about 22 random games, of which half were won."""
NOTHING_KNOWN: Final = 0.5
"""The doubt of a value that nothing supports: no evaluation, no random game, no proof."""


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
    """What a position is worth, seen from first: above 0 is good for first.

    `points` and `expected` are estimates, which only `is_clear` allows to be shown to people.
    """

    points: int
    wins_in: int | None = None
    """The number of actions to a proven win, negative if second wins; None: nothing is proven."""
    doubt: float = 0.0
    """The standard error of `expected`, if random games gave it.

    0 for an evaluation or a proof, NOTHING_KNOWN without evaluation, proof and random games.
    """

    @property
    def expected(self) -> float:
        """The expected result for first, from 0 to 1."""
        if self.wins_in is not None:
            return 1.0 if self.wins_in > 0 else 0.0
        return 1 / (1 + math.exp(-self.points / SCALE))

    @property
    def is_clear(self) -> bool:
        """Whether the value is known well enough to be shown."""
        return self.doubt <= MOST_DOUBT

    @property
    def told(self) -> float | None:
        """What to tell people of the expected result for first; None if it is not clear."""
        return self.expected if self.is_clear else None

    def worth(self, seat: Seat | None) -> tuple[int, int]:
        """Return a sort key: the better for `seat`, the larger. A quicker win is larger."""
        sign = -1 if seat == "second" else 1
        if self.wins_in is None:
            return 0, sign * self.points
        return (1, -abs(self.wins_in)) if sign * self.wins_in > 0 else (-1, abs(self.wins_in))

    def __str__(self) -> str:
        """Return the score as text: `+1.25` in ordinary pieces, `first wins in 3` or `unclear`."""
        if self.wins_in is not None:
            return f"{'first' if self.wins_in > 0 else 'second'} wins in {abs(self.wins_in)}"
        return f"{self.points / 100:+.2f}" if self.is_clear else "unclear"


def score_of_games(won: float, games: int, sign: int) -> Score:
    """Return the score of an action after `games` random games, of which its seat won `won`.

    A draw is half a win. `sign` is 1 for first and -1 for second. The estimate is that of Laplace,
    (won + 1) / (games + 2), so that few games prove little; the doubt is its standard deviation.
    """
    share = (won + 1) / (games + 2)
    doubt = math.sqrt(share * (1 - share) / (games + 3))
    return Score(sign * round(SCALE * math.log(share / (1 - share))), doubt=doubt)


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

    @property
    def words(self) -> str:
        """The score of the first line as text; if it is unclear, why."""
        if self.score.is_clear:
            return str(self.score)
        if self.score.doubt == NOTHING_KNOWN:
            return "unclear: the game has no evaluation, and no win is proven"
        games = "1 random game is" if self.nodes == 1 else f"{self.nodes:,} random games are"
        return f"unclear: {games} not enough to say"

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
