"""One search in a thread of its own: begun by `go`, ended by its limits or by `stop`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from strata.adapters.orders import USUAL_MS, Order
from strata.core.errors import StrataError
from strata.core.record import Record
from strata.search.report import Limits, Report

if TYPE_CHECKING:
    from strata.search.players import Player

# A search that is just beginning may not hear `stop`: it is told again until it ends.
_AGAIN_SECONDS: Final = 0.02


class Thinking:
    """Says `info` lines while it goes on, and at its end one line: `bestmove` or `error`.

    With `own_limits` the player decides by itself how far it looks (a level does), and the order
    can only end it earlier.
    """

    def __init__(
        self,
        player: Player,
        record: Record,
        order: Order,
        *,
        lines: int,
        own_limits: bool,
        say: Callable[[str], None],
    ) -> None:
        self._player: Final = player
        self._record: Final = record
        self._order: Final = order
        self._lines: Final = lines
        self._own_limits: Final = own_limits
        self._say: Final = say
        self._asked: Final = threading.Event()
        self._done: Final = threading.Event()
        self._told: Report | None = None
        self._thread: Final = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return not self._done.is_set()

    def stop(self) -> None:
        """Asks it to end; returns at once."""
        if not self._asked.is_set():
            self._asked.set()
            threading.Thread(target=self._insist, daemon=True).start()

    def wait(self, seconds: float) -> None:
        """Waits until its last line is said, at most so long."""
        self._thread.join(seconds)

    def _insist(self) -> None:
        stopped = self._player.searcher or self._player
        while not self._done.is_set():
            stopped.stop()
            self._done.wait(_AGAIN_SECONDS)

    def _run(self) -> None:
        try:
            last = f"bestmove {self._choose()}"
            if self._order.infinite:
                self._asked.wait()
        except StrataError as error:
            last = f"error {error}"
        except Exception as error:  # whatever is wrong with a search, the session goes on
            last = f"error the search failed: {type(error).__name__}: {error}"
        self._done.set()
        self._say(last)

    def _choose(self) -> str:
        searcher = self._player.searcher
        if searcher is not None and not self._own_limits:
            report = searcher.think(
                self._record, self._limits(), tell=self._tell, lines=self._lines
            )
            self._tell(report)
            return report.action
        timer = None
        if self._order.limits.time_ms is not None:
            timer = threading.Timer(self._order.limits.time_ms / 1000, self.stop)
            timer.daemon = True
            timer.start()
        action = self._player.choose(self._record)
        if timer is not None:
            timer.cancel()
        if self._player.last is not None:
            self._tell(self._player.last)
        return action

    def _limits(self) -> Limits:
        given = self._order.limits
        said_nothing = given == Limits() and not self._order.infinite
        return Limits(USUAL_MS) if said_nothing else given

    def _tell(self, report: Report) -> None:
        if report == self._told:
            return
        self._told = report
        for line in info_lines(report):
            self._say(line)


def info_lines(report: Report) -> Iterator[str]:
    """What is known, a line for each of the ways that were followed up; the best has rank 1."""
    for rank, line in enumerate(report.lines, 1):
        wins = line.score.wins_in
        score = f"points {line.score.points}" if wins is None else f"wins {wins}"
        yield (
            f"info rank {rank} depth {report.depth} score {score} nodes {report.nodes} "
            f"nps {report.nodes_per_second} time {report.elapsed_ms} line {' '.join(line.actions)}"
        )
