"""Numbers that search shares: values, ranks, margins and limits. A header."""

from __future__ import annotations

# Values: points of an evaluation, and wins beyond them.
WIN = 30_000
"""A win here and now; a win further away is worth one point less for each action."""
PROVEN = 29_000
"""From here on a value is a proven win, from its negative down a proven loss."""
INFINITE = 32_000
"""Beyond every value."""
GOING_ON = 10
"""Points that it costs to go on with a turn in progress.

To end a turn lets the other side act, which looks the worse the nearer the horizon is; without a
price, turns would go on for nothing.
"""

# Move ordering: the rank from which on an action is one of these.
REMEMBERED = 2_000_000_000
NOISY = 1_000_000_000
KILLER = 900_000_000
VALUED = 800_000_000
HISTORY = 1 << 13
"""Entries of the history table: one half for each seat."""
MOST_HISTORY = 1 << 26
NONE = -1
"""In place of an action: there is none. Actions are never negative."""

# Transposition table: what an entry knows of a value.
EXACT = 0
AT_LEAST = 1
AT_MOST = 2

# Alpha-beta.
MOST_PLIES = 128
FORCED_PLIES = 40
"""The plies in which a forced action (the only legal one) extends the search."""
LONGEST_TURN = 24
"""The plies in which a turn is followed to its end before it is judged."""
SHORT_LINE = 8
"""The plies in which a leaf, too, is compared with earlier positions."""
REVERSE_FUTILITY_MARGIN = 150
"""Reverse-futility margin in points for each ply of remaining depth."""
FUTILITY_MARGIN = 150
"""Futility margin in points for each ply of remaining depth."""
LATE_MOVE_FACTOR = 5
"""Late-move pruning: how many times `Evaluation.breadth` actions are tried for each ply."""
FILTER = 1 << 12
"""Entries of the filter of positions on the path."""

# Quiescence.
NOISY_PLIES = 12
"""The most plies that noisy actions are followed."""
NOISY_A_DEPTH = 4
"""How many plies more with each depth of the search after the first."""
JUDGEMENTS = 1 << 15
"""Entries of the evaluation cache."""
MOST = 1 << 30

# Monte-Carlo tree: what is certain of a node (nothing, 1 + the winner, or a draw), and its limits.
UNKNOWN = 0
DRAW = 3
MOST_LEVELS = 256
"""The longest path from the root to a leaf."""
LONGEST_GAME = 4000
"""A playout of so many actions counts as drawn."""
EXPECTED_LOSS = 0.1
"""First-play urgency: by how much an action that was never tried is taken to be worse."""
SHARPNESS = 0.08
"""Expected results this far apart have priors that differ by the factor e."""
NOISY_BONUS = 0.04
"""What a noisy action gets on top of its expected result when priors are made."""
WORST = -1e9
