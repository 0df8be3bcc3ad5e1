"""The help that players had from the program, counted in the tag `Help` of a record: `first 3`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from strata.core.errors import StrataError, shown
from strata.core.explaining.telling import Sentence, Telling
from strata.core.outcome import SEATS, Seat

HELP: Final = "Help"
"""The name of the tag."""
_COUNT: Final = "[1-9][0-9]{0,5}"
_COUNTS: Final = re.compile(rf"(?:first ({_COUNT}))?(?:(?:(?<=.), |^)second ({_COUNT}))?")

_TIMES: Final = {1: "once", 2: "twice"}


class InvalidHelp(StrataError):
    """A tag `Help` that is not a list of counts."""


def parse_help(text: str) -> dict[Seat, int]:
    """Return how often each seat had help; seats without help are left out. Raises InvalidHelp."""
    found = _COUNTS.fullmatch(text)
    if not text or found is None:
        raise InvalidHelp(
            f"tag {HELP}: got {shown(text)}, expected how often each seat had help, "
            'such as "first 3" or "first 3, second 1"'
        )
    counts = zip(SEATS, found.groups(), strict=True)
    return {seat: int(count) for seat, count in counts if count is not None}


def format_help(counts: Mapping[Seat, int]) -> str:
    """Return the value of the tag."""
    return ", ".join(f"{seat} {counts[seat]}" for seat in SEATS if counts.get(seat))


def tell_help(counts: Mapping[Seat, int]) -> Telling:
    """Return a sentence for each seat that had help, saying how often."""
    if not counts:
        return ()
    return tuple(
        Sentence(f"{{{seat} had/had}} help {_TIMES.get(count, f'{count} times')}.")
        for seat in SEATS
        if (count := counts.get(seat, 0))
    )
