"""What the tests of a game's telling ask: the words of an action, of an end, of the cells."""

from __future__ import annotations

import strata
from strata.core.explaining.telling import read_all
from strata.core.explaining.why_not import Attempt


def told(position: strata.Position, action: str, reader: strata.Seat | None = None) -> str:
    """The words for `action` of `position`."""
    return read_all(position.tell(action), reader)


def told_cells(position: strata.Position, action: str) -> list[tuple[str, ...]]:
    """The cells of each sentence."""
    return [sentence.cells for sentence in position.tell(action)]


def told_end(position: strata.Position, reader: strata.Seat | None = None) -> str:
    end = position.tell_end()
    assert end is not None
    return end.read(reader)


def why_not(position: strata.Position, attempt: Attempt) -> list[tuple[str, str, tuple[str, ...]]]:
    """The rules that refuse `attempt`, each with its words for who acts and the cells at fault."""
    found = position.why_not(attempt)
    assert found.kind == "restricted", found
    conclusion = found.sentences[len(found.restrictions) :]
    assert all(each.text.endswith(" cannot act now.") for each in conclusion)
    return [
        (restriction.rule, sentence.read(position.seat), sentence.cells)
        for restriction, sentence in zip(found.restrictions, found.sentences, strict=False)
    ]
