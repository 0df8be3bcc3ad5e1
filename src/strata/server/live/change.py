"""A change of a table in progress, and the context manager in which it is made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

from strata.play.table import Table
from strata.server.live.open_table import OpenTable
from strata.server.live.table_making import PreparedTable
from strata.server.storage.writers import Statement


@dataclass
class Change:
    """A change in progress. It is stored, and then sent to clients, once it is complete."""

    open_table: OpenTable
    now_ms: int
    known: int
    """The version of the stored table."""
    rematch: PreparedTable | None = field(default=None, init=False)
    """A new table that is stored in the same transaction."""
    of_rematch: list[Statement] = field(default_factory=list, init=False)
    """What is stored after it: where its players are."""

    @property
    def table(self) -> Table:
        return self.open_table.table

    def create_rematch(self, rematch: PreparedTable, more: list[Statement]) -> None:
        """Store a rematch with this change, and `more` about it."""
        self.table.rematch = rematch.id
        self.rematch, self.of_rematch = rematch, more


class ChangeContext:
    """`async with` locks the table and opens a change, which is committed after the block.

    If the block raises, the table stays as stored. A class does this with less work for each action
    than an asynchronous generator, which the event loop has to register.
    """

    def __init__(
        self,
        open_table: OpenTable,
        begin: Callable[[], Awaitable[Change]],
        commit: Callable[[Change], Awaitable[None]],
    ) -> None:
        self._open_table: Final = open_table
        self._begin: Final = begin
        self._commit: Final = commit
        self._change: Change | None = None

    async def __aenter__(self) -> Change:
        await self._open_table.lock.acquire()
        try:
            self._change = await self._begin()
        except BaseException:
            self._open_table.lock.release()
            raise
        return self._change

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._change is not None
        try:
            if error is None:
                await self._commit(self._change)
            elif self._change.table.version != self._change.known:  # half made
                self._open_table.is_current = False  # the stored table counts
        finally:
            self._open_table.lock.release()
