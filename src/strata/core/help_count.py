"""The help that players had from the program, as a record's tag `Help` counts it: `first 3`."""

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
    """A tag `Help` that counts nothing."""


def parse_help(text: str) -> dict[Seat, int]:
    """How often each seat had help; a seat that had none is left out. Raises InvalidHelp."""
    found = _COUNTS.fullmatch(text)
    if not text or found is None:
        raise InvalidHelp(
            f"tag {HELP} is {shown(text)}, expected how often each seat had help, "
            'such as "first 3" or "first 3, second 1"'
        )
    counts = zip(SEATS, found.groups(), strict=True)
    return {seat: int(count) for seat, count in counts if count is not None}


def format_help(counts: Mapping[Seat, int]) -> str:
    """The value of the tag."""
    return ", ".join(f"{seat} {counts[seat]}" for seat in SEATS if counts.get(seat))


def tell_help(counts: Mapping[Seat, int]) -> Telling:
    """Who had help, and how often; nothing where nobody had."""
    return tuple(
        Sentence(f"{{{seat} had/had}} help {_TIMES.get(count, f'{count} times')}.")
        for seat in SEATS
        if (count := counts.get(seat, 0))
    )
