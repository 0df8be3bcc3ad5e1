"""A record as one seat, or a spectator, may see it. Nothing hidden can be got out of it.

It keeps no record and no position in which something is hidden, only what its viewer may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from strata.core.outcome import Outcome, Seat
from strata.core.position import Action, Position, Shown, View
from strata.core.record_writer import format_record
from strata.core.scene import Mark, Scene, with_mark

SPECTATOR: Final = "spectator"


class RecordView(Shown):
    """`position` is the view of the position now; `hidden` says whether it hides something.

    While it does, the actions of others are written as the game writes what is hidden (`?`).
    Where nothing is hidden now, nothing of the past is.
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
        """`positions` and `played` are the whole record, `last` marks its last action."""
        now = positions[-1]
        super().__init__(now.rules)
        self.viewer: Final = viewer
        self.position: Final[View] = now.view(viewer)
        self.hidden: Final = self.position.hidden
        self.seat: Final = None if outcome else now.seat
        self._outcome: Final = outcome
        self.tags: Final = dict(tags)
        concealed = self._concealed(positions)
        self.played: Final[tuple[str, ...]] = tuple(
            self.rules.hidden_action(position.state, action.code) if hides else str(action)
            for position, action, hides in zip(positions, played, concealed, strict=False)
        )
        self.start: Final = str(positions[0].view(viewer) if self.hidden else positions[0])
        self._last: Final = None if concealed and concealed[-1] else last

    def _concealed(self, positions: Sequence[Position]) -> list[bool]:
        """For each action: whether it is another's, made where something is hidden."""
        if not self.hidden:
            return [False] * (len(positions) - 1)
        return [
            before.seat != self.viewer
            and self.rules.conceal(after.state, self.viewer) is not after.state
            for before, after in pairwise(positions)
        ]

    def actions(self) -> tuple[Action, ...]:
        """The legal actions now, as far as the viewer may see them; none when the game is over."""
        return () if self._outcome else self.position.actions()

    def outcome(self) -> Outcome | None:
        return self._outcome

    def scene(self) -> Scene:
        """The view's scene, with the last action marked if it may be seen."""
        return with_mark(self.position.scene(), self._last)

    def export(self) -> str:
        """The record as text; while something is hidden, a partial one that cannot be loaded."""
        return format_record(self, (self.viewer or SPECTATOR) if self.hidden else None)

    def __repr__(self) -> str:
        who = self.viewer or f"a {SPECTATOR}"
        return f"<RecordView of {who}: {self.rules.name}, {len(self.played)} actions>"
