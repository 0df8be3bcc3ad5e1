"""Advice for a player, as a worker process finds it: plain values in, Advice out."""

from __future__ import annotations

from strata.play.question import Question
from strata.search.advice import ADVISERS, Advice, AdviceKind


def advise(question: Question, kind: AdviceKind) -> Advice:
    """What there is to say to the seat that acts, from what it may see."""
    return ADVISERS[kind](question.record())
