"""The guide of a game as the protocol has it."""

from __future__ import annotations

from strata.core.teaching.guide import Guide
from strata.server.protocol.game_messages import (
    GuideInfo,
)


def describe_guide(guide: Guide) -> GuideInfo:
    """All of `guide` but the short rulebook, which is a page."""
    return GuideInfo(guide.goal, guide.special, guide.difficulty, guide.length, guide.credits)
