"""How long tests wait for what comes for sure, on a machine that does much else at the time."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 180.0  # seconds; they pass only where something is broken
