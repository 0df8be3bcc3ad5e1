"""A change of a table in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from strata.play.table import Table
from strata.server.live.open_table import OpenTable
from strata.server.live.table_making import PreparedTable


@dataclass
class Change:
    """A change in progress. It is stored, and then sent to clients, once it is complete."""

    open_table: OpenTable
    now_ms: int
    rematch: PreparedTable | None = field(default=None, init=False)
    """A new table that is stored in the same transaction."""

    @property
    def table(self) -> Table:
        return self.open_table.table

    def create_rematch(self, rematch: PreparedTable) -> None:
        self.table.rematch = rematch.id
        self.rematch = rematch
