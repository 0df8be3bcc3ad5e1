"""Moments of games: positions that go on, each with texts that fit it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import strata
from tests.fuzzing.corpus import Corpus, play_messages

_KEPT: Final = 6
"""So many positions keep their legal actions: to write them all takes longest."""
_INPUTS: Final = 64
"""So many inputs are tried in one: more than any game has settings, which change with each."""
_MESSAGES: Final = 60


@dataclass(frozen=True)
class Moment:
    position: strata.Position
    actions: tuple[str, ...]
    messages: tuple[str, ...]


def moment_of(corpus: Corpus, number: int) -> Moment:
    """The one in which input `number` is tried."""
    moments = _moments(corpus)
    return moments[number // _INPUTS % len(moments)]


@cache
def _moments(corpus: Corpus) -> list[Moment]:
    """The start and some positions of later."""
    found = [corpus.game.start()]
    for text in Random(1).sample(corpus.positions, len(corpus.positions)):
        try:
            position = corpus.game.position(text)
        except strata.InvalidPosition:  # an example with other options
            continue
        if position.outcome() is None:
            found.append(position)
        if len(found) > _KEPT:
            break
    return [_moment(corpus, position) for position in found]


def _moment(corpus: Corpus, position: strata.Position) -> Moment:
    legal = position.actions()
    stride = max(1, len(legal) // _MESSAGES)
    return Moment(
        position, (*legal, *corpus.played), (*corpus.messages, *play_messages(legal[::stride]))
    )
