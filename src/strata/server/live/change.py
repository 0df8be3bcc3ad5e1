"""A change of a table while it is being made."""

from __future__ import annotations

from dataclasses import dataclass, field

from strata.play.table import Table
from strata.server.live.new_table import PreparedTable
from strata.server.live.open_table import OpenTable


@dataclass
class Change:
    """It is stored, and sent to clients, when all of it is made."""

    open_table: OpenTable
    now_ms: int
    rematch: PreparedTable | None = field(default=None, init=False)
    """A table that is stored together with the change."""

    @property
    def table(self) -> Table:
        return self.open_table.table

    def create_rematch(self, rematch: PreparedTable) -> None:
        self.table.rematch = rematch.id
        self.rematch = rematch
