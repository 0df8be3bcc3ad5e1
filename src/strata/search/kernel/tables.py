"""Computed tables of the search. A header."""

from __future__ import annotations

from math import log

REDUCTIONS = tuple(
    int(0.4 + log(depth) * log(number) / 2.2) if depth and number else 0
    for depth in range(64)
    for number in range(64)
)
"""Late-move reductions in plies, at 64 * depth + number of the action, both capped at 63."""
