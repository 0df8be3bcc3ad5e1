"""Levels 1 to 10: one scale of strength for every game.

A weak level errs as people do. It looks only a few actions ahead, it does not notice some of its
actions at all, and it misjudges positions a little, the same one always alike. From level 5 on it
notices everything and thinks longer with each level: as many positions as the level says, or as
long as it says where a game is slow.
"""

from __future__ import annotations

from dataclasses import dataclass

from strata.core.errors import StrataError, shown


class UnknownPlayer(StrataError):
    """No player or level of that name."""


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    word: str
    time_ms: int
    """The longest an action takes."""
    nodes: int | None = None
    depth: int | None = None
    notices: float = 1.0
    """The share of its own actions that it looks at."""
    misjudges: int = 0
    """By how many points a judgement may be wrong."""


LEVELS = (
    Level(1, "beginner", 1000, depth=1, notices=0.3, misjudges=120),
    Level(2, "learner", 1000, depth=1, notices=0.5, misjudges=70),
    Level(3, "casual", 1000, depth=1, notices=0.8, misjudges=40),
    Level(4, "steady", 1000, nodes=1_000, depth=2, notices=0.95, misjudges=20),
    Level(5, "keen", 1000, nodes=4_000, depth=4),
    Level(6, "skilled", 1000, nodes=16_000),
    Level(7, "strong", 1000, nodes=64_000),
    Level(8, "expert", 1000, nodes=250_000),
    Level(9, "master", 1600, nodes=1_000_000),
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
