"""The base class of all searches: a search of a record that can be stopped."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from typing import Final

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.record import Record
from strata.search.report import Limits, Report, Tell


class NothingToSearch(StrataError):
    """The game is over: there is no action to search for."""


class Searcher(ABC):
    """A search of positions of one game. One search runs at a time; any thread may call `stop`."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game: Final = game
        self.seed: Final = seed
        self._started = 0.0

    def think(
        self, record: Record, limits: Limits, *, tell: Tell | None = None, lines: int = 1
    ) -> Report:
        """Return the best actions of the seat that acts, knowing only what that seat may see.

        `tell` is called with each new report; `lines` is the number of different actions to follow
        up. Returns what is known when a limit is reached or after `stop`, at least one legal
        action. Raises NothingToSearch when the game is over.
        """
        outcome = record.outcome()
        if outcome is not None or record.seat is None:
            raise NothingToSearch(
                f"nothing to search in {self.game.name}: the game is over ({outcome})"
            )
        if record.rules != self.game.rules:
            raise StrataError(f"a record of {record.rules!r}, expected one of {self.game.rules!r}")
        self._started = time.perf_counter()
        self._ready()
        timer = None
        if limits.time_ms is not None:
            timer = threading.Timer(_stopping_time(limits.time_ms), self.stop)
            timer.daemon = True
            timer.start()
        try:
            report = self._think(record, limits, tell, max(1, lines))
        finally:
            if timer is not None:
                timer.cancel()
        record.position.state.raise_error()
        return report

    def elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)

    @abstractmethod
    def stop(self) -> None:
        """End the running search at once; `think` returns what it knows."""

    @abstractmethod
    def forget(self) -> None:
        """Drop what was learned from earlier positions, as before a new game."""

    @abstractmethod
    def _ready(self) -> None:
        """Clear the `stop` of an earlier search."""

    @abstractmethod
    def _think(self, record: Record, limits: Limits, tell: Tell | None, lines: int) -> Report: ...


def _stopping_time(time_ms: int) -> float:
    """Return when to stop, in seconds, so that the answer is in time even on a busy machine."""
    return max(time_ms - min(60, 8 + time_ms // 40), time_ms / 2) / 1000
