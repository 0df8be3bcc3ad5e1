"""Constants of the search: values, ranks, margins and limits. A header."""

from __future__ import annotations

# Values: points of an evaluation, and wins beyond them.
WIN = 30_000
"""A win in the current position; a win further away is worth one point less for each action."""
PROVEN = 29_000
"""From this value on, a proven win; from its negative down, a proven loss."""
INFINITE = 32_000
"""A bound beyond every value."""
GOING_ON = 10
"""The price in points of continuing a turn in progress.

Ending a turn lets the other side act, which looks the worse the nearer the horizon is (a horizon
effect). Without a price, a turn would be continued to no purpose.
"""

# Move ordering: the lowest rank of each kind of action.
REMEMBERED = 2_000_000_000
NOISY = 1_000_000_000
KILLER = 900_000_000
VALUED = 800_000_000
HISTORY = 1 << 13
"""Entries of the history table; half of them for each seat."""
MOST_HISTORY = 1 << 26
NONE = -1
"""Stands for no action. Codes of actions are never negative."""

# Transposition table: the bound that an entry gives.
EXACT = 0
AT_LEAST = 1
AT_MOST = 2

# Alpha-beta.
MOST_PLIES = 128
FORCED_PLIES = 40
"""Up to this ply, a forced action (the only legal one) extends the search by one ply."""
LONGEST_TURN = 24
"""Up to this ply, a turn in progress is followed to its end before it is evaluated."""
SHORT_LINE = 8
"""Up to this ply, leaves are checked for repetition, too."""
REVERSE_FUTILITY_MARGIN = 150
"""Reverse-futility margin in points for each ply of remaining depth."""
FUTILITY_MARGIN = 150
"""Futility margin in points for each ply of remaining depth."""
LATE_MOVE_FACTOR = 5
"""Late-move pruning: actions tried per ply of remaining depth, times `Evaluation.breadth`."""
FILTER = 1 << 12
"""Entries of the filter that counts the positions on the path."""

# Quiescence.
NOISY_PLIES = 12
"""The maximum depth of quiescence search in plies."""
NOISY_A_DEPTH = 4
"""The plies of quiescence search added by each depth of the search after the first."""
JUDGEMENTS = 1 << 15
"""Entries of the evaluation cache."""
MOST = 1 << 30

# Monte-Carlo tree: what is proven of a node (nothing, 1 + the winner, or a draw), and its limits.
UNKNOWN = 0
DRAW = 3
MOST_LEVELS = 256
"""The longest path from the root to a leaf, in nodes."""
LONGEST_GAME = 4000
"""A playout of this many actions counts as a draw."""
EXPECTED_LOSS = 0.1
"""First-play urgency: an unvisited action counts as this much worse than its parent."""
SHARPNESS = 0.08
"""The softmax temperature of priors: this difference in expected result is a factor of e."""
NOISY_BONUS = 0.04
"""The bonus of a noisy action on its expected result when priors are computed."""
WORST = -1e9
