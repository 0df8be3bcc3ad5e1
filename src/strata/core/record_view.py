"""`RecordView`: a record as one seat, or a spectator, may see it.

It stores only what its viewer may see, no record and no position in which something is hidden, so
nothing hidden can be read out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from strata.core.action import Action
from strata.core.drawing.shown import Shown
from strata.core.explaining.telling import Sentence, Telling
from strata.core.gesture import Gesture
from strata.core.kernel.state import State
from strata.core.outcome import Outcome, Seat
from strata.core.position import Position, View
from strata.core.record_writer import format_record
from strata.core.scene import Mark, Scene, with_mark

SPECTATOR: Final = "spectator"


@dataclass(frozen=True, slots=True)
class _Seen:
    """What an action is told from: the states and the gesture that the viewer may see."""

    before: State
    code: int
    after: State
    gesture: Gesture


class RecordView(Shown):
    """A record as one seat, or a spectator, may see it.

    `position` is the view of the current position; `hidden` says whether it hides something. While
    it does, actions of other seats are written as the game writes hidden actions (`?`). If nothing
    is hidden in the current position, nothing of the past is.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        played: Sequence[Action],
        viewer: Seat | None,
        tags: Mapping[str, str],
        outcome: Outcome | None,
        last: Mark | None,
    ) -> None:
        """Conceal what `viewer` may not see of a record with these positions and actions.

        `last` is the mark on its last action.
        """
        now = positions[-1]
        super().__init__(now.rules)
        self.viewer: Final = viewer
        self.position: Final[View] = now.view(viewer)
        self.hidden: Final = self.position.hidden
        self.seat: Final = None if outcome else now.seat
        self._outcome: Final = outcome
        self.tags: Final = dict(tags)
        self.played: Final = self._texts(positions, played)
        concealed = [text != str(action) for text, action in zip(self.played, played, strict=True)]
        self.start: Final = str(positions[0].view(viewer) if self.hidden else positions[0])
        self._last: Final = None if concealed and concealed[-1] else last
        # If nothing is hidden, tellings are made from the first state and the codes.
        self._begin: Final = None if self.hidden else positions[0].state
        self._codes: Final = () if self.hidden else tuple(action.code for action in played)
        self._seen: Final = self._tell_seen(positions, played, concealed) if self.hidden else ()

    def _texts(self, positions: Sequence[Position], played: Sequence[Action]) -> tuple[str, ...]:
        """Return the texts of the actions.

        An action of another seat that led to a concealed state is written as the game writes hidden
        ones.
        """
        if not self.hidden:
            return tuple(map(str, played))
        return tuple(
            self.rules.hidden_action(before.state, action.code)
            if before.mover != self.viewer
            and self.rules.conceal(after.state, self.viewer) is not after.state
            else str(action)
            for (before, after), action in zip(pairwise(positions), played, strict=True)
        )

    def _tell_seen(
        self, positions: Sequence[Position], played: Sequence[Action], concealed: list[bool]
    ) -> tuple[Telling | _Seen, ...]:
        """Return for each action its telling, or the states and gesture from which to tell it."""
        conceal, told = self.rules.conceal, self.rules.tell_hidden
        return tuple(
            told(before.state, action.code)
            if hides
            else _Seen(
                conceal(before.state, self.viewer),
                action.code,
                conceal(after.state, self.viewer),
                self.rules.gesture(before.state, action.code),
            )
            for (before, after), action, hides in zip(
                pairwise(positions), played, concealed, strict=True
            )
        )

    def tellings(self) -> Iterator[Telling]:
        """Yield what each action did, as far as the viewer may know."""
        state = self._begin
        if state is None:
            for number in range(len(self._seen)):
                yield self._tell_hidden(number)
            return
        for code in self._codes:
            following = state.after(code)
            yield self.rules.tell_action(state, code, following)
            state = following

    def tell(self, number: int) -> Telling:
        """Return what the action with this number (from 0) did, as far as the viewer may know.

        Raises IndexError.
        """
        if not 0 <= number < len(self.played):
            raise IndexError(f"action {number} of {len(self.played)}")
        if self._begin is None:
            return self._tell_hidden(number)
        state = self._begin
        for code in self._codes[:number]:
            state = state.after(code)
        code = self._codes[number]
        return self.rules.tell_action(state, code, state.after(code))

    def _tell_hidden(self, number: int) -> Telling:
        seen = self._seen[number]
        if isinstance(seen, _Seen):
            return self.rules.tell_action(seen.before, seen.code, seen.after, seen.gesture)
        return seen

    def tell_end(self) -> Sentence | None:
        """Like `Record.tell_end`, as far as the viewer may know."""
        if self._outcome is None:
            return None
        end = self.rules.tell_outcome(self.position.state, self._outcome)
        if end.cells or not self.played or self._outcome.reason not in self.rules.reasons:
            return end
        return Sentence(end.text, self.tell(len(self.played) - 1)[0].cells)

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions that the viewer may see; none when the game is over."""
        return () if self._outcome else self.position.actions()

    def outcome(self) -> Outcome | None:
        return self._outcome

    def scene(self) -> Scene:
        """Return the scene of the view, with the last action marked if the viewer may see it."""
        return with_mark(self.position.scene(), self._last)

    def export(self) -> str:
        """Return the record as text.

        While something is hidden it is a partial record, which cannot be loaded.
        """
        return format_record(self, (self.viewer or SPECTATOR) if self.hidden else None)

    def __repr__(self) -> str:
        who = self.viewer or f"a {SPECTATOR}"
        return f"<RecordView of {who}: {self.rules.name}, {len(self.played)} actions>"
