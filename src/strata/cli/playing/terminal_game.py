"""A game being played at the terminal: its table, its file and its players. It prints nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from strata.cli.playing.computer_players import HUMAN, Mover, Player, player_called, player_tag
from strata.cli.playing.saving import GameFile
from strata.core.errors import NothingToUndo
from strata.core.explaining.telling import read_all
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.position import View
from strata.core.record import Record
from strata.play.arranging import Arranging, arrange, find_arranging, finish_arrangement
from strata.play.table import Table

if TYPE_CHECKING:
    from strata.search.advice import Advice, AdviceKind

_NO_CLOCK: Final = 0  # the time, for a table without a clock


class TerminalGame:
    """A game at the terminal. Each change is on disk before the method returns.

    If writing fails, the change stands and `trouble` holds the error.
    """

    def __init__(
        self,
        record: Record,
        file: GameFile,
        players: dict[Seat, Player],
        movers: Mapping[Seat, Mover],
    ) -> None:
        self.file: Final = file
        self.players: Final = players
        self.movers: Final = movers
        self.trouble: OSError | None = None
        self._table: Final = Table(
            record, {seat: "me" if players[seat] == HUMAN else "computer" for seat in SEATS}
        )
        self._on_disk: str | None = None if file.is_new else record.export()
        for seat, player in players.items():
            tag = seat.title()
            if player_called(record.tags.get(tag)) != player or tag not in record.tags:
                record.tags[tag] = player_tag(player)

    @property
    def record(self) -> Record:
        return self._table.record

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
        """What the only person at the screen may see, or the one of two who is to act."""
        people: list[Seat | None] = [*self.people]
        viewer = self.record.position.seat if len(people) == 2 else [*people, None][0]
        return self.record.position.view(viewer)

    @property
    def reader(self) -> Seat | None:
        """The only person at the screen; None if there are two, or none."""
        people = self.people
        return people[0] if len(people) == 1 else None

    def tell_last(self, count: int = 1) -> str:
        """Return what the last actions did, in words for the person at the screen."""
        record = self.record
        view = record.view(self.view.viewer) if self.view.hidden else record
        numbers = range(record.length - count, record.length)
        return " ".join(read_all(view.tell(number), self.reader) for number in numbers)

    def tell_end(self) -> str:
        """Return why the game is over, in words for the person at the screen, or empty text."""
        end = self.record.tell_end()
        return "" if end is None else end.read(self.reader)

    @property
    def _acting(self) -> Seat:
        return self.record.seat or SEATS[0]

    def play(self, action: str) -> None:
        self._table.play(self._acting, action, _NO_CLOCK)
        self.save()

    def play_parts(self, actions: Sequence[str]) -> None:
        """Play an action with those that complete it.

        The last piece of a secret set-up is only laid out; `finish_arrangement` plays it.
        """
        found = self.arranging
        if found is not None and len(missing := found.plan.missing(found.pieces)) == 1:
            (click,) = self.record.position.gesture(actions[0])
            self.arrange({**found.pieces, click.id: missing[0]})
            return
        self._table.play_parts(self._acting, actions, _NO_CLOCK)
        self.save()

    def play_preset(self, name: str) -> str:
        """Play a preset; return what its actions did, as seen by the seat that played it."""
        seat, played = self._acting, self.record.length
        self._table.play_preset(seat, name, _NO_CLOCK)
        self.save()
        tellings = list(self.record.view(seat).tellings())[played:]
        return " ".join(read_all(telling, self.reader) for telling in tellings)

    @property
    def arranging(self) -> Arranging | None:
        """What the person to act lays out in secret; None if there is nothing to lay out."""
        return find_arranging(self._table) if self.awaits_person() else None

    @property
    def is_laid_out(self) -> bool:
        """Whether pieces are laid out that the record does not contain yet."""
        return self._table.laid_out is not None

    @property
    def is_begun(self) -> bool:
        """Whether something was played or is laid out."""
        return self.record.length > 0 or bool(self._table.laid_out)

    def arrange(self, pieces: Mapping[str, str]) -> None:
        """Replace the pieces laid out or placed before by `pieces`, by cell. Raises Refusal."""
        arrange(self._table, self._acting, pieces)
        self.save()

    def finish_arrangement(self) -> None:
        """Play the pieces that are laid out. Raises Refusal."""
        finish_arrangement(self._table, self._acting, _NO_CLOCK)
        self.save()

    @property
    def offers_help(self) -> bool:
        """Whether one person plays against the computer."""
        return self.reader is not None

    def advise(self, kind: AdviceKind) -> Advice:
        """Return advice for the seat to act, and count it in the record.

        Raises Refusal between people.
        """
        from strata.search.advice import ADVISERS

        self._table.expect_may_help(self._acting)
        advice = ADVISERS[kind](self.record)
        self._table.note_help(self._acting, kind)
        self.save()
        return advice

    def resign(self) -> None:
        self._table.resign(self._acting, _NO_CLOCK)
        self.save()

    def undo(self) -> int:
        """Take back to the start of a person's last turn; return the number of actions taken back.

        Raises NothingToUndo.
        """
        people = self.people
        seat = self._table.turns.last_seat if len(people) == 2 else next(iter(people), None)
        if seat is None or self._table.turns.start_of_last(seat) is None:
            raise NothingToUndo("nothing to undo: you have not played an action yet")
        taken = self._table.undo_turn(seat, _NO_CLOCK)
        self.save()
        return taken

    def undo_step(self) -> int:
        """Undo the last step of the turn in progress; return its number of actions."""
        taken = self._table.undo_step(self._acting)
        self.save()
        return taken

    def save(self) -> None:
        """Write the record, unless the file holds it already.

        Of pieces that are laid out, it includes those that can be placed without a gap, never the
        last.
        """
        record = self.record
        if self.is_laid_out and (found := self.arranging) is not None:
            record = record.copy().play_all(found.actions(len(found.plan.order) - 1))
        text = record.export()
        if text == self._on_disk and self.file.path.exists():
            return
        try:
            self.file.write(text)
            self._on_disk, self.trouble = text, None
        except OSError as error:
            self._on_disk, self.trouble = None, error
