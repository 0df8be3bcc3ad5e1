"""Names of players: which are accepted, and what a seat is called.

A name is stored as a tag of the record, `First` or `Second`, so that it goes where the game goes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from strata.core.errors import StrataError, shown
from strata.core.outcome import SEATS, Seat
from strata.play.table import SeatKind

LONGEST_NAME: Final = 30
NAME_TAGS: Final = {seat: seat.capitalize() for seat in SEATS}
"""The record tags with the players' names, by seat."""
# Categories of characters that are invisible, affect how others look, or have no meaning.
_UNSEEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


class BadName(StrataError):
    """The name cannot be shown."""


def clean_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return the name with its whitespace collapsed; empty for no name. Raises BadName."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    wrong = [letter for letter in name if unicodedata.category(letter) in _UNSEEN]
    if wrong:
        raise BadName(f"name: got {shown(text)}, expected visible characters")
    if len(name) > most:
        raise BadName(f"name: got {len(name)} characters, expected at most {most}")
    return name


def tidy_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return a name that `clean_name` accepts: `text` without invisible characters, shortened."""
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(
        letter
        for letter in normal
        if letter.isspace() or unicodedata.category(letter) not in _UNSEEN
    )
    name = " ".join(seen.split())
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def name_tag(seat: Seat) -> str:
    """Return the record tag with the name of the player in `seat`."""
    return NAME_TAGS[seat]


def seat_name(tags: Mapping[str, str], seat: Seat, kind: SeatKind, *, has_level: bool) -> str:
    """Return the displayed name of the player in `seat`."""
    named = tags.get(name_tag(seat))
    if named:
        return named
    if kind != "computer":
        return seat.capitalize()
    return "Computer" if has_level else "Random mover"
