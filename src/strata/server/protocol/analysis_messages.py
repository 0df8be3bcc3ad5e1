"""Analyses of positions, as they go over the wire."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.gesture import Token
from strata.core.outcome import Seat


class Analyse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for an analysis of the position after `number` actions."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    time_ms: Annotated[int, msgspec.Meta(ge=10, le=10_000)] = 500
    """How long it may take; the server may allow less."""
    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1


class AnalysisLine(msgspec.Struct, frozen=True):
    """A way the game may go on. Scores are seen from first: over 0 is good for first."""

    actions: tuple[str, ...]
    seats: tuple[Seat, ...]
    """Who takes each action."""
    turns: tuple[int, ...]
    """The turn of each action: 0 goes on with the turn of the position, 1 is the next."""
    points: int
    """100 are about one ordinary piece."""
    wins_in: int | None
    """Where a win is proven: after how many actions; below 0 if it is second's."""
    expected: float
    """The expected result for first, from 0 to 1."""
    words: str


class Analysis(msgspec.Struct, frozen=True):
    """What the computer thinks of a position. `expected` and `words` are those of the best line,
    or of the outcome where the game is over."""

    number: int
    expected: float
    words: str
    lines: tuple[AnalysisLine, ...]
    """The best first; none where the game is over."""
    gesture: tuple[Token, ...]
    """The clicks that make the first action of the best line."""
    depth: int
    nodes: int
    elapsed_ms: int
