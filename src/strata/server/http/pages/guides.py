"""The guide of a game in the form of the protocol."""

from __future__ import annotations

from strata.core.teaching.guide import Guide
from strata.server.protocol.game_messages import (
    GuideInfo,
)


def describe_guide(guide: Guide) -> GuideInfo:
    """Return all of `guide` except the short rulebook, which is a page."""
    return GuideInfo(guide.goal, guide.special, guide.difficulty, guide.length, guide.credits)
