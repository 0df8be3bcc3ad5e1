"""What the tests of a game's restrictions ask: which refuse an attempt, in words and cells."""

from __future__ import annotations

from collections.abc import Sequence

import strata
from strata.core.explaining.telling import read_all


def refusing(position: strata.Position, attempt: str | Sequence[str]) -> tuple[str, ...]:
    """The keys of the restrictions that refuse `attempt`, in the order in which they are told."""
    return tuple(restriction.key for restriction in position.why_not(attempt).restrictions)


def fault_cells(position: strata.Position, attempt: str | Sequence[str]) -> tuple[str, ...]:
    return position.why_not(attempt).cells


def refusal(
    position: strata.Position, attempt: str | Sequence[str], reader: strata.Seat | None = None
) -> str:
    """The words of the answer to `attempt`."""
    return read_all(position.why_not(attempt).sentences, reader)
