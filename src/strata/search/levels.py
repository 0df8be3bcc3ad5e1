"""Levels 1 to 10: one scale of strength for every game.

Lower levels err more, in the ways people err. Levels 1 to 4 look only one or two actions ahead.
Levels 1 to 8 overlook some of their actions and misjudge positions a little, the same position
always alike. Up to level 9 each level searches more positions than the one below, by a factor that
the game sets (`Rules.thinking`), since games differ in speed and in how much depth gains. Where a
game has hundreds of actions, this node limit makes the weakest levels look only at the most
promising of them; in other games one action ahead seldom reaches it.

A game without an evaluation is played by UCT at every level. Levels then differ only in the number
of playouts and in the actions they overlook.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from strata.core.errors import StrataError, shown
from strata.core.game import Game

_FIRST: Final = 5  # the levels whose node limits `Rules.thinking` sets
_LAST: Final = 9


class UnknownPlayer(StrataError):
    """No player or level of that name."""


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    word: str
    time_ms: int
    """The time limit for an action."""
    depth: int | None = None
    """The depth limit in actions; None: no limit."""
    notices: float = 1.0
    """The share of its own actions that it considers."""
    misjudges: int = 0
    """By how many points an evaluation may be wrong."""

    def nodes(self, game: Game) -> int | None:
        """Return the node limit of the level in `game`; None: limited by time only."""
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
    """Return the level with this number. Raises UnknownPlayer, naming the valid range."""
    for known in LEVELS:
        if str(number) == str(known.number):
            return known
    raise UnknownPlayer(
        f"no level {shown(str(number))}: expected 1 ({LEVELS[0].word}) "
        f"to {len(LEVELS)} ({LEVELS[-1].word})"
    )
