"""Advice for a player, found in a worker process: plain values in, Advice out."""

from __future__ import annotations

from strata.play.game_snapshot import GameSnapshot
from strata.search.advice import ADVISERS, Advice, AdviceKind


def advise(snapshot: GameSnapshot, kind: AdviceKind) -> Advice:
    """Return advice for the seat to act, from what it may see."""
    return ADVISERS[kind](snapshot.record())
