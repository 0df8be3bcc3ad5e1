"""Computer players. What a worker process runs: plain values in, an action out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import msgspec

import strata
from strata.core.game import Game
from strata.core.option import Value
from strata.core.record import Record


class Question(msgspec.Struct, frozen=True):
    """A game up to where somebody is to think, as it is sent to a worker process."""

    game: str
    settings: tuple[tuple[str, Value], ...]
    definition: str | None
    start: str
    actions: tuple[str, ...]

    def record(self) -> Record:
        game = _game(self.game, self.definition, self.settings)
        return game.record(self.start).play_all(self.actions)


@lru_cache(maxsize=32)
def _game(name: str, definition: str | None, settings: tuple[tuple[str, Value], ...]) -> Game:
    return strata.game(name, definition=definition, **dict(settings))


def question_of(record: Record, played: int | None = None) -> Question:
    """The question for the position after `played` actions of `record`; None: after all."""
    game = record.rules
    actions = tuple(str(action) for action in record.played[:played])
    settings = tuple(game.settings.items())
    return Question(game.name, settings, game.definition, str(record.start), actions)


def choose(question: Question, level: int | None, budget_ms: int, seed: int) -> str:
    """The action to play, found within `budget_ms`; without a level, any."""
    record = question.record()
    if level is None:
        return choose_random(record.actions(), seed, len(record.played))
    from strata.search.players import make_player

    player = make_player(Game(record.rules), str(level), seed=seed, time_ms=budget_ms)
    return str(player.choose(record))


def choose_random(legal: Sequence[str], seed: int, played: int) -> str:
    """Any of the legal actions. It follows from the seed and the number of the action."""
    return str(Random(f"{seed}/{played}").choice(legal))
