"""A table as it is stored: plain values, which become a table by replaying its game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import msgspec

from strata.core.errors import BrokenGame, GameError, StrataError
from strata.core.option import Value
from strata.core.outcome import SEATS, Seat
from strata.core.position import Action, Position
from strata.core.record import Record
from strata.games import rules_class
from strata.play.table import SeatKind, Table, TableExtras

_LITTLE: Final = 40  # actions


UNREADABLE: Final = (
    "this table cannot be opened here: its game is not known to this server, or has other rules now"
)
"""For people, about an UnreadableTable."""


class UnreadableTable(Exception):
    """What is stored of a table is no game by the rules of today, or of no game that is known."""


@contextmanager
def _reading(table_id: str) -> Iterator[None]:
    try:
        yield
    except (GameError, BrokenGame):  # they say what is wrong with the game's own program
        raise
    except (StrataError, msgspec.DecodeError):
        # Nothing of the game is said: something in it may be hidden.
        raise UnreadableTable(table_id) from None


@dataclass(frozen=True)
class StoredGame:
    """The columns of a table, and which seats somebody holds."""

    id: str
    game: str
    definition: str | None
    settings: str
    start: str
    tags: str
    kinds: dict[Seat, SeatKind]
    levels: dict[Seat, int]
    imported: bool
    made_ms: int
    version: int
    actions: str
    kept: str
    held: frozenset[Seat]

    @property
    def taken(self) -> frozenset[Seat]:
        """The seats that somebody holds, or that need nobody."""
        return self.held | {seat for seat in SEATS if self.kinds[seat] != "link"}

    def replay(self) -> Record:
        """The game, each action looked for among the legal ones. Raises UnreadableTable."""
        with _reading(self.id):
            return self._beginning().play_all(self.actions.split())

    def replay_codes(self, codes: tuple[int, ...]) -> Record:
        """The game by the numbers of its actions, which `find_codes` has found.

        Raises UnreadableTable.
        """
        with _reading(self.id):
            return self._beginning().play_codes(map(Action, self.actions.split(), codes))

    def differs_little(self, record: Record) -> bool:
        """Whether `record`, of this game at another time, has but few other actions."""
        words, same = self._compared(record)
        return len(words) + record.length - 2 * same <= _LITTLE

    def bring_up(self, record: Record) -> None:
        """Take over the tags, take back and play what `record` has otherwise.

        Raises UnreadableTable.
        """
        with _reading(self.id):
            tags = self._tags()
            record.tags.clear()
            record.tags.update(tags)
            words, same = self._compared(record)
            while record.length > same:
                record.undo()
            record.play_all(words[same:])

    def _compared(self, record: Record) -> tuple[list[str], int]:
        """The actions that are stored, and how many of them at the beginning `record` has too."""
        words = self.actions.split()
        pairs = zip(words, record.played, strict=False)
        return words, next(
            (number for number, (stored, known) in enumerate(pairs) if stored != known),
            min(len(words), record.length),
        )

    def _beginning(self) -> Record:
        settings = msgspec.json.decode(self.settings, type=dict[str, Value])
        rules = rules_class(self.game).open(settings, self.definition)
        return Record(Position(rules, rules.read(self.start)), self._tags())

    def _tags(self) -> dict[str, str]:
        return msgspec.json.decode(self.tags, type=dict[str, str])

    def table(self, record: Record) -> Table:
        """The table with its game. Raises UnreadableTable."""
        with _reading(self.id):
            return Table(
                record,
                self.kinds,
                levels=self.levels,
                version=self.version,
                extras=msgspec.json.decode(self.kept, type=TableExtras),
                imported=self.imported,
            )


def find_codes(stored: StoredGame) -> tuple[int, ...]:
    """The numbers of the actions of a stored game. Raises UnreadableTable."""
    return tuple(action.code for action in stored.replay().played)
