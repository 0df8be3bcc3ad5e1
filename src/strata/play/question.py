"""Computer players as worker processes run them: plain values in, an action out."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

import strata
from strata.core.chance import choose_random
from strata.core.game import Game
from strata.core.option import Value
from strata.core.position import Action
from strata.core.record import Record


class Question(msgspec.Struct, frozen=True):
    """A game up to the position to think about, as it is sent to a worker process.

    `codes` are the codes of `actions`. A worker trusts them, so that it need not list legal
    actions.
    """

    game: str
    settings: tuple[tuple[str, Value], ...]
    definition: str | None
    start: str
    actions: tuple[str, ...]
    codes: tuple[int, ...]

    def begins(self, other: Question) -> bool:
        """Return whether `other` is the same game at this position or later."""
        return (
            (self.game, self.start) == (other.game, other.start)
            and (self.settings, self.definition) == (other.settings, other.definition)
            and self.actions == other.actions[: len(self.actions)]
        )

    def open_game(self) -> Game:
        """The game with its options and its definition. The latest are kept."""
        return _game(self.game, self.definition, self.settings)

    def record(self) -> Record:
        """Return the game, replayed from the position of an earlier question where possible."""
        return _replays.record(self)


class _Replays:
    """The records of the latest questions, which save replaying a game for each of its actions."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._records: Final[list[tuple[Question, Record]]] = []

    def record(self, question: Question) -> Record:
        record = self._take(question)
        if record is None:
            record = question.open_game().record(question.start)
        known = record.length
        record.play_codes(map(Action, question.actions[known:], question.codes[known:]))
        self._records.append((question, record))
        del self._records[: -self._most]
        return record

    def _take(self, question: Question) -> Record | None:
        """Remove and return a record of the beginning of the game, or None."""
        for index in range(len(self._records) - 1, -1, -1):
            known, record = self._records[index]
            if known.begins(question):
                del self._records[index]
                return record
        return None


_replays: Final = _Replays(8)


@lru_cache(maxsize=32)
def _game(name: str, definition: str | None, settings: tuple[tuple[str, Value], ...]) -> Game:
    return strata.game(name, definition=definition, **dict(settings))


def question_of(record: Record, played: int | None = None) -> Question:
    """Return the question for the position after `played` actions, by default after all."""
    game = record.rules
    actions = record.played[:played]
    texts, codes = tuple(map(str, actions)), tuple(action.code for action in actions)
    settings = tuple(game.settings.items())
    return Question(game.name, settings, game.definition, str(record.start), texts, codes)


def choose(question: Question, level: int | None, budget_ms: int, seed: int) -> str:
    """Return the action to play, found within `budget_ms`; without a level, a random one."""
    record = question.record()
    if level is None:
        return str(choose_random(record.actions(), seed, record.length))
    from strata.search.players import make_player

    player = make_player(Game(record.rules), str(level), seed=seed, time_ms=budget_ms)
    return str(player.choose(record))
