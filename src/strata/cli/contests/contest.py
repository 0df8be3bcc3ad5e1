"""A match or a tournament, from its settings to the last game: progress, Ctrl-C, results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from strata.cli.console import open_console, say_error, say_note
from strata.cli.contests.contestants import check_contestants, open_contestant
from strata.core.errors import StrataError
from strata.core.outcome import Outcome

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from strata.lab.match import Conditions, Finished, Played
    from strata.lab.results import Results
    from strata.lab.tournament import Pairing

WRONG: Final = 2
INTERRUPTED: Final = 130


@dataclass
class Contest:
    """The requested games, and those played so far."""

    conditions: Conditions
    players: list[str]
    ladder: bool
    games: int
    workers: int
    out: Path | None
    played: list[Played] = field(default_factory=list)
    trouble: StrataError | None = None
    interrupted: bool = False

    def __post_init__(self) -> None:
        from strata.lab.tournament import pair_up

        self.pairings: list[Pairing] = pair_up(self.players, ladder=self.ladder)

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def settings(self) -> dict[str, Any]:
        """Return the settings that must be the same for a run to continue in a folder."""
        conditions = self.conditions
        return {
            "format": 1,
            "game": conditions.game.name,
            "options": {**conditions.game.rules.former_options, **conditions.game.settings},
            "definition": conditions.game.definition,
            "players": self.players,
            "ladder": self.ladder,
            "games": self.games,
            "time": conditions.time_ms,
            "seed": conditions.seed,
            "opening": conditions.opening,
            "limit": conditions.limit,
        }

    def hold(self) -> None:
        """Play the missing games. Ctrl-C or a broken player ends the run early."""
        from strata.lab.tournament import schedule

        fixtures = schedule(self.pairings, self.games)
        check_contestants(self.conditions, self.players)
        with self._kept() as results:
            if results is not None:
                self.played = results.played
                if self.played:
                    say_note(f"{len(self.played)} of {self.total} games were already played")
            try:
                self._play(fixtures, results)
            except KeyboardInterrupt:
                self.interrupted = True
                if results is not None:
                    results.read_again()
            except StrataError as error:
                self.trouble = error

    @contextmanager
    def _kept(self) -> Iterator[Results | None]:
        if self.out is None:
            yield None
            return
        from strata.lab.results import Results

        with Results(self.out, self.settings()) as results:
            yield results

    def _play(self, fixtures: list[Any], results: Results | None) -> None:
        from strata.lab.tournament import run_fixtures

        def keep(finished: Finished) -> None:
            if results is not None:
                results.add(finished)
            else:
                self.played.append(finished.played)

        games = run_fixtures(
            self.conditions,
            fixtures,
            open_contestant,
            played=tuple(self.played),
            workers=self.workers,
            keep=keep,
        )
        with closing(games), _progress() as progress:
            task = progress.add_task("playing", total=self.total, completed=len(self.played))
            missing = len(fixtures) - len(self.played)
            if progress.disable and missing:
                self._announce(missing, progress.console)
            for finished in games:
                progress.update(task, completed=len(self.played))
                if progress.disable:
                    self._tell(finished.played, progress.console)

    def _announce(self, missing: int, console: Console) -> None:
        """Print what happens now, where there is no progress bar: a first game may take long."""
        opening = self.conditions.opening
        if not opening:
            begin = "the usual start"
        elif self.conditions.game.rules.has_evaluation:
            begin = f"balanced openings of {opening} random actions"
        else:
            begin = f"openings of {opening} random actions"
        games = "1 game" if missing == 1 else f"{missing} games"
        with suppress(OSError):
            console.print(f"playing {games} from {begin}", soft_wrap=True)

    def _tell(self, game: Played, console: Console) -> None:
        """Print a line for a finished game, where there is no progress bar."""
        outcome = Outcome(game.winner, game.reason)
        players = " – ".join(
            f"level {name}" if name.isdigit() else name for name in (game.first, game.second)
        )
        count = f"{len(self.played)}/{self.total}"
        with suppress(OSError):
            console.print(f"{count}: {players}: {outcome} ({game.actions} actions)", soft_wrap=True)

    def leave(self) -> None:
        """Print what went wrong or how to continue, and raise typer.Exit with the code for it."""
        failures = [game for game in self.played if game.failure]
        if self.interrupted:
            count = f"{len(self.played)} of {self.total} games"
            kept = f"saved in {self.out}; run the same command to continue"
            say_note(f"interrupted after {count}, {kept if self.out else 'not saved'}")
            raise typer.Exit(INTERRUPTED)
        if self.trouble is not None:
            say_error(self.trouble)
        elif failures:
            count = f"{len(failures)} game{'s were' if len(failures) > 1 else ' was'} forfeited"
            say_error(f"{count}; the last: {failures[-1].failure}")
        if self.trouble is not None or failures:
            raise typer.Exit(WRONG)


def _progress() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = open_console(stderr=True)
    columns = ("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal)
