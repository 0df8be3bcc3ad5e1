"""The names of Rhodium's pieces, by the numbers of the rules."""

from __future__ import annotations

from typing import Final

from strata.games.rhodium.rules.tables import PLACED_KINDS

KIND_LETTERS: Final = "RPTDGS"
KIND_NAMES: Final = ("Rhodium", "Platinum", "Titanium", "Diamond", "Gold", "Silver")
THEME_LETTERS: Final = "dl"
THEME_NAMES: Final = ("dark", "light")
ARMY: Final = "".join(KIND_LETTERS[kind] for kind in PLACED_KINDS)
"""The letters of an army in the order in which it is placed (R1)."""


def letter_of(kind: int, seat: int) -> str:
    """Return the letter of a kind in the owner's case."""
    return KIND_LETTERS[kind].lower() if seat else KIND_LETTERS[kind]
