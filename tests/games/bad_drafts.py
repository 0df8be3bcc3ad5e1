"""Drafts that are no positions, and what must be said of each: the reasons with their cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import strata
from strata.core.editing.draft import Draft, Placed
from strata.core.outcome import Seat

Reason = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class BadDraft:
    """`cells` are items by cell, with blanks between; `said`: a part of each reason, its cells."""

    cells: Mapping[str, str | tuple[Placed, ...]]
    said: tuple[Reason, ...]
    seat: Seat = "first"
    counts: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)

    def draft(self) -> Draft:
        cells = {
            cell: tuple(map(Placed, stack.split())) if isinstance(stack, str) else stack
            for cell, stack in self.cells.items()
        }
        return Draft(cells, self.seat, dict(self.counts), dict(self.facts))


def expect_refused(game: strata.Game, bad: BadDraft) -> None:
    """Exactly these reasons are told, each with its cells; the text is refused for the same."""
    edited = game.editor().edit(bad.draft())
    assert edited.position is None
    told = [(problem.message, tuple(sorted(problem.cells))) for problem in edited.problems]
    assert len(told) == len(bad.said), told
    for words, cells in bad.said:
        assert any(words in message and tuple(sorted(cells)) == found for message, found in told), (
            words,
            cells,
            told,
        )
    if edited.text is not None:
        assert game.editor().edit_text(edited.text).problems == edited.problems
