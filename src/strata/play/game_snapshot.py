"""A game up to a position, as plain values that a worker process is sent."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

import strata
from strata.core.action import Action
from strata.core.game import Game
from strata.core.option import Value
from strata.core.record import Record


class GameSnapshot(msgspec.Struct, frozen=True):
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

    def begins(self, other: GameSnapshot) -> bool:
        """Return whether `other` is the same game at this position or later."""
        return (
            (self.game, self.start) == (other.game, other.start)
            and (self.settings, self.definition) == (other.settings, other.definition)
            and self.actions == other.actions[: len(self.actions)]
        )

    def open_game(self) -> Game:
        """Return the game with its options and its definition. The latest are cached."""
        return _game(self.game, self.definition, self.settings)

    def record(self) -> Record:
        """Return the game, replayed from an earlier snapshot where possible."""
        return _replays.record(self)


class _Replays:
    """The records of the latest snapshots, which save replaying a game for each of its actions."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._records: Final[list[tuple[GameSnapshot, Record]]] = []

    def record(self, snapshot: GameSnapshot) -> Record:
        record = self._take(snapshot)
        if record is None:
            record = snapshot.open_game().record(snapshot.start)
        known = record.length
        record.play_codes(map(Action, snapshot.actions[known:], snapshot.codes[known:]))
        self._records.append((snapshot, record))
        del self._records[: -self._most]
        return record

    def _take(self, snapshot: GameSnapshot) -> Record | None:
        """Remove and return a record of the beginning of the game, or None."""
        for index in range(len(self._records) - 1, -1, -1):
            known, record = self._records[index]
            if known.begins(snapshot):
                del self._records[index]
                return record
        return None


_replays: Final = _Replays(8)


@lru_cache(maxsize=32)
def _game(name: str, definition: str | None, settings: tuple[tuple[str, Value], ...]) -> Game:
    return strata.game(name, definition=definition, **dict(settings))


def snapshot_of(record: Record, played: int | None = None) -> GameSnapshot:
    """Return the snapshot of the position after `played` actions, by default after all."""
    game = record.rules
    actions = record.played[:played]
    texts, codes = tuple(map(str, actions)), tuple(action.code for action in actions)
    settings = tuple(game.settings.items())
    return GameSnapshot(game.name, settings, game.definition, str(record.start), texts, codes)
