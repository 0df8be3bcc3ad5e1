"""A game being played at this terminal: the record, its file, who sits where. Says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from strata.cli.playing.players import HUMAN, Mover, Player, player_called, player_tag
from strata.cli.playing.saving import GameFile
from strata.core.errors import NothingToUndo
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import View
from strata.core.record import Record


class Table:
    """Everything that changes the game goes through here and is on disk before it returns.

    When the disk refuses, the change stands and `trouble` says what was wrong.
    """

    def __init__(
        self,
        record: Record,
        file: GameFile,
        players: dict[Seat, Player],
        movers: Mapping[Seat, Mover],
    ) -> None:
        self.record: Final = record
        self.file: Final = file
        self.players: Final = players
        self.movers: Final = movers
        self.trouble: OSError | None = None
        self._on_disk: str | None = None if file.is_new else record.export()
        for seat, player in players.items():
            tag = seat.title()
            if player_called(record.tags.get(tag)) != player or tag not in record.tags:
                record.tags[tag] = player_tag(player)

    @property
    def outcome(self) -> Outcome | None:
        return self.record.outcome()

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in SEATS if self.players[seat] == HUMAN]

    def awaits_person(self) -> bool:
        return self.record.seat in self.people

    @property
    def view(self) -> View:
        """What whoever sits at the screen may see: the one person, or the one to act of two."""
        people: list[Seat | None] = [*self.people]
        viewer = self.record.position.seat if len(people) == 2 else [*people, None][0]
        return self.record.position.view(viewer)

    def play(self, action: str) -> None:
        self.record.play(action)
        self.save()

    def play_all(self, actions: Iterable[str]) -> None:
        self.record.play_all(actions)
        self.save()

    def resign(self) -> None:
        self.record.resign()
        self.save()

    def undo(self) -> int:
        """Takes back to where a person's last turn began; returns how many actions that took."""
        back_to = self._last_turn_of_a_person()
        taken = len(self.record.played) - back_to
        for _ in range(taken):
            self.record.undo()
        self.save()
        return taken

    def _last_turn_of_a_person(self) -> int:
        """The number of actions that were played before it."""
        for played in range(len(self.record.played) - 1, -1, -1):
            position = self.record.positions[played]
            if position.seat in self.people and (position.begins_turn or played == 0):
                return played
        raise NothingToUndo("nothing to undo: no action of yours was played yet")

    def save(self) -> None:
        """Writes the record, unless the file holds it already."""
        text = self.record.export()
        if text == self._on_disk and self.file.path.exists():
            return
        try:
            self.file.write(text)
            self._on_disk, self.trouble = text, None
        except OSError as error:
            self._on_disk, self.trouble = None, error
