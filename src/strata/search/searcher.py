"""What every method of search is: something that thinks about a record and can be stopped."""

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
    """The game is over: there is no action to look for."""


class Searcher(ABC):
    """Thinks about positions of one game. One search at a time; `stop` comes from any thread."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game: Final = game
        self.seed: Final = seed
        self._started = 0.0

    def think(
        self, record: Record, limits: Limits, *, tell: Tell | None = None, lines: int = 1
    ) -> Report:
        """The best actions of the seat that acts, seen with that seat's eyes only.

        `tell` is called whenever more is known; `lines` is how many different actions are
        followed up. Returns what is known when a limit is reached, or after `stop`; that is at
        least one legal action.
        """
        outcome = record.outcome()
        if outcome is not None or record.seat is None:
            raise NothingToSearch(f"nothing to search in {self.game.name}: over ({outcome})")
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
        """Ends the search that is running, at once; what it knows is returned by `think`."""

    @abstractmethod
    def forget(self) -> None:
        """Drops what was learned from earlier positions, as before a new game."""

    @abstractmethod
    def _ready(self) -> None:
        """Takes a `stop` of an earlier search back."""

    @abstractmethod
    def _think(self, record: Record, limits: Limits, tell: Tell | None, lines: int) -> Report: ...


def _stopping_time(time_ms: int) -> float:
    """When to stop, in seconds, so that the answer is there in time on a busy machine too."""
    return max(time_ms - min(60, 8 + time_ms // 40), time_ms / 2) / 1000
