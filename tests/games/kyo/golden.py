"""How golden runs of Kyo are made by its reference: see tests/golden_by_reference.py."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.kyo.reference import Board, read_board

RUNS = (
    ("start=trench extras=none", ((1, 5), (18, 5))),
    ("start=open-field extras=both", ((1, 5),)),
    ("start=deadlock extras=knights", ((1, 5),)),
    ("start=trench extras=cannons", ((11, 3),)),
)
LATER = ("no-progress",)  # K31 before K32


def read(text: str, settings: Mapping[str, str]) -> Board:
    return read_board(text)


def repeated_part(text: str) -> str | None:
    """Everything but the clock, where a turn begins."""
    rest = text.rpartition(" ")[0]
    return rest if rest.endswith(" -") else None
