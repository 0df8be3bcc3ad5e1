"""How golden runs of FrozenChess are made by its reference: see tests/golden_by_reference.py."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.frozen.reference import Position, Rules
from tests.games.frozen.reference import read as read_position

RUNS = (
    ("mechanics=full", ((1, 3), (45, 3))),
    ("mechanics=full-rotation-morph", ((22, 3), (25, 3))),
    ("mechanics=bare+fusion+bounce+wall+empower+pull", ((36, 3), (14, 3))),
    ("mechanics=full ply_limit=60", ((1, 3),)),
)
LATER = ("ply-limit",)  # F79 before F80


def read(text: str, settings: Mapping[str, str]) -> Position:
    limit = int(settings.get("ply_limit", "1000"))
    return read_position(text, Rules.of(settings["mechanics"], limit))


def repeated_part(text: str) -> str | None:
    """Everything but the number of plies, where a turn begins."""
    rest = text.rpartition(" ")[0]
    return rest if rest.endswith(" -") else None
