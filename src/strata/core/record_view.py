"""A record as one seat, or a spectator, may see it. Nothing hidden can be got out of it.

It keeps no record and no position in which something is hidden, only what its viewer may see.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from strata.core.contract import Shown, View
from strata.core.outcome import Outcome, Seat
from strata.core.scene import Scene

if TYPE_CHECKING:
    from strata.core.record import Record

SPECTATOR: Final = "spectator"


class RecordView(Shown):
    """`position` is the view of the position now; `hidden` says whether it hides something.

    While it does, the actions of others are written as the game writes what is hidden (`?`).
    Where nothing is hidden now, nothing of the past is.
    """

    def __init__(self, record: Record, viewer: Seat | None) -> None:
        super().__init__(record.game)
        self.viewer: Final = viewer
        self.position: Final[View] = record.position.view(viewer)
        self.hidden: Final = self.position.hidden
        self.seat: Final = record.seat
        self._outcome: Final = record.outcome()
        self.tags: Final = dict(record.tags)
        concealed = self._concealed(record)
        self.actions: Final[tuple[str, ...]] = tuple(
            self.game._hidden_action(position._state, action.code) if hides else str(action)
            for position, action, hides in zip(
                record.positions, record.actions, concealed, strict=False
            )
        )
        self.start: Final = str(record.start.view(viewer) if self.hidden else record.start)
        self._last: Final = None if concealed and concealed[-1] else record.last_mark()

    def _concealed(self, record: Record) -> list[bool]:
        """For each action: whether it is another's, made where something is hidden."""
        if not self.hidden:
            return [False] * len(record.actions)
        return [
            before.seat != self.viewer
            and self.game._conceal(after._state, self.viewer) is not after._state
            for before, after in pairwise(record.positions)
        ]

    def outcome(self) -> Outcome | None:
        return self._outcome

    def scene(self) -> Scene:
        """The view's scene, with the last action marked if it may be seen."""
        scene = self.position.scene()
        if self._last is None:
            return scene
        return msgspec.structs.replace(scene, marks=(self._last, *scene.marks))

    def export(self) -> str:
        """The record as text; while something is hidden, a partial one that cannot be loaded."""
        from strata.core.record_text import format_record_view

        return format_record_view(self)

    def __repr__(self) -> str:
        who = self.viewer or f"a {SPECTATOR}"
        return f"<RecordView of {who}: {self.game.name}, {len(self.actions)} actions>"
