"""Timeout for events that must happen, even on a busy machine."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 180.0  # seconds; they pass only where something is broken
