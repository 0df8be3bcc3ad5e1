"""Refusals: why a table does not carry out what it was asked."""

from __future__ import annotations

from typing import Literal

from strata.core.errors import StrataError

Reason = Literal["stale", "illegal-action", "not-your-turn", "not-allowed", "game-over"]


class Refusal(StrataError):
    """What was asked of a table cannot be done; nothing has changed."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
