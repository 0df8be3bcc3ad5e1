"""Messages about analyses of positions."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.gesture import Token
from strata.core.outcome import Seat


class Analyse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to analyse the position after `number` actions."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    time_ms: Annotated[int, msgspec.Meta(ge=10, le=10_000)] = 500
    """The time limit of the search; the server may allow less."""
    lines: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1


class AnalysisLine(msgspec.Struct, frozen=True):
    """A likely continuation. Scores are seen from first: above 0 is good for first."""

    actions: tuple[str, ...]
    seats: tuple[Seat, ...]
    """The seat that plays each action."""
    turns: tuple[int, ...]
    """The turn of each action: 0 is the turn in progress, 1 the first one that begins."""
    points: int | None
    """The score; 100 points are about one ordinary piece. None if too little is known of it."""
    wins_in: int | None
    """The number of actions to a proven win, below 0 if second wins; None if no win is proven."""
    expected: float | None
    """The expected result for first, from 0 to 1; None if too little is known of it."""
    words: str


class Analysis(msgspec.Struct, frozen=True):
    """The computer's assessment of a position.

    `expected` and `words` are those of the best line, or of the outcome if the game is over. If too
    little is known, as after a few random games, `expected` is None and `words` say why.
    """

    number: int
    expected: float | None
    words: str
    lines: tuple[AnalysisLine, ...]
    """The best line first; empty if the game is over."""
    gesture: tuple[Token, ...]
    """The clicks that make the first action of the best line."""
    depth: int
    nodes: int
    elapsed_ms: int
