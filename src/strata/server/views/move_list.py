"""The moves of a table as messages, each of which is made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from strata.play.table import Table
from strata.play.turns import PlayedAction
from strata.server.ops.long_work import Steps
from strata.server.protocol.messages import Move


class MoveList:
    """The moves of a table, for viewers from whom nothing is hidden."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._actions: Final[list[PlayedAction]] = []
        self._moves: Final[list[Move]] = []

    def current(self) -> Sequence[Move]:
        """Return the moves so far. The next call changes the same list."""
        for _ in self.prepare():
            pass
        return self._moves

    def prepare(self) -> Steps:
        """Make the moves so far in steps: 5,000 take 3 ms. The table must not change meanwhile.

        Between two steps, `current` may make the rest for a reader that does not lock the table.
        """
        actions = self._table.turns.actions
        keep = min(len(self._actions), len(actions))
        while keep and self._actions[keep - 1] is not actions[keep - 1]:
            keep -= 1
        del self._actions[keep:], self._moves[keep:]
        while len(self._actions) < len(actions):
            played = actions[len(self._actions)]
            self._actions.append(played)
            self._moves.append(Move(played.seat, played.action, played.turn))
            yield
