"""What bots were told, and whether the server keeps to it.

A change is acknowledged as soon as any seat was told of it. From then on it must be there exactly
once and in order, whatever is killed. The games are those without secrets: every seat sees every
action, and `version` counts them.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Stored = Mapping[str, tuple[int, Sequence[str]]]
"""Version and actions of each table, by id."""


@dataclass
class Account:
    """What happened in a trial."""

    tables: list[TableAccount] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    recovered_seconds: list[float] = field(default_factory=list)
    closed: Counter[int] = field(default_factory=Counter)
    """How often sockets were closed with each code."""
    refused: Counter[str] = field(default_factory=Counter)
    seats_lost: int = 0
    violations: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(len(table.told) for table in self.tables)

    @property
    def lost(self) -> int:
        return sum(len(table.lost) for table in self.tables)

    @property
    def doubled(self) -> int:
        return sum(len(table.doubled) for table in self.tables)

    def open(self, table_id: str) -> TableAccount:
        table = TableAccount(table_id, self)
        self.tables.append(table)
        return table

    def object(self, what: str) -> None:
        """Something is not as it must be. What is seen again counts once."""
        if what not in self.violations:
            self.violations.append(what)

    def report(self) -> str:
        seconds = self.recovered_seconds or [0.0]
        kills = ", ".join(f"{count} of {what}" for what, count in sorted(self.kills.items()))
        closed = ", ".join(f"{code}: {count}" for code, count in sorted(self.closed.items()))
        refused = ", ".join(f"{code}: {count}" for code, count in sorted(self.refused.items()))
        return "\n".join(
            (
                f"kills                 {self.kills.total()} ({kills or 'none'})",
                f"tables                {len(self.tables)}",
                f"acknowledged changes  {self.acknowledged}",
                f"lost                  {self.lost}",
                f"doubled               {self.doubled}",
                f"seats lost            {self.seats_lost}",
                f"violations            {len(self.violations)}",
                f"recovery              median {statistics.median(seconds):.1f} s, "
                f"longest {max(seconds):.1f} s",
                f"sockets closed with   {closed or 'none'}",
                f"refused               {refused or 'none'}",
                *self.violations[:20],
            )
        )

    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.seats_lost or self.violations)


@dataclass
class TableAccount:
    """One table: what was sent to it and what was told of it."""

    id: str
    account: Account
    sent: dict[int, set[str]] = field(default_factory=dict)
    """The actions that were sent, by the version they were sent at."""
    told: list[str] = field(default_factory=list)
    """The longest list of actions that any seat was told."""
    versions: dict[str, int] = field(default_factory=dict)
    """The latest version that each seat was told."""
    heard_at: dict[str, float] = field(default_factory=dict)
    """When each seat was last told of a new version (monotonic seconds)."""
    lost: set[int] = field(default_factory=set)
    """Numbers of acknowledged actions that were not there, or not in their place."""
    doubled: set[int] = field(default_factory=set)
    """Numbers of actions that nobody sent, or that have no version of their own."""
    is_over: bool = False

    def send(self, version: int, action: str) -> None:
        self.sent.setdefault(version, set()).add(action)

    def tell(self, seat: str, version: int, actions: Sequence[str], *, at_least: int) -> None:
        """A seat was told of `actions`; `at_least` so many of them were told before it asked."""
        known = max(at_least, self.versions.get(seat, 0))
        if version < known:
            self.object(f"{seat} was told version {version} after {known}")
        if version > self.versions.get(seat, -1):
            self.versions[seat], self.heard_at[seat] = version, time.monotonic()
        self._compare(version, actions, f"{seat} was told")
        self.told += actions[len(self.told) :]

    def check(self, stored: Stored, told: int) -> None:
        """Whether the database has what was told when there were `told` actions."""
        version, actions = stored.get(self.id, (0, ()))
        if len(actions) < told:
            self.lost.update(range(len(actions), told))
            self.object(f"{len(actions)} actions are stored, {told} were told")
        self._compare(version, actions, "stored is")

    def _compare(self, version: int, actions: Sequence[str], where: str) -> None:
        if version != len(actions):
            self.doubled.update(range(*sorted((version, len(actions)))))
            self.object(f"{where} version {version} with {len(actions)} actions")
        for index, (action, told) in enumerate(zip(actions, self.told, strict=False)):
            if action != told:
                self.lost.add(index)
                self.object(f"{where} {action} as number {index}, not {told}")
        for index, action in enumerate(actions[len(self.told) :], len(self.told)):
            if action not in self.sent.get(index, ()):
                self.doubled.add(index)
                self.object(f"{where} {action} as number {index}, which nobody sent")

    def object(self, what: str) -> None:
        self.account.object(f"table {self.id}: {what}")
