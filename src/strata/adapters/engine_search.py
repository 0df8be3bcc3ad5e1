"""The search of an engine session: started by `go`, ended by its limits or by `stop`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from strata.adapters.go_command import DEFAULT_MS, GoCommand
from strata.core.errors import StrataError
from strata.core.record import Record
from strata.search.background import BackgroundSearch
from strata.search.report import Limits, Report

if TYPE_CHECKING:
    from strata.search.players import Player


class EngineSearch:
    """A search that prints `info` lines, and at its end one line `bestmove` or `error`.

    With `own_limits` the player has limits of its own (a level does); the command can then only end
    the search earlier.
    """

    def __init__(
        self,
        player: Player,
        record: Record,
        command: GoCommand,
        *,
        lines: int,
        own_limits: bool,
        say: Callable[[str], None],
    ) -> None:
        self._player: Final = player
        self._record: Final = record
        self._command: Final = command
        self._lines: Final = lines
        self._own_limits: Final = own_limits
        self._say: Final = say
        self._stopped: Final = threading.Event()
        self._reported: Report | None = None
        self._search: Final = BackgroundSearch(self._run, self._stop_player, say)

    def start(self) -> None:
        self._search.start()

    @property
    def is_running(self) -> bool:
        return self._search.is_running

    def stop(self) -> None:
        """Ask the search to end, and return at once."""
        self._stopped.set()
        self._search.request_stop()

    def wait(self, seconds: float) -> None:
        """Wait until the last line is printed, at most for `seconds`."""
        self._search.join(seconds)

    def _stop_player(self) -> None:
        (self._player.searcher or self._player).stop()

    def _run(self) -> str:
        """Return the last line to print."""
        try:
            last = f"bestmove {self._choose()}"
            if self._command.infinite:
                self._stopped.wait()
        except StrataError as error:
            last = f"error {error}"
        except Exception as error:  # no error of a search may end the session
            last = f"error the search failed: {type(error).__name__}: {error}"
        return last

    def _choose(self) -> str:
        searcher = self._player.searcher
        if searcher is not None and not self._own_limits:
            report = searcher.think(
                self._record, self._limits(), tell=self._report, lines=self._lines
            )
            self._report(report)
            return report.action
        timer = None
        if self._command.limits.time_ms is not None:
            timer = threading.Timer(self._command.limits.time_ms / 1000, self.stop)
            timer.daemon = True
            timer.start()
        action = self._player.choose(self._record)
        if timer is not None:
            timer.cancel()
        if self._player.last is not None:
            self._report(self._player.last)
        return action

    def _limits(self) -> Limits:
        given = self._command.limits
        is_unlimited = given == Limits() and not self._command.infinite
        return Limits(DEFAULT_MS) if is_unlimited else given

    def _report(self, report: Report) -> None:
        if report == self._reported:
            return
        self._reported = report
        for line in info_lines(report):
            self._say(line)


def info_lines(report: Report) -> Iterator[str]:
    """Yield an `info` line for each line of play; the best has rank 1."""
    for rank, line in enumerate(report.lines, 1):
        wins = line.score.wins_in
        score = f"points {line.score.points}" if wins is None else f"wins {wins}"
        score = score if line.score.is_clear else "unclear"
        yield (
            f"info rank {rank} depth {report.depth} score {score} nodes {report.nodes} "
            f"nps {report.nodes_per_second} time {report.elapsed_ms} line {' '.join(line.actions)}"
        )
