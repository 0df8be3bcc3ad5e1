"""Numbers with a meaning in states, outcomes and playouts. A header."""

from __future__ import annotations

FIRST = 0
SECOND = 1
DRAWN = 2
"""The winner of a drawn game."""

SCALE = 200
"""Points of an evaluation that mean an expected result of 73 % (the logistic curve)."""
MOST_POINTS = 20_000
"""The largest absolute value of an evaluation."""

# In place of an outcome code, for a game that did not end by the position.
REPEATED = -1
STOPPED = -2
EXCEEDED = -3
FORFEITED = -4

FIELDS = 5
"""The number of values that a playout returns for each game."""
