"""A stored table: plain values, which become a table by replaying its game."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

from strata.core.action import Action
from strata.core.errors import BrokenGame, GameError, StrataError
from strata.core.option import Value
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.core.rules import Rules
from strata.games import rules_class
from strata.play.table import SeatKind, Table, TableExtras
from strata.play.turns import Turns

_LITTLE: Final = 40  # actions


UNREADABLE: Final = (
    "this table cannot be opened: its game is unknown to this server, or its rules have changed"
)
"""What people are told about an UnreadableTable."""


class UnreadableTable(Exception):
    """The stored game is unknown here, or cannot be replayed by its present rules."""


@contextmanager
def _reading(table_id: str) -> Iterator[None]:
    try:
        yield
    except (GameError, BrokenGame):  # an error in the game's own code
        raise
    except (StrataError, msgspec.DecodeError):
        # The cause is left out: it could tell something that is hidden.
        raise UnreadableTable(table_id) from None


@dataclass(frozen=True)
class StoredGame:
    """The columns of a table, and the seats held by devices."""

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
        """The seats that a device holds, or that need no holder."""
        return self.held | {seat for seat in SEATS if self.kinds[seat] != "link"}

    def replay(self) -> Record:
        """Replay the game, checking that each action is legal. Raises UnreadableTable."""
        with _reading(self.id):
            return self._beginning().play_all(self.actions.split())

    def rebuild(self, codes: tuple[int, ...], tables: list[Table]) -> Generator[None, None, None]:
        """Append the table to `tables`, in steps: 5,000 actions take 40 ms.

        `codes` are those that `find_codes` has returned; they are not checked. Raises
        UnreadableTable.
        """
        with _reading(self.id):
            record = self._beginning()
            turns = Turns(record)
            for word, code in zip(self.actions.split(), codes, strict=True):
                record.play_codes((Action(word, code),))
                turns.follow()
                yield
        tables.append(self.table(record, turns))

    def differs_little(self, record: Record) -> bool:
        """Return whether few actions separate this game from `record`, another state of it."""
        words, same = self._compared(record)
        return len(words) + record.length - 2 * same <= _LITTLE

    def bring_up(self, record: Record) -> None:
        """Bring `record` up to this game: replace its tags, undo and play actions.

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
        """Return the stored actions, and how many of the first ones `record` has in common."""
        words = self.actions.split()
        pairs = zip(words, record.played, strict=False)
        return words, next(
            (number for number, (stored, known) in enumerate(pairs) if stored != known),
            min(len(words), record.length),
        )

    def _beginning(self) -> Record:
        kind = rules_class(self.game)
        if self.definition is None:
            rules = _shared_rules(kind, self.settings)
        else:
            rules = kind.open(_read_settings(self.settings), self.definition)
        return Record(Position(rules, rules.read(self.start)), self._tags())

    def _tags(self) -> dict[str, str]:
        return msgspec.json.decode(self.tags, type=dict[str, str])

    def table(self, record: Record, turns: Turns | None = None) -> Table:
        """Return the table, with `record` as its game, whose turns may be known.

        Raises UnreadableTable.
        """
        with _reading(self.id):
            return Table(
                record,
                self.kinds,
                levels=self.levels,
                version=self.version,
                extras=msgspec.json.decode(self.kept, type=TableExtras),
                imported=self.imported,
                turns=turns,
            )


def _read_settings(settings: str) -> dict[str, Value]:
    return msgspec.json.decode(settings, type=dict[str, Value])


@lru_cache(maxsize=256)
def _shared_rules(kind: type[Rules[Any]], settings: str) -> Rules[Any]:
    """Return the rules of a game without a definition, shared by all its tables.

    Rules never change, and what they read from files on first use is read once.
    """
    return kind.open(_read_settings(settings))


def find_codes(stored: StoredGame) -> tuple[int, ...]:
    """Return the codes of the actions of a stored game. Raises UnreadableTable."""
    return tuple(action.code for action in stored.replay().played)
