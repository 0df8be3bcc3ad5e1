"""Levels 1 to 10: one scale of strength for every game.

A level errs as people do, the lower the more. The weakest look only an action or two ahead. Up to
level 8 it does not notice some of its actions at all and misjudges positions a little, the same one
always alike. With each level up to 9 it looks at more positions, by a factor that is the game's to
say (`Rules.thinking`), for games differ in how quick they are and in how much looking further
brings. Where a game has hundreds of actions the weakest look only at the most promising of them;
elsewhere an action ahead is seldom as many positions as they may look at.

A game without an evaluation is played by random games from positions (UCT) at every level: the
number of those is what tells the levels apart, besides the actions that are not noticed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from strata.core.errors import StrataError, shown
from strata.core.game import Game

_FIRST: Final = 5  # the levels whose positions a game says
_LAST: Final = 9


class UnknownPlayer(StrataError):
    """No player or level of that name."""


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    word: str
    time_ms: int
    """The longest an action takes."""
    depth: int | None = None
    """How many actions ahead it looks; None: as far as it gets."""
    notices: float = 1.0
    """The share of its own actions that it looks at."""
    misjudges: int = 0
    """By how many points a judgement may be wrong."""

    def nodes(self, game: Game) -> int | None:
        """How many positions of `game` it looks at; None: as many as it has time for."""
        if self.number > _LAST:
            return None
        least, most = game.rules.thinking
        growth: float = (most / least) ** (1 / (_LAST - _FIRST))
        return round(least * growth ** (self.number - _FIRST))


LEVELS = (
    Level(1, "beginner", 1000, depth=1, notices=0.15, misjudges=170),
    Level(2, "learner", 1000, depth=1, notices=0.3, misjudges=115),
    Level(3, "casual", 1000, depth=1, notices=0.5, misjudges=75),
    Level(4, "steady", 1000, depth=2, notices=0.72, misjudges=50),
    Level(5, "keen", 1000, notices=0.85, misjudges=35),
    Level(6, "skilled", 1000, notices=0.92, misjudges=25),
    Level(7, "strong", 1500, notices=0.96, misjudges=15),
    Level(8, "expert", 2000, notices=0.98, misjudges=8),
    Level(9, "master", 3000),
    Level(10, "strongest", 5000),
)


def level(number: int | str) -> Level:
    """The level of that number; UnknownPlayer says which there are."""
    for known in LEVELS:
        if str(number) == str(known.number):
            return known
    raise UnknownPlayer(
        f"no level {shown(str(number))}: expected 1 ({LEVELS[0].word}) "
        f"to {len(LEVELS)} ({LEVELS[-1].word})"
    )
