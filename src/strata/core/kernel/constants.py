"""Numbers that stand for something in a state, an outcome or a playout. A header."""

from __future__ import annotations

FIRST = 0
SECOND = 1
DRAWN = 2
"""The winner of a game that nobody won."""

SCALE = 200
"""Points of an evaluation that are an expected result of 73 % (the logistic curve)."""
MOST_POINTS = 20_000
"""No evaluation is further from 0."""

# In place of an outcome code, where a game did not end by the position.
REPEATED = -1
STOPPED = -2
EXCEEDED = -3
FORFEITED = -4

FIELDS = 5
"""How many numbers a playout leaves behind for each game."""
